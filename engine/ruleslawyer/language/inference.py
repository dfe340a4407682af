"""What follows from the clauses: which scopes an event may end, whether it may return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language.analysis import base_cases, cases_of, with_exceptions
from ruleslawyer.language.law import Case, Event
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
    ended = frozenset().union(*(may_end(case.do, effects) for case in cases_of(event)))
    if event.policy != "each":
        return Effects(ended, any(returns(case.do, effects) for case in cases_of(event)))
    past = all(_gets_past(case, effects) for case in base_cases(event))
    return Effects(ended, past or event.order is not None)


def _gets_past(case: Case, effects: Mapping[str, Effects]) -> bool:
    """Whether play may go on after a rule: it or an exception to it returns, or nothing says that it always applies."""
    always = case.when is None and not case.disabled_by
    return any(returns(one.do, effects) for one in with_exceptions(case)) or not always


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
            case Scope(name=name, do=do, final=final):
                found |= may_end(do, effects) - {name} | may_end(final, effects)
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
