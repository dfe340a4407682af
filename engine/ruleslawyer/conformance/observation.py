"""What an onlooker sees after each decision, from the machine and from an implementation: both are snapshots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ruleslawyer.conformance.faults import Garbage
from ruleslawyer.conformance.protocol import Observation, Observes, SeenZone, StateValue, checked, clipped
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import canonical, player_text
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.snapshot import (
    NOTHING_DUE,
    Difference,
    Due,
    Snapshot,
    ZoneView,
    diff,
    due_of,
    everyone,
    snapshot,
    value_text,
)

LONGEST = 200
"""Characters of what an implementation says that are repeated in a difference."""


class Observer:
    """Observes positions of one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.measures = measures(machine.law)

    def observation(self, position: Position) -> Snapshot:
        """What somebody sees who sees what everybody sees; the legal values as the decider sees them; and the numbers
        that decide who wins, as `score[p1]`. Cards that lie in a closed zone are not named but for one on top."""
        machine = self.machine
        seen = snapshot(
            machine,
            position,
            everyone(machine),
            due=due_of(machine, position.pending),
            values={
                f"{name}[{player_text(seat)}]": str(machine.evaluate_definition(position, name, (seat,)))
                for name in self.measures
                for seat in range(machine.players)
            },
        )
        zones = {
            name: zone._replace(top=None) if zone.open else zone._replace(cards=None, top=(zone.top or ())[:1] or None)
            for name, zone in seen.zones.items()
            if " " not in name and (zone.size or not machine.law.zones[_base(name)].scoped)
        }
        return replace(seen, zones=zones)


def _base(name: str) -> str:
    """`hand` of `hand[p1]`."""
    return name.partition("[")[0]


class Reader:
    """Reads the observations of one implementation of one rulebook.

    :param legal: it lists legal values.
    """

    def __init__(self, law: Law, observes: Observes, *, legal: bool = True) -> None:
        self.law, self.observes, self.legal = law, observes, legal

    def read(self, data: Any) -> Snapshot:
        """The observation that was answered; a scoped zone that is empty is as good as not there.

        :raises Garbage: it has another shape, or names what the rulebook does not have.
        """
        found = checked(data, Observation, "the observation")
        due, winners = found.decision, found.winners
        try:
            values = None if due is None or due.values is None else tuple(map(canonical, due.values))
        except RecursionError:
            raise Garbage("a legal value is neither text, number, list nor object") from None
        return Snapshot(
            zones={
                name: zone
                for name, zone in read_zones(self.law, found.zones).items()
                if zone.size or not self.law.zones[_base(name)].scoped
            },
            state=read_state(self.law, found.state),
            values={name: str(value) for name, value in found.values.items()},
            due=NOTHING_DUE if due is None else Due(clipped(due.label, 60), clipped(due.by, 60), values),
            over=found.over,
            winners=None if winners is None else tuple(sorted(winners)),
        )

    def differences(self, expected: Snapshot, actual: Snapshot) -> list[Difference]:
        """What differs, of all that the implementation shows.

        :raises Garbage: something is not shown that was not declared as hidden.
        """
        due = expected.due
        if due is not None and (not self.legal or actual.due is None or actual.due.values is None):
            due = due._replace(values=None)
        shown = replace(
            expected,
            zones=dict(self._zones(expected, actual)),
            state=self._shown("state", expected.state, actual.state),
            values=self._shown("values", expected.values, actual.values),
            due=due,
        )
        return [replace(one, actual=clipped(one.actual, LONGEST)) for one in diff(shown, actual)]

    def _zones(self, expected: Snapshot, actual: Snapshot) -> Iterator[tuple[str, ZoneView]]:
        for name, due in expected.zones.items():
            if self.observes.hides("zones", name):
                continue
            got = actual.zones.get(name)
            if got is None and not self.law.zones[_base(name)].scoped:
                raise Garbage(f"the observation has no zone `{name}`", "declare in `observes` what you can show")
            if got is not None and due.cards is not None and got.cards is None:
                raise Garbage(f"everybody sees the cards of `{name}`, but only their number is shown")
            yield name, due if got is not None and got.top is not None else due._replace(top=None)

    def _shown(self, part: Any, expected: Mapping[str, str], actual: Mapping[str, str]) -> dict[str, str]:
        shown = {name: value for name, value in expected.items() if not self.observes.hides(part, name)}
        for name in shown:
            if name not in actual:
                raise Garbage(f"the observation has no `{name}` in `{part}`", "declare in `observes` what you can show")
        return shown


def read_zones(law: Law, zones: Mapping[str, SeenZone]) -> dict[str, ZoneView]:
    """Zones that somebody outside tells of.

    :raises Garbage: the rulebook has no such zone.
    """
    found = {}
    for name, zone in zones.items():
        declared = law.zones[_known(name, law.zones, "zone")]
        cards = None if zone.cards is None else tuple(zone.cards)
        count = len(cards or ()) if zone.count is None else zone.count
        top = None if zone.top is None else (zone.top,)
        found[name] = ZoneView(count, cards, top, declared.order == "row")
    return found


def read_state(law: Law, state: Mapping[str, StateValue]) -> dict[str, str]:
    """State that somebody outside tells of, as canonical text.

    :raises Garbage: the rulebook has no such variable.
    """
    return {
        name: value_text(value, law.state[_known(name, law.state, "state variable")].type)  # type: ignore[arg-type]
        for name, value in state.items()
    }


def _known(name: str, known: Mapping[str, object], what: str) -> str:
    base = _base(name)
    if base not in known:
        raise Garbage(f"there is no {what} `{clipped(name, 60)}`", f"there are {', '.join(known)}")
    return base
