"""An implementation inside somebody's own tests: Hypothesis strategies and the state machine, with an adapter beside.

session = connect("node my-adapter.js", "my-rulebook")

@given(games(session.law, profiles=["my-profile"]))            # of ruleslawyer.fuzz.strategies
def test_whole_games(game):
    check_game(session, game)

TestSteps = adapter_state_machine(session, profiles=["my-profile"]).TestCase
"""

from __future__ import annotations

import atexit
import shlex
from collections.abc import Sequence
from typing import Any, ClassVar

from ruleslawyer.conformance.execute import answer, execute
from ruleslawyer.conformance.expected_run import Moment, ReferencePlayer, sorted_out, varied
from ruleslawyer.conformance.observation import Observer
from ruleslawyer.conformance.process import TIMEOUT
from ruleslawyer.conformance.protocol import luck_message
from ruleslawyer.conformance.runner import process_maker
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.verdicts import Execution
from ruleslawyer.fuzz.games import Game
from ruleslawyer.fuzz.stateful import RulebookStateMachine, state_machine
from ruleslawyer.language import load
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.notation import decider_text, decision_text, write_decision
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.snapshot import Difference
from ruleslawyer.machine.trace import Record, Step
from ruleslawyer.machine.values import Value


class DoesNotConform(AssertionError):
    """An implementation did something else than the rules have."""


def connect(command: str, rulebook: str, *, timeout: float = TIMEOUT) -> Session:
    """A session with the adapter that a command line runs; it ends with the process.

    :param rulebook: the name of one that comes with the program, or the path of a folder.
    :raises CannotStart: it cannot be started.
    :raises RulebookError: the rulebook has faults.
    """
    session = Session(process_maker(shlex.split(command), timeout), load(rulebook))
    atexit.register(session.close)
    return session


def check_game(session: Session, game: Game) -> None:
    """Plays a game of Hypothesis on an implementation.

    :raises DoesNotConform: it is played otherwise there.
    """
    run = ReferencePlayer(game.machine).game(game.sequences, game.given)
    execution = execute(session, run)
    if execution.verdict.fails:
        raise DoesNotConform(failure_text(execution))


def failure_text(execution: Execution) -> str:
    """What went wrong in a run, and after which decisions."""
    scenario = execution.run.scenario
    lines = [f"{scenario.slug}: {execution.verdict.value}"]
    if execution.message:
        lines.append(f"  {execution.message}{f' ({execution.hint})' if execution.hint else ''}")
    lines.append(f"  after {execution.decisions} decisions:")
    lines += [f"    {label}: {decision_text(value)}" for label, value in scenario.decisions[: execution.decisions]]
    if execution.decision is not None:
        lines.append(f"  then only {execution.decision[1]} is legal for {execution.decision[0]}")
    return "\n".join([*lines, *difference_texts(execution.differences)])


def difference_texts(differences: Sequence[Difference]) -> list[str]:
    """What differs, a line each."""
    return [f"  {one.what}: expected {one.expected}; got {one.actual}" for one in differences]


class _Beside(RulebookStateMachine):
    """Plays each step on an implementation as well."""

    session: ClassVar[Session]

    def begun(self, machine: Machine, position: Position) -> None:
        """See `RulebookStateMachine`."""
        self._observer = Observer(machine)
        self._steps: list[Step] = []
        self._before: Position | None = None
        options = varied(machine)
        self._ask("reset", {"players": machine.players, **({"options": options} if options else {})})
        self._answered()

    def decided(self, decision: Decision, value: Value, records: Sequence[Record]) -> None:
        """See `RulebookStateMachine`."""
        if decision.by is not None:
            written = write_decision(self.law, decision, value)
            self._ask("decide", {"by": decider_text(decision), "label": decision.label, "value": written})
        self._steps.append(Step(decision, value, list(records)))
        self._answered()

    def _ask(self, method: str, params: dict[str, Any]) -> None:
        self._question = method, params
        self._steps = []

    def _answered(self) -> None:
        """Asks the question when nothing is left to chance before the next player decides."""
        pending = self.position.pending
        if pending is not None and pending.by is None:
            return
        method, params = self._question
        luck, forced = sorted_out(self.machine, self._steps)
        expected = self._observer.observation(self.position)
        told = {**params, "luck": luck_message(luck)}
        moment = Moment(method, told, expected, 0, forced, tuple(self._steps), pending, self._before)
        found = answer(self.session, moment)
        self._before = self.position.copy()
        if found is not None:
            raise DoesNotConform("\n".join([f"after {method}:", *difference_texts(found[0])]))


def adapter_state_machine(
    session: Session, *, profiles: Sequence[str], players: Sequence[int] = ()
) -> type[RulebookStateMachine]:
    """A `RuleBasedStateMachine` class that plays games from the set-up on an implementation, step by step.

    :param profiles: whose answers the implementation is held to.
    """
    base = state_machine(session.law, profiles=profiles, players=players, monitor=False)
    return type("AdapterStateMachine", (_Beside, base), {"session": session})
