"""What two readings are compared by: everything that has come of play, and nothing of how a rulebook got there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    decider_text,
    decision_text,
    legal_text,
    place_text,
    player_text,
    value_text,
    write_value,
)
from ruleslawyer.machine.observe import observe
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.zones import Content, Place

NOBODY_DECIDES = "nothing, the game is over"
MOST_SHOWN = 12
"""Cards that are named in a text."""


@dataclass(frozen=True)
class Look:
    """A position as texts: zones and state by name, the decision that is due, the result."""

    zones: Mapping[str, tuple[str, ...]]
    state: Mapping[str, str]
    due: str
    legal: tuple[str, ...]
    legal_text: str
    winners: tuple[str, ...] | None

    @property
    def due_text(self) -> str:
        """Who decides what, among which values."""
        return f"{self.due}: {self.legal_text}" if self.legal else self.due


def look(machine: Machine, position: Position) -> Look:
    """What has come of play: where the cards lie, the state, what is due among what, who has won."""
    law, pending = machine.law, position.pending
    zones: dict[str, tuple[str, ...]] = {}
    for content in machine.contents(position):
        cards = content.listed() if content.order == "row" else sorted(content.cards())
        name = place_text(content.place)
        # A scope may be open twice, and then its zones are too.
        again = sum(other == name or other.startswith(f"{name} #") for other in zones)
        zones[f"{name} #{again + 1}" if again else name] = tuple(law.cards[card].name for card in cards)
    state = {
        place_text(key): decision_text(write_value(law, value, law.state[key[0]].type))
        for key, value in machine.variables(position)
    }
    due = NOBODY_DECIDES if pending is None else f"{decider_text(pending)} decides {pending.label}"
    legal = () if pending is None else tuple(value_text(law, pending, value) for value in pending.values)
    winners = None if position.winners is None else tuple(player_text(seat) for seat in sorted(position.winners))
    return Look(zones, state, due, legal, "" if pending is None else legal_text(law, pending), winners)


def same(left: Position, right: Position) -> bool:
    """Whether two positions look alike, without writing anything."""
    if (left.winners, left.over) != (right.winners, right.over) or left.state != right.state:
        return False
    if left.pending is not None and right.pending is not None:
        one, other = left.pending, right.pending
        if (one.label, one.by, one.values) != (other.label, other.by, other.values):
            return False
    elif left.pending is not right.pending:
        return False
    return _lying(left) == _lying(right)


def seen_alike(left_machine: Machine, left: Position, right_machine: Machine, right: Position) -> bool:
    """Whether every player, and somebody who looks on, sees the same of two positions."""
    viewers: tuple[int | None, ...] = (None, *range(left_machine.players))
    return all(observe(left_machine, left, viewer) == observe(right_machine, right, viewer) for viewer in viewers)


def _contents(position: Position) -> Iterator[Content]:
    yield from position.zones.values()
    for frame in position.frames:
        yield from frame.zones.values()


def _lying(position: Position) -> list[tuple[Place, object]]:
    """Where the cards lie: in order in a row, and otherwise as a set, for an order that nobody knows is no outcome."""
    return [
        (content.place, content.listed() if content.order == "row" else content.cards())
        for content in _contents(position)
    ]


def differences(left: Look, right: Look) -> list[tuple[str, str, str]]:
    """What differs: its name, and its text on either side."""
    found = []
    for name in dict.fromkeys((*left.zones, *right.zones)):
        one, other = left.zones.get(name), right.zones.get(name)
        if one != other:
            found.append((name, _cards(one, other), _cards(other, one)))
    found += [
        (name, left.state.get(name, "-"), right.state.get(name, "-"))
        for name in dict.fromkeys((*left.state, *right.state))
        if left.state.get(name) != right.state.get(name)
    ]
    if (left.due, left.legal) != (right.due, right.legal):
        found.append(("next", left.due_text, right.due_text))
    if left.winners != right.winners:
        found.append(("winners", _winners(left), _winners(right)))
    return found


def _cards(cards: tuple[str, ...] | None, others: tuple[str, ...] | None) -> str:
    """The cards of a zone; of a long list only those that the other side has not, and how many there are."""
    if cards is None:
        return "not open"
    if len(cards) <= MOST_SHOWN:
        return ", ".join(cards) or "-"
    own = [card for card in cards if card not in (others or ())]
    with_own = f", {', '.join(own)} among them" if 0 < len(own) <= MOST_SHOWN else ""
    return f"{len(cards)} cards{with_own}"


def _winners(one: Look) -> str:
    return "not decided" if one.winners is None else ", ".join(one.winners) or "nobody"
