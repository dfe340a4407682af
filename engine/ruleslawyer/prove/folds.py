"""Quantities over sets: exact where the members can be listed or counted, else one symbol with what is sure of it.

A set has listed members (`singles`, `items`) and crowds (`bulks`), of which only a length and the generic card are
known. A symbol for "some member of a crowd satisfies the test" comes with a witness, and with an instance for each card
that is known to lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    all_of,
    any_of,
    as_count,
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
    symbols_in,
    term_key,
    times,
    total,
    unequal_to,
    within,
)
from ruleslawyer.prove.values import Bulk, CardSet, FiniteSet, Stretch, Value
from ruleslawyer.prove.zones import Single, Stacks

Test = Callable[[Value], Bool]
Element = Callable[[Value], Int]
Collection = CardSet | FiniteSet


def contains(context: Context, collection: Collection, item: Value) -> Bool:
    if isinstance(collection, FiniteSet):
        named = any_of(conj(here, eq(one, item)) for one, here in collection.items)
        return disj(named, *(_in_stretch(context, one, item) for one in collection.stretches))
    listed = any_of(conj(here, context.table.same(one, item)) for one, here in collection.singles)
    return disj(listed, *(conj(bulk.guard, in_bulk(context, bulk, item)) for bulk in collection.bulks))


def in_bulk(context: Context, bulk: Bulk, card: CardTerm) -> Bool:
    return conj(bulk.zone.contains(context, card), _passes(bulk, card))


def _passes(bulk: Bulk, card: CardTerm) -> Bool:
    return all_of(one(card) for one in bulk.filters)


def listed(context: Context, collection: Collection) -> Iterator[tuple[Value, Bool]]:
    """The members that can be named, each once, with the condition that they are in."""
    if isinstance(collection, CardSet):
        yield from once(context, collection).singles
        return
    _all_listed(collection)
    earlier: list[tuple[Int, Bool]] = []
    for item, here in collection.items:
        again = any_of(conj(there, eq(item, other)) for other, there in earlier)
        yield item, conj(here, neg(again))
        earlier.append((item, here))


def _all_listed(numbers: FiniteSet) -> None:
    if numbers.stretches:
        raise Unsupported("a quantity over a range with unknown ends")


def once(context: Context, found: CardSet) -> CardSet:
    """The same set, each card in one of its parts only: what is listed, then crowd by crowd."""
    if not found.mixed:
        return found
    singles: list[Single] = []
    for card, here in found.singles:
        again = any_of(conj(there, context.table.same(card, other)) for other, there in singles)
        singles.append((card, conj(here, neg(again))))
    bulks: list[Bulk] = []
    for bulk in found.bulks:
        earlier = [one for one in bulks if not one.is_apart(bulk)]

        def is_new(card: CardTerm, earlier: list[Bulk] = earlier) -> Bool:
            listed = (conj(here, context.table.same(card, one)) for one, here in singles)
            return neg(disj(*listed, *(conj(one.guard, in_bulk(context, one, card)) for one in earlier)))

        filters = bulk.filters if not singles and not earlier else (*bulk.filters, is_new)
        bulks.append(replace(bulk, filters=filters))
    return CardSet(tuple(singles), tuple(bulks))


def crowds(collection: Collection) -> tuple[Bulk, ...]:
    return collection.bulks if isinstance(collection, CardSet) else ()


def anything(item: Value) -> Bool:
    """The test that every member passes."""
    return True


def where(context: Context, here: Bool, test: Test, item: Value) -> Bool:
    """Whether a member is there and satisfies the test, which need not have a value when it is not there."""
    if here is False:
        return False
    with context.under(here):
        return conj(here, test(item))


def exists(context: Context, collection: Collection, test: Test) -> Bool:
    members = collection.items if isinstance(collection, FiniteSet) else collection.singles
    found = any_of(where(context, here, test, one) for one, here in members)
    stretches = collection.stretches if isinstance(collection, FiniteSet) else ()
    return disj(
        found,
        *(_exists_in_bulk(context, bulk, test) for bulk in crowds(collection)),
        *(_exists_in_stretch(context, one, test) for one in stretches),
    )


def _in_stretch(context: Context, stretch: Stretch, item: Int) -> Bool:
    if stretch.element is None:
        inside = conj(stretch.guard, le(stretch.low, item), lt(item, stretch.high))
        return conj(inside, *(passes(item) for passes in stretch.filters))
    return _exists_in_stretch(context, stretch, lambda one: eq(one, item))


def _exists_in_stretch(context: Context, stretch: Stretch, test: Test) -> Bool:
    """A symbol with a witness, and with an instance at the lowest number."""
    if stretch.guard is False:
        return False
    if test is anything and not stretch.filters and stretch.element is None:
        return conj(stretch.guard, lt(stretch.low, stretch.high))

    def satisfies(number: Int) -> Bool:
        inside = conj(stretch.guard, le(stretch.low, number), lt(number, stretch.high))
        with context.under(inside):
            passes = conj(inside, *(one(number) for one in stretch.filters))
            with context.under(passes):
                return conj(passes, test(stretch.of(number)))

    some = context.fresh_bool("some.number")
    context.assume(implies(some, satisfies(context.fresh_int("witness"))))
    context.assume(implies(satisfies(stretch.low), some))
    return some


def is_empty(context: Context, collection: Collection) -> Bool:
    return neg(exists(context, collection, anything))


def _exists_in_bulk(context: Context, bulk: Bulk, test: Test) -> Bool:
    if isinstance(bulk.zone, Stacks):
        return any_of(_exists_in_stack(context, bulk, bulk.zone, test, place) for place in range(len(bulk.zone.values)))
    everything = _uniform(context, bulk, test)
    if everything is not None:
        return conj(bulk.guard, everything, le(1, bulk.zone.length()))
    other = _only_other(context, bulk, test)
    if other is not None:
        return conj(bulk.guard, le(1, minus(bulk.zone.length(), _as_there(context, bulk, other))))
    return _symbol_for_some(context, bulk, test, {})


def _only_other(context: Context, bulk: Bulk, test: Test) -> CardTerm | None:
    """The one card that the filters and the test leave out, if they leave out no more than one."""
    probe = context.table.fresh(context.name("probe"))
    with context.apart():
        before = context.symbols
        passes = all_of(one(probe) for one in (*bulk.filters, test))
        columns = None if context.symbols != before else unequal_to(passes, probe.columns)
    if columns is None or any(name in set(symbols_in_all(probe)) for one in columns for name in symbols_in(one)):
        return None
    return CardTerm(columns)


def _as_there(context: Context, bulk: Bulk, card: CardTerm) -> Int:
    """1 if the columns are those of a card that lies in the crowd's zone, else 0."""
    return as_count(conj(context.table.exists(card), bulk.zone.contains(context, card)))


