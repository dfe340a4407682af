"""Positions as a scenario gives them, made shorter without changing what can be shown in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import cast

from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position_io import write_position


def at_menu(machine: Machine, position: Position, menu: str) -> dict[str, Written]:
    """A position as if it stood at a menu: its zones and its state."""
    written = write_position(machine, position)
    return {"at": menu, **{key: value for key, value in written.items() if key not in ("players", "frames")}}


def nothing_in_flight(position: Position) -> bool:
    """Whether every card lies in a zone that is always there."""
    return not any(frame.held or any(map(len, frame.zones.values())) for frame in position.frames)


def plainer(law: Law, given: Mapping[str, Written]) -> dict[str, Written]:
    """The same cards in the same zones, but nobody has seen any, and the order of every pile is open."""

    def plain(name: str, value: Written) -> Written:
        if isinstance(value, Mapping):
            return {player: plain(name, cards) for player, cards in value.items()}
        cards = cast("list[Written]", list(_cards(value)))
        return [cards] if law.zones[name].order == "pile" and cards else cards

    return {**given, "zones": {name: plain(name, value) for name, value in _zones(given).items()}}


def without_names(given: Mapping[str, Written], names: Collection[str]) -> dict[str, Written]:
    """The position without those zones and state variables, and without what would lie in such a zone."""
    kept = {**given}
    for key in ("zones", "state"):
        said = given.get(key)
        if isinstance(said, Mapping):
            kept[key] = {name: value for name, value in said.items() if name not in names}
    rest = given.get("rest")
    if isinstance(rest, Mapping):
        kept["rest"] = {kind: name for kind, name in rest.items() if name not in names}
    return kept


def with_rest(law: Law, given: Mapping[str, Written]) -> dict[str, Written]:
    """The position with as few cards listed as `rest` allows: most cards of a kind lie where all others of it do.

    Of kinds that no single pile holds all cards are listed.
    """
    if "rest" in given:
        return {**given}
    zones = _zones(given)
    kinds = {card.name: card.kind for card in law.cards}
    lying = {name: Counter(kinds[card] for card in _cards(value)) for name, value in zones.items()}
    rest: dict[str, str] = {}
    for kind in law.kinds:
        homes = [name for name in lying if _may_be_rest(law, name, kind)]
        if homes:
            rest[kind] = max(homes, key=lambda name: lying[name][kind])
    if not rest:
        return {**given}
    listed = {
        name: _without(value, {kind for kind in rest if rest[kind] == name}, kinds) for name, value in zones.items()
    }
    kept: dict[str, Written] = {key: value for key, value in given.items() if key != "zones"}
    if any(listed.values()):
        kept["zones"] = {name: value for name, value in listed.items() if value}
    names = set(rest.values())
    listed_kinds = {kinds[card] for value in listed.values() for card in _cards(value)}
    plain = len(names) == 1 and listed_kinds <= rest.keys()
    return {**kept, "rest": names.pop() if plain else dict(rest)}


def _zones(given: Mapping[str, Written]) -> Mapping[str, Written]:
    zones = given.get("zones")
    return zones if isinstance(zones, Mapping) else {}


def _may_be_rest(law: Law, name: str, kind: str) -> bool:
    zone = law.zones[name]
    return zone.order == "pile" and not zone.per_player and zone.distinct is None and kind in zone.holds


def _cards(value: Written) -> Iterator[str]:
    """Every card named in a zone, a player's zone or a bag."""
    if isinstance(value, Mapping):
        for part in [value["cards"]] if "cards" in value else value.values():
            yield from _cards(part)
    elif isinstance(value, list):
        for part in value:
            yield from _cards(part)
    else:
        yield str(value)


def _without(value: Written, gone: set[str], kinds: Mapping[str, str]) -> Written:
    """A zone without its cards of unknown order of those kinds, and without players who have nothing in theirs."""
    if isinstance(value, Mapping):
        return {player: cards for player, cards in value.items() if cards}
    kept: list[Written] = []
    for item in cast("list[Written]", value):
        if isinstance(item, list):
            left = [card for card in item if kinds[str(card)] not in gone]
            kept += [left] if left else []
        else:
            kept.append(item)
    return kept
