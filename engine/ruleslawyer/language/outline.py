"""What can be told of a whole rulebook from its statements: how play is divided, and what decides who wins."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import (
    Footprints,
    all_cases,
    cases_of,
    claim_expressions,
    expressions_of,
    own_expressions,
    parts,
    rulings_read,
    statements_of,
)
from ruleslawyer.language.law import Definition, Law
from ruleslawyer.language.types import IntType, PlayerType


def outermost_scopes(law: Law) -> frozenset[str]:
    """The scopes that lie in no other but the whole game: what people would count as rounds of play."""
    found: set[str] = set()
    seen = {law.begins}
    open_events = [law.begins]
    while open_events:
        for case in cases_of(law.events[open_events.pop()]):
            for statement in _outside_scopes(case.do):
                if isinstance(statement, tree.Scope):
                    found.add(statement.name)
                elif isinstance(statement, tree.Raise | tree.Offer) and statement.event not in seen:
                    seen.add(statement.event)
                    open_events.append(statement.event)
    return frozenset(found)


def measures(law: Law) -> tuple[str, ...]:
    """The definitions that give a player a number and that the winners depend on, in alphabetical order."""
    ends = (one for one in statements_of(*law.events.values()) if isinstance(one, tree.Finish))
    names = Footprints(law).reads(*(one.winners for one in ends)).definitions
    return tuple(sorted(name for name in names if _measures_a_player(law.definitions[name])))


def readers(law: Law, ruling: str) -> frozenset[str]:
    """The ids of the entries that read a ruling themselves; what is promised of a loop decides nothing."""
    return frozenset(case.id for case in all_cases(law) if ruling in rulings_read(*own_expressions(case)))


def is_symmetric(law: Law) -> bool:
    """Whether the clauses treat all seats alike: turning the table changes nothing.

    All that could tell seats apart is a place in the sequence of all players, or a loop that follows it.
    """
    expressions = list(expressions_of(*law.events.values(), *law.definitions.values()))
    claims = list(law.invariants)
    for event in law.events.values():
        expressions += event.measure
        claims += (*event.requires, *event.ensures, *event.always)
        for statement in statements_of(event):
            if isinstance(statement, tree.For) and _lists_players(statement.source):
                return False
            expressions += statement.expressions()
    expressions += [one for claim in claims for one in claim_expressions(claim)]
    return not any(part.name in _SEAT_ORDER for part in parts(tree.Builtin, *expressions))


_SEAT_ORDER = frozenset({"first", "last", "at"})


def _lists_players(source: tree.Expression) -> bool:
    """Whether a loop over `source` may follow the order of all players; `seats(p)` begins wherever `p` sits."""
    return any(part.name in ("players", "everyone") for part in parts(tree.Builtin, source))


def _measures_a_player(definition: Definition) -> bool:
    parameters = [parameter.type for parameter in definition.parameters]
    return parameters == [PlayerType()] and isinstance(definition.gives, IntType)


def _outside_scopes(block: tree.Block) -> Iterator[tree.Statement]:
    """The statements of a block and of the blocks within, but of no scope's."""
    for statement in block:
        yield statement
        if not isinstance(statement, tree.Scope):
            for inner in statement.blocks():
                yield from _outside_scopes(inner)