def symbols_in_all(card: CardTerm) -> Iterator[str]:
    """The names of the symbols of a card."""
    for column in card.columns:
        yield from symbols_in(column)


def _exists_in_stack(context: Context, bulk: Bulk, zone: Stacks, test: Test, place: int) -> Bool:
    known = _stack(zone, place)
    everything = _uniform(context, bulk, test, **known)
    if everything is not None:
        return conj(bulk.guard, everything, le(1, zone.counts[place]))
    return _symbol_for_some(context, bulk, test, known)


def _stack(zone: Stacks, place: int) -> dict[str, int]:
    """The field that all cards of one stack have in common."""
    return {zone.declaration.stack_field or "": zone.values[place]}


def _symbol_for_some(context: Context, bulk: Bulk, test: Test, known: dict[str, int]) -> Bool:
    """A symbol for: some card of the crowd with those columns satisfies the test."""
    if test is anything:
        key = ("some", bulk.zone, term_key(bulk.guard), bulk.filters, tuple(known.items()))
        return context.remember(key, lambda: _fresh_symbol_for_some(context, bulk, test, known))
    return _fresh_symbol_for_some(context, bulk, test, known)


def _fresh_symbol_for_some(context: Context, bulk: Bulk, test: Test, known: dict[str, int]) -> Bool:
    with context.under(False):
        return _some(context, bulk, test, known)


