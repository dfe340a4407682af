"""Zones as counts: what a proof knows of where cards lie.

A pile, a bag and a plain row keep a length and how often the one generic card lies in them. A row whose cards differ in
a field keeps, per value of that field, whether a card is there, which, and where in the row. Stacks keep a count and
the top card per value of the field, and the count of the generic card. Zones are immutable; operations return the next
state and add to the context what is known of it. `condition` says in which worlds an operation happens at all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

from ruleslawyer.language.law import Zone
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    any_of,
    as_count,
    conj,
    disj,
    eq,
    implies,
    ite,
    le,
    lt,
    minus,
    neg,
    plus,
    symbols_in,
    total,
)

Single = tuple[CardTerm, Bool]
"""A card, and whether it is there."""


def choose_card(condition: Bool, then: CardTerm, otherwise: CardTerm) -> CardTerm:
    return CardTerm(tuple(ite(condition, a, b) for a, b in zip(then.columns, otherwise.columns, strict=True)))


@dataclass(frozen=True, eq=False, kw_only=True)
class SymbolicZone(ABC):
    """`parent`: the state before the last change, for asking where any card lies. `change`: the single card that came
    or went; None: unknown cards did, and `grown` says which."""

    declaration: Zone
    parent: SymbolicZone | None = None
    change: tuple[str, CardTerm, Bool] | None = None
    grown: bool = False

    @abstractmethod
    def length(self) -> Int:
        """Number of cards."""

    @abstractmethod
    def generic_count(self, context: Context) -> Int:
        """How often the generic card lies here."""

    @abstractmethod
    def put(self, context: Context, card: CardTerm, condition: Bool, at: str) -> SymbolicZone:
        """With a card more, at the 'top', at the 'bottom', or 'somewhere'."""

    @abstractmethod
    def take(self, context: Context, card: CardTerm, condition: Bool) -> SymbolicZone:
        """Without a card that lies here."""

    @abstractmethod
    def add_some(self, context: Context, number: Int, generic: Int) -> SymbolicZone:
        """With `number` unknown cards more, `generic` of them the generic card."""

    @abstractmethod
    def remove_some(self, context: Context, number: Int, generic: Int) -> SymbolicZone: ...

    def singles(self) -> tuple[Single, ...] | None:
        """Every card that may lie here, when they can be listed."""
        return None

    def known(self) -> tuple[Single, ...]:
        """Some cards that lie here, for instantiating what is said of all."""
        if self.parent is None:
            return ()
        if self.change is None:
            return self.parent.known() if self.grown else ()
        kind, card, condition = self.change
        if kind == "put":
            return (*self.parent.known(), (card, condition))
        return tuple((one, conj(here, neg(condition))) for one, here in self.parent.known())

    def contains(self, context: Context, card: CardTerm) -> Bool:
        return context.remember(("contains", self, card), lambda: self._membership(context, card))

    def _membership(self, context: Context, card: CardTerm) -> Bool:
        if self.change is not None and self.parent is not None:
            kind, changed, condition = self.change
            same = conj(condition, context.table.same(card, changed))
            before = self.parent.contains(context, card)
            here = disj(before, same) if kind == "put" else conj(before, neg(same))
        else:
            probing = any(name.startswith("probe.") for column in card.columns for name in symbols_in(column))
            here = context.fresh_bool("probe.has" if probing else f"{self.declaration.name}.has")
            generic = le(1, self.generic_count(context))
            context.assume(implies(context.is_generic(card), eq(here, generic)))
            for other in context.members_of(self):
                context.assume(implies(context.table.same(card, other), eq(here, self.contains(context, other))))
            if self.parent is not None:
                before = self.parent.contains(context, card)
                context.assume(implies(before, here) if self.grown else implies(here, before))
        self._place(context, here, card)
        context.assume(implies(here, context.in_play(card)))
        return here

    def _place(self, context: Context, here: Bool, card: CardTerm) -> None:
        """What follows if the card lies here: the zone is not empty, and the card is of a kind that it holds."""
        context.assume(implies(here, le(1, self.length())))
        if len(self.declaration.holds) < len(context.table.kinds):
            context.assume(implies(here, context.table.is_kind(card, self.declaration.holds)))


@dataclass(frozen=True, eq=False, kw_only=True)
class Pile(SymbolicZone):
    """A pile, a bag, or a row in which fields may repeat.

    `top`: the card that is known to be the next. `listed`: all cards, where every one of them is known.
    """

    size: Int
    generic: Int
    top: Single | None = None
    listed: tuple[Single, ...] | None = None

    def length(self) -> Int:
        return self.size

    def generic_count(self, context: Context) -> Int:
        return self.generic

    def singles(self) -> tuple[Single, ...] | None:
        return self.listed

    def contains(self, context: Context, card: CardTerm) -> Bool:
        if self.listed is None:
            return super().contains(context, card)
        return any_of(conj(here, context.table.same(one, card)) for one, here in self.listed)

    def put(self, context: Context, card: CardTerm, condition: Bool, at: str) -> Pile:
        size = plus(self.size, as_count(condition))
        generic = plus(self.generic, as_count(conj(condition, context.is_generic(card))))
        on_top = condition is True and at == "top" and self.declaration.order == "pile"
        top = (card, True) if on_top else None
        listed = None if self.listed is None else (*self.listed, (card, condition))
        after = replace(self, size=size, generic=generic, top=top, listed=listed)
        return replace(after, parent=self, change=("put", card, condition))

    def take(self, context: Context, card: CardTerm, condition: Bool) -> Pile:
        size = minus(self.size, as_count(condition))
        generic = minus(self.generic, as_count(conj(condition, context.is_generic(card))))
        context.assume(conj(le(0, generic), le(generic, size)))
        listed = None if self.listed is None else _without(context, self.listed, card, condition)
        after = replace(self, size=size, generic=generic, top=None, listed=listed)
        return replace(after, parent=self, change=("take", card, condition))

    def add_some(self, context: Context, number: Int, generic: Int) -> Pile:
        size, there = plus(self.size, number), plus(self.generic, generic)
        return Pile(declaration=self.declaration, parent=self, grown=True, size=size, generic=there)

    def remove_some(self, context: Context, number: Int, generic: Int) -> Pile:
        size, left = minus(self.size, number), minus(self.generic, generic)
        context.assume(conj(le(0, left), le(left, size)))
        return Pile(declaration=self.declaration, parent=self, size=size, generic=left)

    def shuffled(self) -> Pile:
        return replace(self, top=None) if self.top is not None else self

    def with_top(self, card: CardTerm, condition: Bool) -> Pile:
        return replace(self, top=(card, condition))


def _without(context: Context, cards: tuple[Single, ...], card: CardTerm, condition: Bool) -> tuple[Single, ...]:
    left = ((one, conj(here, neg(conj(condition, context.table.same(one, card))))) for one, here in cards)
    return tuple((one, here) for one, here in left if here is not False)


@dataclass(frozen=True, eq=False, kw_only=True)
class Row(SymbolicZone):
    """A row with a `distinct` field: one place per value of the field. `order` grows to the right."""

    values: tuple[int, ...]
    present: tuple[Bool, ...]
    cards: tuple[CardTerm, ...]
    order: tuple[Int, ...]
    left: Int
    right: Int

    def length(self) -> Int:
        return total(as_count(here) for here in self.present)

    def generic_count(self, context: Context) -> Int:
        return context.remember(("generic", self), lambda: as_count(self.contains(context, context.generic)))

    def contains(self, context: Context, card: CardTerm) -> Bool:
        return any_of(conj(here, context.table.same(one, card)) for one, here in self.singles())

    def singles(self) -> tuple[Single, ...]:
        return tuple(zip(self.cards, self.present, strict=True))

    def known(self) -> tuple[Single, ...]:
        return self.singles()

    def _hits(self, context: Context, card: CardTerm, condition: Bool) -> list[Bool]:
        field = context.table.column(card, self.declaration.distinct or "")
        return [conj(condition, eq(field, value)) for value in self.values]

    def clashes(self, context: Context, card: CardTerm, condition: Bool) -> Bool:
        """Whether a card with the same field already lies here."""
        hits = self._hits(context, card, condition)
        return any_of(conj(hit, here) for hit, here in zip(hits, self.present, strict=True))

    def put(self, context: Context, card: CardTerm, condition: Bool, at: str) -> Row:
        hits = self._hits(context, card, condition)
        left, place, right = self._ends(context, condition, at)
        return replace(
            self,
            present=tuple(disj(here, hit) for here, hit in zip(self.present, hits, strict=True)),
            cards=tuple(self._settle(context, hit, card, index) for index, hit in enumerate(hits)),
            order=tuple(ite(hit, place, old) for hit, old in zip(hits, self.order, strict=True)),
            left=left,
            right=right,
        )

    def _ends(self, context: Context, condition: Bool, at: str) -> tuple[Int, Int, Int]:
        """The left end, the new card's place, and the right end after a card has come."""
        if at == "top":
            return self.left, self.right, plus(self.right, as_count(condition))
        if at == "bottom":
            return minus(self.left, as_count(condition)), minus(self.left, 1), self.right
        left, place, right = (context.fresh_int(f"{self.declaration.name}.place") for _ in range(3))
        context.assume(conj(le(left, self.left), le(left, place), lt(place, right), le(self.right, right)))
        return left, place, right

    def _settle(self, context: Context, hit: Bool, card: CardTerm, index: int) -> CardTerm:
        if hit is False:
            return self.cards[index]
        chosen = choose_card(hit, card, self.cards[index])
        return context.bounded(context.table.settled(chosen, self.declaration.distinct or "", self.values[index]))

    def take(self, context: Context, card: CardTerm, condition: Bool) -> Row:
        present = tuple(conj(here, neg(conj(condition, context.table.same(one, card)))) for one, here in self.singles())
        return replace(self, present=present)

    def keep(self, stays: list[Bool]) -> Row:
        """Only the cards for which `stays` holds, place by place."""
        return replace(self, present=tuple(conj(a, b) for a, b in zip(self.present, stays, strict=True)))

    def before(self, context: Context, card: CardTerm) -> list[Bool]:
        """Per place, whether a card lies there and left of `card`."""
        field = context.table.column(card, self.declaration.distinct or "")
        place = self.order[-1]
        for value, order in list(zip(self.values, self.order, strict=True))[:-1]:
            place = ite(eq(field, value), order, place)
        return [conj(here, lt(order, place)) for here, order in zip(self.present, self.order, strict=True)]

    def add_some(self, context: Context, number: Int, generic: Int) -> Row:
        raise Unsupported(f"unknown cards into `{self.declaration.name}`, where no two may share a field")

    def remove_some(self, context: Context, number: Int, generic: Int) -> Row:
        raise Unsupported(f"unknown cards out of `{self.declaration.name}`")


