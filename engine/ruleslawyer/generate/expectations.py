"""What the machine holds at each moment of a case at which a player is to decide, as far as it may be seen.

These are the machine's own values, for holding other implementations against. They state nothing about the rulebook
that its documents do not, so nothing may be tested with them that they were made by.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleslawyer.language.analysis import Footprints
from ruleslawyer.language.outline import measures
from ruleslawyer.machine import Machine, Position, RuleFault
from ruleslawyer.machine.notation import (
    Written,
    by_seat,
    place_text,
    player_text,
    read_decision,
    write_decision,
    write_value,
)
from ruleslawyer.machine.position_io import lay_out
from ruleslawyer.machine.snapshot import NOTHING_DUE, Audience, ZoneView, everyone, sees_legal, snapshot
from ruleslawyer.machine.zones import Place
from ruleslawyer.scenario.model import Expectation, Scenario
from ruleslawyer.scenario.run import start

EVERYONE = "everyone"
MOST_LEGAL = 200
"""Of a decision with more legal values they are not listed."""

Views = dict[str, dict[Place, Written]]
"""For each viewer, what is seen of each zone, as an expectation says it."""


def expectations(machine: Machine, scenario: Scenario) -> tuple[Expectation, ...]:
    """The expectations of a case whose decisions are all listed: at the start, and after each decision that a player
    is to follow up, what has changed since the last such moment, for all to see or for those who see more.

    :raises MachineError: the case cannot be played.
    """
    return tuple(_Moments(machine, scenario).all())


class _Moments:
    def __init__(self, machine: Machine, scenario: Scenario) -> None:
        self.machine, self.scenario, self.law = machine, scenario, machine.law
        self.viewers: dict[str, Audience] = {
            EVERYONE: everyone(machine),
            **{player_text(seat): frozenset((seat,)) for seat in range(machine.players)},
        }
        self.ranks = {card.name: card.index for card in self.law.cards}
        self.views: Views = {}
        self.state: Mapping[Place, object] = {}

    def all(self) -> Iterator[Expectation]:
        """Plays, and gives the expectations in order."""
        given = self.scenario.given
        if given is not None:
            self._remember(lay_out(self.machine, {"players": self.machine.players, **given}))
        position = start(self.machine, self.scenario)
        last = len(self.scenario.decisions)
        for taken in range(last + 1):
            if taken == last or (position.pending is not None and position.pending.by is not None):
                yield from self._moment(position, taken)
            if taken < last:
                assert position.pending is not None
                written = self.scenario.decisions[taken][1]
                self.machine.decide(position, read_decision(self.law, position.pending, written))

    def _moment(self, position: Position, taken: int) -> Iterator[Expectation]:
        views = self._views(position)
        changed = {
            viewer: {place: seen for place, seen in zones.items() if self.views.get(viewer, {}).get(place) != seen}
            for viewer, zones in views.items()
        }
        yield self._for_everyone(position, taken, changed[EVERYONE])
        for viewer in list(self.viewers)[1:]:
            more = {place: seen for place, seen in changed[viewer].items() if views[EVERYONE].get(place) != seen}
            legal = self._legal(position, viewer) if self._legal(position, EVERYONE) is None else None
            if more or legal is not None:
                yield Expectation(self._after(taken), viewer, zones=by_seat(more.items()), legal=legal)
        self._remember(position, views)

    def _for_everyone(self, position: Position, taken: int, zones: Mapping[Place, Written]) -> Expectation:
        pending = position.pending
        return Expectation(
            self._after(taken),
            EVERYONE,
            zones=by_seat(zones.items()),
            state=by_seat(self._changed_state(position)),
            asks=None if pending is None else pending.label,
            by=None if pending is None else "chance" if pending.by is None else player_text(pending.by),
            legal=self._legal(position, EVERYONE),
            values=dict(self._values(position)) if taken == len(self.scenario.decisions) else {},
            winners=None if position.winners is None else tuple(map(player_text, sorted(position.winners))),
            finished=True if position.over else None,
        )

    def _after(self, taken: int) -> int | None:
        return None if taken == len(self.scenario.decisions) else taken

    def _remember(self, position: Position, views: Views | None = None) -> None:
        self.views = self._views(position) if views is None else views
        self.state = dict(self.machine.variables(position))

    def _changed_state(self, position: Position) -> Iterator[tuple[Place, Written]]:
        for key, value in self.machine.variables(position):
            if key not in self.state or self.state[key] != value:
                yield key, write_value(self.law, value, self.law.state[key[0]].type)

    def _legal(self, position: Position, viewer: str) -> tuple[Written, ...] | None:
        """The legal values of the decision that is due, if the viewer may see them."""
        pending = position.pending
        if pending is None or pending.by is None or len(pending.values) > MOST_LEGAL:
            return None
        if not sees_legal(self.machine, position, self.viewers[viewer]):
            return None
        return tuple(write_decision(self.law, pending, value) for value in pending.values)

    def _values(self, position: Position) -> Iterator[tuple[str, Written]]:
        for name in public_measures(self.machine, position):
            for seat in range(self.machine.players):
                try:
                    value: Written = self.machine.evaluate_definition(position, name, [seat])
                except RuleFault:
                    continue
                yield f"{name}({player_text(seat)})", value

    # -- zones ----------------------------------------------------------------------------------------------------

    def _views(self, position: Position) -> Views:
        return {viewer: dict(self._zones(position, audience)) for viewer, audience in self.viewers.items()}

    def _zones(self, position: Position, audience: Audience) -> Iterator[tuple[Place, Written]]:
        """What is seen of each zone that has a name of its own: of one that is open twice there are two."""
        seen = snapshot(self.machine, position, audience, due=NOTHING_DUE).zones
        for place in dict.fromkeys(content.place for content in self.machine.contents(position)):
            text = place_text(place)
            if f"{text} #2" not in seen:
                yield place, self._zone(seen[text])

    def _zone(self, view: ZoneView) -> Written:
        cards: list[Written] = list(view.cards or ())
        if not view.ordered:
            cards.sort(key=lambda card: self.ranks[str(card)])
        if len(cards) == view.size and (not view.top or len(cards) < 2):
            return cards
        known: dict[str, Written] = {"count": view.size or 0}
        if cards and (not view.top or len(cards) > 1):
            known["cards"] = cards
        if view.top:
            known["top"] = [view.top[0]]
        return known


def public_measures(machine: Machine, position: Position) -> Iterator[str]:
    """The definitions that give each player a number that the result depends on, from what all see."""
    everyone = frozenset(range(machine.players))
    footprints = Footprints(machine.law)
    for name in measures(machine.law):
        zones = footprints.definition_reads(name).places.intersection(machine.zones)
        if all(machine.viewers(position, place) >= everyone for place in position.zones if place[0] in zones):
            yield name
