"""Statements that move cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleslawyer.language import tree as t
from ruleslawyer.prove import folds
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.expressions import Evaluator, Locals, present
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.runner import Runner
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    any_of,
    conj,
    eq,
    implies,
    ite,
    le,
    minus,
    neg,
    total,
)
from ruleslawyer.prove.values import Bulk, CardSet, Value, ZoneKey, ZoneRef
from ruleslawyer.prove.zones import Pile, Row, SymbolicZone


@dataclass(frozen=True)
class Portion:
    """Unknown cards on their way: how many, how often the generic card is among them."""

    number: Int
    generic: Int


class Transfers(Runner):
    """The card statements of the executor."""

    # -- single cards ---------------------------------------------------------------------------------------------

    def _take(self, one: t.Take, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        where = evaluator.evaluate(one.zone, path.env)
        self.settle(path, one.label)
        if one.how == "from":
            card = present(path.env[one.name])
            lies = any_of(conj(here, path.state.zones[key].contains(self.context, card)) for here, key in where.choices)
            self.prove(path, one.label, Kind.MEMBERSHIP, lies, f"`{one.name}` still lies where it is taken from")
        else:
            path = self.decision(path, one.label)
            card = self._draw(path, one, where)
            path, bound = self.chosen(path, one.label, {one.name: card})
            path, card = path.bind(bound), bound[one.name]
        free = one.name not in [name for name, _ in path.held]
        self.prove(path, one.label, Kind.HELD, free, f"`{one.name}` is not in hand already")
        state = path.state
        for condition, key in where.choices:
            state = state.with_zone(key, state.zones[key].take(self.context, card, condition))
        after(replace(path.at(state), held=(*path.held, (one.name, card))))

    def _draw(self, path: Path, one: t.Take | t.Peek, where: ZoneRef) -> CardTerm:
        """A card that chance picks from a zone that must hold one."""
        zones = [(here, path.state.zones[key]) for here, key in where.choices]
        some = any_of(conj(here, le(1, zone.length())) for here, zone in zones)
        self.prove(path, one.label, Kind.SUPPLY, some, "there is a card to take")
        card = self.context.fresh_card(one.name)
        top_only = isinstance(one, t.Peek) or one.how == "top"
        for condition, zone in zones:
            self.context.assume(implies(condition, zone.contains(self.context, card)))
            self.context.assume(implies(condition, self.context.table.is_kind(card, zone.declaration.holds)))
            if top_only and isinstance(zone, Pile) and zone.top is not None:
                known, certain = zone.top
                self.context.assume(implies(conj(condition, certain), self.context.table.same(card, known)))
        return card

    def _peek(self, one: t.Peek, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        where = evaluator.evaluate(one.zone, path.env)
        self.settle(path, one.label)
        path = self.decision(path, one.label)
        path, bound = self.chosen(path, one.label, {one.name: self._draw(path, one, where)})
        card = bound[one.name]
        state = path.state
        for condition, key in where.choices:
            zone = state.zones[key]
            if isinstance(zone, Pile):
                state = state.with_zone(key, zone.with_top(card, condition))
        after(path.at(state).bind(bound))

    def _shuffle(self, one: t.Shuffle, path: Path, after: Continuation) -> None:
        state = path.state
        for _, key in self.evaluator(path).evaluate(one.zone, path.env).choices:
            zone = state.zones[key]
            if isinstance(zone, Pile):
                state = state.with_zone(key, zone.shuffled())
        after(path.at(state))

    def _put(self, one: t.Put, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        card = present(evaluator.evaluate(one.card, path.env))
        where = evaluator.evaluate(one.zone, path.env)
        self.settle(path, one.label)
        path = self.release(path, one.label, one.card, card)
        after(path.at(self._place(path, one.label, path.state, card, where, True, one.at)))

    def release(self, path: Path, label: str, expression: t.Expression, card: CardTerm) -> Path:
        """The path without that card in hand, which must be there."""
        name = expression.name if isinstance(expression, t.Local) else ""
        places = [place for place, (held, _) in enumerate(path.held) if held == name]
        if not places and path.held:
            places = [len(path.held) - 1]
        if not places:
            self.prove(path, label, Kind.HELD, False, f"`{name}` is in hand when it is put or handed over")
            return path
        place = places[0]
        same = self.context.table.same(path.held[place][1], card)
        self.prove(path, label, Kind.HELD, same, "the card that is put or handed over is in hand")
        return replace(path, held=path.held[:place] + path.held[place + 1 :])

    def _place(
        self, path: Path, label: str, state: SymbolicState, card: CardTerm, where: ZoneRef, when: Bool, at: str
    ) -> SymbolicState:
        """The state with the card put into a zone, in the worlds where `when` holds."""
        for here, key in where.choices:
            zone = state.zones[key]
            condition = conj(when, here)
            if isinstance(zone, Row):
                clash = zone.clashes(self.context, card, condition)
                text = f"no two cards of `{key[0]}` share their {zone.declaration.distinct}"
                self.prove(path, label, Kind.DISTINCT, neg(clash), text)
            state = state.with_zone(key, zone.put(self.context, card, condition, at))
        return state

    # -- many cards -----------------------------------------------------------------------------------------------

    def _move(self, one: t.Move, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        where = evaluator.evaluate(one.source, path.env)
        state = path.state
        for here, key in where.choices:
            zone = path.state.zones[key]
            if isinstance(zone, Row):
                state = self._move_singles(one, path, state, evaluator, key, zone, here)
            else:
                state = self._move_crowd(one, path, state, evaluator, key, zone, here)
        self.settle(path, one.label)
        after(path.at(state))

    def _move_singles(
        self,
        one: t.Move,
        path: Path,
        state: SymbolicState,
        evaluator: Evaluator,
        key: ZoneKey,
        zone: Row,
        here: Bool,
    ) -> SymbolicState:
        moving = []
        for card, lies in zone.singles():
            with self.context.under(conj(here, lies)):
                moves = self._moves(one, evaluator, {**path.env, one.name: card})
                moving.append(conj(here, lies, moves))
        state = state.with_zone(key, zone.keep([neg(goes) for goes in moving]))
        for (card, _), goes in zip(zone.singles(), moving, strict=True):
            if goes is not False:
                with self.context.under(goes):
                    target = evaluator.evaluate(one.target, {**path.env, one.name: card})
                state = self._place(path, one.label, state, card, target, goes, "somewhere")
        return state

    def _moves(self, one: t.Move, evaluator: Evaluator, env: Locals) -> Bool:
        return True if one.where is None else evaluator.truth(one.where, env)

    def _move_crowd(
        self,
        one: t.Move,
        path: Path,
        state: SymbolicState,
        evaluator: Evaluator,
        key: ZoneKey,
        zone: SymbolicZone,
        here: Bool,
    ) -> SymbolicState:
        def moves(card: Value) -> Bool:
            return self._moves(one, evaluator, {**path.env, one.name: card})

        number = folds.count(self.context, CardSet(bulks=(Bulk(zone, here, (moves,)),)), folds.anything)
        generic = ite(conj(here, moves(self.context.generic)), zone.generic_count(self.context), 0)
        portion = Portion(number, generic)
        state = state.with_zone(key, zone.remove_some(self.context, number, generic))
        return self._spread(one.name, one.target, path, state, evaluator, portion)

    def _deal(self, one: t.Deal, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        count = evaluator.evaluate(one.count, path.env)
        where = evaluator.evaluate(one.source, path.env)
        self.settle(path, one.label)
        for here, key in where.choices:
            self.branch(here, path, lambda start, key=key: self._deal_from(one, start, key, count, after))  # type: ignore[misc]

    def _deal_from(self, one: t.Deal, path: Path, key: ZoneKey, count: Int, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        zone = path.state.zones[key]
        enough = conj(le(0, count), le(count, zone.length()))
        self.prove(path, one.label, Kind.SUPPLY, enough, "there are as many cards as are dealt")
        path = self.decision(path, one.label)
        with self.context.scope():
            part = self.context.fresh_int("dealt", 1, minus(count, 1))
            self.decision(path.at(self._dealt(one, path, evaluator, key, part)), one.label)
        self.dealt(path, one.label, count)
        state = self._dealt(one, path, evaluator, key, count)
        self.settle(path, one.label)
        after(path.at(state))

    def _dealt(self, one: t.Deal, path: Path, evaluator: Evaluator, key: ZoneKey, number: Int) -> SymbolicState:
        """The state after so many cards were dealt."""
        zone = path.state.zones[key]
        there = zone.generic_count(self.context)
        generic = self.context.fresh_int("dealt.generic", 0, there)
        self.context.assume(le(generic, number))
        self.context.assume(implies(eq(number, zone.length()), eq(generic, there)))
        state = path.state.with_zone(key, zone.remove_some(self.context, number, generic))
        return self._spread(one.name, one.target, path, state, evaluator, Portion(number, generic))

    def _spread(
        self,
        name: str,
        target: t.Expression,
        path: Path,
        state: SymbolicState,
        evaluator: Evaluator,
        portion: Portion,
    ) -> SymbolicState:
        """Put unknown cards where `target` says; each card decides for itself when the target depends on it."""
        where = self._fixed_target(name, target, path, evaluator)
        if where is not None:
            for here, key in where.choices:
                zone = state.zones[key]
                number, generic = ite(here, portion.number, 0), ite(here, portion.generic, 0)
                state = state.with_zone(key, zone.add_some(self.context, number, generic))
            return state
        chosen = evaluator.evaluate(target, {**path.env, name: self.context.generic})
        going = {key: here for here, key in chosen.choices}
        numbers = []
        for key, here in going.items():
            number = self.context.fresh_int("spread", 0, portion.number)
            generic = ite(here, portion.generic, 0)
            self.context.assume(le(generic, number))
            state = state.with_zone(key, state.zones[key].add_some(self.context, number, generic))
            numbers.append(number)
        self.context.assume(eq(total(numbers), portion.number))
        return state

    def _fixed_target(self, name: str, target: t.Expression, path: Path, evaluator: Evaluator) -> ZoneRef | None:
        """The target zone, if it is the same for every card."""
        found: list[ZoneRef] = []

        def conditions(card: Value) -> Bool:
            found.append(evaluator.evaluate(target, {**path.env, name: card}))
            return any_of(here for here, _ in found[-1].choices)

        return found[0] if folds.independent(self.context, conditions) is not None else None