def _some(context: Context, bulk: Bulk, test: Test, known: dict[str, int]) -> Bool:
    some = context.fresh_bool(f"some.{bulk.zone.declaration.name}")
    witness = context.fresh_card("witness", **known)
    context.assume(implies(some, conj(bulk.guard, in_bulk(context, bulk, witness), test(witness))))
    generic = (context.generic, le(1, bulk.zone.generic_count(context)))
    chosen = ((card, bulk.zone.contains(context, card)) for card in context.members_of(bulk.zone))
    for card, lies in (*bulk.zone.known(), *chosen, generic):
        here = conj(lies, *(eq(context.table.column(card, name), value) for name, value in known.items()))
        if here is not False:
            context.assume(implies(conj(bulk.guard, here, _passes(bulk, card), test(card)), some))
    return some


def _uniform(context: Context, bulk: Bulk, test: Test, /, **known: Int) -> Bool | None:
    """The test's value if it is the same for every card of the crowd with those columns, else None."""
    probes: list[CardTerm] = []

    def tried(probe: CardTerm) -> Bool:
        probes.append(probe)
        passes: Bool = True
        for one in (*bulk.filters, test):
            with context.under(passes):
                passes = conj(passes, one(probe))
        return passes

    with context.apart() as demands:
        result = independent(context, tried, **known)
    if demands:
        with context.under(conj(context.table.exists(probes[0]), bulk.guard, bulk.zone.contains(context, probes[0]))):
            for one in demands:
                context.demand(one.condition, one.text)
    return result


def ask_of_all(context: Context, bulk: Bulk, test: Test, element: Callable[[Value], Value]) -> None:
    """Demand that a test has a value for every card of a crowd, and an element for every card that passes."""

    def tried(card: CardTerm) -> Bool:
        passes = test(card)
        with context.under(passes):
            element(card)
        return passes

    _uniform(context, bulk, tried)


def _per_stack(context: Context, bulk: Bulk, test: Test) -> tuple[Stacks, list[Bool]] | None:
    """The test's value for each stack, if it depends on nothing else of a card."""
    if not isinstance(bulk.zone, Stacks):
        return None
    tests = []
    for place in range(len(bulk.zone.values)):
        result = _uniform(context, bulk, test, **_stack(bulk.zone, place))
        if result is None:
            return None
        tests.append(result)
    return bulk.zone, tests


def independent(context: Context, test: Test, /, **known: Int) -> Bool | None:
    """The test's value if it is the same for every card with those columns, else None.

    It is tried on a card of which nothing else is known. A value that names the card, or for which a symbol had to be
    made (which may stand for something about the card), is not the same for all.
    """
    name = context.name("probe")
    probe = context.table.fresh(name, **known)
    before = context.symbols
    result = test(probe)
    if context.symbols != before or any(symbol.startswith(name) for symbol in symbols_in(result)):
        return None
    return result


def count(context: Context, collection: Collection, test: Test) -> Int:
    if isinstance(collection, CardSet):
        collection = once(context, collection)
    members = (as_count(where(context, here, test, one)) for one, here in listed(context, collection))
    return total((*members, *(_count_in_bulk(context, bulk, test) for bulk in crowds(collection))))


def _count_in_bulk(context: Context, bulk: Bulk, test: Test) -> Int:
    if isinstance(bulk.zone, Stacks):
        stacks = enumerate(bulk.zone.counts)
        return total(_count_some(context, bulk, test, size, _stack(bulk.zone, place)) for place, size in stacks)
    return _count_some(context, bulk, test, bulk.zone.length(), {})


