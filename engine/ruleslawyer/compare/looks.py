"""What two readings are compared by: everything that has come of play, and nothing of how a rulebook got there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import decider_text, legal_text, player_text
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.snapshot import EVERYTHING, Audience, Snapshot, ZoneView, diff, everyone, snapshot
from ruleslawyer.machine.zones import Content, Place

Pair = tuple[Machine, Machine]
Both = tuple[Position, Position]
Row = tuple[str, str, str]
"""What differs, and its text on either side."""
MOST_SHOWN = 12
"""Cards that are named in a text."""


def differences(pair: Pair, both: Both) -> list[Row]:
    """What has come of play that differs: the result, what is due among what, where the cards lie, the state."""
    left, right = (_outcome(machine, position) for machine, position in zip(pair, both, strict=True))
    rows: list[Row] = []
    for one in diff(left, right, both=True):
        if one.kind in ("due", "legal"):
            rows.append(("next", _due_text(pair[0], both[0]), _due_text(pair[1], both[1])))
        elif one.kind == "zone":
            texts = _cards(left.zones.get(one.name), one.missing), _cards(right.zones.get(one.name), one.extra)
            rows.append((one.name, *texts))
        else:
            rows.append((one.what, one.expected, one.actual))
    return rows


def views(pair: Pair, both: Both) -> list[Row]:
    """What people see of the zones that differs: by viewer and zone."""
    viewers = {
        **{player_text(seat): frozenset((seat,)) for seat in range(pair[0].players)},
        "everyone": everyone(pair[0]),
    }
    return [
        (f"{one.what} as {name} sees it", one.expected, one.actual)
        for name, audience in viewers.items()
        for one in diff(*_seen(pair, both, audience))
        if one.kind in ("zone", "count", "top")
    ]


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


def seen_alike(pair: Pair, both: Both) -> bool:
    """Whether every player, and somebody who looks on, sees the same of two positions."""
    seats = range(pair[0].players)
    audiences = (everyone(pair[0]), *(frozenset((seat,)) for seat in seats))
    return not any(diff(*_seen(pair, both, audience)) for audience in audiences)


def _seen(pair: Pair, both: Both, audience: Audience) -> tuple[Snapshot, Snapshot]:
    return snapshot(pair[0], both[0], audience), snapshot(pair[1], both[1], audience)


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


def _outcome(machine: Machine, position: Position) -> Snapshot:
    """All cards and what is to be decided; an order within a pile is no outcome."""
    seen = snapshot(machine, position, EVERYTHING)
    return replace(seen, zones={name: zone._replace(top=None) for name, zone in seen.zones.items()})


def _due_text(machine: Machine, position: Position) -> str:
    """Who decides what, among which values."""
    pending = position.pending
    if pending is None:
        return "nothing, the game is over"
    return f"{decider_text(pending)} decides {pending.label}: {legal_text(machine.law, pending)}"


def _cards(zone: ZoneView | None, own: tuple[str, ...]) -> str:
    """The cards of a zone; of a long list only those that the other side has not, and how many there are."""
    if zone is None or zone.cards is None:
        return "not open"
    if len(zone.cards) <= MOST_SHOWN:
        return ", ".join(zone.cards) or "-"
    with_own = f", {', '.join(own)} among them" if 0 < len(own) <= MOST_SHOWN else ""
    return f"{len(zone.cards)} cards{with_own}"
