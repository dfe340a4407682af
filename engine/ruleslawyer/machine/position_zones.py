"""Zones as people write them: a pile top first, a nested list for cards whose order is unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, by_seat, place_text, player_text, read_card, read_player
from ruleslawyer.machine.position_state import values_by_seat
from ruleslawyer.machine.zones import NOBODY, Bag, Content, Place
from ruleslawyer.rulebook.diagnostics import did_you_mean

CARDS, SEEN_BY = "cards", "seen_by"


class Whereabouts:
    """Where each card has been seen while a position is read."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._places: dict[int, str] = {}

    def note(self, card: int, where: str, part: str) -> None:
        """Notes that a card is there.

        :raises PositionError: it has been seen elsewhere, or there already.
        """
        if card in self._places:
            name, before = self._machine.law.cards[card].name, self._places[card]
            places = f"twice in {where}" if before == where else f"in two places: {before} and {where}"
            raise PositionError(f"`{name}` is {places}", part=part)
        self._places[card] = where

    def missing(self) -> tuple[int, ...]:
        """The cards that have not been seen."""
        return tuple(card.index for card in self._machine.law.cards if card.index not in self._places)


def write_content(machine: Machine, content: Content) -> list[Written]:
    """What lies in a zone, as a list of cards and bags."""
    return [one for bag in content.bags_in_order() for one in write_bag(machine, bag, nested=content.order == "pile")]


def write_zones(machine: Machine, contents: Iterable[Content]) -> dict[str, Written]:
    """The zones that are part of the game, by name, and by player where players have their own."""
    return by_seat(
        (content.place, write_content(machine, content)) for content in contents if content.place[0] in machine.zones
    )


def write_bag(machine: Machine, bag: Bag, *, nested: bool) -> list[Written]:
    """A bag: a card's name, a nested list, or with `seen_by` a mapping; `nested` says whether lists may nest."""
    names: list[Written] = [machine.law.cards[card].name for card in bag.cards]
    if bag.viewers:
        return [{CARDS: names, SEEN_BY: [player_text(seat) for seat in sorted(bag.viewers)]}]
    return [names] if nested and len(names) > 1 else names


def read_zones(machine: Machine, written: object, part: str, names: set[str]) -> dict[Place, list[Bag]]:
    """The bags of every zone that is written, by place.

    :raises PositionError: an unknown zone, card or player, a zone that is no part of the game, or a list where a
        mapping of players is due.
    """
    if not isinstance(written, Mapping):
        raise PositionError("this is a mapping of zones", part=part, hint="write `zone: [card, card]`")
    for name in written:
        if name not in names:
            hint = did_you_mean(str(name)[:100], names)
            raise PositionError(f"no zone here is called `{name}`", part=part, hint=hint)
    found = values_by_seat(machine, written, part, machine.law.zones, "[..]")
    return {
        place: read_cards(machine, value, where, pile=machine.law.zones[place[0]].order == "pile")
        for place, (value, where) in found.items()
    }


def read_cards(machine: Machine, written: object, part: str, *, pile: bool = False) -> list[Bag]:
    """The bags of a list of cards; only in a pile may it have nested lists.

    :raises PositionError: it is no such list.
    """
    if not isinstance(written, list):
        raise PositionError("this is a list of cards", part=part, hint="write [] for no card")
    return [bag for item in written for bag in _read_item(machine, item, pile, part)]


def _read_item(machine: Machine, item: object, pile: bool, part: str) -> Iterator[Bag]:
    viewers = NOBODY
    if isinstance(item, Mapping):
        if set(item) != {CARDS, SEEN_BY} or not all(isinstance(item[key], list) for key in (CARDS, SEEN_BY)):
            raise PositionError("this is a card or a bag", part=part, hint="write `cards: [..]` and `seen_by: [p1]`")
        viewers = frozenset(read_player(player, machine.players, part) for player in item[SEEN_BY])
        cards = tuple(sorted(read_card(machine.law, one, part) for one in item[CARDS]))
    elif isinstance(item, list):
        if not pile:
            raise PositionError(
                "only piles have bags of unknown order", part=part, hint="list the cards without brackets"
            )
        cards = tuple(sorted(read_card(machine.law, one, part) for one in item))
    else:
        cards = (read_card(machine.law, item, part),)
    if cards:
        yield Bag(cards, viewers)


def lay_bags(machine: Machine, content: Content, bags: list[Bag], part: str, whereabouts: Whereabouts) -> None:
    """Puts bags into an empty zone, which must be able to hold them.

    :raises PositionError: a card that is elsewhere, or of the wrong kind, or two cards that the zone keeps distinct.
    """
    zone = machine.law.zones[content.place[0]]
    shown = place_text(content.place)
    seen: set[object] = set()
    for bag in bags:
        for card in bag.cards:
            one = machine.law.cards[card]
            whereabouts.note(card, f"`{shown}`", part)
            if one.kind not in zone.holds:
                raise PositionError(f"`{shown}` does not hold a {one.kind} (`{one.name}`)", part=part)
            if zone.distinct is not None:
                if one.fields.get(zone.distinct) in seen:
                    raise PositionError(f"`{shown}` has two cards with one {zone.distinct} (`{one.name}`)", part=part)
                seen.add(one.fields.get(zone.distinct))
        content.insert(bag.cards, bag.viewers, "bottom" if content.order == "pile" else "top")
