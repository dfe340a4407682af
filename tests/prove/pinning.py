"""Positions of the machine as formulas: what a symbolic state must admit, and states of which all is known."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from ruleslawyer.language.law import Zone
from ruleslawyer.language.types import BoolType, EnumType, OptionalType, SetType, Type
from ruleslawyer.machine import Position, zones as machine_zones
from ruleslawyer.prove import folds
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import Bool, Int, all_of, as_count, conj, eq, lt, neg, total
from ruleslawyer.prove.values import NONE, CardSet, FiniteSet, Maybe, Value, ZoneKey
from ruleslawyer.prove.zones import Pile, Row, Stacks, SymbolicZone, fresh_zone


def constant(context: Context, value: Any, like: Value) -> Value:
    """A value of the machine as a term; `like` is the term that it stands for."""
    if isinstance(like, Maybe):
        return Maybe(True, like.value) if value is None else Maybe(False, constant(context, value, like.value))
    if isinstance(like, CardTerm):
        return context.table.constant(value)
    return value


def typed(value: Any, type_: Type) -> Any:
    """A state's value as the integer that stands for it."""
    while isinstance(type_, OptionalType):
        type_ = type_.element
    return type_.literals.index(value) if isinstance(type_, EnumType) and value is not None else value


def position_facts(context: Context, state: SymbolicState, position: Position) -> list[tuple[object, Bool]]:
    """Per zone and variable, that it is as in the position, as far as the state knows of it."""
    facts: list[tuple[object, Bool]] = []
    for key, zone in state.zones.items():
        content = content_of(position, state, key)
        facts.append((key, eq(zone.length(), 0) if content is None else zone_fact(context, zone, content)))
    for (name, seat), value in state.variables.items():
        if seat is None or seat < position.players:
            type_ = context.law.state[name].type
            known = typed(position.state[name, seat], type_)
            if isinstance(value, FiniteSet):
                fact = machine_value(context, position.state[name, seat], type_, value)
            elif isinstance(value, Maybe):
                fact = value.absent if known is None else conj(neg(value.absent), _is(value.value, known))
            else:
                fact = eq(value, known)
            facts.append(((name, seat), fact))
    return facts


def _is(value: Value, known: Int) -> Bool:
    return value is not None and eq(value, known)


def content_of(position: Position, state: SymbolicState, key: ZoneKey) -> Any:
    """What lies in the zone of that key; a scoped one is found by how deep its activation is, None if still unused."""
    name, seat = key
    if seat is None or seat >= 0:
        return position.zones.get(key)
    opened = [content for frame in position.frames for place, content in frame.zones.items() if place[0] == name]
    activations = sorted((other for zone, other in state.zones if zone == name and other is not None), reverse=True)
    depth = activations.index(seat)
    return opened[depth] if depth < len(opened) else None


def zone_fact(context: Context, zone: SymbolicZone, content: Any) -> Bool:
    """That the symbolic zone is this content, as far as it knows of it."""
    terms = [context.table.constant(card) for card in content.listed()]
    generic = total(as_count(context.is_generic(card)) for card in terms)
    facts = [eq(zone.length(), len(terms)), eq(zone.generic_count(context), generic)]
    if isinstance(zone, Row):
        facts += row_facts(context, zone, terms)
    elif isinstance(zone, Stacks):
        for value, count, top in zip(zone.values, zone.counts, zone.tops, strict=True):
            inside = [card for card in terms if context.table.column(card, zone.declaration.stack_field or "") == value]
            facts.append(eq(count, len(inside)))
            if inside:
                highest = max(inside, key=lambda card: context.table.column(card, zone.declaration.top_field or ""))
                facts.append(context.table.same(top, highest))
    elif isinstance(zone, Pile) and zone.top is not None and terms:
        card, known = zone.top
        first = content.bags[0].cards
        facts.append(neg(known) if len(first) > 1 else context.table.same(card, context.table.constant(first[0])))
    return all_of(facts)


