"""The shortest failing case of a finding as a table: a row for each step, a column for each zone and variable."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ruleslawyer.conformance.campaign import Finding
from ruleslawyer.conformance.expected_run import Moment
from ruleslawyer.machine.notation import decision_text
from ruleslawyer.machine.snapshot import NOTHING_DUE, Snapshot

SHOWN = 10
"""Cards of a zone that are named before the others are counted."""


@dataclass(frozen=True)
class Cell:
    """What stands in a column. `missing` and `extra` are the cards in which the implementation differs."""

    text: str
    wrong: bool = False
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """A step: who did what, what chance decided, and what lies where then.

    `by_rules` False: what the implementation says of the last one.
    """

    title: str
    luck: str
    by_rules: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Steps:
    """The table."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def steps_of(finding: Finding) -> Steps:
    """The steps of the shortest case of a finding, up to where it goes wrong."""
    execution = finding.execution
    moments = execution.run.moments[: execution.moment + 1]
    last, actual = moments[-1], execution.actual
    columns = _columns([moment.expected for moment in moments] + ([actual] if actual else []))
    wrong = {one.name: one for one in execution.differences if one.kind in ("zone", "count", "top", "state", "value")}
    rows = [
        Row(_title(moment), _luck(moment), True, tuple(_cell(moment.expected, column) for column in columns))
        for moment in moments
    ]
    if actual is not None:
        cells = []
        for column in columns:
            cell = _cell(actual, column)
            difference = wrong.get(column)
            stands_otherwise = column == NEXT and _cell(last.expected, NEXT) != cell
            if difference is not None or stands_otherwise:
                parts = ((), ()) if difference is None else (difference.missing, difference.extra)
                cell = Cell(cell.text, True, *parts)
            cells.append(cell)
        rows.append(Row("the implementation", "", False, tuple(cells)))
    return Steps(columns, tuple(rows))


NEXT = "next"


def _columns(observations: list[Snapshot]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for part in ("zones", "state", "values"):
        for observation in observations:
            names.update(dict.fromkeys(getattr(observation, part)))
    return (*names, NEXT)


def _title(moment: Moment) -> str:
    params = moment.params
    if moment.method == "reset":
        return "the start"
    return f"{params['by']} {params['label']}: {decision_text(params['value'])}"


def _luck(moment: Moment) -> str:
    told = [f"{label} {decision_text(value)}" for one in moment.params.get("luck", ()) for label, value in one.items()]
    return ", ".join(told)


def _cell(observation: Snapshot, column: str) -> Cell:
    if column == NEXT:
        return Cell(_next(observation))
    if column in observation.zones:
        zone = observation.zones[column]
        if zone.cards is None:
            return Cell(f"{zone.size} cards" + (f", {zone.top[0]} on top" if zone.top else ""))
        return Cell(cards_text(zone.cards))
    for values in (observation.state, observation.values):
        if column in values:
            return Cell(str(values[column]))
    return Cell("")


def _next(observation: Snapshot) -> str:
    if observation.winners is not None:
        return f"over: {', '.join(observation.winners) or 'nobody'} won"
    due = observation.due or NOTHING_DUE
    if due == NOTHING_DUE and observation.over:
        return "over"
    return str(due) + (f" ({'; '.join(due.values[:SHOWN])})" if due.values else "")


def cards_text(cards: tuple[str, ...]) -> str:
    """Cards on one line; of many only the first, and how many more there are."""
    more = len(cards) - SHOWN
    names = [f"{name} ×{count}" if count > 1 else name for name, count in Counter(cards[:SHOWN]).items()]
    return (", ".join(names) or "–") + (f" and {more} more" if more > 0 else "")
