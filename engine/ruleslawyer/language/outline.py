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
    """Whether nothing tells seats apart, so that turning the table changes nothing.

    All that could is the order of all players, where it is not only asked what is in it: the first of them, a loop that
    follows it, a name that stands for it.
    """
    claims = [*law.invariants, *(claim for claims in law.scopes.values() for claim in claims)]
    expressions = list(expressions_of(*law.events.values(), *law.definitions.values()))
    expressions += [one.starts for one in law.state.values() if one.per is not None]
    for event in law.events.values():
        expressions += event.measure
        claims += (*event.requires, *event.ensures, *event.always)
        for statement in statements_of(event):
            if isinstance(statement, tree.For) and _is_all_players(statement.source):
                return False
            expressions += statement.expressions()
    expressions += [one for claim in claims for one in claim_expressions(claim)]
    sources = (one for statement in statements_of(*law.events.values()) for one in _only_members(statement))
    unordered = {id(one) for one in sources} | {id(one.source) for one in parts(tree.Fold, *expressions)}
    unordered |= {id(one.collection) for one in parts(tree.Member, *expressions)}
    unordered |= {id(one.arguments[0]) for one in parts(tree.Builtin, *expressions) if one.name == "len"}
    unordered |= {id(domain) for claim in claims for _, domain in claim.over}
    return not any(_is_all_players(one) and id(one) not in unordered for one in parts(tree.Builtin, *expressions))


def _only_members(statement: tree.Statement) -> Iterator[tree.Expression]:
    """The expressions of a statement of which only the members matter, not their order."""
    match statement:
        case tree.Choose(names=names):
            yield from (domain for _, domain in names)
        case tree.Peek(seen_by=seats) | tree.Reveal(to=seats) | tree.Finish(winners=seats):
            yield seats


def _is_all_players(expression: tree.Expression) -> bool:
    return isinstance(expression, tree.Builtin) and expression.name == "players"


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
