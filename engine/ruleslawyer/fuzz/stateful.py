"""A `RuleBasedStateMachine` over a rulebook, for testing an implementation of the game step by step beside it.

    class Mirror(state_machine(load("my-rulebook"))):
        def begun(self, machine, position): ...              # set the same game up in your implementation
        def decided(self, decision, value, records): ...     # take the same decision there
        def compare(self, position): ...                     # assert that both are alike

    TestMirror = Mirror.TestCase

`games` in `ruleslawyer.fuzz.strategies` is many times faster and shrinks better; this shape is for those who want
Hypothesis to show the steps of a failure as a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from ruleslawyer.fuzz.strategies import Situation, decisions, machines, positions
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.notation import write_decision
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Record
from ruleslawyer.machine.values import Value


class RulebookStateMachine(RuleBasedStateMachine):
    """Plays a rulebook, one rule for a decision; `state_machine` makes a class of it for a law.

    After `begin`, `machine` and `position` are there for hooks and for rules of your own. A broken invariant,
    contract or obligation of the rulebook raises, as does whatever your hooks raise.
    """

    law: ClassVar[Law]
    situations: ClassVar[st.SearchStrategy[Situation]]
    machine: Machine
    position: Position

    # -- hooks ----------------------------------------------------------------------------------------------------

    def begun(self, machine: Machine, position: Position) -> None:
        """Called when a game has begun, with its first position at a decision."""

    def decided(self, decision: Decision, value: Value, records: Sequence[Record]) -> None:
        """Called after each decision, chance's too, with what was decided and all that came of it: what moved, which
        entries ran, which decisions were forced. `self.position` is the position after it."""

    def compare(self, position: Position) -> None:
        """Called after each step: compare the position with what you have."""

    # -- rules ----------------------------------------------------------------------------------------------------

    @initialize(data=st.data())
    def begin(self, data: Any) -> None:
        """Begins a game."""
        self.machine, self.position = data.draw(self.situations, label="game")
        self.position = self.position.copy()
        self.begun(self.machine, self.position)

    @precondition(lambda self: self.position.pending is not None)
    @rule(data=st.data())
    def decide(self, data: Any) -> None:
        """Takes the pending decision."""
        decision = self.position.pending
        assert decision is not None
        value = data.draw(decisions(self.position))
        written = write_decision(self.law, decision, value)
        data.draw(st.just(written), label=f"{decision.label} by {_who(decision)}")
        trace = Trace()
        self.machine.decide(self.position, value, trace)
        self.decided(decision, value, trace.steps[-1].records)

    @precondition(lambda self: self.position.pending is None)
    @rule()
    def over(self) -> None:
        """The game is over: nothing is left to do."""

    @invariant()
    def alike(self) -> None:
        """Calls `compare`."""
        self.compare(self.position)


def state_machine(
    law: Law,
    *,
    profiles: Sequence[str] = (),
    players: Sequence[int] = (),
    random_starts: bool = False,
    monitor: bool = True,
) -> type[RulebookStateMachine]:
    """A `RuleBasedStateMachine` class that plays a rulebook: subclass it with hooks, or run it as it is.

    :param profiles: whose answers are used; without any, every combination of answers.
    :param random_starts: begin at made-up positions at a menu, see `strategies.positions`; else at the set-up.
    :param monitor: check invariants and contracts at every decision.
    """
    chosen: dict[str, Any] = {"profiles": profiles, "players": players, "monitor": monitor}
    set_ups = machines(law, **chosen).map(lambda machine: Situation(machine, machine.start()))
    situations = positions(law, **chosen) if random_starts else set_ups
    return type("RulebookMachine", (RulebookStateMachine,), {"law": law, "situations": situations})


def _who(decision: Decision) -> str:
    return "chance" if decision.by is None else f"p{decision.by + 1}"
