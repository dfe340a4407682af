"""A position as somebody sees it, and what differs between two such views.

A snapshot says as much as it is given: of an expectation, or of a line of a log, only what is written there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal, NamedTuple

from ruleslawyer.language.types import OptionalType, SequenceType, Type
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    Written,
    canonical,
    decider_text,
    place_text,
    player_text,
    write_decision,
    write_value,
)
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.zones import Content, Place

Audience = frozenset[int]
"""The seats that look on together: what all of them see is shown. No seats: everything is."""
EVERYTHING: Audience = frozenset()

Kind = Literal["zone", "count", "top", "state", "value", "due", "by", "legal", "forced", "over", "winners"]
_OVER = {True: "over", False: "going on"}


class ZoneView(NamedTuple):
    """What is seen of a zone; nothing is said of a part that is None.

    `cards` are those seen, as they lie in a row or a pile, else in the order of the rulebook; `top` the known ones on
    top of a pile, top first. `ordered`: their order counts. `open`: whoever looks on sees every card that comes here.
    """

    size: int | None = None
    cards: tuple[str, ...] | None = None
    top: tuple[str, ...] | None = None
    ordered: bool = False
    open: bool = True


class Due(NamedTuple):
    """The decision that is due, who takes it, and the legal values in canonical text; each None: nothing is said."""

    label: str | None
    by: str | None = None
    values: tuple[str, ...] | None = None

    def __str__(self) -> str:
        if self == NOTHING_DUE:
            return "nothing is to be decided"
        return f"{self.by} decides {self.label}" if self.by and self.label else self.label or self.by or ""


NOTHING_DUE = Due("none", "nobody", ())


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is seen: zones, state and values by name (`hand[p1]`), the decision that is due, and the result.

    State is canonical text. `values` are values of definitions, as text. `due` and `over` None: nothing is said of
    them; `winners` None: they are not decided, or nothing is said of them.
    """

    zones: Mapping[str, ZoneView] = field(default_factory=dict)
    state: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, str] = field(default_factory=dict)
    due: Due | None = None
    over: bool | None = None
    winners: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Difference:
    """One thing that is not as expected; `name` is the zone, the variable or the decision.

    `missing` and `extra`: the cards, or legal values, that are lacking, and those that should not be there.
    """

    kind: Kind
    name: str
    expected: str
    actual: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def what(self) -> str:
        """What it is about, in words."""
        words = {"due": "decision due", "by": "decided by", "over": "game", "legal": "legal"}
        return f"{self.kind} of {self.name}" if self.kind in ("count", "top") else words.get(self.kind, self.name)


# -- taking one -----------------------------------------------------------------------------------------------------


def everyone(machine: Machine) -> Audience:
    """All seats: they see together what somebody who only looks on sees."""
    return frozenset(range(machine.players))


def snapshot(
    machine: Machine,
    position: Position,
    audience: Audience,
    *,
    due: Due | None = None,
    values: Mapping[str, str] | None = None,
) -> Snapshot:
    """What an audience sees of a position. Of a scope that is open twice, the zones of the outer one are `shown #2`.

    :param due: the decision, if it is not to be as the audience sees it.
    :param values: of definitions, to be part of it.
    """
    zones: dict[str, ZoneView] = {}
    times: Counter[Place] = Counter()
    for content in reversed(list(machine.contents(position))):
        times[content.place] += 1
        again = f" #{times[content.place]}" if times[content.place] > 1 else ""
        zones[place_text(content.place) + again] = _zone(machine, position, content, audience)
    law, winners = machine.law, position.winners
    return Snapshot(
        zones=dict(reversed(zones.items())),
        state={
            place_text(key): value_text(write_value(law, value, law.state[key[0]].type), law.state[key[0]].type)
            for key, value in machine.variables(position)
        },
        values=values or {},
        due=_due(machine, position, audience) if due is None else due,
        over=position.over,
        winners=None if winners is None else tuple(player_text(seat) for seat in sorted(winners)),
    )


def due_of(machine: Machine, pending: Decision | None) -> Due:
    """A decision with its legal values, as whoever takes it sees it."""
    if pending is None:
        return NOTHING_DUE
    values = (canonical(write_decision(machine.law, pending, value)) for value in pending.values)
    return Due(pending.label, decider_text(pending), tuple(values))


def value_text(written: Written, of: Type) -> str:
    """The one text of a value of a type, however it is written."""
    of = of.element if isinstance(of, OptionalType) else of
    if isinstance(of, SequenceType) and isinstance(written, list):
        return f"[{', '.join(map(canonical, written))}]"
    return canonical(written)


def sees(machine: Machine, position: Position, audience: Audience, place: Place | None) -> bool:
    """Whether the audience sees what lies in a place."""
    return not audience or (place is not None and audience <= machine.viewers(position, place))


def sees_legal(machine: Machine, position: Position, audience: Audience) -> bool:
    """Whether the audience takes the decision that is due, or sees every card that a legal value of it names."""
    decision = position.pending
    if decision is None or not audience or audience == {decision.by}:
        return True
    if decision.by is None:
        return False
    hidden = {
        machine.law.cards[card].name
        for content in machine.contents(position)
        if not sees(machine, position, audience, content.place)
        for bag in content.bags_in_order()
        if not audience <= bag.viewers
        for card in bag.cards
    }
    return not any(mentions(write_decision(machine.law, decision, value), hidden) for value in decision.values)


def mentions(written: Written, names: set[str]) -> bool:
    """Whether a written value names one of these cards."""
    if isinstance(written, dict):
        return any(mentions(value, names) for value in written.values())
    if isinstance(written, list):
        return any(mentions(value, names) for value in written)
    return written in names


