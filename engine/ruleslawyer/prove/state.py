"""The symbolic position: every zone and state variable of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language.law import Law, Zone
from ruleslawyer.language.tree import SetOf
from ruleslawyer.language.types import (
    PLAYER,
    BoolType,
    CardType,
    EnumType,
    IntType,
    OptionalType,
    PlayerType,
    SequenceType,
    SetType,
    Type,
)
from ruleslawyer.prove import folds
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.terms import Bool, Int, as_count, conj, disj, eq, implies, le, neg, total
from ruleslawyer.prove.values import Bulk, CardSet, FiniteSet, Maybe, Value, ZoneKey, as_maybe, value_key
from ruleslawyer.prove.zones import SymbolicZone, empty_zone, fresh_zone
from ruleslawyer.rulebook.nodes import Span

VariableKey = tuple[str, int | None]


@dataclass(frozen=True, eq=False)
class SymbolicState:
    """Immutable. Scoped zones of the running clause are among the zones."""

    zones: Mapping[ZoneKey, SymbolicZone]
    variables: Mapping[VariableKey, Value]

    def with_zone(self, key: ZoneKey, zone: SymbolicZone) -> SymbolicState:
        return replace(self, zones={**self.zones, key: zone})

    def without_zones(self, keys: Iterable[ZoneKey]) -> SymbolicState:
        gone = set(keys)
        return replace(self, zones={key: zone for key, zone in self.zones.items() if key not in gone})

    def with_variables(self, values: Mapping[VariableKey, Value]) -> SymbolicState:
        return replace(self, variables={**self.variables, **values})

    def version(self, names: frozenset[str]) -> tuple[object, ...]:
        """Equal for two states that agree on the zones and variables of those names."""
        zones = tuple(zone for key, zone in self.zones.items() if key[0] in names)
        return (zones, tuple(value_key(value) for key, value in self.variables.items() if key[0] in names))

    def total_length(self) -> Int:
        return total(zone.length() for zone in self.zones.values())

    def total_generic(self, context: Context) -> Int:
        return total(zone.generic_count(context) for zone in self.zones.values())


def fresh_value(context: Context, type_: Type, hint: str) -> Value:
    """Any value of a type."""
    match type_:
        case IntType():
            return context.fresh_int(hint, type_.low, type_.high)
        case BoolType():
            return context.fresh_bool(hint)
        case PlayerType():
            return context.fresh_player(hint)
        case EnumType():
            return context.fresh_int(hint, 0, len(type_.literals) - 1)
        case CardType():
            card = context.fresh_card(hint)
            context.assume(context.table.is_kind(card, type_.kinds))
            return card
        case OptionalType():
            return Maybe(context.fresh_bool(f"{hint}.none"), fresh_value(context, type_.element, hint))
        case SetType(element=CardType() as cards):
            return _unknown_cards(context, cards, hint)
        case SetType():
            members = [(item, context.fresh_bool(f"{hint}.has")) for item in finite_values(context, type_.element)]
            return FiniteSet(tuple((item, conj(here, possible)) for (item, possible), here in members))
    raise Unsupported(f"an unknown value of type {type_}")


def _unknown_cards(context: Context, cards: CardType, hint: str) -> CardSet:
    """Any cards of some kinds: what a zone of its own might hold."""
    nobody = SetOf(elements=(), type=SetType(PLAYER), span=Span("", 1, 1, 1, 1))
    zone = Zone(hint, False, cards.kinds, "bag", None, None, None, nobody, None, scoped=False)
    return CardSet(bulks=(Bulk(fresh_zone(context, zone), True),))


def finite_values(context: Context, type_: Type) -> tuple[tuple[Int, Bool], ...]:
    """Every value of a type with few of them, and whether it exists at this number of players."""
    match type_:
        case PlayerType():
            return tuple((seat, context.is_seat(seat)) for seat in context.seats)
        case EnumType():
            return tuple((number, True) for number in range(len(type_.literals)))
        case BoolType():
            return ((False, True), (True, True))
        case IntType() if type_.low is not None and type_.high is not None and type_.high - type_.low < 256:
            return tuple((number, True) for number in range(type_.low, type_.high + 1))
    raise Unsupported(f"all values of type {type_}")


def in_type(context: Context, value: Value, type_: Type) -> Bool:
    """Whether an Int is within its type, Player or enumeration."""
    match type_:
        case IntType():
            low = True if type_.low is None else le(type_.low, value)
            return conj(low, True if type_.high is None else le(value, type_.high))
        case PlayerType():
            return conj(le(0, value), context.is_seat(value))
        case EnumType():
            return conj(le(0, value), le(value, len(type_.literals) - 1))
        case OptionalType():
            inner = as_maybe(value)
            return disj(inner.absent, True if inner.value is None else in_type(context, inner.value, type_.element))
        case SetType(element=IntType()) | SequenceType(element=IntType()) if isinstance(value, FiniteSet):
            return neg(folds.exists(context, value, lambda item: neg(in_type(context, item, type_.element))))
    return True


def seats_of(context: Context, per_player: bool) -> tuple[int | None, ...]:
    return tuple(context.seats) if per_player else (None,)


def any_state(context: Context, law: Law, symmetric: bool) -> SymbolicState:
    """Every zone and variable unknown, each card at most once.

    `symmetric`: no seat differs from another, so the first variable that names a player may name the first seat.
    """
    zones: dict[ZoneKey, SymbolicZone] = {}
    for name, zone in law.zones.items():
        if not zone.scoped:
            for seat in seats_of(context, zone.per_player):
                zones[name, seat] = fresh_zone(context, zone)
    variables: dict[VariableKey, Value] = {}
    for name, state in law.state.items():
        for seat in seats_of(context, state.per_player):
            variables[name, seat] = fresh_value(context, state.type, name)
    named = [name for name, state in law.state.items() if state.type == PLAYER and not state.per_player]
    if symmetric and named:
        variables[named[0], None] = 0
    state_ = SymbolicState(zones, variables)
    assume_sound(context, state_, zones)
    assume_accounts(context, law, state_)
    return state_


def assume_sound(context: Context, state: SymbolicState, changed: Iterable[ZoneKey]) -> None:
    """No card lies in two places; a seat that nobody has owns nothing, and nothing lies where options leave it out."""
    for name, seat in changed:
        there = True if seat is None or seat < 0 else context.is_seat(seat)
        usable = conj(there, context.available.get(name, True))
        context.assume(implies(neg(usable), eq(state.zones[name, seat].length(), 0)))
    context.assume(le(state.total_generic(context), as_count(context.in_play(context.generic))))
    context.assume(le(state.total_length(), len(context.table.rows)))


def assume_accounts(context: Context, law: Law, state: SymbolicState) -> None:
    """Together the accounts hold the total, and a seat that nobody has holds nothing.

    No clause has to prove it: whatever is paid leaves one account for another, and never more than it holds.
    """
    held = {key: value for key, value in state.variables.items() if law.state[key[0]].account}
    if not held:
        return
    for (_, seat), value in held.items():
        if seat is not None:
            context.assume(implies(neg(context.is_seat(seat)), eq(value, 0)))
    context.assume(eq(total(held.values()), context.total))


def forget(context: Context, law: Law, state: SymbolicState, names: Iterable[str]) -> SymbolicState:
    """The state after anything may have happened to the zones and variables of those names."""
    written = set(names)
    zones = dict(state.zones)
    changed = [key for key in zones if key[0] in written]
    for key in changed:
        zones[key] = fresh_zone(context, law.zones[key[0]])
    variables = dict(state.variables)
    for key in variables:
        if key[0] in written:
            variables[key] = fresh_value(context, law.state[key[0]].type, key[0])
    after = SymbolicState(zones, variables)
    assume_sound(context, after, changed)
    assume_accounts(context, law, after)
    return after


def open_zone(context: Context, law: Law, state: SymbolicState, key: ZoneKey) -> SymbolicState:
    """With an empty scoped zone more."""
    return state.with_zone(key, empty_zone(context, law.zones[key[0]]))
