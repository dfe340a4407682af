"""What can be told of a whole rulebook from its statements: how play is divided, and what decides who wins."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Definition, Event, Law
from ruleslawyer.language.types import IntType, PlayerType


def outermost_scopes(law: Law) -> frozenset[str]:
    """The scopes that lie in no other but the whole game: what people would count as rounds of play."""
    found: set[str] = set()
    seen = {law.begins}
    open_events = [law.begins]
    while open_events:
        for block in _blocks(law.events[open_events.pop()]):
            for statement in _outside_scopes(block):
                if isinstance(statement, tree.Scope):
                    found.add(statement.name)
                elif isinstance(statement, tree.Raise | tree.Offer) and statement.event not in seen:
                    seen.add(statement.event)
                    open_events.append(statement.event)
    return frozenset(found)


def measures(law: Law) -> tuple[str, ...]:
    """The definitions that give a player a number and that the winners depend on, in alphabetical order."""
    names: set[str] = set()
    open_names = [
        part.name
        for event in law.events.values()
        for block in _blocks(event)
        for statement in _everything(block)
        if isinstance(statement, tree.Finish)
        for part in tree.walk(statement.winners)
        if isinstance(part, tree.Call)
    ]
    while open_names:
        name = open_names.pop()
        if name in names:
            continue
        names.add(name)
        open_names += _calls(law.definitions[name])
    return tuple(sorted(name for name in names if _measures_a_player(law.definitions[name])))


def readers(law: Law, ruling: str) -> frozenset[str]:
    """The ids of the entries that read a ruling themselves; what is promised of a loop decides nothing."""
    cases = [case for definition in law.definitions.values() for case in _with_exceptions(definition.cases)]
    for event in law.events.values():
        cases += _with_exceptions((*event.rules, *(option.case for option in event.options)))
    return frozenset(case.id for case in cases if any(_reads(one, ruling) for one in _expressions(case)))


def _reads(expression: tree.Expression, ruling: str) -> bool:
    return any(isinstance(part, tree.RulingRead) and part.name == ruling for part in tree.walk(expression))


def _expressions(case: Case) -> Iterator[tree.Expression]:
    yield from (one for one in (case.when, case.value) if one is not None)
    for statement in _everything(case.do):
        yield from (statement.condition,) if isinstance(statement, tree.Repeat) else statement.expressions()


def _measures_a_player(definition: Definition) -> bool:
    parameters = [parameter.type for parameter in definition.parameters]
    return parameters == [PlayerType()] and isinstance(definition.gives, IntType)


def _calls(definition: Definition) -> list[str]:
    return [
        part.name
        for case in _with_exceptions(definition.cases)
        for expression in (case.when, case.value)
        if expression is not None
        for part in tree.walk(expression)
        if isinstance(part, tree.Call)
    ]


def _with_exceptions(cases: tuple[Case, ...]) -> Iterator[Case]:
    for case in cases:
        yield case
        yield from _with_exceptions(case.exceptions)


def _blocks(event: Event) -> Iterator[tree.Block]:
    """What may run when the event happens."""
    for case in _with_exceptions((*event.rules, *(option.case for option in event.options))):
        yield case.do


def _outside_scopes(block: tree.Block) -> Iterator[tree.Statement]:
    """The statements of a block and of the blocks within, but of no scope's."""
    for statement in block:
        yield statement
        if not isinstance(statement, tree.Scope):
            for inner in statement.blocks():
                yield from _outside_scopes(inner)


def _everything(block: tree.Block) -> Iterator[tree.Statement]:
    for statement in block:
        yield statement
        for inner in statement.blocks():
            yield from _everything(inner)
