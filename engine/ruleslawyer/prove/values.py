"""What expressions evaluate to in a proof.

Int, enumeration and Player values are Ints, truth values Bools (see `terms`); the rest is here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.terms import Bool, Int, conj, disj, ite, neg, term_key
from ruleslawyer.prove.zones import Single, SymbolicZone, choose_card

Value: TypeAlias = Any
"""A term, CardTerm, CardSet, FiniteSet, Maybe or ZoneRef, as the type of the expression has it. (Terms have no static
type, Z3 being what it is, so neither has this.)"""

ZoneKey: TypeAlias = tuple[str, int | None]
"""A zone's name with the seat, or for a scoped zone the activation (negative)."""


@dataclass(frozen=True, eq=False)
class Bulk:
    """Cards that cannot be listed: those of a zone that pass all filters, in worlds where `guard` holds."""

    zone: SymbolicZone
    guard: Bool
    filters: tuple[Callable[[CardTerm], Bool], ...] = ()
    beside: tuple[SymbolicZone, ...] = ()
    """Other zones of the same position, which share no card with this one."""

    def is_apart(self, other: Bulk) -> bool:
        """Whether no card can lie in both."""
        return any(zone is other.zone for zone in self.beside) or any(zone is self.zone for zone in other.beside)


@dataclass(frozen=True, eq=False)
class CardSet:
    """A set of cards. No card is in it twice unless `mixed`."""

    singles: tuple[Single, ...] = ()
    bulks: tuple[Bulk, ...] = ()
    mixed: bool = False


@dataclass(frozen=True, eq=False)
class Stretch:
    """Numbers that cannot be listed: `element` of each number from `low` to below `high` that passes all filters, in
    worlds where `guard` holds. Without an `element`, the numbers themselves."""

    low: Int
    high: Int
    guard: Bool = True
    element: Callable[[Int], Int] | None = None
    filters: tuple[Callable[[Int], Bool], ...] = ()

    def is_plain(self) -> bool:
        """Whether it is the numbers themselves, all of them."""
        return self.guard is True and self.element is None and not self.filters

    def of(self, number: Int) -> Int:
        """The member that the number makes, if it passes."""
        return number if self.element is None else self.element(number)


@dataclass(frozen=True, eq=False)
class FiniteSet:
    """A set or sequence of Ints (numbers, players, literals), each with the condition that it is in.

    `rotation`: a sequence of players in clockwise order from that seat; None: in the order listed.
    """

    items: tuple[tuple[Int, Bool], ...]
    rotation: Int | None = None
    stretches: tuple[Stretch, ...] = ()


@dataclass(frozen=True, eq=False)
class Maybe:
    """A value that may be none."""

    absent: Bool
    value: Value


@dataclass(frozen=True, eq=False)
class ZoneRef:
    """A zone: which one depends on the world."""

    choices: tuple[tuple[Bool, ZoneKey], ...]


NONE = Maybe(True, None)


def value_key(value: Value) -> object:
    """Equal for values known to be the same. Sets and references compare by identity; the key keeps them alive."""
    if isinstance(value, CardTerm):
        return value
    if isinstance(value, Maybe):
        return (term_key(value.absent), None if value.value is None else value_key(value.value))
    if isinstance(value, ZoneRef):
        return tuple((term_key(condition), key) for condition, key in value.choices)
    if isinstance(value, CardSet | FiniteSet):
        return value
    return term_key(value)


def merge(condition: Bool, then: Value, otherwise: Value) -> Value:
    """`then` where `condition` holds, else `otherwise`."""
    if condition is True or then is otherwise:
        return then
    if condition is False:
        return otherwise
    if isinstance(then, Maybe) or isinstance(otherwise, Maybe):
        return _merge_maybe(condition, as_maybe(then), as_maybe(otherwise))
    if isinstance(then, CardTerm):
        return choose_card(condition, then, otherwise)
    if isinstance(then, CardSet) or isinstance(otherwise, CardSet):
        return _merge_cards(condition, as_cards(then), as_cards(otherwise))
    if isinstance(then, FiniteSet):
        return _merge_finite(condition, then, otherwise)
    if isinstance(then, ZoneRef):
        first = tuple((conj(condition, here), key) for here, key in then.choices)
        second = tuple((conj(neg(condition), here), key) for here, key in otherwise.choices)
        return ZoneRef(tuple(one for one in first + second if one[0] is not False))
    return ite(condition, then, otherwise)


