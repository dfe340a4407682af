"""Game logs of programs that cannot be driven: JSON Lines, one thing that happened or was seen on each.

A header, then decisions of chance (a card that was seen; null: one that nobody saw; such lines may be left out),
decisions of players, and what could be seen after them, which are parts of an observation:

    {"kind": "header", "format": 1, "rulebook": "NAME", "profile": "NAME", "players": 2}
    {"by": "chance", "label": "pile", "value": "red 3"}
    {"by": "chance", "label": "pile", "value": null}
    {"by": "p1", "label": "bid", "value": "pass"}
    {"see": {"zones": {...}, "state": {...}, "over": false}}

The header of a game with a variant has `options`: the answers that are not the first, by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError

FORMAT = 1
MOST_LINES = 100_000
LONGEST_LINE = 1 << 20
CHANCE = "chance"


@dataclass(frozen=True)
class Decided:
    """A decision; `value` None: nobody saw which."""

    line: int
    by: str
    label: str
    value: Written | None

    def __str__(self) -> str:
        from ruleslawyer.machine.notation import decision_text

        return f"{self.by} {self.label}: {'(unseen)' if self.value is None else decision_text(self.value)}"


@dataclass(frozen=True)
class Seen:
    """Parts of an observation."""

    line: int
    zones: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    over: bool | None = None
    winners: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return "what is seen"


Event = Decided | Seen


@dataclass(frozen=True)
class GameLog:
    """A log. `position` None: the game began with the set-up; `options`: those of play that are not the first."""

    rulebook: str
    profile: str
    players: int
    events: tuple[Event, ...]
    position: Mapping[str, Any] | None = None
    options: Mapping[str, str] = field(default_factory=dict)


def read_log(name: str, lines: Iterable[str]) -> GameLog:
    """The log that is written in some lines; `name` is the file that messages name.

    :raises RulebookError: a line is damaged, or the header is missing.
    """
    header: dict[str, Any] | None = None
    events: list[Event] = []
    for number, line in enumerate(lines, start=1):
        if number > MOST_LINES or len(line) > LONGEST_LINE:
            raise _fault(name, number, f"a log has at most {MOST_LINES} lines of {LONGEST_LINE} characters")
        if not line.strip():
            continue
        record = _record(name, number, line)
        if header is None:
            header = _header(name, number, record)
        elif record.get("kind") == "footer":
            break
        else:
            events.append(_event(name, number, record))
    if header is None:
        raise _fault(name, 1, "the log is empty")
    profile = header.get("profile", "")
    return GameLog(
        header["rulebook"],
        profile if isinstance(profile, str) else "",
        header["players"],
        tuple(events),
        header.get("position"),
        header.get("options", {}),
    )


def _fault(name: str, number: int, message: str, hint: str | None = None) -> RulebookError:
    return RulebookError([Diagnostic("bad-log", f"{name}, line {number}: {message}", hint=hint)])


def _record(name: str, number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise _fault(name, number, "this is no JSON", "one object a line") from None
    if not isinstance(record, dict):
        raise _fault(name, number, "this is no object")
    return record


def _header(name: str, number: int, record: dict[str, Any]) -> dict[str, Any]:
    if record.get("kind") != "header" or record.get("format") != FORMAT:
        raise _fault(name, number, "the log does not begin with its header", f'"kind": "header", "format": {FORMAT}')
    players, position = record.get("players"), record.get("position")
    if not isinstance(record.get("rulebook"), str) or not isinstance(players, int) or isinstance(players, bool):
        raise _fault(name, number, "the header names a `rulebook` and the number of `players`")
    if position is not None and not isinstance(position, dict):
        raise _fault(name, number, "the `position` is no object")
    options = record.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(one, str) for one in options.values()):
        raise _fault(name, number, "the `options` are answers by name", '"options": {"NAME": "ANSWER"}')
    return record


def _event(name: str, number: int, record: dict[str, Any]) -> Event:
    if "see" in record:
        return _seen(name, number, record["see"])
    by, label = record.get("by"), record.get("label")
    if not isinstance(by, str) or not isinstance(label, str):
        raise _fault(name, number, "a step has `by` and `label` and `value`, or `see`")
    return Decided(number, by, label, record.get("value"))


def _seen(name: str, number: int, data: Any) -> Seen:
    if not isinstance(data, dict):
        raise _fault(name, number, "`see` is no object")
    zones, state = data.get("zones", {}), data.get("state", {})
    over, winners = data.get("over"), data.get("winners")
    if not isinstance(zones, dict) or not all(isinstance(zone, dict) for zone in zones.values()):
        raise _fault(name, number, "`zones` has an object for each zone", '{"cards": [...]} or {"count": 3}')
    for zone in zones.values():
        cards, count = zone.get("cards"), zone.get("count")
        if cards is not None and not (isinstance(cards, list) and all(isinstance(card, str) for card in cards)):
            raise _fault(name, number, "the `cards` of a zone are a list of names")
        if count is not None and not isinstance(count, int):
            raise _fault(name, number, "the `count` of a zone is a number")
    if not isinstance(state, dict) or not (over is None or isinstance(over, bool)):
        raise _fault(name, number, "`state` is an object, and `over` is true or false")
    if winners is not None and not (isinstance(winners, list) and all(isinstance(one, str) for one in winners)):
        raise _fault(name, number, "`winners` is a list of players")
    return Seen(number, zones, state, over, None if winners is None else tuple(sorted(winners)))
