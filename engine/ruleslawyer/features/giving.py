"""Giving features to players: where a card with a literal must lie, or which state must name it, for the rulebook to
say that a player has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from ruleslawyer.features.possession import Possession
from ruleslawyer.language.analysis import Footprints
from ruleslawyer.language.law import Law, Zone
from ruleslawyer.language.types import OptionalType
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.faults import MachineError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, player_text
from ruleslawyer.machine.position import Position

MOST_VARIANTS = 200
"""Variants of play that are tried."""


@dataclass(frozen=True)
class Giving:
    """How features are given: under these options of play, by a card in a zone of the player's, or by a state variable.

    `cards`: by feature, the name of the card; `home`: where the other cards of features lie (empty: nowhere).
    """

    options: Mapping[str, str]
    zone: str = ""
    state: str = ""
    cards: Mapping[str, str] | None = None
    home: str = ""

    def give(self, given: Mapping[str, Written], holders: Mapping[str, int]) -> dict[str, Written]:
        """A written position in which nobody has any feature but those named, each with the seats that have it."""
        if self.cards is None:
            state = dict(_mapping(given.get("state")))
            state[self.state] = {player_text(seat): feature for feature, seat in holders.items()}
            return {**given, "state": state}
        of_features = set(self.cards.values())
        zones = {name: _without(cards, of_features) for name, cards in _mapping(given.get("zones")).items()}
        own = dict(_mapping(zones.get(self.zone)))
        for feature, seat in holders.items():
            before = own.get(player_text(seat), [])
            assert isinstance(before, list)
            own[player_text(seat)] = [*before, self.cards[feature]]
        zones[self.zone] = {name: cards for name, cards in own.items() if cards}
        others = [card for feature, card in self.cards.items() if feature not in holders]
        if self.home:
            before = zones.get(self.home, [])
            assert isinstance(before, list)
            zones[self.home] = [*before, *others]
        aside = [card for card in _list(given.get("aside")) if card not in of_features]
        aside += [] if self.home else others
        rest = {key: value for key, value in given.items() if key != "aside"}
        return {**rest, "zones": zones, **({"aside": aside} if aside else {})}


def ways(
    law: Law, possession: Possession, answers: Mapping[str, str], players: int, *, backend: MakeBackend = Reference
) -> Iterator[Giving]:
    """Every way to give features, as the machine confirms; those of the first options first."""
    for options in islice(_variants(law, possession), MOST_VARIANTS):
        try:
            machine = Machine(law, answers, players, options=options, backend=backend)
        except MachineError:
            continue
        for way in _candidates(machine, possession):
            if _serves(machine, possession, way):
                yield way


def has_feature(machine: Machine, possession: Possession, position: Position, seat: int, feature: str) -> bool:
    """Whether a player has a feature in a position."""
    arguments = possession.arguments(seat, feature)
    return bool(machine.evaluate_definition(position, possession.definition, arguments))


def _serves(machine: Machine, possession: Possession, way: Giving) -> bool:
    """Whether a player is said to have a feature when it is given that way, and the other players are not."""
    feature = possession.features[0]
    position = machine.blank()
    if way.cards is None:
        position.state[way.state, 0] = feature
    else:
        card = machine.law.card_named(way.cards[feature])
        assert card is not None
        position.zones[way.zone, 0].insert((card.index,), frozenset())
    try:
        return has_feature(machine, possession, position, 0, feature) and not has_feature(
            machine, possession, position, 1, feature
        )
    except MachineError:
        return False


def _variants(law: Law, possession: Possession) -> Iterator[dict[str, str]]:
    """The options that the definition reads, in every combination; all others as they are by default."""
    read = sorted(Footprints(law).definition_reads(possession.definition).options)
    default = {name: of.literals[0] for name, of in law.options.items()}
    for chosen in product(*(law.options[name].literals for name in read)):
        yield {**default, **dict(zip(read, chosen, strict=True))}


def _candidates(machine: Machine, possession: Possession) -> Iterator[Giving]:
    law, options = machine.law, machine.options
    for kind, fields in law.kinds.items():
        for field, type_ in fields.items():
            if type_ != possession.type:
                continue
            cards = {str(one.fields[field]): one.name for one in reversed(law.cards) if one.kind == kind}
            if set(cards) != set(possession.features):
                continue
            shared = [zone for zone in machine.zones.values() if _shared(zone, kind)]
            home = next((zone.name for zone in shared if zone.starts is not None), "")
            for zone in machine.zones.values():
                if zone.per_player and not zone.scoped and kind in zone.holds:
                    yield Giving(options, zone=zone.name, cards=cards, home=home)
    for state in machine.state.values():
        inner = state.type.element if isinstance(state.type, OptionalType) else state.type
        if state.per_player and state.per is None and inner == possession.type:
            yield Giving(options, state=state.name)


def _shared(zone: Zone, kind: str) -> bool:
    return not zone.per_player and not zone.scoped and zone.holds == {kind} and zone.distinct is None


def _mapping(written: Written | None) -> Mapping[str, Written]:
    return written if isinstance(written, dict) else {}


def _list(written: Written | None) -> list[Written]:
    return written if isinstance(written, list) else []


def _without(written: Written, gone: set[str]) -> Written:
    """Zones without some cards, and without bags that are then empty."""
    if isinstance(written, dict):
        return {name: _without(one, gone) for name, one in written.items()}
    if isinstance(written, list):
        left = [_without(one, gone) for one in written if not (isinstance(one, str) and one in gone)]
        return [one for one in left if one != []]
    return written
