"""The builtins of the language as formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ruleslawyer.prove import folds
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    conj,
    disj,
    eq,
    implies,
    ite,
    le,
    lt,
    maximum,
    minimum,
    minus,
    neg,
    plus,
    term_key,
    total,
)
from ruleslawyer.prove.values import CardSet, FiniteSet, Stretch, Value, ZoneRef, merge
from ruleslawyer.prove.zones import Pile, Row, Stacks

if TYPE_CHECKING:
    from ruleslawyer.prove.expressions import Evaluator


def _len(evaluator: Evaluator, arguments: list[Value]) -> Int:
    if isinstance(arguments[0], ZoneRef):
        zones = ((condition, evaluator.state.zones[key]) for condition, key in arguments[0].choices)
        return total(ite(condition, zone.length(), 0) for condition, zone in zones)
    return folds.count(evaluator.context, arguments[0], folds.anything)


def _tops(evaluator: Evaluator, arguments: list[Value]) -> CardSet:
    result = CardSet()
    for condition, key in reversed(arguments[0].choices):
        zone = evaluator.state.zones[key]
        if not isinstance(zone, Stacks):
            raise Unsupported("tops of a zone without stacks")
        result = merge(condition, _tops_of(evaluator.context, zone), result)
    return result


def _tops_of(context: Context, zone: Stacks) -> CardSet:
    tops: CardSet = context.remember(("tops", zone), lambda: CardSet(zone.top_singles()))
    return tops


def _top(evaluator: Evaluator, arguments: list[Value]) -> Value:
    found: Value = None
    for condition, key in arguments[0].choices:
        zone = evaluator.state.zones[key]
        if not isinstance(zone, Pile) or zone.top is None:
            raise Unsupported(f"the top card of `{key[0]}`, which is not known here")
        card, certain = zone.top
        evaluator.context.demand(implies(condition, certain), f"the top card of `{key[0]}` is known")
        found = card if found is None else merge(condition, card, found)
    return found


def _before(evaluator: Evaluator, arguments: list[Value]) -> CardSet:
    context, card = evaluator.context, arguments[1]
    result = CardSet()
    for condition, key in arguments[0].choices:
        zone = evaluator.state.zones[key]
        if not isinstance(zone, Row):
            raise Unsupported(f"the order of `{key[0]}`")
        context.demand(implies(condition, zone.contains(context, card)), f"the card lies in `{key[0]}`")
        places = zone.before(context, card)
        result = merge(condition, CardSet(tuple(zip(zone.cards, places, strict=True))), result)
    return result


def _cards(evaluator: Evaluator, arguments: list[Value]) -> CardSet:
    return CardSet(tuple((evaluator.context.table.constant(card.index), True) for card in evaluator.context.law.cards))


def _players(evaluator: Evaluator, arguments: list[Value]) -> FiniteSet:
    return FiniteSet(tuple((seat, evaluator.context.is_seat(seat)) for seat in evaluator.context.seats), rotation=0)


def _nobody(evaluator: Evaluator, arguments: list[Value]) -> FiniteSet:
    return FiniteSet(())


def _seats(evaluator: Evaluator, arguments: list[Value]) -> FiniteSet:
    return FiniteSet(_players(evaluator, []).items, rotation=arguments[0])


def _opponents(evaluator: Evaluator, arguments: list[Value]) -> FiniteSet:
    me = arguments[0]
    others = ((seat, conj(here, neg(eq(seat, me)))) for seat, here in _players(evaluator, []).items)
    return FiniteSet(tuple(others), rotation=after(evaluator.context, me, 1))


def after(context: Context, seat: Int, steps: int) -> Int:
    """The seat so many steps clockwise; fewer steps than there are players."""
    if isinstance(seat, int) and isinstance(context.number, int):
        return (seat + steps) % context.number
    further = plus(seat, steps)
    return ite(lt(further, context.number), further, minus(further, context.number))


def in_turn(context: Context, sequence: FiniteSet) -> tuple[tuple[Int, Bool], ...]:
    """The items of a sequence in its order, each with the condition that it is there."""
    start = sequence.rotation
    if start is None or start == 0:
        return sequence.items
    turns = ((after(context, start, steps), lt(steps, context.number)) for steps in context.seats)
    return tuple((seat, conj(here, folds.contains(context, sequence, seat))) for seat, here in turns)


def _next(evaluator: Evaluator, arguments: list[Value]) -> Int:
    return after(evaluator.context, arguments[0], 1)


def _prev(evaluator: Evaluator, arguments: list[Value]) -> Int:
    return ite(eq(arguments[0], 0), minus(evaluator.context.number, 1), minus(arguments[0], 1))


def _steps(evaluator: Evaluator, arguments: list[Value]) -> Int:
    far = minus(arguments[1], arguments[0])
    return ite(le(0, far), far, plus(far, evaluator.context.number))


def _first(evaluator: Evaluator, arguments: list[Value]) -> Value:
    if isinstance(arguments[0], ZoneRef):
        return _end_of_row(evaluator, arguments[0], "first")
    evaluator.context.demand(neg(folds.is_empty(evaluator.context, arguments[0])), "the sequence has a first element")
    return in_order(evaluator.context, arguments[0], 0)


def _last(evaluator: Evaluator, arguments: list[Value]) -> Value:
    if not isinstance(arguments[0], ZoneRef):
        raise Unsupported("the last of a sequence")
    return _end_of_row(evaluator, arguments[0], "last")


def _end_of_row(evaluator: Evaluator, row: ZoneRef, end: str) -> CardTerm:
    """The card at an end of a row: one of its cards, the same for as long as the row is."""
    context, cards = evaluator.context, evaluator.as_collection(row)
    context.demand(neg(folds.is_empty(context, cards)), "there is a card in the row")

    def one_of_them() -> CardTerm:
        card = context.fresh_card(end)
        context.assume(disj(folds.is_empty(context, cards), folds.contains(context, cards, card)))
        return card

    lies = tuple((term_key(condition), evaluator.state.zones[key]) for condition, key in row.choices)
    found: CardTerm = context.remember((end, lies), one_of_them)
    return found


def _the(evaluator: Evaluator, arguments: list[Value]) -> Value:
    collection = evaluator.as_collection(arguments[0])
    evaluator.context.demand(
        eq(folds.count(evaluator.context, collection, folds.anything), 1), "there is exactly one element"
    )
    found = list(folds.listed(evaluator.context, collection))
    if folds.crowds(collection) or not found:
        raise Unsupported("the only element of cards that cannot be listed")
    value = found[-1][0]
    for one, here in reversed(found[:-1]):
        value = merge(here, one, value)
    return value


def in_order(context: Context, sequence: FiniteSet, place: int) -> Int:
    """The element at a place of a sequence that is long enough."""
    if sequence.rotation is not None:
        return after(context, sequence.rotation, place)
    if not sequence.items and len(sequence.stretches) == 1 and sequence.stretches[0].is_plain():
        return plus(sequence.stretches[0].low, place)
    if not sequence.stretches and all(here is True for _, here in sequence.items):
        return sequence.items[place][0] if sequence.items else 0
    raise Unsupported("the order of a sequence with conditions")


def _min(evaluator: Evaluator, arguments: list[Value]) -> Int:
    result = arguments[0]
    for one in arguments[1:]:
        result = minimum(result, one)
    return result


def _max(evaluator: Evaluator, arguments: list[Value]) -> Int:
    result = arguments[0]
    for one in arguments[1:]:
        result = maximum(result, one)
    return result


def _range(evaluator: Evaluator, arguments: list[Value]) -> FiniteSet:
    low, high = (0, arguments[0]) if len(arguments) == 1 else arguments
    if isinstance(low, int) and isinstance(high, int) and high - low <= LONGEST_LIST:
        return FiniteSet(tuple((number, True) for number in range(low, high)))
    evaluator.context.demand(le(minus(high, low), LONGEST_RANGE), f"a range has at most {LONGEST_RANGE} numbers")
    return FiniteSet((), stretches=(Stretch(low, high),))


LONGEST_LIST = 64
"""Numbers of a range that are written out, one by one."""
LONGEST_RANGE = 100_000
"""Beyond which the machine refuses a range."""
BUILTINS: Mapping[str, Callable[[Evaluator, list[Value]], Value]] = {
    "len": _len,
    "tops": _tops,
    "top": _top,
    "before": _before,
    "cards": _cards,
    "players": _players,
    "nobody": _nobody,
    "seats": _seats,
    "opponents": _opponents,
    "next": _next,
    "prev": _prev,
    "steps": _steps,
    "first": _first,
    "last": _last,
    "the": _the,
    "min": _min,
    "max": _max,
    "range": _range,
    "everyone": _players,
}