@dataclass(frozen=True, eq=False, kw_only=True)
class Stacks(SymbolicZone):
    """Stacks by a field, the card with the greatest `top_field` on top."""

    values: tuple[int, ...]
    counts: tuple[Int, ...]
    tops: tuple[CardTerm, ...]
    generic: Int

    def length(self) -> Int:
        return total(self.counts)

    def generic_count(self, context: Context) -> Int:
        return self.generic

    def top_singles(self) -> tuple[Single, ...]:
        return tuple((top, le(1, count)) for top, count in zip(self.tops, self.counts, strict=True))

    def known(self) -> tuple[Single, ...]:
        return (*self.top_singles(), *super().known())

    def _rank(self, context: Context, card: CardTerm) -> Int:
        return context.table.column(card, self.declaration.top_field or "")

    def _field(self, context: Context, card: CardTerm) -> Int:
        return context.table.column(card, self.declaration.stack_field or "")

    def put(self, context: Context, card: CardTerm, condition: Bool, at: str) -> Stacks:
        hits = [conj(condition, eq(self._field(context, card), value)) for value in self.values]
        counts, tops = [], []
        for hit, count, top in zip(hits, self.counts, self.tops, strict=True):
            higher = disj(eq(count, 0), self._tops(context, top, card))
            counts.append(plus(count, as_count(hit)))
            tops.append(self._covered(context, conj(hit, higher), card, top))
        generic = plus(self.generic, as_count(conj(condition, context.is_generic(card))))
        change = ("put", card, condition)
        return replace(self, counts=tuple(counts), tops=tuple(tops), generic=generic, parent=self, change=change)

    def _tops(self, context: Context, top: CardTerm, card: CardTerm) -> Bool:
        """Whether a card comes to lie on top of a stack. Of two equal ones nobody says which."""
        old, new = self._rank(context, top), self._rank(context, card)
        if not context.table.has_ties(self.declaration.stack_field or "", self.declaration.top_field or ""):
            return lt(old, new)
        return disj(lt(old, new), conj(eq(old, new), context.fresh_bool("tie")))

    def _covered(self, context: Context, condition: Bool, card: CardTerm, top: CardTerm) -> CardTerm:
        """The top of a stack, another card of the same stack in worlds where the condition holds."""
        if condition is False:
            return top
        field = self.declaration.stack_field or ""
        chosen = choose_card(condition, card, top)
        return context.bounded(context.table.settled(chosen, field, context.table.column(top, field)))

    def take(self, context: Context, card: CardTerm, condition: Bool) -> Stacks:
        field, rank = self._field(context, card), self._rank(context, card)
        below = context.fresh_card(f"{self.declaration.name}.below", **{self.declaration.stack_field or "": field})
        generic = minus(self.generic, as_count(conj(condition, context.is_generic(card))))
        counts, tops = [], []
        for value, count, top in zip(self.values, self.counts, self.tops, strict=True):
            hit = conj(condition, eq(field, value))
            left = minus(count, as_count(hit))
            uncovers = conj(hit, context.table.same(top, card))
            context.assume(implies(conj(uncovers, le(1, left)), le(self._rank(context, below), rank)))
            context.assume(implies(conj(uncovers, le(1, left)), neg(context.table.same(below, card))))
            counts.append(left)
            tops.append(self._covered(context, uncovers, below, top))
        change = ("take", card, condition)
        after = replace(self, counts=tuple(counts), tops=tuple(tops), generic=generic, parent=self, change=change)
        after.assume_sound(context)
        return after

    def add_some(self, context: Context, number: Int, generic: Int) -> Stacks:
        after = replace(_fresh_stacks(context, self.declaration, plus(self.generic, generic)), parent=self, grown=True)
        for old, new, top, upper in zip(self.counts, after.counts, self.tops, after.tops, strict=True):
            context.assume(le(old, new))
            context.assume(implies(eq(old, new), context.table.same(top, upper)))
            context.assume(implies(le(1, old), le(self._rank(context, top), self._rank(context, upper))))
        context.assume(eq(after.length(), plus(self.length(), number)))
        return after

    def remove_some(self, context: Context, number: Int, generic: Int) -> Stacks:
        after = replace(_fresh_stacks(context, self.declaration, minus(self.generic, generic)), parent=self)
        for old, new, top, upper in zip(self.counts, after.counts, self.tops, after.tops, strict=True):
            context.assume(le(new, old))
            context.assume(implies(eq(old, new), context.table.same(top, upper)))
            context.assume(implies(le(1, new), le(self._rank(context, upper), self._rank(context, top))))
        context.assume(eq(after.length(), minus(self.length(), number)))
        return after

    def assume_sound(self, context: Context) -> None:
        """What holds of any stacks: counts, real top cards, and where the generic card may hide."""
        context.assume(conj(le(0, self.generic), le(self.generic, 1)))
        generic_field, generic_rank = self._field(context, context.generic), self._rank(context, context.generic)
        for value, count, top in zip(self.values, self.counts, self.tops, strict=True):
            context.assume(implies(le(1, count), context.in_play(top)))
            cards = context.table.number_with(self.declaration.stack_field or "", value)
            context.assume(conj(le(0, count), le(count, cards)))
            inside = conj(le(1, self.generic), eq(generic_field, value))
            on_top = context.is_generic(top)
            context.assume(implies(inside, conj(le(1, count), le(generic_rank, self._rank(context, top)))))
            context.assume(implies(conj(inside, eq(count, 1)), on_top))
            context.assume(implies(conj(on_top, le(1, count)), le(1, self.generic)))

    def _place(self, context: Context, here: Bool, card: CardTerm) -> None:
        field, rank = self._field(context, card), self._rank(context, card)
        for value, count, top in zip(self.values, self.counts, self.tops, strict=True):
            on_top = context.table.same(top, card)
            inside = conj(here, eq(field, value))
            context.assume(implies(inside, conj(le(1, count), le(rank, self._rank(context, top)))))
            context.assume(implies(conj(inside, eq(count, 1)), on_top))
            context.assume(implies(conj(on_top, le(1, count)), here))


