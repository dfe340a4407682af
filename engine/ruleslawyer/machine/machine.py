"""The machine: a rulebook under one set of answers, for a number of players, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial

from ruleslawyer.language.law import Law
from ruleslawyer.machine.accounts import check_accounts
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.call_path import find_call_path
from ruleslawyer.machine.contracts import Contracts, check_conservation
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.faults import IllegalDecision, InvariantViolated, ObligationBroken, RuleFault, SetupError
from ruleslawyer.machine.flatten import ROOT, flatten_law
from ruleslawyer.machine.notation import legal_values_text
from ruleslawyer.machine.position import Frame, Position
from ruleslawyer.machine.run import Run
from ruleslawyer.machine.setup import Limits, Setup
from ruleslawyer.machine.trace import Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place, plain
from ruleslawyer.rulebook.diagnostics import did_you_mean

STEP_LIMIT = 100_000
CHOICE_LIMIT = 20_000
DEPTH_LIMIT = 1_000


class Machine(Setup):
    """Plays a rulebook from decision to decision. It keeps nothing of a game: many games may share it,
    in threads too.

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
        super().__init__(
            law, answers, players, options or {}, backend, monitor, Limits(step_limit, choice_limit, depth_limit)
        )
        self.codes = flatten_law(law, self.backend, self.events, self.absent)
        self.call_path = cache(partial(find_call_path, self.constants))
        """The call path to a menu or an event, by name; see `find_call_path`."""

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
        resume = self.codes[frame.entry].instructions[frame.counter].resume
        assert resume is not None
        self._play(position, step, lambda run: resume(run, frame, value))

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
        position.tracer = step
        try:
            Run(self, self.codes, position, step).advance(first)
        finally:
            position.tracer = None
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
