"""Random positions of any rulebook: cards spread over the zones that hold them, state within its bounds, play at a
menu.

Such a position need not be reachable. It is kept only if the invariants hold, and what the events just raised
require: then a sound rulebook goes on without a fault, for that is what its contracts promise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from ruleslawyer.fuzz.choice_sequences import ChoiceSequence
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.tree import Expression
from ruleslawyer.language.types import BoolType, CardType, EnumType, IntType, OptionalType, PlayerType, Type
from ruleslawyer.machine import Machine, MachineError, Position, PositionError
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.call_path import Link
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.notation import Written, by_seat, write_value
from ruleslawyer.machine.position_io import lay_out
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place

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
        self._call_paths = dict(_call_paths(machine))
        self._ready: dict[int, Evaluate] = {}
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
        """The menus to which only one call path leads."""
        return tuple(self._call_paths)

    def random(self, data: bytes) -> Start:
        """The start that bytes stand for; the set-up if nothing acceptable comes of them.

        What they say themselves is tried first, then what a generator says that they seed.
        """
        generator = Random(data)
        for attempt in range(ATTEMPTS if self._call_paths else 0):
            sequence = ChoiceSequence(generator.randbytes(SEQUENCE_LENGTH) if attempt else data)
            menu = self.menus[sequence.pick(len(self._call_paths))]
            written: dict[str, Written] = {
                "players": self.machine.players,
                "at": menu,
                "zones": self._zones(sequence),
                "state": self._state(sequence),
            }
            start = Start(written)
            if self.acceptable(start):
                return start
        return Start()

    def acceptable(self, start: Start) -> bool:
        """Whether the invariants hold there, and whatever was required or tested and cannot have changed since."""
        if start.given is None:
            return True
        try:
            position = lay_out(self.machine, start.given)
            if self.machine.violations(position):
                return False
            menu = self.machine.law.events.get(str(start.given.get("at")))
            if menu is None or menu.name not in self._call_paths:
                return True
            frames = position.frames[1:]
            for frame, link in zip(reversed(frames), reversed(self._call_paths[menu.name]), strict=False):
                if link.case.do[0] is not link.statement:
                    break
                conditions = [claim.expression for claim in link.event.requires]
                if not all(self._holds(position, one, frame.locals) for one in (*conditions, *_whens(link))):
                    return False
            return all(self._holds(position, claim.expression, {}) for claim in menu.requires)
        except (MachineError, ObligationBroken):
            return False

    def _holds(self, position: Position, condition: Expression, locals_: Mapping[str, Value]) -> bool:
        if id(condition) not in self._ready:
            self._ready[id(condition)] = self.machine.backend.expression(condition)
        return bool(self._ready[id(condition)](position, locals_, NO_ZONES))

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


def _call_paths(machine: Machine) -> Iterator[tuple[str, tuple[Link, ...]]]:
    for event in machine.law.events.values():
        if event.policy == "menu":
            try:
                yield event.name, machine.call_path(event.name)
            except PositionError:
                continue


def _whens(link: Link) -> tuple[Expression, ...]:
    return () if link.case.when is None else (link.case.when,)
