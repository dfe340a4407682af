"""The machine: a rulebook under one set of answers, for a number of players, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import cast

from ruleslawyer.language import tree
from ruleslawyer.language.law import Law, Zone
from ruleslawyer.machine.accounts import check_accounts
from ruleslawyer.machine.availability import all_options, find_absent, guards, needed_text
from ruleslawyer.machine.backend import Backend, Constants, MakeBackend
from ruleslawyer.machine.contracts import Contracts, check_conservation
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.events import NO_ZONES, ReadyEvent
from ruleslawyer.machine.faults import (
    IllegalDecision,
    InvariantViolated,
    ObligationBroken,
    PositionError,
    RuleFault,
    SetupError,
)
from ruleslawyer.machine.flatten import ROOT, flatten_law
from ruleslawyer.machine.notation import legal_values_text
from ruleslawyer.machine.position import Frame, OpenScope, Position, StateKey
from ruleslawyer.machine.run import Asking, Run
from ruleslawyer.machine.trace import Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content, Loose, Pile, Place, Row, StackFields, Stacks, Viewers, plain
from ruleslawyer.rulebook.diagnostics import did_you_mean

STEP_LIMIT = 100_000
CHOICE_LIMIT = 20_000
DEPTH_LIMIT = 1_000


class Machine:
    """Plays a rulebook from decision to decision. It keeps no state of a game: positions may be copied freely.

    :param law: the checked rulebook.
    :param answers: the answer to every ruling, by name (`law.profiles[NAME]` is one such mapping).
    :param players: the number of seats.
    :param options: variants of play, by name; the first answer of each where none is given.
    :param backend: makes expressions ready; the tree-walking `Reference` unless given, see `ruleslawyer.compile`.
    :param monitor: check contracts, invariants and conservation at every decision.
    :param step_limit: program steps allowed between two decisions.
    :param choice_limit: legal values allowed for one decision.
    :param depth_limit: events allowed within events.
    :raises SetupError: seats, answers or options that the rulebook does not know, or an impossible start.
    """

    def __init__(
        self,
        law: Law,
        answers: Mapping[str, str],
        players: int,
        *,
        options: Mapping[str, str] | None = None,
        backend: MakeBackend = Reference,
        monitor: bool = False,
        step_limit: int = STEP_LIMIT,
        choice_limit: int = CHOICE_LIMIT,
        depth_limit: int = DEPTH_LIMIT,
    ) -> None:
        chosen = all_options(law, options or {})
        _check_setup(law, answers, players, chosen)
        self.law = law
        self.players = players
        self.answers = dict(answers)
        self.options = chosen
        self.monitor = monitor
        self.step_limit = step_limit
        self.choice_limit = choice_limit
        self.depth_limit = depth_limit
        self.constants = Constants(law, players, self.answers, chosen)
        self.backend: Backend = backend(self.constants)
        self.events = {name: ReadyEvent(event, self.backend) for name, event in law.events.items()}
        self.absent = find_absent(law, chosen)
        """The zones and state variables that are no part of the game, with the condition that they need: they stay
        empty, or at their start values, and nobody is shown them."""
        self.zones = {name: zone for name, zone in law.zones.items() if name not in self.absent}
        self.state = {name: state for name, state in law.state.items() if name not in self.absent}
        """The state variables and accounts that are part of the game, as `zones` are."""
        self.codes = flatten_law(law, self.backend, self.events, self.absent)
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
        self._make_ready(law)

    def _make_ready(self, law: Law) -> None:
        """What is asked of scopes, zones and state variables, as functions."""
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
        self._fixed_viewers: dict[Place, Viewers] = {}
        self._find_fixed_viewers()

    @cached_property
    def _claims(self) -> Contracts:
        """The claims of the rulebook, made ready when they are first asked for."""
        return self.contracts or Contracts(self.law, self.backend)

    # -- playing --------------------------------------------------------------------------------------------------

    def start(self, trace: Trace | None = None) -> Position:
        """A new game at its first decision (or over, if it has none).

        :raises RuleFault: the rulebook breaks an obligation before it.
        """
        position = self.blank()
        self._set_out(position)
        self.resume(position, trace)
        return position

    def decide(self, position: Position, value: Value, trace: Trace | None = None) -> None:
        """Takes the pending decision with a legal value, in place, and plays on to the next one.

        :raises IllegalDecision: the value is not legal; the position is unchanged.
        :raises RuleFault: the rulebook breaks an obligation; the position is left as it was at the fault.
        """
        decision = position.pending
        if decision is None:
            raise IllegalDecision("the game is over: there is nothing to decide", None, value)
        if value not in decision.values:
            raise IllegalDecision(legal_values_text(self.law, decision, value), decision, value)
        step = None if trace is None else trace.begin(decision, value)
        position.pending = None
        frame = position.frames[-1]
        asking = cast(Asking, self.codes[frame.entry].instructions[frame.counter])
        self._play(position, step, lambda run: asking.resume(run, frame, value))

    def resume(self, position: Position, trace: Trace | None = None) -> None:
        """Plays on from a position that is not at a decision (a start, or one built from its parts), in place."""
        self._play(position, None if trace is None else trace.begin(None, None), None)

    def begin(self, position: Position, event: str, trace: Trace | None = None) -> None:
        """Raises an event without arguments on top of what the position stands at, and plays on, in place."""
        ready = self.events[event]
        frame = position.frames[-1]
        position.pending = None
        step = None if trace is None else trace.begin(None, None)
        self._play(position, step, lambda run: run.raise_event(frame, ready, [], None))

    def _play(self, position: Position, step: Step | None, first: Callable[[Run], None] | None) -> None:
        if step is not None:
            self.constants.consulted.append(step.consulted.add)
        try:
            Run(self, position, step).advance(first)
        finally:
            self.constants.consulted.clear()
        if self.contracts is not None:
            self.contracts.check(position)
            check_accounts(self, position)

    # -- asking ---------------------------------------------------------------------------------------------------

    def evaluate_definition(self, position: Position, name: str, arguments: Sequence[Value] = ()) -> Value:
        """The value of a definition in a position.

        :raises SetupError: there is no such definition, or it takes other arguments.
        :raises RuleFault: the definition has no value there.
        """
        definition = self.law.definitions.get(name)
        if definition is None:
            raise SetupError(f"no definition is called `{name}`; {did_you_mean(name, self.law.definitions)}")
        if len(arguments) != len(definition.parameters):
            raise SetupError(f"`{name}` takes {len(definition.parameters)} arguments, {len(arguments)} are given")
        try:
            value = self.backend.definition(name)(position, *arguments)
        except ObligationBroken as broken:
            raise RuleFault(broken.code, broken.clause or definition.clause, broken.message, position) from None
        return plain(value)

    def violations(self, position: Position) -> list[InvariantViolated]:
        """The invariants of the rulebook that are false in a position."""
        return list(self._claims.violations(position))

    def check(self, position: Position) -> None:
        """Conservation and invariants, once.

        :raises RuleFault: a card is lost or duplicated.
        :raises InvariantViolated: an invariant is false.
        """
        self._claims.check(position)
        check_accounts(self, position)

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

    # -- building positions ---------------------------------------------------------------------------------------

    def blank(self) -> Position:
        """A position with empty zones, state at its start values, and no frames."""
        position = Position(self.players)
        for zone in self.law.zones.values():
            if not zone.scoped:
                for place in self.places(zone):
                    position.zones[place] = self.content(place)
        for key in self.state_keys():
            position.state[key] = self.start_value(position, key)
        position.frames = [Frame(ROOT, ROOT)]
        return position

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

    def _set_out(self, position: Position) -> None:
        """Lays the cards where their zones say that they start; the others are no part of the game."""
        placed: set[int] = set()
        for place, cards in self._first_places(position):
            if placed & cards:
                names = ", ".join(self.law.cards[card].name for card in sorted(placed & cards))
                raise SetupError(f"`{place[0]}` starts with cards that another zone starts with: {names}")
            if cards:
                position.zones[place].insert(tuple(sorted(cards)), frozenset())
            placed |= cards
        position.aside = frozenset(range(len(self.law.cards))) - placed
        check_conservation(self.law, position, self.law.begins)

    def _first_places(self, position: Position) -> Iterator[tuple[Place, frozenset[int]]]:
        for place in position.zones:
            starts = self._zone_starts.get(place[0])
            if starts is not None:
                locals_ = {} if place[1] is None else {"owner": place[1]}
                yield place, frozenset(starts(position, locals_, NO_ZONES))

    @cached_property
    def out_of_play(self) -> frozenset[int]:
        """The cards with which no zone starts: under these answers and options they are no part of the game."""
        placed = (cards for _, cards in self._first_places(self.blank()))
        return frozenset(range(len(self.law.cards))).difference(*placed)

    def _find_fixed_viewers(self) -> None:
        for zone in self.law.zones.values():
            if not any(isinstance(part, _CHANGING) for part in tree.walk(zone.seen_by)):
                for place in self.places(zone):
                    seen_by = self._seen_by[zone.name](Position(self.players), {"owner": place[1]}, NO_ZONES)
                    self._fixed_viewers[place] = frozenset(seen_by)


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
