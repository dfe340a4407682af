"""A position part of the way through a step."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Assigned, Moved, Paid, Record
from ruleslawyer.machine.zones import NOBODY


def replayed(position: Position, records: Iterable[Record]) -> Position:
    """The position after some of the records of a step that began in `position`.

    Zones and state are as they were then; the order within piles, frames and scoped zones are not.
    """
    later = position.copy()
    for record in records:
        if isinstance(record, Assigned):
            later.state[(record.name, record.seat)] = record.after
        elif isinstance(record, Paid):
            later.state[record.source] -= record.amount
            later.state[record.target] += record.amount
        elif isinstance(record, Moved):
            source = None if record.source is None else later.zones.get(record.source)
            target = None if record.target is None else later.zones.get(record.target)
            for card in record.cards:
                if source is not None:
                    source.remove(card)
                if target is not None:
                    target.insert((card,), NOBODY)
    return later