def _due(machine: Machine, position: Position, audience: Audience) -> Due:
    if sees_legal(machine, position, audience):
        return due_of(machine, position.pending)
    assert position.pending is not None
    return Due(position.pending.label, decider_text(position.pending))


def _zone(machine: Machine, position: Position, content: Content, audience: Audience) -> ZoneView:
    cards, opened = machine.law.cards, sees(machine, position, audience, content.place)
    bags = content.bags_in_order()
    seen = bags if opened else [bag for bag in bags if audience <= bag.viewers]
    listed = [card for bag in seen for card in bag.cards]
    top = None
    if content.order == "pile":
        known = takewhile(lambda bag: len(bag.cards) == 1 and (opened or audience <= bag.viewers), bags)
        top = tuple(cards[bag.cards[0]].name for bag in known)
    elif content.order != "row":
        listed.sort()
    return ZoneView(len(content), tuple(cards[card].name for card in listed), top, content.order == "row", opened)


# -- comparing two --------------------------------------------------------------------------------------------------


def diff(expected: Snapshot, actual: Snapshot, *, both: bool = False) -> list[Difference]:
    """What is otherwise than expected, of all that `expected` says: where play stands first, then cards, then numbers.

    `actual` says everything of what `expected` speaks of.

    :param both: also the zones, state and values of which only `actual` speaks.
    """
    if expected == actual:
        return []
    found = [*_result(expected, actual), *_decision(expected.due, actual.due or NOTHING_DUE)]
    for name in _names(expected.zones, actual.zones, both):
        found += _cards(name, expected.zones.get(name), actual.zones.get(name))
    named: tuple[tuple[Kind, Mapping[str, str], Mapping[str, str]], ...] = (
        ("state", expected.state, actual.state),
        ("value", expected.values, actual.values),
    )
    for kind, due, got in named:
        for name in _names(due, got, both):
            one, other = due.get(name, "(none)"), got.get(name, "(none)")
            found += [Difference(kind, name, one, other)] if one != other else []
    return found


def _names(expected: Mapping[str, object], actual: Mapping[str, object], both: bool) -> Iterable[str]:
    return dict.fromkeys((*expected, *actual)) if both else expected


def cards_text(cards: Sequence[str]) -> str:
    """Names of cards, or of players, on one line."""
    return ", ".join(cards) or "(none)"


def _result(expected: Snapshot, actual: Snapshot) -> Iterator[Difference]:
    if expected.over is not None and expected.over != actual.over:
        yield Difference("over", "game", _OVER[expected.over], _OVER[bool(actual.over)])
    elif expected.winners != actual.winners and (expected.winners is not None or expected.over is False):
        yield Difference("winners", "winners", _players_text(expected.winners), _players_text(actual.winners))


def _decision(expected: Due | None, actual: Due) -> Iterator[Difference]:
    if expected is None:
        return
    differs = [one not in (None, other) for one, other in zip(expected[:2], actual[:2], strict=True)]
    name = expected.label or "decision"
    if any(differs) and expected.label and expected.by:
        yield Difference("due", name, str(expected), str(actual))
    elif any(differs):
        kind: Kind = "due" if expected.label else "by"
        yield Difference(kind, name, str(expected), str((actual.label if expected.label else actual.by) or "none"))
    elif expected.values is not None and (actual.values is None or expected != NOTHING_DUE == actual):
        yield Difference("legal", name, _values(expected), "not shown" if actual.values is None else _values(actual))
    elif expected.values is not None and actual.values is not None and expected.values != actual.values:
        missing, extra = set(expected.values) - set(actual.values), set(actual.values) - set(expected.values)
        if missing or extra:
            parts = tuple(sorted(missing)), tuple(sorted(extra))
            yield Difference("legal", name, _values(expected), _values(actual), *parts)


def _values(due: Due) -> str:
    return "no decision is due" if due == NOTHING_DUE else "; ".join(due.values or ()) or "(none)"


def _cards(name: str, expected: ZoneView | None, actual: ZoneView | None) -> Iterator[Difference]:
    if expected == actual:
        return
    if expected is None or actual is None:
        lacking, found = ((one and one.cards) or () for one in (expected, actual))
        yield Difference("zone", name, _zone_text(expected), _zone_text(actual), lacking, found)
        return
    cards, got = expected.cards, actual.cards or ()
    if cards is not None and cards != got:
        due, held = Counter(cards), Counter(got)
        if due != held or expected.ordered or actual.ordered:
            parts = tuple((due - held).elements()), tuple((held - due).elements())
            yield Difference("zone", name, cards_text(cards), cards_text(got), *parts)
            return
    if expected.size is not None and expected.size != actual.size:
        yield Difference("count", name, str(expected.size), str(actual.size))
    elif expected.top is not None:
        known = (actual.top or ())[: max(1, len(expected.top))]
        if known != expected.top:
            missing, extra = Counter(expected.top) - Counter(known), Counter(known) - Counter(expected.top)
            yield Difference("top", name, cards_text(expected.top), cards_text(known), tuple(missing), tuple(extra))


def _players_text(players: tuple[str, ...] | None) -> str:
    return "not decided" if players is None else cards_text(players)


def _zone_text(zone: ZoneView | None) -> str:
    if zone is None:
        return "not open"
    listed = zone.cards if zone.cards is not None else zone.top if zone.size is None else None
    return f"{zone.size} cards" if listed is None else cards_text(listed)
