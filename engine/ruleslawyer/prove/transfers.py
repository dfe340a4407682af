"""Statements that move cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import zone_deciders
from ruleslawyer.prove import folds
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.runner import Runner
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    any_of,
    conj,
    disj,
    eq,
    implies,
    ite,
    le,
    minus,
    neg,
    total,
)
from ruleslawyer.prove.values import Bulk, CardSet, Value, ZoneKey, ZoneRef, present
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
        with self.defined(path, one.label) as evaluator:
            where = evaluator.evaluate(one.zone, path.env)
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
        with self.defined(path, one.label) as evaluator:
            where = evaluator.evaluate(one.zone, path.env)
            evaluator.evaluate(one.seen_by, path.env)
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
        with self.defined(path, one.label) as evaluator:
            where = evaluator.evaluate(one.zone, path.env)
        state = path.state
        for _, key in where.choices:
            zone = state.zones[key]
            if isinstance(zone, Pile):
                state = state.with_zone(key, zone.shuffled())
        after(path.at(state))

    def _put(self, one: t.Put, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            card = present(evaluator.evaluate(one.card, path.env))
            where = evaluator.evaluate(one.zone, path.env)
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
            self.available(path, label, key[0], condition)
            if isinstance(zone, Row):
                clash = zone.clashes(self.context, card, condition)
                text = f"no two cards of `{key[0]}` share their {zone.declaration.distinct}"
                self.prove(path, label, Kind.DISTINCT, neg(clash), text)
            state = state.with_zone(key, zone.put(self.context, card, condition, at))
        return state

    # -- many cards -----------------------------------------------------------------------------------------------

    def _move(self, one: t.Move, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            where = evaluator.evaluate(one.source, path.env)
        state = path.state
        for here, key in where.choices:
            zone = path.state.zones[key]
            if isinstance(zone, Row):
                state = self._move_singles(one, path, state, evaluator, key, zone, here)
            else:
                state = self._move_crowd(one, path, state, evaluator, key, zone, here)
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
        with self.defined(path, one.label):
            for card, lies in zone.singles():
                env = {**path.env, one.name: card}
                with self.context.under(conj(here, lies)):
                    goes = conj(here, lies, self._moves(one, evaluator, env))
                if goes is not False:
                    with self.context.under(goes):
                        moving.append((card, goes, evaluator.evaluate(one.target, env)))
                else:
                    moving.append((card, goes, ZoneRef(())))
        current = state.zones[key]
        assert isinstance(current, Row)
        state = state.with_zone(key, current.keep([neg(goes) for _, goes, _ in moving]))
        for card, goes, target in moving:
            if goes is not False:
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

        with self.defined(path, one.label):
            number = folds.count(self.context, CardSet(bulks=(Bulk(zone, here, (moves,)),)), folds.anything)
        with self.context.apart():
            goes = conj(here, moves(self.context.generic))
        portion = Portion(number, ite(goes, zone.generic_count(self.context), 0))
        state = state.with_zone(key, state.zones[key].remove_some(self.context, number, portion.generic))
        return self._spread(one, path, state, evaluator, portion, goes)

    def _deal(self, one: t.Deal, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            count = evaluator.evaluate(one.count, path.env)
            where = evaluator.evaluate(one.source, path.env)
        written = self.contracts.footprints.zones_in(one.source, one.target)
        deciding = zone_deciders(self.law, one.target)
        if self.contracts.footprints.reads(*deciding).places & written:
            raise Unsupported("a deal that goes where the cards that were dealt before say")
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
        after(path.at(self._dealt(one, path, evaluator, key, count)))

    def _dealt(self, one: t.Deal, path: Path, evaluator: Evaluator, key: ZoneKey, number: Int) -> SymbolicState:
        """The state after so many cards were dealt."""
        zone = path.state.zones[key]
        there = zone.generic_count(self.context)
        generic = self.context.fresh_int("dealt.generic", 0, there)
        self.context.assume(le(generic, number))
        self.context.assume(implies(eq(number, zone.length()), eq(generic, there)))
        state = path.state.with_zone(key, zone.remove_some(self.context, number, generic))
        return self._spread(one, path, state, evaluator, Portion(number, generic), le(1, number))

    def _spread(
        self,
        one: t.Move | t.Deal,
        path: Path,
        state: SymbolicState,
        evaluator: Evaluator,
        portion: Portion,
        going: Bool,
    ) -> SymbolicState:
        """Put unknown cards where the target says; each card decides for itself when that depends on it."""
        with self.defined(path, one.label), self.context.under(going):
            where = self._fixed_target(one.name, one.target, path, evaluator)
            chosen = where or evaluator.evaluate(one.target, {**path.env, one.name: self.context.generic})
        for here, key in chosen.choices:
            self.available(path, one.label, key[0], conj(le(1, portion.number), here if where else True))
        if where is not None:
            for here, key in where.choices:
                zone = state.zones[key]
                number, generic = ite(here, portion.number, 0), ite(here, portion.generic, 0)
                state = state.with_zone(key, zone.add_some(self.context, number, generic))
            return state
        targets: dict[ZoneKey, Bool] = {}
        for here, key in chosen.choices:
            targets[key] = disj(targets.get(key, False), here)
        numbers = []
        for key, here in targets.items():
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
