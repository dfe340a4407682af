"""The symbolic executor as an interpreter: events are run, not replaced by contracts, and decisions come from a tape.

At each decision that the machine was asked, the machine's position must be possible in the symbolic state; then the
position itself takes the state's place, so that every check is about what happened since the decision before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import Footprints
from ruleslawyer.language.law import Case, Event, Law
from ruleslawyer.machine import Position, Trace
from ruleslawyer.machine.trace import Forced
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import UNSAT, Context
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.execute import Executor
from ruleslawyer.prove.obligations import Obligation
from ruleslawyer.prove.path import Continuation, Frame, Path
from ruleslawyer.prove.resolution import Deciding, Resolution
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import Bool, Int, all_of, eq, neg
from ruleslawyer.prove.values import Value
from ruleslawyer.prove.verify import Verifier

from .pinning import constant, pinned, position_facts

DEPTH = 100_000
"""Nested calls allowed while a game is followed."""


class Disagreement(AssertionError):
    """The machine did what the formulas exclude."""


class TapeEnded(Exception):
    """The recorded game was followed to its end."""


@dataclass(frozen=True)
class Taken:
    """A decision of the machine's game: its label, the value, and the position before it (None if it was forced)."""

    label: str
    value: Any
    position: Position | None


def taken(trace: Trace, positions: list[Position]) -> list[Taken]:
    """All decisions of a game in order, forced ones too. `positions`: those before each decision that was asked."""
    tape, asked = [], iter(positions)
    for step in trace.steps:
        if step.decision is not None:
            tape.append(Taken(step.decision.label, step.value, next(asked)))
        tape += [Taken(one.decision.label, one.value, None) for one in step.records if isinstance(one, Forced)]
    return tape


