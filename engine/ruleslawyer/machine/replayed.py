"""A position part of the way through a step."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Assigned, Moved, Paid, Record
from ruleslawyer.machine.zones import NOBODY


def replayed(position: Position, records: Iterable[Record]) -> Position:
    """The position after some of the records of a step that began in `position`; see `replay`."""
    later = position.copy()
    for record in records:
        replay(later, record)
    return later


def replay(position: Position, record: Record) -> None:
    """Does to a position, in place, what a record says was done.

    Zones and state are then as they were; the order within piles, frames and scoped zones are not. A card that does not
    lie where it is taken from, because the position is not the one that the step began in, is only laid where it goes.
    """
    if isinstance(record, Assigned):
        position.state[(record.name, record.seat)] = record.after
    elif isinstance(record, Paid):
        position.state[record.source] -= record.amount
        position.state[record.target] += record.amount
    elif isinstance(record, Moved):
        source = None if record.source is None else position.zones.get(record.source)
        target = None if record.target is None else position.zones.get(record.target)
        for card in record.cards:
            if source is not None and card in source:
                source.remove(card)
            if target is not None:
                target.insert((card,), NOBODY)