def row_facts(context: Context, zone: Row, terms: list[CardTerm]) -> list[Bool]:
    facts = []
    places = []
    for card in terms:
        index = zone.values.index(context.table.column(card, zone.declaration.distinct or ""))
        facts += [zone.present[index], context.table.same(zone.cards[index], card)]
        places.append(zone.order[index])
    facts.append(eq(zone.length(), len(terms)))
    facts += [lt(left, right) for left, right in pairwise(places)]
    return facts


def pinned(context: Context, state: SymbolicState, position: Position) -> SymbolicState:
    """The state with everything known, in the abstraction's own terms."""
    zones = {}
    for key in state.zones:
        content = content_of(position, state, key)
        zones[key] = pinned_zone(context, context.law.zones[key[0]], content)
    variables = {}
    for (name, seat), value in state.variables.items():
        if (name, seat) in position.state:
            value = pinned_value(position.state[name, seat], context.law.state[name].type)
        variables[name, seat] = value
    return SymbolicState(zones, variables)


def pinned_value(known: Any, type_: Type) -> Value:
    """A state's value as a term without symbols."""
    if isinstance(type_, OptionalType):
        return NONE if known is None else Maybe(False, pinned_value(known, type_.element))
    if isinstance(type_, SetType):
        return FiniteSet(tuple((typed(one, type_.element), True) for one in known))
    return typed(known, type_)


def pinned_zone(context: Context, declaration: Zone, content: Any) -> SymbolicZone:
    """A zone of which all that the abstraction can say is a constant."""
    zone = fresh_zone(context, declaration)
    terms = [] if content is None else [context.table.constant(card) for card in content.listed()]
    generic = total(as_count(context.is_generic(card)) for card in terms)
    if isinstance(zone, Pile):
        top = None
        if isinstance(content, machine_zones.Pile) and content.bags and len(content.bags[0].cards) == 1:
            top = (context.table.constant(content.bags[0].cards[0]), True)
        listed = tuple((card, True) for card in terms)
        return Pile(declaration=declaration, size=len(terms), generic=generic, top=top, listed=listed)
    if isinstance(zone, Row):
        column = [context.table.column(card, declaration.distinct or "") for card in terms]
        cards = [terms[column.index(v)] if v in column else zone.cards[i] for i, v in enumerate(zone.values)]
        order = tuple(column.index(v) if v in column else -1 for v in zone.values)
        present = tuple(v in column for v in zone.values)
        return replace(zone, present=present, cards=tuple(cards), order=order, left=0, right=len(terms))
    assert isinstance(zone, Stacks)
    return _pinned_stacks(context, zone, terms, generic)


def _pinned_stacks(context: Context, zone: Stacks, terms: list[CardTerm], generic: Int) -> Stacks:
    field, rank = zone.declaration.stack_field or "", zone.declaration.top_field or ""
    counts, tops = [], []
    for value, unknown in zip(zone.values, zone.tops, strict=True):
        inside = [card for card in terms if context.table.column(card, field) == value]
        counts.append(len(inside))
        tops.append(max(inside, key=lambda card: context.table.column(card, rank)) if inside else unknown)
    return replace(zone, counts=tuple(counts), tops=tuple(tops), generic=generic)


def membership_facts(context: Context, state: SymbolicState, position: Position) -> list[Bool]:
    """Of each card whether it lies in each zone."""
    facts = []
    for key, zone in state.zones.items():
        inside = set() if content_of(position, state, key) is None else set(content_of(position, state, key).listed())
        cards = ((card.index, context.table.constant(card.index)) for card in context.law.cards)
        facts += [eq(zone.contains(context, card), index in inside) for index, card in cards]
    return facts


def machine_value(context: Context, value: Any, type_: Type, term: Value) -> Bool:
    """That a term has the value that the machine gives it."""
    if isinstance(term, CardSet):
        cards = ((card.index, context.table.constant(card.index)) for card in context.law.cards)
        return all_of(eq(folds.contains(context, term, card), index in value) for index, card in cards)
    if isinstance(term, FiniteSet):
        element = type_.element if isinstance(type_, SetType) else type_
        members = {typed(one, element) for one in value}
        return all_of(eq(inside, item in members) for item, inside in term.items)
    return eq(term, bool(value) if isinstance(type_, BoolType) else typed(value, type_))
