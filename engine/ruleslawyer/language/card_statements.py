"""Statements that move cards: take, put, move, deal, peek, shuffle, reveal."""

from __future__ import annotations

from typing import TypeVar

from ruleslawyer.language import tree
from ruleslawyer.language.names import Environment
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.statement_base import StatementBase
from ruleslawyer.language.types import (
    BOOL,
    PLAYER,
    CardType,
    IntType,
    SetType,
    ZoneType,
)
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.nodes import Mapping, Text

Word = TypeVar("Word", bound=str)
_WAYS: tuple[tree.TakenFrom, ...] = ("from", "top", "random")
_PLACES: tuple[tree.PilePlace, ...] = ("top", "bottom")
_FACES: tuple[tree.Facing, ...] = ("up", "down")


class CardStatements(StatementBase):
    """The statements that move cards."""

    def _take(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "take", "write `- take: name`")
        ways = [key for key in _WAYS if node.get(key) is not None]
        if name is None or len(ways) != 1:
            hint = "write one of `from: ZONE`, `top: PILE`, `random: ZONE`"
            self.reporter.report("bad-statement", "`take` says once from where", node.span, hint)
            return None
        how = ways[0]
        zone = self._zone(node, how, environment, ("pile",) if how == "top" else ())
        if how == "from":
            binding = environment.find(name.value)
            if binding is None:
                hint = did_you_mean(name.value, environment.names())
                self.reporter.report("unknown-name", f"no card is called `{name.value}`", name.span, hint)
                return None
            self.expressions.check(name, environment, self.symbols.any_card())
            if zone is None:
                return None
            return tree.Take(name=name.value, how=how, zone=zone, span=node.span, label=label)
        holds = zone.type.holds if zone is not None and isinstance(zone.type, ZoneType) else frozenset()
        self._bind(name, CardType(holds), "card", environment)
        return None if zone is None else tree.Take(name=name.value, how=how, zone=zone, span=node.span, label=label)

    def _put(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        card = self._expression(node, "put", environment, self.symbols.any_card())
        zone = self._zone(node, "into", environment)
        at, face = self._word(node, "at", _PLACES), self._word(node, "face", _FACES)
        if card is None or zone is None:
            return None
        if not isinstance(card, tree.Local):
            self.reporter.report("bad-statement", "what is put is a card that a statement named", card.span)
            return None
        self._card_zone_fit(card.type, zone)
        return tree.Put(card=card, zone=zone, at=at or "top", face=face, span=node.span, label=label)

    def _word(self, node: Mapping, key: str, words: tuple[Word, ...]) -> Word | None:
        value = node.get(key)
        if value is None:
            return None
        written = value.value if isinstance(value, Text) else "this"
        found = next((word for word in words if word == written), None)
        if found is None:
            self.reporter.report("bad-word", f"`{key}: {written}`", value.span, f"write {' or '.join(words)}")
        return found

    def _move(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "move", "write `- move: name`")
        source = self._zone(node, "from", environment)
        if name is None or source is None:
            return None
        inner = environment.child()
        assert isinstance(source.type, ZoneType)
        self._bind(name, CardType(source.type.holds), "move", inner)
        where = self._optional(node, "where", inner, BOOL)
        if where is not None:
            narrow(inner, where, True, self.symbols)
        target = self._zone(node, "into", inner)
        if target is None:
            return None
        self._card_zone_fit(inner.type_of(name.value) or source.type, target)
        return tree.Move(name=name.value, source=source, target=target, where=where, span=node.span, label=label)

    def _deal(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "deal", "write `- deal: name`")
        count = self._expression(node, "count", environment, IntType(0, None), "write `count: n`")
        source = self._zone(node, "top", environment, ("pile",))
        if name is None or source is None or count is None:
            return None
        inner = environment.child()
        assert isinstance(source.type, ZoneType)
        self._bind(name, CardType(source.type.holds), "deal", inner)
        target = self._zone(node, "into", inner)
        if target is None:
            return None
        self._card_zone_fit(CardType(source.type.holds), target)
        return tree.Deal(name=name.value, count=count, source=source, target=target, span=node.span, label=label)

    def _peek(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "peek", "write `- peek: name`")
        zone = self._zone(node, "top", environment, ("pile",))
        seen_by = self._expression(node, "seen_by", environment, SetType(PLAYER), "write `seen_by: everyone`")
        if name is None or zone is None or seen_by is None:
            return None
        assert isinstance(zone.type, ZoneType)
        self._bind(name, CardType(zone.type.holds), "peek", environment)
        return tree.Peek(name=name.value, zone=zone, seen_by=seen_by, span=node.span, label=label)

    def _shuffle(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        zone = self._zone(node, "shuffle", environment, ("pile", "bag"))
        return None if zone is None else tree.Shuffle(zone=zone, span=node.span, label=label)

    def _reveal(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        zone = self._zone(node, "reveal", environment)
        to = self._expression(node, "to", environment, SetType(PLAYER), "write `to: everyone`")
        return None if zone is None or to is None else tree.Reveal(zone=zone, to=to, span=node.span, label=label)
