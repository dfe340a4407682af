"""What expressions read and statements write, through every definition and event they lead to."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.language import tree as t
from ruleslawyer.language.inference import cases_of
from ruleslawyer.language.law import Case, Definition, Law, Undercut


class Footprints:
    """Names of zones and state variables read, free locals, and names written; each worked out once."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._reads: dict[int, frozenset[str]] = {}
        self._definitions: dict[str, frozenset[str]] = {}
        self._locals: dict[int, tuple[str, ...]] = {}
        self._writes: dict[str, frozenset[str]] = {}

    def reads(self, expression: t.Expression) -> frozenset[str]:
        """Zones and state variables on which the value may depend."""
        key = id(expression)
        if key not in self._reads:
            found: set[str] = set()
            for one in t.walk(expression):
                if isinstance(one, t.StateRead | t.ZoneRead):
                    found.add(one.name)
                elif isinstance(one, t.Call):
                    found |= self.definition_reads(one.name)
            self._reads[key] = frozenset(found)
        return self._reads[key]

    def definition_reads(self, name: str) -> frozenset[str]:
        if name not in self._definitions:
            self._definitions[name] = frozenset()
            found: set[str] = set()
            for expression in definition_expressions(self._law.definitions[name]):
                found |= self.reads(expression)
            self._definitions[name] = frozenset(found)
        return self._definitions[name]

    def locals_of(self, expression: t.Expression) -> tuple[str, ...]:
        """Names of the locals that occur in an expression (those it binds itself included)."""
        key = id(expression)
        if key not in self._locals:
            found = {one.name for one in t.walk(expression) if isinstance(one, t.Local)}
            self._locals[key] = tuple(sorted(found))
        return self._locals[key]

    def writes(self, block: t.Block) -> frozenset[str]:
        """Zones (scoped ones too) and state variables that a block or an event it raises may change.

        State `per` a scope that the block itself opens is restored afterwards.
        """
        found: set[str] = set()
        for statement in block:
            inner = frozenset().union(*(self.writes(nested) for nested in statement.blocks()))
            if isinstance(statement, t.Scope):
                inner -= {name for name, one in self._law.state.items() if one.per == statement.name}
            found |= inner | self._statement_writes(statement)
        return frozenset(found)

    def _statement_writes(self, statement: t.Statement) -> frozenset[str]:
        match statement:
            case t.SetState():
                return frozenset(one.name for one in statement.assignments)
            case t.Pay():
                return frozenset({statement.source.name, statement.target.name})
            case t.Raise() | t.Offer():
                return self.event_writes(statement.event)
            case t.Put() | t.Take() | t.Shuffle() | t.Peek():
                return self.zones_in(statement.zone)
            case t.Move() | t.Deal():
                return self.zones_in(statement.source) | self.zones_in(statement.target)
        return frozenset()

    def event_writes(self, name: str) -> frozenset[str]:
        """Zones and state variables of the game that an event may change: the least fixpoint over its clauses, which
        also follows definitions that name a zone."""
        if name not in self._writes:
            self._find_writes()
        return self._writes[name]

    def _find_writes(self) -> None:
        scoped = {zone for zone, one in self._law.zones.items() if one.scoped}
        self._writes = {name: frozenset() for name in self._law.events}
        before: dict[str, frozenset[str]] = {}
        while before != self._writes:
            before = dict(self._writes)
            for name, event in self._law.events.items():
                found = frozenset().union(*(self.writes(case.do) for case in cases_of(event)))
                self._writes[name] = found - scoped

    def zones_in(self, expression: t.Expression) -> frozenset[str]:
        """Zones that a zone expression may name."""
        return frozenset(name for name in self.reads(expression) if name in self._law.zones)


def is_symmetric(law: Law) -> bool:
    """Whether the clauses treat all seats alike: turning the table changes nothing.

    All that could tell seats apart is a place in the sequence of all players, or a loop that follows it.
    """
    expressions = [one for definition in law.definitions.values() for one in definition_expressions(definition)]
    for event in law.events.values():
        expressions += [*event.measure, *(one for one in (event.by, event.order) if one is not None)]
        for claim in (*event.requires, *event.ensures, *event.always):
            expressions += [claim.expression, *(source for _, source in claim.over)]
        expressions += [source for option in event.options for _, source in option.parameters]
        for case in cases_of(event):
            expressions += case_expressions(case)
            for statement in t.statements(case.do):
                if isinstance(statement, t.For) and _lists_players(statement.source):
                    return False
                expressions += statement.expressions()
    expressions += [claim.expression for claim in law.invariants]
    expressions += [source for claim in law.invariants for _, source in claim.over]
    parts = (part for expression in expressions for part in t.walk(expression))
    return not any(isinstance(part, t.Builtin) and part.name in _PLACES for part in parts)


_PLACES = frozenset({"first", "last", "at"})


def _lists_players(source: t.Expression) -> bool:
    """Whether a loop over `source` may follow the order of all players; `seats(p)` begins wherever `p` sits."""
    return any(isinstance(part, t.Builtin) and part.name in ("players", "everyone") for part in t.walk(source))


def definition_expressions(definition: Definition) -> Iterable[t.Expression]:
    for case in definition.cases:
        yield from case_expressions(case)


def case_expressions(case: Case) -> Iterable[t.Expression]:
    """The conditions and the value of a case and of everything that overrides or disables it."""
    if case.when is not None:
        yield case.when
    if case.value is not None:
        yield case.value
    for undercut in case.disabled_by:
        yield from _undercut_expressions(undercut)
    for exception in case.exceptions:
        yield from case_expressions(exception)


def _undercut_expressions(undercut: Undercut) -> Iterable[t.Expression]:
    if undercut.when is not None:
        yield undercut.when
    for other in undercut.disabled_by:
        yield from _undercut_expressions(other)