def _fresh_stacks(context: Context, zone: Zone, generic: Int | None) -> Stacks:
    field = zone.stack_field or ""
    values = context.table.values_of(field, zone.holds)
    counts = tuple(context.fresh_int(f"{zone.name}.count") for _ in values)
    tops = tuple(context.fresh_card(f"{zone.name}.top", **{field: value}) for value in values)
    known = context.fresh_int(f"{zone.name}.generic") if generic is None else generic
    stacks = Stacks(declaration=zone, values=values, counts=counts, tops=tops, generic=known)
    stacks.assume_sound(context)
    return stacks


def fresh_zone(context: Context, zone: Zone) -> SymbolicZone:
    """A zone of which only its declaration is known."""
    if zone.stack_field is not None:
        return _fresh_stacks(context, zone, None)
    if zone.distinct is not None:
        values = context.table.values_of(zone.distinct, zone.holds)
        cards = tuple(context.fresh_card(f"{zone.name}.card", **{zone.distinct: value}) for value in values)
        present = tuple(context.fresh_bool(f"{zone.name}.present") for _ in values)
        left, right = context.fresh_int(f"{zone.name}.left"), context.fresh_int(f"{zone.name}.right")
        order = tuple(context.fresh_int(f"{zone.name}.place") for _ in values)
        for here, place, card in zip(present, order, cards, strict=True):
            context.assume(implies(here, conj(le(left, place), lt(place, right), context.in_play(card))))
        return Row(declaration=zone, values=values, present=present, cards=cards, order=order, left=left, right=right)
    size = context.fresh_int(f"{zone.name}.size", 0, len(context.table.rows))
    generic = context.fresh_int(f"{zone.name}.generic", 0, 1)
    context.assume(le(generic, size))
    return Pile(declaration=zone, size=size, generic=generic)


def empty_zone(context: Context, zone: Zone) -> SymbolicZone:
    """A zone without cards."""
    if zone.stack_field is not None:
        values = context.table.values_of(zone.stack_field, zone.holds)
        tops = tuple(context.fresh_card(f"{zone.name}.top", **{zone.stack_field: value}) for value in values)
        return Stacks(declaration=zone, values=values, counts=(0,) * len(values), tops=tops, generic=0)
    if zone.distinct is not None:
        values = context.table.values_of(zone.distinct, zone.holds)
        cards = tuple(context.fresh_card(f"{zone.name}.card", **{zone.distinct: value}) for value in values)
        size = len(values)
        return Row(
            declaration=zone, values=values, present=(False,) * size, cards=cards, order=(0,) * size, left=0, right=0
        )
    return Pile(declaration=zone, size=0, generic=0, listed=())
