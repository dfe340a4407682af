"""What follows from the clauses: which scopes an event may end, whether it may return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language.analysis import cases_of
from ruleslawyer.language.law import Event
from ruleslawyer.language.tree import Block, End, Finish, If, Literal, Offer, Raise, Repeat, Scope, Statement


@dataclass(frozen=True)
class Effects:
    """An event's inferred contract."""

    may_end: frozenset[str] = frozenset()
    returns: bool = False


def infer(events: Mapping[str, Event]) -> dict[str, Event]:
    """The events with `may_end` and `returns` filled in: the least fixpoint over the clauses."""
    effects = {name: Effects() for name in events}
    while True:
        found = {name: _of_event(event, effects) for name, event in events.items()}
        if found == effects:
            break
        effects = found
    return {
        name: replace(event, may_end=effects[name].may_end, returns=effects[name].returns)
        for name, event in events.items()
    }


def _of_event(event: Event, effects: Mapping[str, Effects]) -> Effects:
    bodies = [case.do for case in cases_of(event)]
    ways = [returns(body, effects) for body in bodies]
    return Effects(
        may_end=frozenset().union(*(may_end(body, effects) for body in bodies)),
        returns=any(ways) if event.policy != "each" else all(ways),
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
