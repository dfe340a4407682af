"""What a machine makes ready before play: expressions, zones, state and events under one set of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.language import tree
from ruleslawyer.language.law import Law, Zone
from ruleslawyer.machine.availability import all_options, find_absent, guards, needed_text
from ruleslawyer.machine.backend import Backend, Constants, MakeBackend
from ruleslawyer.machine.contracts import Contracts
from ruleslawyer.machine.events import NO_ZONES, ReadyEvent
from ruleslawyer.machine.faults import ObligationBroken, PositionError, SetupError
from ruleslawyer.machine.position import Frame, OpenScope, Position, StateKey
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content, Loose, Pile, Place, Row, StackFields, Stacks, Viewers, plain
from ruleslawyer.rulebook.diagnostics import did_you_mean


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed: program steps between two decisions, legal values of a decision, events within events."""

    steps: int
    choices: int
    depth: int


class Setup:
    """What runs look up. Nothing of it changes once it is made, so that many runs may share it."""

    def __init__(
        self,
        law: Law,
        answers: Mapping[str, str],
        players: int,
        options: Mapping[str, str],
        backend: MakeBackend,
        monitor: bool,
        limits: Limits,
    ) -> None:
        chosen = all_options(law, options)
        _check_setup(law, answers, players, chosen)
        self.law = law
        self.players = players
        self.answers = dict(answers)
        self.options = chosen
        self.monitor = monitor
        self.limits = limits
        self.constants = Constants(law, players, self.answers, chosen)
        self.backend: Backend = backend(self.constants)
        self.events = {name: ReadyEvent(event, self.backend) for name, event in law.events.items()}
        self.absent = find_absent(law, chosen)
        """The zones and state variables that are no part of the game, with the condition that they need: they stay
        empty, or at their start values, and nobody is shown them."""
        self.zones = {name: zone for name, zone in law.zones.items() if name not in self.absent}
        self.state = {name: state for name, state in law.state.items() if name not in self.absent}
        """The state variables and accounts that are part of the game, as `zones` are."""
        self.distinct = {
            zone.name: self.constants.column(zone.distinct) for zone in law.zones.values() if zone.distinct
        }
        self.guards = guards(self.constants, self.distinct, self.absent)
        self.contracts = Contracts(law, self.backend) if monitor else None
        self.account_keys = [key for key in self.state_keys() if law.state[key[0]].account]
        self.total: int = (
            0 if law.total is None else self.backend.expression(law.total)(Position(players), {}, NO_ZONES)
        )
        """What all accounts hold together."""
        self._ends_with = {
            scope: [(claim, self.backend.expression(claim.expression)) for claim in claims]
            for scope, claims in law.scopes.items()
        }
        self._stack_fields: dict[str, StackFields] = {
            zone.name: self.constants.stack_fields(zone.stack_field, zone.top_field)
            for zone in law.zones.values()
            if zone.stack_field is not None and zone.top_field is not None
        }
        self._seen_by = {name: self.backend.expression(zone.seen_by) for name, zone in law.zones.items()}
        self._starts = {name: self.backend.expression(state.starts) for name, state in law.state.items()}
        self._zone_starts = {
            name: self.backend.expression(zone.starts) for name, zone in law.zones.items() if zone.starts is not None
        }
        self._fixed_viewers = dict(self._find_fixed_viewers())

    def contents(self, position: Position) -> Iterator[Content]:
        """What lies in every zone that is part of the game; those of open scopes last, outermost first."""
        for place, content in position.zones.items():
            if place[0] not in self.absent:
                yield content
        for frame in position.frames:
            yield from frame.zones.values()

    def check_present(self, name: str, part: str) -> None:
        """Refuses the name of a zone or state variable that is no part of the game.

        :raises PositionError: it needs other options.
        """
        if name in self.absent:
            raise PositionError(f"there is no `{name}` in this game", part=part, hint=needed_text(self.absent[name]))

    def variables(self, position: Position) -> Iterator[tuple[StateKey, Value]]:
        """The state that is part of the game, and its values."""
        for key, value in position.state.items():
            if key[0] not in self.absent:
                yield key, value

    def viewers(self, position: Position, place: Place) -> Viewers:
        """The seats that see the cards of a zone by its `seen_by`."""
        fixed = self._fixed_viewers.get(place)
        if fixed is not None:
            return fixed
        return frozenset(self._seen_by[place[0]](position, {"owner": place[1]}, NO_ZONES))

    def places(self, zone: Zone) -> list[Place]:
        """The zone, or one for each seat."""
        return [(zone.name, seat) for seat in range(self.players)] if zone.per_player else [(zone.name, None)]

    def content(self, place: Place) -> Content:
        """An empty zone."""
        zone = self.law.zones[place[0]]
        if zone.order == "stacks":
            return Stacks(place, self._stack_fields[zone.name])
        kinds: dict[str, type[Pile] | type[Row] | type[Loose]] = {"pile": Pile, "row": Row, "bag": Loose}
        return kinds[zone.order](place)

    def state_keys(self, per: str | None = None) -> list[StateKey]:
        """Every state variable (of the scope `per`, if given), by seat where players have their own."""
        return [
            (state.name, seat)
            for state in self.law.state.values()
            if per is None or state.per == per
            for seat in (range(self.players) if state.per_player else (None,))
        ]

    def start_value(self, position: Position, key: StateKey) -> Value:
        """The value with which a state variable starts."""
        name, seat = key
        value = self._starts[name](position, {} if seat is None else {"owner": seat}, NO_ZONES)
        return plain(value)

    def open_scope(self, position: Position, frame: Frame, label: str, scope: str, zones: Sequence[str]) -> None:
        """Opens a scope in a frame: fresh zones, and the scope's state set aside and begun anew."""
        for name in zones:
            for place in self.places(self.law.zones[name]):
                frame.zones[place] = self.content(place)
        keys = self.state_keys(scope)
        saved = tuple((key, position.state[key]) for key in keys)
        position.state.update({key: self.start_value(position, key) for key in keys})
        frame.scopes.append(OpenScope(label, scope, saved))

    def check_ends_with(self, position: Position, scope: str) -> None:
        """What the rulebook promises of the moment when a scope ends."""
        for claim, holds in self._ends_with.get(scope, ()):
            if not holds(position, {}, NO_ZONES):
                raise ObligationBroken(
                    "ends-with", f"`{scope}` ends although this does not hold: {claim.says or claim.id}"
                )

    def _find_fixed_viewers(self) -> Iterator[tuple[Place, Viewers]]:
        for zone in self.law.zones.values():
            if not any(isinstance(part, _CHANGING) for part in tree.walk(zone.seen_by)):
                for place in self.places(zone):
                    seen_by = self._seen_by[zone.name](Position(self.players), {"owner": place[1]}, NO_ZONES)
                    yield place, frozenset(seen_by)


_CHANGING = (tree.StateRead, tree.ZoneRead, tree.Call)
"""Expressions whose value depends on the position."""


def _check_setup(law: Law, answers: Mapping[str, str], players: int, options: Mapping[str, str]) -> None:
    low, high = law.players
    if not low <= players <= high:
        raise SetupError(f"{players} players: `{law.name}` is for {low} to {high}")
    for what, given, known in (
        ("ruling", answers, {name: ruling.type.literals for name, ruling in law.rulings.items()}),
        ("option", options, {name: of.literals for name, of in law.options.items()}),
    ):
        for name, answer in given.items():
            if name not in known:
                raise SetupError(f"no {what} is called `{name}`; {did_you_mean(name, known)}")
            if answer not in known[name]:
                raise SetupError(f"`{answer}` is no answer to the {what} `{name}`; {did_you_mean(answer, known[name])}")
        missing = [name for name in known if name not in given]
        if missing:
            raise SetupError(f"the {what}s {', '.join(missing)} have no answer")