class Inline(Executor):
    """Runs events inline along a tape, and compares at every decision that was asked."""

    def __init__(self, context: Context, results: Results, contracts: Contracts, tape: list[Taken]) -> None:
        super().__init__(context, results, contracts)
        self.tape = tape
        self.next = 0
        self.compared = 0

    # -- what is to hold ------------------------------------------------------------------------------------------

    def decide(self, path: Path, obligation: Obligation, goal: Bool) -> None:
        """The machine went on, so the obligation held: the formulas must not deny it."""
        if goal is not True and self.context.check(goal) == UNSAT:
            raise Disagreement(f"{obligation.id}: {obligation.text} is denied")
        self.context.assume(goal)

    def decision(self, path: Path, label: str) -> Path:
        return path

    # -- decisions ------------------------------------------------------------------------------------------------

    def pop(self, path: Path) -> tuple[Path, Any]:
        if self.next >= len(self.tape):
            raise TapeEnded
        one = self.tape[self.next]
        self.next += 1
        if one.position is not None:
            path = path.at(self.compare(path.state, one.position))
        return path, one.value

    def compare(self, state: SymbolicState, position: Position) -> SymbolicState:
        """The position as a state, which the symbolic state must admit."""
        facts = position_facts(self.context, state, position)
        if self.context.check(all_of(fact for _, fact in facts)) == UNSAT:
            wrong = [name for name, fact in facts if self.context.check(fact) == UNSAT]
            raise Disagreement(f"decision {self.next}: the machine's position is excluded: {wrong}")
        self.compared += 1
        return pinned(self.context, state, position)

    def chosen(self, path: Path, label: str, values: dict[str, Value]) -> tuple[Path, dict[str, Value]]:
        path, value = self.pop(path)
        parts = value if len(values) > 1 and value is not None else (value,) * len(values)
        named = zip(values.items(), parts, strict=True)
        bound = {name: constant(self.context, part, term) for (name, term), part in named}
        same = self.evaluator(path).equal
        if self.context.check(*(same(term, bound[name]) for name, term in values.items())) == UNSAT:
            raise Disagreement(f"{path.frame.entry}:{label}: {value} cannot be chosen")
        return path, bound

    def dealt(self, path: Path, label: str, number: Int) -> None:
        self.next += number

    # -- events and loops -----------------------------------------------------------------------------------------

    def call(
        self,
        event: Event,
        env: Mapping[str, Value],
        owned: list[CardTerm],
        path: Path,
        label: str,
        gives: str | None,
        after: Continuation,
    ) -> None:
        held = tuple((one.name, env[one.name]) for one in event.parameters if one.own)
        frame = Frame(event.name, event, path.state, env, 0, 0)
        inner = replace(path, frame=frame, env=dict(env), held=held)

        def back(end: Path) -> None:
            after(replace(end, frame=path.frame, env=path.env, held=path.held))

        if event.policy == "menu":
            self._menu(event, inner, back)
        elif event.policy == "each":
            self._each(list(event.rules), inner, back)
        else:
            self._one([one for case in event.rules for one in self._deciding(case, inner)], inner, back)

    def _deciding(self, case: Case, path: Path) -> list[Deciding]:
        with self.context.apart():
            return list(Resolution(self.evaluator(path)).deciding(case, path.env))

    def _one(self, deciding: list[Deciding], path: Path, after: Continuation) -> None:
        possible = [one for one in deciding if self._may(one.condition)]
        if len(possible) != 1:
            raise Disagreement(f"{path.frame.entry}: {[one.case.id for one in possible]} apply")
        entered = replace(path, frame=replace(path.frame, entry=possible[0].case.id))
        self.run(possible[0].case.do, entered, after)

    def _each(self, cases: list[Case], path: Path, after: Continuation) -> None:
        if not cases:
            after(path)
            return
        possible = [one for one in self._deciding(cases[0], path) if self._may(one.condition)]
        if possible:
            entered = replace(path, frame=replace(path.frame, entry=possible[0].case.id))
            self.run(possible[0].case.do, entered, lambda end: self._each(cases[1:], replace(end, env=path.env), after))
        else:
            self._each(cases[1:], path, after)

    def _menu(self, event: Event, path: Path, after: Continuation) -> None:
        path, (name, arguments) = self.pop(path)
        option = next(one for one in event.options if one.name == name)
        bound = {
            key: constant(self.context, value, 0) for (key, _), value in zip(option.parameters, arguments, strict=True)
        }
        self._one(self._deciding(option.case, path.bind(bound)), path.bind(bound), after)

    def _may(self, condition: Bool) -> bool:
        return condition is True or (condition is not False and self.context.check(condition) != UNSAT)

    def branch(self, condition: Bool, path: Path, go_on: Continuation) -> None:
        if self._may(condition):
            self.context.assume(condition)
            go_on(path)

    def _repeat(self, one: t.Repeat, path: Path, after: Continuation) -> None:
        with self.context.apart():
            condition = self.evaluator(path).truth(one.condition, path.env)
        self.branch(condition, path, lambda here: self.run(one.do, here, lambda end: self._repeat(one, end, after)))
        self.branch(neg(condition), path, after)

    def leave(self, scope: str, path: Path, label: str) -> None:
        raise TapeEnded


@contextmanager
def _deep() -> Iterator[None]:
    """Room for the continuations of a whole game, which nest."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEPTH))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def follow(
    law: Law, answers: Mapping[str, str], players: int, tape: list[Taken], card: int, timeout: float = 10.0
) -> int:
    """Follow a game of the machine from its set-up, watching one card; how many positions were compared.

    It was played with the first answer of each option.

    :raises Disagreement: the formulas exclude what the machine did.
    """
    context = Context(law, range(players, players + 1), timeout)
    for name, term in context.rulings.items():
        context.assume(eq(term, law.rulings[name].type.literals.index(answers[name])))
    for term in context.options.values():
        context.assume(eq(term, 0))
    context.assume(context.is_generic(context.table.constant(card)))
    results = Results(context)
    contracts = Contracts(context, results, Footprints(law))
    inline = Inline(context, results, contracts, tape)
    with context.apart():
        state = Verifier(context, results, contracts).initial_state()
    event = law.events[law.begins]
    path = Path(Frame(event.name, event, state, {}, 0, 0), state, {})
    with suppress(TapeEnded), _deep():
        inline.call(event, {}, [], path, "start", None, lambda end: None)
    return inline.compared
