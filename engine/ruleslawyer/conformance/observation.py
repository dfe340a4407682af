"""Observations: what an onlooker sees after each decision, from the machine and from an implementation, in one form."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ruleslawyer.conformance.faults import Garbage
from ruleslawyer.conformance.implementation import clipped
from ruleslawyer.language.law import Law, Zone
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, decider_text, place_text, player_text, write_decision, write_value
from ruleslawyer.machine.observe import observe
from ruleslawyer.machine.position import Position

MOST_CARDS = 10_000
MOST_VALUES = 20_000


class SeenZone(NamedTuple):
    """A zone: how many cards, those seen (sorted unless they lie in a row; None: not seen), a known top card."""

    size: int
    cards: tuple[str, ...] | None
    top: str | None


class Due(NamedTuple):
    """The decision that is due; `values` are the legal ones in canonical text, None where the decider hides them."""

    label: str
    by: str
    values: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Observation:
    """What is seen. `values` are the numbers that decide who wins, by name: `points[p1]`."""

    zones: Mapping[str, SeenZone]
    state: Mapping[str, str]
    values: Mapping[str, int]
    due: Due | None
    over: bool
    winners: tuple[str, ...] | None


class Difference(NamedTuple):
    """One thing that is not as the rules have it.

    `kind`: 'zone', 'state', 'value', 'due', 'legal', 'over' or 'winners'; `name` the zone, variable or label.
    `missing` and `extra`: cards, or legal values, that the implementation lacks, or should not have.
    """

    kind: str
    name: str
    expected: str
    actual: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


@dataclass(frozen=True)
class Observes:
    """What an implementation shows; None: everything."""

    zones: frozenset[str] | None = None
    state: frozenset[str] | None = None
    values: frozenset[str] | None = None

    def hides(self, kind: str, name: str) -> bool:
        """Whether the zone, variable or value of that name (without a player) is not shown."""
        shown: frozenset[str] | None = getattr(self, kind)
        return shown is not None and name.partition("[")[0] not in shown


def canonical(value: Written) -> str:
    """A legal value as one text, equal for equal values: `3` and `"3"`, and a set in any order."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        inner = ", ".join(f"{name}: {canonical(one)}" for name, one in sorted(value.items()))
        return f"({inner})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(sorted(map(canonical, value)))}]"
    return str(value)


