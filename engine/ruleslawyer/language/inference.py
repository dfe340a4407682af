"""What follows from the clauses: which scopes an event may end, whether it may return, what it may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language.law import Case, Event, State
from ruleslawyer.language.tree import (
    Block,
    Deal,
    End,
    Expression,
    Finish,
    For,
    If,
    Literal,
    Move,
    Offer,
    Pay,
    Peek,
    Put,
    Raise,
    Repeat,
    Scope,
    SetState,
    Shuffle,
    Statement,
    Take,
    ZoneRead,
    statements,
    walk,
)


@dataclass(frozen=True)
class Effects:
    """An event's inferred contract."""

    may_end: frozenset[str] = frozenset()
    returns: bool = False
    writes: frozenset[str] = frozenset()


def infer(events: Mapping[str, Event], state: Mapping[str, State]) -> dict[str, Event]:
    """The events with `may_end`, `returns` and `writes` filled in: the least fixpoint over the clauses."""
    effects = {name: Effects() for name in events}
    while True:
        found = {name: _of_event(event, effects, state) for name, event in events.items()}
        if found == effects:
            break
        effects = found
    return {
        name: replace(event, may_end=effects[name].may_end, returns=effects[name].returns, writes=effects[name].writes)
        for name, event in events.items()
    }


def every_case(case: Case) -> Iterator[Case]:
    """A case and all its exceptions, nested ones too."""
    yield case
    for exception in case.exceptions:
        yield from every_case(exception)


def cases_of(event: Event) -> Iterator[Case]:
    """Every case of an event: rules, options, exceptions."""
    for case in (*event.rules, *(option.case for option in event.options)):
        yield from every_case(case)


def _of_event(event: Event, effects: Mapping[str, Effects], state: Mapping[str, State]) -> Effects:
    bodies = [case.do for case in cases_of(event)]
    ways = [returns(body, effects) for body in bodies]
    return Effects(
        may_end=frozenset().union(*(may_end(body, effects) for body in bodies)),
        returns=any(ways) if event.policy != "each" else all(ways),
        writes=frozenset().union(*(writes(body, effects, state) for body in bodies)),
    )


def may_end(block: Block, effects: Mapping[str, Effects]) -> frozenset[str]:
    """The scopes that running `block` may end beyond those it opens itself."""
    found: set[str] = set()
    for statement in block:
        match statement:
            case End(scope=scope):
                found.add(scope)
            case Finish():
                found.add("game")
            case Raise(event=event) | Offer(event=event):
                found |= effects[event].may_end if event in effects else set()
            case Scope(name=name, do=do):
                found |= may_end(do, effects) - {name}
            case _:
                for inner in statement.blocks():
                    found |= may_end(inner, effects)
    return frozenset(found)


def returns(block: Block, effects: Mapping[str, Effects]) -> bool:
    """Whether running `block` may reach its end."""
    return all(_passes(statement, effects) for statement in block)


def _passes(statement: Statement, effects: Mapping[str, Effects]) -> bool:
    match statement:
        case End() | Finish():
            return False
        case Raise(event=event) | Offer(event=event):
            return event not in effects or effects[event].returns
        case If(do=do, otherwise=otherwise):
            return returns(do, effects) or returns(otherwise, effects)
        case Repeat(condition=Literal(value=True)):
            return False
        case Scope(name=name, do=do):
            return returns(do, effects) or name in may_end(do, effects)
        case _:
            return True


def writes(block: Block, effects: Mapping[str, Effects], state: Mapping[str, State]) -> frozenset[str]:
    """The global zones and state variables that running `block` may change.

    State `per` a scope that the block itself opens is restored afterwards, so it does not count.
    """
    found: set[str] = set()
    for statement in block:
        match statement:
            case SetState(assignments=assignments):
                found |= {assignment.name for assignment in assignments}
            case Pay(source=source, target=target):
                found |= {source.name, target.name}
            case Raise(event=event) | Offer(event=event):
                found |= effects[event].writes if event in effects else set()
            case Scope(name=name, do=do, final=final):
                inner = writes(do, effects, state) | writes(final, effects, state)
                found |= {one for one in inner if one not in state or state[one].per != name}
            case If() | For() | Repeat():
                for nested in statement.blocks():
                    found |= writes(nested, effects, state)
            case _:
                found |= _zones(_changed(statement))
    return frozenset(found)


def _changed(statement: Statement) -> Iterable[Expression]:
    match statement:
        case Take(zone=zone) | Put(zone=zone) | Shuffle(zone=zone) | Peek(zone=zone):
            return (zone,)
        case Move(source=source, target=target) | Deal(source=source, target=target):
            return (source, target)
        case _:
            return ()


def _zones(expressions: Iterable[Expression]) -> set[str]:
    return {
        part.name
        for expression in expressions
        for part in walk(expression)
        if isinstance(part, ZoneRead) and not part.scoped
    }


def every_statement(event: Event) -> Iterator[Statement]:
    """Every statement of every case of an event."""
    for case in cases_of(event):
        yield from statements(case.do)
