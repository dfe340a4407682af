"""What a game reaches: entries, both sides of every condition, answers read, clauses that meet in one scope.

A law is instrumented once: every condition, and all else in play that reads a ruling, becomes a `Watched` expression.
The steps of a `GameCoverage` are the tracers that are told of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from itertools import combinations
from typing import NamedTuple, TypeVar, cast

from ruleslawyer.fuzz.coverage_goals import (
    CoverageGoals,
    answer_goal,
    condition_goal,
    coverage_goals,
    entry_goal,
    option_goal,
    pair_goal,
)
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.analysis import cases_of, expressions_of, rulings_read
from ruleslawyer.language.law import Case, Law, MenuOption, Undercut
from ruleslawyer.language.tree import Assignment, Expression, Statement, StateRead, Watched
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.availability import all_options
from ruleslawyer.machine.backend import Backend, Decide, Evaluate, Locals, MakeBackend, ScopedZones
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Began, Ended, Fired, Step
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.machines import Machines

KEPT_MACHINES = 64
Node = TypeVar("Node")


class Instrumented(NamedTuple):
    """An instrumented machine, what any game reaches, and what watched expressions reach, when false and when true."""

    machine: Machine
    positions: Positions
    always: frozenset[str]
    tested: Mapping[str, tuple[frozenset[str], frozenset[str]]]
    decided: Mapping[str, frozenset[str]]


class Instrumentation:
    """Makes instrumented machines for one rulebook, and keeps the latest of them."""

    def __init__(self, law: Law, backend: MakeBackend) -> None:
        self.law = law
        self.goals: CoverageGoals = coverage_goals(law)
        self._backend = backend
        self._watched: dict[str, Expression] = {one.id: one.expression for one in self.goals.conditions.values()}
        known = set(map(id, self._watched.values()))
        for number, expression in enumerate(expressions_of(*law.events.values())):
            if id(expression) not in known and rulings_read(expression) and not isinstance(expression, StateRead):
                self._watched[f"expression {number}"] = expression
        self._watched_law = instrumented(law, {id(one): name for name, one in self._watched.items()})
        self._machines = Machines(self._instrumented, KEPT_MACHINES)
        self._acting = {entry.id: entry.clause for entry in self.goals.entries.values() if entry.acts}

    def machine(
        self, answers: Mapping[str, str], players: int, options: Mapping[str, str] | None = None
    ) -> Instrumented:
        """A monitored machine that tells what it comes by; options of play that are not given have first answers."""
        return self._machines.of(answers, players, all_options(self.law, options or {}))

    def _instrumented(self, answers: Mapping[str, str], players: int, options: Mapping[str, str]) -> Instrumented:
        machine = Machine(
            self._watched_law,
            answers,
            players,
            options=options,
            backend=lambda constants: _WhenNeeded(self._backend(constants)),
            monitor=True,
        )

        def read(*expressions: Expression | None) -> frozenset[str]:
            return frozenset(answer_goal(name, machine.answers[name]) for name in rulings_read(*expressions))

        sides = {
            name: tuple(
                read(one) | ({condition_goal(name, side)} if name in self.goals.conditions else set())
                for side in (False, True)
            )
            for name, one in self._watched.items()
        }
        deciders = cases_of(*self.law.definitions.values())
        return Instrumented(
            machine,
            Positions(machine),
            read(*(zone.seen_by for zone in self.law.zones.values())).union(
                option_goal(*one) for one in machine.options.items()
            ),
            cast("dict[str, tuple[frozenset[str], frozenset[str]]]", sides),
            {case.id: read(case.value) | {entry_goal(case.id)} for case in deciders},
        )

    def game(self, answers: Mapping[str, str], players: int, options: Mapping[str, str] | None = None) -> GameCoverage:
        """The coverage of one game to be played."""
        return GameCoverage(self.machine(answers, players, options), self._acting)


class GameCoverage:
    """What one game reaches: give `trace` and `step` to `play`, then ask for `reached`."""

    def __init__(self, instrumented: Instrumented, acting: Mapping[str, str]) -> None:
        self.machine = instrumented.machine
        self.positions = instrumented.positions
        self.trace = _CoverageTrace(self)
        self._instrumented = instrumented
        self._acting = acting
        self._scopes: list[set[str]] = [set()]
        self._goals: set[str] = set(instrumented.always)

    def tested(self, name: str, value: Value) -> None:
        """Notes the value of a watched expression."""
        self._goals |= self._instrumented.tested[name][bool(value)]

    def step(self, step: Step, position: Position) -> None:
        """Notes what a step reached."""
        for entry in step.consulted:
            self._goals |= self._instrumented.decided[entry]
        met = step.met if isinstance(step, _CoverageStep) else {}
        for number, record in enumerate(step.records):
            self._meet(met.get(number, ()))
            if isinstance(record, Fired):
                self._goals.add(entry_goal(record.entry))
                self._meet((record.entry,))
            elif isinstance(record, Began):
                self._scopes.append(set())
            elif isinstance(record, Ended):
                self._leave()
        self._meet(met.get(len(step.records), ()))

    def reached(self) -> frozenset[str]:
        """Everything reached by now, also in scopes that are still open."""
        return frozenset(self._goals.union(*map(_pairs, self._scopes)))

    def _meet(self, entries: Iterable[str]) -> None:
        self._scopes[-1].update(self._acting[id_] for id_ in entries if id_ in self._acting)

    def _leave(self) -> None:
        self._goals.update(_pairs(self._scopes.pop()))
        if not self._scopes:
            self._scopes.append(set())


def _pairs(clauses: set[str]) -> list[str]:
    """The pairs of clauses that met in one scope."""
    return [pair_goal(*two) for two in combinations(sorted(clauses), 2)]


class _CoverageStep(Step):
    """A step that knows before which record an entry decided a definition, and hands on what was tested."""

    def __init__(self, decision: Decision | None, value: Value, coverage: GameCoverage) -> None:
        super().__init__(decision, value)
        self.coverage = coverage
        self.met: dict[int, set[str]] = {}

    def decided(self, entry: str) -> None:
        """See `Tracer.decided`."""
        super().decided(entry)
        self.met.setdefault(len(self.records), set()).add(entry)

    def tested(self, name: str, value: Value) -> None:
        """See `Tracer.tested`."""
        self.coverage.tested(name, value)


class _CoverageTrace(Trace):
    __slots__ = ("_coverage",)

    def __init__(self, coverage: GameCoverage) -> None:
        super().__init__()
        self._coverage = coverage

    def begin(self, decision: Decision | None, value: Value) -> Step:
        """See `Trace.begin`."""
        step = _CoverageStep(decision, value, self._coverage)
        self.steps.append(step)
        return step


def instrumented(law: Law, names: Mapping[int, str]) -> Law:
    """The law, in which the expressions with some identities are watched under these names."""
    definitions = {name: replace(one, cases=_watching(one.cases, names)) for name, one in law.definitions.items()}
    events = {
        name: replace(one, **{key: _watching(getattr(one, key), names) for key in ("by", "order", "rules", "options")})
        for name, one in law.events.items()
    }
    return replace(law, definitions=definitions, events=events)


def _watching(node: Node, names: Mapping[int, str]) -> Node:
    """A node of the checked tree, in which the outermost expressions are watched if they have names."""
    changed: object = node
    if isinstance(node, Expression):
        if id(node) in names:
            changed = Watched(operand=node, name=names[id(node)], type=node.type, span=node.span)
    elif isinstance(node, tuple):
        changed = tuple(_watching(item, names) for item in node)
    elif isinstance(node, Case | Undercut | MenuOption | Statement | Assignment):
        parts = {one.name: _watching(getattr(node, one.name), names) for one in fields(node)}
        changed = replace(node, **parts)
    return cast(Node, changed)


class _WhenNeeded:
    """A back-end that makes things ready when they are first evaluated: most machines of a campaign play one game."""

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self.definition, self.always, self.never = inner.definition, inner.always, inner.never

    def expression(self, expression: Expression) -> Evaluate:
        """See `Backend.expression`."""
        ready: Evaluate | None = None

        def evaluate(position: Position, locals_: Locals, scoped: ScopedZones) -> Value:
            nonlocal ready
            if ready is None:
                ready = self._inner.expression(expression)
            return ready(position, locals_, scoped)

        return evaluate

    def deciding(self, cases: tuple[Case, ...], parameters: tuple[str, ...]) -> Decide:
        """See `Backend.deciding`."""
        ready: Decide | None = None

        def decide(position: Position, locals_: Locals) -> list[Case]:
            nonlocal ready
            if ready is None:
                ready = self._inner.deciding(cases, parameters)
            return ready(position, locals_)

        return decide