class Observer:
    """Observes positions of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.measures = measures(machine.law)

    def observation(self, position: Position) -> Observation:
        """What somebody sees who sees what everybody sees; and the legal values as the decider sees them."""
        machine, law = self.machine, self.machine.law
        seen = observe(machine, position, None)
        zones, pending = seen["zones"], position.pending
        assert isinstance(zones, dict)
        due = None
        if pending is not None:
            values = (canonical(write_decision(law, pending, value)) for value in pending.values)
            due = Due(pending.label, decider_text(pending), frozenset(values))
        winners = position.winners
        return Observation(
            zones=self._zones(position, zones),
            state={
                place_text(key): canonical(write_value(law, value, law.state[key[0]].type))
                for key, value in machine.variables(position)
            },
            values={
                f"{name}[{player_text(seat)}]": machine.evaluate_definition(position, name, (seat,))
                for name in self.measures
                for seat in range(machine.players)
            },
            due=due,
            over=position.over,
            winners=None if winners is None else tuple(player_text(seat) for seat in sorted(winners)),
        )

    def _zones(self, position: Position, seen: Mapping[str, Any]) -> dict[str, SeenZone]:
        """The zones; a scoped one that is empty is as good as not there."""
        everyone, machine = frozenset(range(self.machine.players)), self.machine
        found = {}
        for content in machine.contents(position):
            name, zone = place_text(content.place), machine.law.zones[content.place[0]]
            if zone.scoped and not len(content):
                continue
            cards = None
            if everyone <= machine.viewers(position, content.place):
                names = [machine.law.cards[card].name for card in content.listed()]
                cards = tuple(names if content.order == "row" else sorted(names))
            found[name] = SeenZone(len(content), cards, None if cards is not None else seen[name].get("top"))
        return found


# -- what an implementation says ---------------------------------------------------------------------------------


class Reader:
    """Reads the observations of one implementation of one rulebook."""

    def __init__(self, law: Law, observes: Observes) -> None:
        self.law = law
        self.observes = observes
        self._rows = {name for name, zone in law.zones.items() if zone.order == "row"}

    def read(self, data: Any) -> Observation:
        """The observation that was answered.

        :raises Garbage: it has another shape; the message says where.
        """
        found = _mapping(data, "the observation")
        zones = {
            name: self._zone(name, one)
            for name, one in _mapping(found.get("zones", {}), "`zones`").items()
            if self._known(name, self.law.zones, "zone")
        }
        zones = {name: zone for name, zone in zones.items() if zone.size or not self._zone_of(name).scoped}
        state = {
            name: canonical(_value(one, f"state `{clipped(name, 40)}`"))
            for name, one in _mapping(found.get("state", {}), "`state`").items()
            if self._known(name, self.law.state, "state variable")
        }
        values = {name: _whole(one, name) for name, one in _mapping(found.get("values", {}), "`values`").items()}
        over = found.get("over", False)
        if not isinstance(over, bool):
            raise Garbage("`over` is true or false")
        winners = found.get("winners")
        decision = found.get("decision")
        return Observation(
            zones=zones,
            state=state,
            values=values,
            due=None if decision is None else _due(decision),
            over=over,
            winners=None if winners is None else tuple(sorted(_texts(winners, "`winners`", 100))),
        )

    def _zone_of(self, name: str) -> Zone:
        return self.law.zones[name.partition("[")[0]]

    def _known(self, name: str, known: Mapping[str, object], what: str) -> bool:
        if name.partition("[")[0] not in known:
            raise Garbage(f"there is no {what} `{clipped(name, 60)}`", f"there are {', '.join(known)}")
        return True

    def _zone(self, name: str, data: Any) -> SeenZone:
        zone = _mapping(data, f"zone `{name}`")
        cards = zone.get("cards")
        listed = None if cards is None else _texts(cards, f"the cards of `{name}`", MOST_CARDS)
        count = zone.get("count", None if listed is None else len(listed))
        if not isinstance(count, int) or isinstance(count, bool):
            raise Garbage(f"zone `{name}` says neither `cards` nor `count`")
        if listed is not None and name.partition("[")[0] not in self._rows:
            listed = sorted(listed)
        top = zone.get("top")
        if top is not None and not isinstance(top, str):
            raise Garbage(f"the `top` of `{name}` is no text")
        return SeenZone(count, None if listed is None else tuple(listed), top)

    # -- comparing ------------------------------------------------------------------------------------------------

    def differences(self, expected: Observation, actual: Observation) -> list[Difference]:
        """What differs, of all that the implementation shows: where play stands first, then cards, then numbers.

        :raises Garbage: something is not shown that was not declared as hidden.
        """
        return [
            *self._play(expected, actual),
            *self._zones(expected, actual),
            *self._named("state", expected.state, actual.state),
            *self._named("values", expected.values, actual.values),
        ]

    def _play(self, expected: Observation, actual: Observation) -> Iterator[Difference]:
        if expected.over != actual.over:
            words = {True: "over", False: "going on"}
            yield Difference("over", "game", words[expected.over], words[actual.over])
        elif expected.winners != actual.winners:
            yield Difference("winners", "winners", _players(expected.winners), _players(actual.winners))
        yield from due_differences(expected.due, actual.due)

    def _zones(self, expected: Observation, actual: Observation) -> Iterator[Difference]:
        for name, due in expected.zones.items():
            got = actual.zones.get(name)
            if self.observes.hides("zones", name) or due == got:
                continue
            if got is None:
                if not self._zone_of(name).scoped:
                    raise Garbage(f"the observation has no zone `{name}`", "declare in `observes` what you can show")
                yield Difference("zone", name, _cards(due), "not open", tuple(due.cards or ()))
            elif due.cards is not None:
                if got.cards is None:
                    raise Garbage(f"everybody sees the cards of `{name}`, but only their number is shown")
                if due.cards != got.cards:
                    missing, extra = Counter(due.cards), Counter(got.cards)
                    cards = (tuple((missing - extra).elements()), tuple((extra - missing).elements()))
                    yield Difference("zone", name, _cards(due), _cards(got), *cards)
            elif due.size != got.size:
                yield Difference("zone", name, f"{due.size} cards", f"{got.size} cards")
            elif due.top is not None and got.top is not None and due.top != got.top:
                yield Difference("zone", name, f"{due.top} on top", f"{got.top} on top", (due.top,), (got.top,))

    def _named(self, kind: str, expected: Mapping[str, Any], actual: Mapping[str, Any]) -> Iterator[Difference]:
        for name, value in expected.items():
            if self.observes.hides(kind, name):
                continue
            if name not in actual:
                raise Garbage(f"the observation has no `{name}` in `{kind}`", "declare in `observes` what you can show")
            if actual[name] != value:
                yield Difference(kind.removesuffix("s"), name, str(value), clipped(str(actual[name]), 60))


def due_differences(expected: Due | None, actual: Due | None) -> Iterator[Difference]:
    """Another decision, another decider, or other legal values."""
    if expected is None or actual is None or (expected.label, expected.by) != (actual.label, actual.by):
        if expected is not actual:
            name = "decision" if expected is None else expected.label
            yield Difference("due", name, due_text(expected), due_text(actual))
    elif expected.values is not None and actual.values is not None and expected.values != actual.values:
        missing, extra = expected.values - actual.values, actual.values - expected.values
        texts = "; ".join(sorted(expected.values)), "; ".join(sorted(actual.values))
        yield Difference("legal", expected.label, *texts, tuple(sorted(missing)), tuple(sorted(extra)))


def due_text(due: Due | None) -> str:
    """Who decides what."""
    return "nothing is to be decided" if due is None else f"{due.by} decides {due.label}"


def _cards(zone: SeenZone) -> str:
    return f"{zone.size} cards" if zone.cards is None else ", ".join(zone.cards) or "(none)"


def _players(players: tuple[str, ...] | None) -> str:
    return "not decided" if players is None else ", ".join(players) or "(none)"


# -- shapes --------------------------------------------------------------------------------------------------------


def _mapping(data: Any, what: str) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise Garbage(f"{what} is no object", clipped(json.dumps(data, default=str), 80))
    return data


def _texts(data: Any, what: str, most: int) -> list[str]:
    if not isinstance(data, list) or len(data) > most or not all(isinstance(one, str) for one in data):
        raise Garbage(f"{what} are no list of names")
    return data


def _value(data: Any, what: str) -> Written:
    several: list[Written] = data if isinstance(data, list) else [data]
    if len(several) > MOST_VALUES or not all(isinstance(one, str | int | bool) for one in several):
        raise Garbage(f"{what} is neither text, number nor a list of these")
    return several if isinstance(data, list) else several[0]


def _whole(data: Any, name: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise Garbage(f"`{clipped(name, 40)}` in `values` is no whole number")
    return data


def _due(data: Any) -> Due:
    decision = _mapping(data, "`decision`")
    label, by, values = decision.get("label"), decision.get("by"), decision.get("values")
    if not isinstance(label, str) or not isinstance(by, str):
        raise Garbage("`decision` has no `label` or no `by`")
    if values is not None and (not isinstance(values, list) or len(values) > MOST_VALUES):
        raise Garbage("the `values` of `decision` are no list")
    try:
        return Due(clipped(label, 60), clipped(by, 60), None if values is None else frozenset(map(_legal, values)))
    except TypeError:
        raise Garbage("a legal value is neither text, number, list nor object") from None


def _legal(value: Any) -> str:
    return value if isinstance(value, str) else _written(json.dumps(value, sort_keys=True))


@lru_cache(maxsize=10_000)
def _written(text: str) -> str:
    return canonical(json.loads(text))
