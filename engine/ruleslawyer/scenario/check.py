"""A scenario held against its rulebook: every name that it uses must exist. What is sound is made ready to run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from ruleslawyer.language.law import Law, State, Zone
from ruleslawyer.language.types import Type
from ruleslawyer.machine.availability import all_options, find_absent, needed_text
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.notation import (
    Written,
    canonical,
    place_text,
    player_text,
    read_card,
    read_player,
    read_value,
    write_value,
)
from ruleslawyer.machine.snapshot import Due, Snapshot, ZoneView, value_text
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.citations import Citation
from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean
from ruleslawyer.rulebook.fields import check as check_shape
from ruleslawyer.rulebook.ledger import citation_faults
from ruleslawyer.scenario.expect import Evaluated, Expected
from ruleslawyer.scenario.grammar import ZONE
from ruleslawyer.scenario.model import Expectation, Place, Scenario
from ruleslawyer.scenario.readings import option_faults, reading_faults

Declared = TypeVar("Declared", Zone, State)

_CALL = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*")


def ready(law: Law, scenario: Scenario) -> tuple[Expected, ...]:
    """For every expectation, what it says, ready to be held against a moment of play.

    :raises RulebookError: the scenario names what the rulebook does not have; with every such fault.
    """
    checker = _Checker(law, scenario)
    checks = tuple(checker.expectation(index, one) for index, one in enumerate(scenario.then))
    checker.rest()
    if checker.faults:
        raise scenario.error(checker.faults)
    return checks


class _Checker:
    def __init__(self, law: Law, scenario: Scenario) -> None:
        self.law = law
        self.scenario = scenario
        self.absent = find_absent(law, all_options(law, scenario.options))
        self.faults: list[Diagnostic] = []

    def rest(self) -> None:
        """Everything but the expectations."""
        scenario, (low, high) = self.scenario, self.law.players
        if not low <= scenario.players <= high:
            message = f"{scenario.players} players: `{self.law.name}` is for {low} to {high}"
            self.fault("bad-players", message, ("players",), f"write a number from {low} to {high}")
        self.faults += reading_faults(self.law, scenario)
        self.faults += option_faults(self.law, scenario)
        self.cites(scenario.cite)
        entries = {entry.id for clause in self.law.clauses.values() for entry in clause.entries}
        for index, name in enumerate(scenario.clauses):
            if name not in self.law.clauses and name not in entries:
                hint = did_you_mean(name, {*self.law.clauses, *entries})
                self.fault("unknown-clause", f"`{self.law.name}` has no clause `{name}`", ("clauses", index), hint)

    def fault(self, code: str, message: str, place: Place, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, self.scenario.span(place), hint=hint))

    def present(self, name: str, place: Place) -> None:
        """Reports the name of a zone or state variable that is no part of the game that is played."""
        if name in self.absent:
            self.fault("absent", f"there is no `{name}` in this game", place, needed_text(self.absent[name]))

    def tried(self, place: Place, read: Callable[..., Value], *arguments: object) -> Value:
        """What `read` gives for the arguments, or None and a fault."""
        try:
            return read(*arguments)
        except PositionError as error:
            self.fault("bad-value", error.message, place, error.hint)
            return None

    def cites(self, cites: tuple[Citation, ...]) -> None:
        for one in cites:
            self.faults += citation_faults(self.law.rulebook, one, self.scenario.slug, None)

    # -- expectations ---------------------------------------------------------------------------------------------

    def expectation(self, index: int, one: Expectation) -> Expected:
        place: Place = ("then", index)
        self.cites(one.stated_by)
        if one.seen_by.startswith("p"):
            self.tried((*place, "seen_by"), read_player, one.seen_by, self.scenario.players)
        calls = list(self.values(one, (*place, "values")))
        winners = None if one.winners is None else sorted(self.winners(one.winners, (*place, "winners")))
        legal = None if one.legal is None else tuple(map(canonical, one.legal))
        due = Due(one.asks, one.by, legal)
        seen = Snapshot(
            zones=dict(self.zones(one, (*place, "zones"))),
            state=dict(self.states(one, (*place, "state"))),
            values={text: expected for text, _, expected in calls},
            due=None if due == Due(None) else due,
            over=one.finished,
            winners=None if winners is None else tuple(map(player_text, winners)),
        )
        expected = Expected(one.seen_by, seen, {text: call for text, call, _ in calls}, one.forced)
        if expected.empty:
            self.fault("no-entry", "this expectation says nothing", place, "write `zones:`, `state:`, `legal:`, ...")
        return expected

    def winners(self, players: tuple[str, ...], place: Place) -> Iterator[int]:
        for index, player in enumerate(players):
            seat = self.tried((*place, index), read_player, player, self.scenario.players)
            if seat is not None:
                yield seat

    def by_player(
        self, name: str, per_player: bool, value: Written, place: Place
    ) -> Iterator[tuple[int | None, Written, Place]]:
        """The value for each seat that is mentioned, or the one value of what belongs to nobody."""
        if not per_player:
            yield None, value, place
        elif not isinstance(value, Mapping):
            self.fault(
                "expected-mapping", f"every player has a `{name}`", place, "write `p1:` and below it what is expected"
            )
        else:
            for player, one in value.items():
                seat = self.tried((*place, player), read_player, player, self.scenario.players)
                if seat is not None:
                    yield seat, one, (*place, player)

    def by_name(
        self, kind: str, declared: Mapping[str, Declared], values: Mapping[str, Written], place: Place
    ) -> Iterator[tuple[Declared, str, Written, Place]]:
        """For zones, or state variables: which it is, its name with the seat, the value, and where that is written."""
        for name, value in values.items():
            one = declared.get(name)
            if one is None:
                hint = did_you_mean(name, declared)
                self.fault(f"unknown-{kind}", f"`{self.law.name}` has no {kind} `{name}`", (*place, name), hint)
                continue
            self.present(name, (*place, name))
            for seat, written, where in self.by_player(name, one.per_player, value, (*place, name)):
                yield one, place_text((name, seat)), written, where

    def zones(self, one: Expectation, place: Place) -> Iterator[tuple[str, ZoneView]]:
        for zone, name, written, where in self.by_name("zone", self.law.zones, one.zones, place):
            view = self.zone(zone, written, where)
            if view is not None:
                yield name, view

    def zone(self, zone: Zone, written: Written, place: Place) -> ZoneView | None:
        row = zone.order == "row"
        if isinstance(written, list):
            return ZoneView(None, self.cards(written, place, ordered=row), ordered=row)
        if not isinstance(written, Mapping):
            self.fault("expected-list", "the cards of a zone are a list", place, "write [] for an empty one")
            return None
        node = self.scenario.node(place)
        if node is not None and not check_shape(node, ZONE, self.faults):
            return None
        if "top" in written and zone.order != "pile":
            self.fault("bad-value", f"`{zone.name}` is no pile, so nothing is on top of it", place, "write `cards:`")
        cards, top = written.get("cards"), written.get("top")
        return ZoneView(
            int(str(written["count"])) if "count" in written else None,
            self.cards(cards, (*place, "cards"), ordered=row) if isinstance(cards, list) else None,
            self.cards(top, (*place, "top"), ordered=True) if isinstance(top, list) else None,
            row,
        )

    def cards(self, written: list[Written], place: Place, *, ordered: bool) -> tuple[str, ...]:
        """Names of cards, in the order of the rulebook where theirs does not count."""
        found = [self.tried((*place, index), read_card, self.law, one) for index, one in enumerate(written)]
        cards = [card for card in found if card is not None]
        return tuple(self.law.cards[card].name for card in (cards if ordered else sorted(cards)))

    def states(self, one: Expectation, place: Place) -> Iterator[tuple[str, str]]:
        for state, name, written, where in self.by_name("state", self.law.state, one.state, place):
            yield name, self.value(written, state.type, where)

    def value(self, written: Written, of: Type, place: Place) -> str:
        """The canonical text of a value."""
        expected = self.tried(place, read_value, self.law, written, of, self.scenario.players)
        return value_text(write_value(self.law, expected, of), of)

    def values(self, one: Expectation, place: Place) -> Iterator[tuple[str, Evaluated, str]]:
        for text, written in one.values.items():
            where = (*place, text)
            match = _CALL.fullmatch(text)
            definition = None if match is None else self.law.definitions.get(match[1])
            if match is None or definition is None:
                hint = did_you_mean(text.partition("(")[0], self.law.definitions)
                self.fault("unknown-definition", f"`{self.law.name}` has no definition `{text}`", where, hint)
                continue
            given = [part.strip() for part in (match[2] or "").split(",")] if (match[2] or "").strip() else []
            if len(given) != len(definition.parameters):
                takes = ", ".join(f"{one.name}: {one.type}" for one in definition.parameters) or "none"
                self.fault("wrong-arity", f"`{match[1]}` takes other arguments", where, f"its arguments: {takes}")
                continue
            arguments = tuple(
                self.tried(where, read_value, self.law, argument, p.type, self.scenario.players)
                for p, argument in zip(definition.parameters, given, strict=True)
            )
            call = Evaluated(definition.name, arguments, definition.gives)
            yield text, call, self.value(written, definition.gives, where)
