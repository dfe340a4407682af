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
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec import Struct

from ruleslawyer.conformance.faults import Garbage
from ruleslawyer.conformance.observation import read_state, read_zones
from ruleslawyer.conformance.protocol import Names, State, Zones, checked
from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written, decision_text
from ruleslawyer.machine.snapshot import Snapshot
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError

MOST_LINES = 100_000
LONGEST_LINE = 1 << 20
CHANCE = "chance"


class Header(Struct, frozen=True):
    """The first line. Without a `position` the game began with the set-up."""

    kind: Literal["header"]
    format: Literal[1]
    rulebook: str
    players: int
    profile: str = ""
    position: dict[str, Any] | None = None
    options: dict[str, str] = {}


class See(Struct, frozen=True):
    """Parts of an observation."""

    zones: Zones = {}
    state: State = {}
    over: bool | None = None
    winners: Names | None = None


class Step(Struct, frozen=True):
    """A decision; `value` None: nobody saw which. Or what was seen."""

    by: str = ""
    label: str = ""
    value: Any = None
    see: See | None = None

    def __post_init__(self) -> None:
        if self.see is None and not (self.by and self.label):
            raise ValueError("a step has `by` and `label` and `value`, or `see`")


@dataclass(frozen=True)
class Decided:
    """A decision, and its line; `value` None: nobody saw which."""

    line: int
    by: str
    label: str
    value: Written | None

    def __str__(self) -> str:
        return f"{self.by} {self.label}: {'(unseen)' if self.value is None else decision_text(self.value)}"


@dataclass(frozen=True)
class Seen:
    """What was seen, and its line."""

    line: int
    see: See

    def __str__(self) -> str:
        return "what is seen"


Event = Decided | Seen


@dataclass(frozen=True)
class GameLog:
    """A log; `name` is the file that messages name."""

    name: str
    header: Header
    events: tuple[Event, ...]

    def snapshots(self, law: Law) -> dict[int, Snapshot]:
        """What was seen, by line.

        :raises RulebookError: the rulebook does not have what is named.
        """
        found = {}
        for event in self.events:
            if isinstance(event, Seen):
                see, winners = event.see, event.see.winners
                try:
                    zones, state = read_zones(law, see.zones), read_state(law, see.state)
                except Garbage as fault:
                    raise _fault(self.name, event.line, fault.message, fault.hint) from None
                seen_winners = None if winners is None else tuple(sorted(winners))
                found[event.line] = Snapshot(zones, state, over=see.over, winners=seen_winners)
        return found


def read_log(name: str, lines: Iterable[str]) -> GameLog:
    """The log that is written in some lines; `name` is the file that messages name.

    :raises RulebookError: a line is damaged, or the header is missing.
    """
    header: Header | None = None
    events: list[Event] = []
    for number, line in enumerate(lines, start=1):
        if number > MOST_LINES or len(line) > LONGEST_LINE:
            raise _fault(name, number, f"a log has at most {MOST_LINES} lines of {LONGEST_LINE} characters")
        if not line.strip():
            continue
        record = _json(name, number, line)
        if header is None:
            header = _record(name, number, record, Header, "the header")
        elif isinstance(record, dict) and record.get("kind") == "footer":
            break
        else:
            step = _record(name, number, record, Step, "the step")
            decided = Decided(number, step.by, step.label, step.value)
            events.append(decided if step.see is None else Seen(number, step.see))
    if header is None:
        raise _fault(name, 1, "the log is empty")
    return GameLog(name, header, tuple(events))


def _fault(name: str, number: int, message: str, hint: str | None = None) -> RulebookError:
    return RulebookError([Diagnostic("bad-log", f"{name}, line {number}: {message}", hint=hint)])


def _json(name: str, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise _fault(name, number, "this is no JSON", "one object a line") from None


Kind = TypeVar("Kind")


def _record(name: str, number: int, record: object, kind: type[Kind], what: str) -> Kind:
    try:
        return checked(record, kind, what)
    except Garbage as fault:
        raise _fault(name, number, fault.message) from None
