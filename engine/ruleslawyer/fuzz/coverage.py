"""A machine that notes what a game reaches: entries, both sides of every condition, answers read, clauses that meet in
one scope."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple

from ruleslawyer.fuzz.coverage_goals import (
    Condition,
    CoverageGoals,
    answer_goal,
    condition_goal,
    coverage_goals,
    entry_goal,
    option_goal,
    pair_goal,
    played_expressions,
)
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.analysis import cases_of, rulings_read
from ruleslawyer.language.law import Case, Definition, Law, Undercut
from ruleslawyer.language.tree import Call, Expression, Literal, Local
from ruleslawyer.language.types import BOOL
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.availability import all_options
from ruleslawyer.machine.backend import Backend, Constants, Decide, Evaluate, Locals, MakeBackend, ScopedZones
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.resolution import deciding, settled
from ruleslawyer.machine.trace import Began, Ended, Fired, Record, Step
from ruleslawyer.machine.values import Value

KEPT_MACHINES = 64


@dataclass
class Recorder:
    """The goals that conditions and rulings noted since it was last emptied; `muted` while a claim is evaluated."""

    seen: set[str] = field(default_factory=set)
    muted: bool = False


class _Noting:
    """A back-end that notes the outcome of the conditions of rules, options and statements, and the rulings read."""

    def __init__(
        self,
        inner: Backend,
        constants: Constants,
        conditions: Mapping[int, Condition],
        played: frozenset[int],
        recorder: Recorder,
    ) -> None:
        self.inner = inner
        self.answers = constants.answers
        self.conditions = conditions
        self.played = played
        self.recorder = recorder
        self.definition = inner.definition

    def expression(self, expression: Expression) -> Evaluate:
        """See `Backend.expression`."""
        ready = self._when_needed(expression)
        if id(expression) not in self.played:
            return self._unnoted(ready)
        condition = self.conditions.get(id(expression))
        read = [answer_goal(name, self.answers[name]) for name in rulings_read(expression)]
        if condition is None and not read:
            return ready
        sides = {side: [*read, *([condition_goal(condition.id, side)] if condition else [])] for side in (False, True)}
        recorder = self.recorder

        def noted(position: Position, locals_: Locals, scoped: ScopedZones) -> Value:
            value = ready(position, locals_, scoped)
            recorder.seen.update(sides[bool(value)])
            return value

        return noted

    def deciding(self, cases: tuple[Case, ...], parameters: tuple[str, ...]) -> Decide:
        """See `Backend.deciding`; resolved here, so that every condition looked at is noted."""
        ready: dict[int, Evaluate] = {}

        def holds(condition: Expression, position: Position, locals_: Locals) -> bool:
            if id(condition) not in ready:
                ready[id(condition)] = self.expression(condition)
            return bool(ready[id(condition)](position, locals_, NO_ZONES))

        return lambda position, locals_: deciding(cases, lambda condition: holds(condition, position, locals_))

    def always(self, cases: tuple[Case, ...]) -> str | None:
        """See `Backend.always`; only where there is no condition to be noted."""
        return settled(cases)

    def never(self, case: Case) -> bool:
        """See `Backend.never`; every condition is looked at, so that it is noted."""
        return False

    def _when_needed(self, expression: Expression) -> Evaluate:
        """Makes an expression ready when it is first evaluated: most machines of a campaign play but one game."""
        ready: Evaluate | None = None

        def evaluate(position: Position, locals_: Locals, scoped: ScopedZones) -> Value:
            nonlocal ready
            if ready is None:
                ready = self.inner.expression(expression)
            return ready(position, locals_, scoped)

        return evaluate

    def _unnoted(self, ready: Evaluate) -> Evaluate:
        recorder = self.recorder

        def muted(position: Position, locals_: Locals, scoped: ScopedZones) -> Value:
            before, recorder.muted = recorder.muted, True
            try:
                return ready(position, locals_, scoped)
            finally:
                recorder.muted = before

        return muted


class Instrumented(NamedTuple):
    """An instrumented machine: `made` is what was noted already when it was made."""

    machine: Machine
    positions: Positions
    recorder: Recorder
    made: frozenset[str]


class Instrumentation:
    """Makes instrumented machines for one rulebook, and keeps the latest of them.

    A definition decides within the back-end, so its conditions are noted by way of the trace: each `when` becomes a
    definition of its own, true by exception, and the trace says which of its two cases decided.
    """

    def __init__(self, law: Law, backend: MakeBackend) -> None:
        self.law = law
        self.goals: CoverageGoals = coverage_goals(law)
        self._backend = backend
        self._conditions = {id(one.expression): one for one in self.goals.conditions.values() if one.definition is None}
        self._played = frozenset(map(id, played_expressions(law)))
        self._consulted: dict[str, tuple[str, frozenset[str]]] = {}
        self._watched_law = self._instrument()
        self._machines: OrderedDict[object, Instrumented] = OrderedDict()
        for entry in self.goals.entries.values():
            if not entry.event:
                read = _rulings_in(law, entry.owner, entry.id)
                self._consulted[entry.id] = (entry_goal(entry.id), read)
        self._acting = {entry.id: entry.clause for entry in self.goals.entries.values() if entry.acts}

    def machine(
        self, answers: Mapping[str, str], players: int, options: Mapping[str, str] | None = None
    ) -> Instrumented:
        """A monitored machine that notes what it comes by; options of play that are not given have first answers."""
        chosen = all_options(self.law, options or {})
        key = (tuple(sorted(answers.items())), players, tuple(sorted(chosen.items())))
        if key not in self._machines:
            recorder = Recorder()

            def backend(constants: Constants) -> Backend:
                return _Noting(self._backend(constants), constants, self._conditions, self._played, recorder)

            machine = Machine(self._watched_law, answers, players, options=chosen, backend=backend, monitor=True)
            made = recorder.seen.union(option_goal(*one) for one in chosen.items())
            self._machines[key] = Instrumented(machine, Positions(machine), recorder, frozenset(made))
            if len(self._machines) > KEPT_MACHINES:
                self._machines.popitem(last=False)
        self._machines.move_to_end(key)
        return self._machines[key]

    def game(self, answers: Mapping[str, str], players: int, options: Mapping[str, str] | None = None) -> GameCoverage:
        """The coverage of one game to be played."""
        instrumented = self.machine(answers, players, options)
        instrumented.recorder.seen = set(instrumented.made)
        return GameCoverage(instrumented, self._consulted, self._acting)

    def _instrument(self) -> Law:
        helpers: dict[str, Definition] = {}
        names: dict[int, str] = {}
        for number, condition in enumerate(self.goals.conditions.values()):
            if condition.definition is not None:
                name = f"watched_{number}"
                while name in self.law.definitions:
                    name += "_"
                definition = self.law.definitions[condition.definition]
                helpers[name] = _helper(name, definition, condition)
                names[id(condition.expression)] = name
                for side in (False, True):
                    read = rulings_read(condition.expression)
                    self._consulted[_side_id(name, side)] = condition_goal(condition.id, side), read
        definitions = {
            name: replace(one, cases=tuple(_asking(case, one, names) for case in one.cases))
            for name, one in self.law.definitions.items()
        }
        return replace(self.law, definitions={**definitions, **helpers})


class GameCoverage:
    """What one game reaches: give `trace` and `step` to `play`, then ask for `reached`."""

    def __init__(
        self,
        instrumented: Instrumented,
        consulted: Mapping[str, tuple[str, frozenset[str]]],
        acting: Mapping[str, str],
    ) -> None:
        self.machine = instrumented.machine
        self.positions = instrumented.positions
        self.trace = _OrderedTrace(acting, instrumented.recorder)
        self._recorder = instrumented.recorder
        self._consulted = consulted
        self._acting = acting
        self._scopes: list[set[str]] = [set()]
        self._goals: set[str] = set()

    def step(self, step: Step, position: Position) -> None:
        """Notes what a step reached."""
        for id_ in step.consulted:
            goal, read = self._consulted.get(id_, (None, ()))
            if goal is not None:
                self._goals.add(goal)
                self._goals.update(answer_goal(name, self.machine.answers[name]) for name in read)
        ordered = step.consulted.ordered if isinstance(step.consulted, _OrderedConsulted) else {}
        for number, record in enumerate(step.records):
            self._meet(ordered.get(number, ()))
            if isinstance(record, Fired):
                self._goals.add(entry_goal(record.entry))
                self._meet((record.entry,))
            elif isinstance(record, Began):
                self._scopes.append(set())
            elif isinstance(record, Ended):
                self._leave()
        self._meet(ordered.get(len(step.records), ()))

    def reached(self) -> frozenset[str]:
        """Everything reached by now, also in scopes that are still open."""
        return frozenset(self._goals.union(self._recorder.seen, *map(_pairs, self._scopes)))

    def _meet(self, entries: Iterable[str]) -> None:
        self._scopes[-1].update(self._acting[id_] for id_ in entries if id_ in self._acting)

    def _leave(self) -> None:
        self._goals.update(_pairs(self._scopes.pop()))
        if not self._scopes:
            self._scopes.append(set())


def _pairs(clauses: set[str]) -> list[str]:
    """The pairs of clauses that met in one scope."""
    return [pair_goal(*two) for two in combinations(sorted(clauses), 2)]


class _OrderedConsulted(set[str]):
    """The entries consulted, with the records before which they were, as far as they act."""

    def __init__(self, records: list[Record], acting: Mapping[str, str], recorder: Recorder) -> None:
        super().__init__()
        self.records = records
        self.recorder = recorder
        self.acting = acting
        self.ordered: dict[int, set[str]] = {}

    def add(self, entry: str) -> None:
        """Notes an entry, unless a claim consults it."""
        if self.recorder.muted:
            return
        super().add(entry)
        if entry in self.acting:
            self.ordered.setdefault(len(self.records), set()).add(entry)


class _OrderedTrace(Trace):
    """A trace whose steps know when an entry was consulted."""

    __slots__ = ("_acting", "_recorder")

    def __init__(self, acting: Mapping[str, str], recorder: Recorder) -> None:
        super().__init__()
        self._acting = acting
        self._recorder = recorder

    def begin(self, decision: Decision | None, value: Value) -> Step:
        """See `Trace.begin`."""
        step = super().begin(decision, value)
        step.consulted = _OrderedConsulted(step.records, self._acting, self._recorder)
        return step


def _side_id(name: str, side: bool) -> str:
    return f"{name}/{'true' if side else 'false'}"


def _helper(name: str, owner: Definition, condition: Condition) -> Definition:
    span = condition.expression.span
    true, false = (Literal(value=value, type=BOOL, span=span) for value in (True, False))
    holds = Case(_side_id(name, True), condition.clause, condition.expression, true, ())
    case = Case(_side_id(name, False), condition.clause, None, false, (), exceptions=(holds,))
    return Definition(name, condition.clause, owner.parameters, BOOL, None, (case,))


def _asking(case: Case, owner: Definition, names: Mapping[int, str]) -> Case:
    return replace(
        case,
        when=_asked(case.when, owner, names),
        exceptions=tuple(_asking(one, owner, names) for one in case.exceptions),
        disabled_by=tuple(_asking_undercut(one, owner, names) for one in case.disabled_by),
    )


def _asking_undercut(undercut: Undercut, owner: Definition, names: Mapping[int, str]) -> Undercut:
    disabled_by = tuple(_asking_undercut(one, owner, names) for one in undercut.disabled_by)
    return replace(undercut, when=_asked(undercut.when, owner, names), disabled_by=disabled_by)


def _asked(when: Expression | None, owner: Definition, names: Mapping[int, str]) -> Expression | None:
    if when is None or id(when) not in names:
        return when
    arguments = tuple(Local(name=one.name, type=one.type, span=when.span) for one in owner.parameters)
    return Call(name=names[id(when)], arguments=arguments, type=BOOL, span=when.span)


def _rulings_in(law: Law, definition: str, entry: str) -> frozenset[str]:
    return rulings_read(*(case.value for case in cases_of(law.definitions[definition]) if case.id == entry))