def present(value: Value) -> Value:
    """The value itself, where the checker has seen that there is one."""
    return value.value if isinstance(value, Maybe) else value


def as_maybe(value: Value) -> Maybe:
    return value if isinstance(value, Maybe) else Maybe(False, value)


def as_cards(value: Value) -> CardSet:
    """A set of cards; the empty set by listing has no type of its own."""
    if isinstance(value, CardSet):
        return value
    if isinstance(value, FiniteSet) and not value.items and not value.stretches:
        return CardSet()
    raise TypeError("not a set of cards")


def _merge_maybe(condition: Bool, then: Maybe, otherwise: Maybe) -> Maybe:
    absent = ite(condition, then.absent, otherwise.absent)
    if then.value is None or otherwise.value is None:
        return Maybe(absent, otherwise.value if then.value is None else then.value)
    return Maybe(absent, merge(condition, then.value, otherwise.value))


def _merge_cards(condition: Bool, then: CardSet, otherwise: CardSet) -> CardSet:
    """The union of both, each guarded. Alternatives never coincide, so what differed still differs."""
    other = neg(condition)
    singles = [(card, conj(condition, here)) for card, here in then.singles]
    singles += [(card, conj(other, here)) for card, here in otherwise.singles]
    bulks = [replace(one, guard=conj(condition, one.guard)) for one in then.bulks]
    bulks += [replace(one, guard=conj(other, one.guard)) for one in otherwise.bulks]
    return CardSet(
        tuple(one for one in singles if one[1] is not False),
        tuple(one for one in bulks if one.guard is not False),
        then.mixed or otherwise.mixed,
    )


def _merge_finite(condition: Bool, then: FiniteSet, otherwise: FiniteSet) -> FiniteSet:
    places: dict[object, tuple[Int, Bool]] = {}
    for guard, one in ((condition, then), (neg(condition), otherwise)):
        for item, here in one.items:
            known = places.get(term_key(item), (item, False))[1]
            places[term_key(item)] = (item, disj(known, conj(guard, here)))
    stretches = (*_guarded(condition, then), *_guarded(neg(condition), otherwise))
    return FiniteSet(_in_order(tuple(places.values())), _merge_rotation(condition, then, otherwise), stretches)


def _in_order(items: tuple[tuple[Int, Bool], ...]) -> tuple[tuple[Int, Bool], ...]:
    """The items of a sequence of numbers, which ascends, where all of them are known."""
    if all(isinstance(item, int) for item, _ in items):
        return tuple(sorted(items, key=lambda one: int(one[0])))
    return items


def _merge_rotation(condition: Bool, then: FiniteSet, otherwise: FiniteSet) -> Int | None:
    if then.rotation is None or otherwise.rotation is None:
        return None
    return ite(condition, then.rotation, otherwise.rotation)


def _guarded(condition: Bool, numbers: FiniteSet) -> tuple[Stretch, ...]:
    return tuple(replace(one, guard=conj(condition, one.guard)) for one in numbers.stretches)


def union(parts: list[tuple[Bool, Value]]) -> Value:
    """The union of sets, each in the worlds where its condition holds."""
    if any(isinstance(value, CardSet) for _, value in parts):
        guarded = [_merge_cards(condition, as_cards(value), CardSet()) for condition, value in parts]
        singles = tuple(single for one in guarded for single in one.singles)
        return CardSet(singles, tuple(bulk for one in guarded for bulk in one.bulks), mixed=True)
    items = tuple((item, conj(condition, here)) for condition, value in parts for item, here in value.items)
    return FiniteSet(items, stretches=tuple(one for part in parts for one in _guarded(*part)))
