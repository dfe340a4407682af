"""Lays whole runs of cards where the rest lies: what takes `minimise`, which looks at card after card, long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.machine.notation import Written
from ruleslawyer.scenario.minimise import Shows
from ruleslawyer.scenario.model import Scenario

Way = tuple[str, ...]
"""The name of a zone, and of a player where players have their own."""


def emptied(scenario: Scenario, shows: Shows) -> Scenario:
    """The scenario with runs of cards left out of its zones, ever shorter ones, as long as `shows` is true."""
    for way in list(_ways(scenario)):
        run = len(_cards(scenario, way))
        while run > 1:
            at = 0
            while at < len(_cards(scenario, way)):
                cards = _cards(scenario, way)
                fewer = _with(scenario, way, cards[:at] + cards[at + run :])
                if shows(fewer):
                    scenario = fewer
                else:
                    at += run
            run //= 2
    return scenario


def _zones(scenario: Scenario) -> dict[str, Written]:
    given = scenario.given or {}
    zones = given.get("zones") if "rest" in given else None
    return zones if isinstance(zones, dict) else {}


def _ways(scenario: Scenario) -> Iterator[Way]:
    for name, lying in _zones(scenario).items():
        if isinstance(lying, dict):
            yield from ((name, player) for player, cards in lying.items() if isinstance(cards, list))
        elif isinstance(lying, list):
            yield (name,)


def _cards(scenario: Scenario, way: Way) -> list[Written]:
    found: Written = _zones(scenario)
    for step in way:
        found = found.get(step, []) if isinstance(found, dict) else []
    return found if isinstance(found, list) else []


def _with(scenario: Scenario, way: Way, cards: list[Written]) -> Scenario:
    """The scenario with other cards in a zone; a zone without cards is not mentioned."""
    name, *player = way
    zones = dict(_zones(scenario))
    lying: Written = cards
    if player:
        others = zones[name]
        assert isinstance(others, dict)
        lying = {**others, player[0]: cards}
        lying = {one: own for one, own in lying.items() if own}
    if lying:
        zones[name] = lying
    else:
        zones.pop(name, None)
    assert scenario.given is not None
    return replace(scenario, given={**scenario.given, "zones": zones})
