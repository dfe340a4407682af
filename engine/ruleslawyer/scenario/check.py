"""A scenario held against its rulebook: every name that it uses must exist. What is sound is made ready to run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ruleslawyer.language.law import Law
from ruleslawyer.machine.availability import all_options, find_absent, needed_text
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.notation import Written, read_card, read_player, read_value
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean
from ruleslawyer.rulebook.fields import check as check_shape
from ruleslawyer.rulebook.ledger import citation_faults
from ruleslawyer.rulebook.model import Citation
from ruleslawyer.scenario import expect
from ruleslawyer.scenario.grammar import ZONE
from ruleslawyer.scenario.model import Expectation, Place, Scenario
from ruleslawyer.scenario.readings import option_faults, reading_faults

_CALL = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*")


def ready(law: Law, scenario: Scenario) -> tuple[tuple[expect.Check, ...], ...]:
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

    def expectation(self, index: int, one: Expectation) -> tuple[expect.Check, ...]:
        place: Place = ("then", index)
        self.cites(one.stated_by)
        if one.seen_by.startswith("p"):
            self.tried((*place, "seen_by"), read_player, one.seen_by, self.scenario.players)
        viewer = one.seen_by or expect.ALL_CARDS
        checks: list[expect.Check] = [*self.zones(one, viewer, (*place, "zones")), *self.states(one, (*place, "state"))]
        if one.asks is not None:
            checks.append(expect.AsksCheck(one.asks))
        if one.by is not None:
            checks.append(expect.ByCheck(one.by))
        if one.legal is not None:
            checks.append(expect.LegalCheck(one.legal, viewer))
        if one.forced:
            checks.append(expect.ForcedCheck(one.forced))
        checks += self.values(one, (*place, "values"))
        if one.winners is not None:
            checks.append(expect.WinnersCheck(frozenset(self.winners(one.winners, (*place, "winners")))))
        if one.finished is not None:
            checks.append(expect.FinishedCheck(one.finished))
        if not checks:
            self.fault("no-entry", "this expectation says nothing", place, "write `zones:`, `state:`, `legal:`, ...")
        return tuple(checks)

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

    def zones(self, one: Expectation, viewer: str, place: Place) -> Iterator[expect.Check]:
        for name, value in one.zones.items():
            zone = self.law.zones.get(name)
            if zone is None:
                hint = did_you_mean(name, self.law.zones)
                self.fault("unknown-zone", f"`{self.law.name}` has no zone `{name}`", (*place, name), hint)
                continue
            self.present(name, (*place, name))
            for seat, written, where in self.by_player(name, zone.per_player, value, (*place, name)):
                yield from self.zone((name, seat), written, viewer, where)

    def zone(self, zone: tuple[str, int | None], written: Written, viewer: str, place: Place) -> Iterator[expect.Check]:
        if isinstance(written, list):
            yield expect.ZoneCheck(zone, viewer, "cards", tuple(self.cards(written, place)))
            return
        node = self.scenario.node(place)
        if not isinstance(written, Mapping) or (node is not None and not check_shape(node, ZONE, self.faults)):
            if not isinstance(written, Mapping):
                self.fault("expected-list", "the cards of a zone are a list", place, "write [] for an empty one")
            return
        if "count" in written:
            yield expect.ZoneCheck(zone, viewer, "count", int(str(written["count"])))
        for aspect in ("cards", "top"):
            listed = written.get(aspect)
            if isinstance(listed, list):
                yield expect.ZoneCheck(zone, viewer, aspect, tuple(self.cards(listed, (*place, aspect))))
        if "top" in written and self.law.zones[zone[0]].order != "pile":
            self.fault("bad-value", f"`{zone[0]}` is no pile, so nothing is on top of it", place, "write `cards:`")

    def cards(self, written: list[Written], place: Place) -> Iterator[str]:
        for index, one in enumerate(written):
            card = self.tried((*place, index), read_card, self.law, one)
            if card is not None:
                yield self.law.cards[card].name

    def states(self, one: Expectation, place: Place) -> Iterator[expect.Check]:
        for name, value in one.state.items():
            state = self.law.state.get(name)
            if state is None:
                hint = did_you_mean(name, self.law.state)
                self.fault("unknown-state", f"`{self.law.name}` has no state `{name}`", (*place, name), hint)
                continue
            self.present(name, (*place, name))
            for seat, written, where in self.by_player(name, state.per_player, value, (*place, name)):
                expected = self.tried(where, read_value, self.law, written, state.type, self.scenario.players)
                yield expect.StateCheck((name, seat), state.type, expected)

    def values(self, one: Expectation, place: Place) -> Iterator[expect.Check]:
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
            expected = self.tried(where, read_value, self.law, written, definition.gives, self.scenario.players)
            yield expect.ValueCheck(text, definition.name, arguments, definition.gives, expected)
