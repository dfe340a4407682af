"""Random positions of any rulebook: cards spread over the zones that hold them, state within its bounds, play at a
menu.

Such a position need not be reachable. It is kept only if it is consistent: then a sound rulebook goes on
without a fault, for that is what its contracts promise.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ruleslawyer.fuzz.choice_sequences import ChoiceSequence
from ruleslawyer.language.types import BoolType, CardType, EnumType, IntType, OptionalType, PlayerType, Type
from ruleslawyer.machine import Machine
from ruleslawyer.machine.notation import Written, by_seat, write_value
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place
from ruleslawyer.scenario.consistency import Consistency

ATTEMPTS = 24
"""Positions made up before it is given up."""
SEQUENCE_LENGTH = 1_000
MOST_VALUES = 1_000
"""Of a wide range of numbers only the lowest are tried."""
HOME_WEIGHTS = (4, 4, 1, 0, 40)
WEIGHTS = (0, 0, 1, 1, 2, 4, 8, 40)
"""How heavily the first place for a card, in which cards start, and every other may draw cards."""


class Positions:
    """Makes up positions for one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.consistency = Consistency(machine)
        blank = machine.blank()
        self._places: dict[str, list[Place]] = {
            kind: sorted(
                (content.place for content in machine.contents(blank) if kind in machine.zones[content.place[0]].holds),
                key=self._by_home,
            )
            for kind in machine.law.kinds
        }

    @property
    def menus(self) -> tuple[str, ...]:
        """The menus at which such positions stand."""
        return self.consistency.menus

    def random(self, data: bytes) -> dict[str, Written] | None:
        """The position that bytes stand for; None if nothing consistent comes of them.

        What they say themselves is tried first, then what a generator says that they seed.
        """
        generator = Random(data)
        for attempt in range(ATTEMPTS if self.menus else 0):
            sequence = ChoiceSequence(generator.randbytes(SEQUENCE_LENGTH) if attempt else data)
            given: dict[str, Written] = {
                "at": self.menus[sequence.pick(len(self.menus))],
                "zones": self._zones(sequence),
                "state": self._state(sequence),
            }
            if self.consistency.holds(given):
                return given
        return None

    def _by_home(self, place: Place) -> tuple[bool, str, int]:
        """Zones in which cards start come first."""
        name, seat = place
        return self.machine.law.zones[name].starts is None, name, -1 if seat is None else seat

    def _zones(self, sequence: ChoiceSequence) -> dict[str, Written]:
        """Every card somewhere: a place draws by its weight, a row takes a card at any spot, a pile may have a known
        top."""
        law = self.machine.law
        lying: dict[Place, list[int]] = {}
        weights: dict[Place, int] = {}
        for places in self._places.values():
            for place in places:
                if place not in weights:
                    some = WEIGHTS if weights else HOME_WEIGHTS
                    weights[place] = some[sequence.pick(len(some))]
                    lying[place] = []
        for card in law.cards:
            if card.index in self.machine.out_of_play:
                continue
            places = [place for place in self._places[card.kind] if self._fits(place, card.index, lying)]
            drawn = self._draw(sequence, places, weights)
            if drawn is not None:
                row = law.zones[drawn[0]].order == "row"
                lying[drawn].insert(sequence.pick(len(lying[drawn]) + 1) if row else len(lying[drawn]), card.index)
        return self._written(lying, sequence)

    def _fits(self, place: Place, card: int, lying: Mapping[Place, list[int]]) -> bool:
        field = self.machine.distinct.get(place[0])
        return field is None or all(field[other] != field[card] for other in lying[place])

    def _draw(self, sequence: ChoiceSequence, places: list[Place], weights: Mapping[Place, int]) -> Place | None:
        total = sum(weights[place] for place in places)
        spot = sequence.pick(total)
        for place in places:
            spot -= weights[place]
            if spot < 0:
                return place
        return places[0] if places else None

    def _written(self, lying: Mapping[Place, list[int]], sequence: ChoiceSequence) -> dict[str, Written]:
        written: list[tuple[Place, Written]] = []
        for place, cards in lying.items():
            names: list[Written] = [self.machine.law.cards[card].name for card in cards]
            if self.machine.law.zones[place[0]].order == "pile" and len(names) > 1:
                known = sequence.pick(len(names) + 1) if sequence.pick(4) == 3 else len(names)
                names = [names[known], names[:known] + names[known + 1 :]] if known < len(names) else [names]
            written.append((place, names))
        return by_seat(written)

    def _state(self, sequence: ChoiceSequence) -> dict[str, Written]:
        written: list[tuple[Place, Written]] = []
        for (name, seat), start in self.machine.variables(self.machine.blank()):
            of = self.machine.law.state[name].type
            values = values_of(self.machine, of) or (start,)
            value = values[sequence.pick(len(values))]
            written.append(((name, seat), write_value(self.machine.law, value, of)))
        return by_seat(written)


def values_of(machine: Machine, of: Type) -> tuple[Value, ...]:
    """Every value of a type, if it is bounded and simple; nothing otherwise."""
    if isinstance(of, IntType) and of.low is not None and of.high is not None:
        return tuple(range(of.low, min(of.high, of.low + MOST_VALUES) + 1))
    if isinstance(of, BoolType):
        return (False, True)
    if isinstance(of, PlayerType):
        return tuple(range(machine.players))
    if isinstance(of, EnumType):
        return of.literals
    if isinstance(of, CardType):
        return tuple(card.index for card in machine.law.cards if card.kind in of.kinds)
    if isinstance(of, OptionalType):
        return (None, *values_of(machine, of.element))
    return ()
