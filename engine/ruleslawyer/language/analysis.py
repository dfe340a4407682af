"""Questions that a law answers: its cases, their expressions, what is read, written, called and raised.

A case is an entry that may decide something: a rule, an option of a menu, a case of a definition, or an exception to
one of these.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Claim, Definition, Event, Law, Undercut

Part = TypeVar("Part", bound=tree.Expression)


# -- cases --------------------------------------------------------------------------------------------------------


def with_exceptions(*cases: Case) -> Iterator[Case]:
    """The cases, each followed by its exceptions and by theirs. An exception to several is given as often."""
    for case in cases:
        yield case
        yield from with_exceptions(*case.exceptions)


def base_cases(owner: Event | Definition) -> tuple[Case, ...]:
    """The rules, the options or the cases of an event or a definition, without the exceptions to them."""
    if isinstance(owner, Definition):
        return owner.cases
    return (*owner.rules, *(option.case for option in owner.options))


def cases_of(*owners: Event | Definition) -> Iterator[Case]:
    """Every case of events and definitions, with its exceptions."""
    for owner in owners:
        yield from with_exceptions(*base_cases(owner))


def all_cases(law: Law) -> Iterator[Case]:
    """Every case of the law: those of events, then those of definitions."""
    return cases_of(*law.events.values(), *law.definitions.values())


def undercuts_of(one: Case | Undercut) -> Iterator[Undercut]:
    """What disables a case, and what disables that in turn."""
    for undercut in one.disabled_by:
        yield undercut
        yield from undercuts_of(undercut)


def event_of(law: Law, entry: str) -> tuple[Event, Case] | None:
    """The event to which an entry belongs, and its case; None for entries of definitions and unknown ids."""
    return next(((event, case) for event in law.events.values() for case in cases_of(event) if case.id == entry), None)


# -- statements and expressions -----------------------------------------------------------------------------------


def statements_of(*owners: Event | Definition) -> Iterator[tree.Statement]:
    """Every statement of every case, nested ones too."""
    for case in cases_of(*owners):
        yield from tree.statements(case.do)


def entries_by(law: Law, name: Callable[[tree.Statement], str | None]) -> dict[str, frozenset[str]]:
    """The entries of events by a name that statements of theirs have, such as that of an event which they raise."""
    found: dict[str, set[str]] = defaultdict(set)
    for case in cases_of(*law.events.values()):
        for named in filter(None, map(name, tree.statements(case.do))):
            found[named].add(case.id)
    return {named: frozenset(entries) for named, entries in found.items()}


def raisers(law: Law) -> dict[str, frozenset[str]]:
    """The entries that raise each event."""
    return entries_by(law, lambda statement: statement.event if isinstance(statement, tree.Raise) else None)


def conditions_of(case: Case) -> Iterator[tree.Expression]:
    """The condition of a case and those of what disables it."""
    found = (case.when, *(undercut.when for undercut in undercuts_of(case)))
    yield from (when for when in found if when is not None)


def own_expressions(case: Case) -> Iterator[tree.Expression]:
    """What an entry itself says: its condition, its value, and the expressions of its statements.

    What is promised of a loop decides nothing.
    """
    yield from (one for one in (case.when, case.value) if one is not None)
    for statement in tree.statements(case.do):
        yield from (statement.condition,) if isinstance(statement, tree.Repeat) else statement.expressions()


def expressions_of(*owners: Event | Definition) -> Iterator[tree.Expression]:
    """All that decides what an event does or what a definition is; contracts, promises and measures are not."""
    for owner in owners:
        if isinstance(owner, Event):
            yield from (one for one in (owner.by, owner.order) if one is not None)
            yield from (domain for option in owner.options for _, domain in option.parameters)
        for case in cases_of(owner):
            yield from own_expressions(case)
            yield from (undercut.when for undercut in undercuts_of(case) if undercut.when is not None)


def claim_expressions(claim: Claim) -> tuple[tree.Expression, ...]:
    """The condition of a claim and the domains over which it holds."""
    return (claim.expression, *(domain for _, domain in claim.over))


def zone_deciders(law: Law, zone: tree.Expression) -> Iterator[tree.Expression]:
    """Of an expression that names a zone, the parts on which it depends which zone that is."""
    match zone:
        case tree.ZoneRead(index=index):
            yield from () if index is None else (index,)
        case tree.Conditional(condition=condition, then=then, otherwise=otherwise):
            yield condition
            yield from (*zone_deciders(law, then), *zone_deciders(law, otherwise))
        case tree.Call(name=name, arguments=arguments):
            yield from arguments
            for case in cases_of(law.definitions[name]):
                yield from conditions_of(case)
                yield from () if case.value is None else zone_deciders(law, case.value)
        case _:
            yield zone


def parts(kind: type[Part], *expressions: tree.Expression | None) -> Iterator[Part]:
    """Everything of a kind in some expressions, those that are None left out; definitions are not followed."""
    for expression in expressions:
        if expression is not None:
            yield from (part for part in tree.walk(expression) if isinstance(part, kind))


def calls(*expressions: tree.Expression | None) -> frozenset[str]:
    """The definitions that some expressions call themselves."""
    return frozenset(part.name for part in parts(tree.Call, *expressions))


def rulings_read(*expressions: tree.Expression | None) -> frozenset[str]:
    """The rulings that some expressions read themselves."""
    return frozenset(part.name for part in parts(tree.RulingRead, *expressions))


# -- footprints ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reads:
    """On what a value may depend, by way of definitions too."""

    places: frozenset[str] = frozenset()
    """Zones and state variables."""
    options: frozenset[str] = frozenset()
    definitions: frozenset[str] = frozenset()
    old: bool = False
    """Whether it speaks of what was when the event of a contract began."""


class Footprints:
    """What expressions read and statements write, through every definition and event that they lead to; each worked out
    once."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._reads: dict[int, tuple[tree.Expression, Reads]] = {}
        self._definitions: dict[str, Reads] = {}
        self._locals: dict[int, tuple[tree.Expression, tuple[str, ...]]] = {}
        self._writes: dict[str, frozenset[str]] = {}

    def reads(self, *expressions: tree.Expression) -> Reads:
        """On what the values of some expressions may depend."""
        if len(expressions) != 1:
            return _together(map(self.reads, expressions))
        (expression,) = expressions
        known = self._reads.get(id(expression))
        if known is None:
            places = frozenset(
                part.name for part in tree.walk(expression) if isinstance(part, tree.StateRead | tree.ZoneRead)
            )
            options = frozenset(part.name for part in parts(tree.OptionRead, expression))
            called = calls(expression)
            old = any(True for _ in parts(tree.Old, expression))
            found = _together([Reads(places, options, called, old), *map(self.definition_reads, called)])
            known = self._reads[id(expression)] = expression, found
        return known[1]

    def definition_reads(self, name: str) -> Reads:
        """On what a definition may depend."""
        if name not in self._definitions:
            self._definitions[name] = Reads()
            self._definitions[name] = self.reads(*expressions_of(self._law.definitions[name]))
        return self._definitions[name]

    def locals_of(self, expression: tree.Expression) -> tuple[str, ...]:
        """Names of the locals that occur in an expression (those it binds itself included)."""
        known = self._locals.get(id(expression))
        if known is None:
            found = tuple(sorted({part.name for part in parts(tree.Local, expression)}))
            known = self._locals[id(expression)] = expression, found
        return known[1]

    def writes(self, block: tree.Block) -> frozenset[str]:
        """Zones (scoped ones too) and state variables that a block or an event it raises may change.

        State `per` a scope that the block itself opens is restored afterwards.
        """
        found: set[str] = set()
        for statement in block:
            inner = frozenset().union(*(self.writes(nested) for nested in statement.blocks()))
            if isinstance(statement, tree.Scope):
                inner -= {name for name, one in self._law.state.items() if one.per == statement.name}
            found |= inner | self._statement_writes(statement)
        return frozenset(found)

    def _statement_writes(self, statement: tree.Statement) -> frozenset[str]:
        match statement:
            case tree.SetState(assignments=assignments):
                return frozenset(one.name for one in assignments)
            case tree.Pay(source=source, target=target):
                return frozenset({source.name, target.name})
            case tree.Raise(event=event) | tree.Offer(event=event):
                return self.event_writes(event)
            case tree.Put(zone=zone) | tree.Take(zone=zone) | tree.Shuffle(zone=zone) | tree.Peek(zone=zone):
                return self.zones_in(zone)
            case tree.Move(source=source, target=target) | tree.Deal(source=source, target=target):
                return self.zones_in(source, target)
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

    def zones_in(self, *expressions: tree.Expression) -> frozenset[str]:
        """Zones that zone expressions may name."""
        return self.reads(*expressions).places & self._law.zones.keys()


def _together(found: Iterable[Reads]) -> Reads:
    listed = list(found)
    return Reads(
        frozenset().union(*(one.places for one in listed)),
        frozenset().union(*(one.options for one in listed)),
        frozenset().union(*(one.definitions for one in listed)),
        any(one.old for one in listed),
    )