def _count_some(context: Context, bulk: Bulk, test: Test, size: Int, known: dict[str, int]) -> Int:
    """How many of the `size` cards of the crowd with those columns satisfy the test."""
    everything = _uniform(context, bulk, test, **known)
    if everything is not None:
        return ite(conj(bulk.guard, everything), size, 0)
    other = None if known else _only_other(context, bulk, test)
    if other is not None:
        return ite(bulk.guard, minus(size, _as_there(context, bulk, other)), 0)
    number = context.fresh_int(f"number.{bulk.zone.declaration.name}", 0, size)
    some = _symbol_for_some(context, bulk, test, known)
    context.assume(eq(some, le(1, number)))

    def fails(card: Value) -> Bool:
        return neg(conj(_passes(bulk, card), test(card)))

    others = _symbol_for_some(context, Bulk(bulk.zone, bulk.guard), fails, known)
    context.assume(implies(bulk.guard, eq(others, neg(eq(number, size)))))
    return number


def summed(context: Context, collection: Collection, test: Test, element: Element, bounds: tuple[int, int]) -> Int:
    """The sum of `element` over the members that satisfy the test; of a crowd each element lies in `bounds`."""
    parts = []
    if isinstance(collection, CardSet):
        collection = once(context, collection)
    for one, here in listed(context, collection):
        chosen = where(context, here, test, one)
        if chosen is not False:
            with context.under(chosen):
                parts.append(_guarded(context, chosen, element(one)))
    for bulk in crowds(collection):
        number = _count_in_bulk(context, bulk, test)
        low, high = bounds
        parts.append(context.fresh_int("sum", times(low, number), times(high, number)))
    return total(parts)


def _guarded(context: Context, condition: Bool, value: Int) -> Int:
    """The value where the condition holds, else 0. Said in bounds too, which spares the solver a case for each."""
    part = ite(condition, value, 0)
    bounds = context.range_of(value)
    if bounds is not None:
        context.assume(within(min(0, bounds[0]), part, max(0, bounds[1])))
    return part


def extreme(context: Context, collection: Collection, test: Test, element: Element, largest: bool) -> tuple[Bool, Int]:
    """Whether any member satisfies the test, and the largest (smallest) `element` of those that do."""
    better = maximum if largest else minimum
    found: Bool = False
    best: Int = 0
    if isinstance(collection, FiniteSet):
        _all_listed(collection)
    members = collection.items if isinstance(collection, FiniteSet) else collection.singles
    candidates = []
    for one, lies in members:
        here = where(context, lies, test, one)
        if here is not False:
            with context.under(here):
                candidates.append((here, element(one)))
    for bulk in crowds(collection):
        candidates += _extremes_in_bulk(context, bulk, test, element, largest)
    for here, value in candidates:
        if here is False:
            continue
        best = value if found is False else ite(here, ite(found, better(best, value), value), best)
        found = disj(found, here)
    return found, best


def _extremes_in_bulk(
    context: Context, bulk: Bulk, test: Test, element: Element, largest: bool
) -> list[tuple[Bool, Int]]:
    per_value = _per_stack(context, bulk, test)
    if per_value is not None and largest and _is_top_field(context, per_value[0], element):
        zone, tests = per_value
        tops = zip(tests, zone.top_singles(), strict=True)
        return [(conj(bulk.guard, one, here), element(card)) for one, (card, here) in tops]
    some = _exists_in_bulk(context, bulk, test)
    with context.under(False):
        return _some_extreme(context, bulk, test, element, largest, some)


def _some_extreme(
    context: Context, bulk: Bulk, test: Test, element: Element, largest: bool, some: Bool
) -> list[tuple[Bool, Int]]:
    witness = context.fresh_card("extreme")
    context.assume(implies(some, conj(in_bulk(context, bulk, witness), test(witness))))
    for card, here in (*bulk.zone.known(), (context.generic, le(1, bulk.zone.generic_count(context)))):
        member = conj(bulk.guard, here, _passes(bulk, card), test(card))
        low, high = (element(card), element(witness)) if largest else (element(witness), element(card))
        context.assume(implies(member, le(low, high)))
    return [(some, element(witness))]


def _is_top_field(context: Context, zone: Stacks, element: Element) -> bool:
    """Whether `element` is the very field by which a stack's top card is the greatest."""
    probe = context.table.fresh("probe")
    return bool(eq(element(probe), context.table.column(probe, zone.declaration.top_field or "")) is True)
