"""Whether a game log is legal: some order of the cards that nobody saw explains it.

All positions that the log allows so far are carried along, each with its own hidden order. What the log pins is pinned;
what it does not is tried out, within bounds. The first step that no position allows is illegal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.evidence import Evidence
from ruleslawyer.conformance.game_log import CHANCE, Decided, Event, GameLog, Seen
from ruleslawyer.conformance.observation import Difference, Observer, canonical
from ruleslawyer.conformance.script import Moment, Script
from ruleslawyer.conformance.verdicts import Performance, Verdict
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.notation import decider_text, place_text, player_text, write_decision, write_value
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Forced, Step
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.run import start

MOST_POSITIONS = 20_000
"""Positions carried along at once."""
MOST_TRIED = 200_000
"""Positions made in all."""


@dataclass(frozen=True)
class Verdicted:
    """What is to be said of a log.

    `verdict`: 'legal', 'illegal' or 'undecided' (too many hidden orders). Of an illegal one: the `event`, the `clause`
    that forbids it, `differences` from what is right, and what would have been `legal`. `orders` is how many
    positions explain a legal one.
    """

    verdict: str
    orders: int = 0
    event: Event | None = None
    clause: str = ""
    differences: tuple[Difference, ...] = ()
    legal: tuple[str, ...] = ()


@dataclass(frozen=True)
class _World:
    """One position that explains the log so far, where the last player's decision was made, and what followed it."""

    position: Position
    before: Position | None
    steps: tuple[Step, ...]
    forced: tuple[Forced, ...]


class _TooMany(Exception):
    """Internal: the search is beyond its bounds."""


def check_log(law: Law, log: GameLog, answers: Mapping[str, str]) -> Verdicted:
    """Whether a log is legal under a reading.

    :raises RulebookError: its position is impossible.
    :raises MachineError: the rulebook fails.
    """
    machine = fast_machine(law, answers, log.players)
    search = _Search(machine)
    scenario = Scenario(law.name, law.name, law.version, log.players, "a log", given=log.position)
    trace = Trace()
    position = start(machine, scenario, trace)
    worlds = [_World(position, None, tuple(trace.steps), _forced(trace.steps))]
    try:
        for event in log.events:
            later = search.after(worlds, event)
            if not later:
                return _Judge(law, machine, scenario).illegal(search.nearest, event)
            worlds = later
        return Verdicted("legal", len(search.distinct(worlds)))
    except _TooMany:
        return Verdicted("undecided", event=event)


class _Search:
    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.tried = 0
        self.nearest: list[_World] = []
        """The positions in which the last event was looked for."""

    def after(self, worlds: list[_World], event: Event) -> list[_World]:
        """The positions after an event."""
        if isinstance(event, Decided) and event.by == CHANCE:
            return self.distinct([later for world in worlds for later in self._chance(world, event)])
        settled = self.distinct([one for world in worlds for one in self._settled(world)])
        self.nearest = settled
        if isinstance(event, Seen):
            return [one for one in settled if not differences(self.machine, one.position, event)]
        return self.distinct([later for world in settled for later in self._decided(world, event)])

    def distinct(self, worlds: list[_World]) -> list[_World]:
        """Each position once.

        :raises _TooMany: there are more than are carried along.
        """
        found = {(world.position.key(), len(world.forced)): world for world in worlds}
        if len(found) > MOST_POSITIONS:
            raise _TooMany
        return list(found.values())

    def _chance(self, world: _World, event: Decided) -> Iterator[_World]:
        """Chance decides, as the log has it; what else chance has to decide before that nobody saw."""
        left = _without(world.forced, self.machine.law, event)
        if left is not None:
            yield replace(world, forced=left)
            return
        pending = world.position.pending
        if pending is None or pending.by is not None:
            self.nearest = [world]
            return
        for value in pending.values:
            if pending.label != event.label:
                yield from self._chance(self._decide(world, value), event)
            elif event.value is None or canonical(event.value) == self._text(pending, value):
                yield self._decide(world, value)
        self.nearest = [world]

    def _settled(self, world: _World) -> Iterator[_World]:
        """The positions in which nothing is left to chance before the next player decides."""
        pending = world.position.pending
        if pending is None or pending.by is not None:
            yield world
            return
        for value in pending.values:
            yield from self._settled(self._decide(world, value))

    def _decided(self, world: _World, event: Decided) -> Iterator[_World]:
        left = _without(world.forced, self.machine.law, event)
        if left is not None:
            yield replace(world, forced=left)
            return
        pending = world.position.pending
        if pending is None or (pending.label, decider_text(pending)) != (event.label, event.by):
            return
        for value in pending.values:
            if event.value is None or canonical(event.value) == self._text(pending, value):
                yield self._decide(world, value)

    def _decide(self, world: _World, value: Value) -> _World:
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise _TooMany
        position, trace = world.position.copy(), Trace()
        player = position.pending is not None and position.pending.by is not None
        self.machine.decide(position, value, trace)
        steps, forced = tuple(trace.steps), _forced(trace.steps)
        if player:
            return _World(position, world.position, steps, forced)
        return _World(position, world.before, world.steps + steps, world.forced + forced)

    def _text(self, decision: Decision, value: Value) -> str:
        return canonical(write_decision(self.machine.law, decision, value))


def _forced(steps: list[Step]) -> tuple[Forced, ...]:
    return tuple(record for step in steps for record in step.records if isinstance(record, Forced))


def _without(forced: tuple[Forced, ...], law: Law, event: Decided) -> tuple[Forced, ...] | None:
    """What is left of the forced decisions after the one that a log tells of; None if it is none of them."""
    for index, record in enumerate(forced):
        decision = record.decision
        same = (decision.label, decider_text(decision)) == (event.label, event.by)
        if same and event.value in (None, write_decision(law, decision, record.value)):
            return forced[index + 1 :]
    return None


def differences(machine: Machine, position: Position, seen: Seen) -> list[Difference]:
    """What is seen otherwise than it is."""
    return [*_zones(machine, position, seen), *_state(machine, position, seen), *_end(position, seen)]


def _zones(machine: Machine, position: Position, seen: Seen) -> Iterator[Difference]:
    contents = {place_text(content.place): content for content in position.zones.values()}
    for frame in position.frames:
        contents.update({place_text(content.place): content for content in frame.zones.values()})
    for name, zone in seen.zones.items():
        content = contents.get(name)
        names = [] if content is None else [machine.law.cards[card].name for card in content.listed()]
        cards = zone.get("cards")
        if cards is None:
            count = zone.get("count", len(names))
            if count != len(names):
                yield Difference("zone", name, f"{len(names)} cards", f"{count} cards")
            continue
        ordered = content is not None and content.order == "row"
        due, got = Counter(names), Counter(cards)
        if (cards != names) if ordered else (due != got):
            parts = tuple((due - got).elements()), tuple((got - due).elements())
            yield Difference("zone", name, _listed(names), _listed(cards), *parts)


def _state(machine: Machine, position: Position, seen: Seen) -> Iterator[Difference]:
    types = machine.law.state
    state = {
        place_text(key): canonical(write_value(machine.law, value, types[key[0]].type))
        for key, value in position.state.items()
    }
    for name, value in seen.state.items():
        due = state.get(name, "(no such state)")
        if canonical(value) != due:
            yield Difference("state", name, due, canonical(value))


def _end(position: Position, seen: Seen) -> Iterator[Difference]:
    if seen.over is not None and seen.over != position.over:
        words = {True: "over", False: "going on"}
        yield Difference("over", "game", words[position.over], words[seen.over])
    winners = None if position.winners is None else tuple(player_text(seat) for seat in sorted(position.winners))
    if seen.winners is not None and seen.winners != winners:
        due = "not decided" if winners is None else _listed(winners)
        yield Difference("winners", "winners", due, _listed(seen.winners))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "(none)"


class _Judge:
    """Says which clause an illegal step breaks."""

    def __init__(self, law: Law, machine: Machine, scenario: Scenario) -> None:
        self.law, self.machine, self.scenario = law, machine, scenario

    def illegal(self, worlds: list[_World], event: Event) -> Verdicted:
        """The step is not legal in any of these positions: the one that comes nearest says why."""
        judged = [(self._against(world, event), world) for world in worlds]
        found, world = min(judged, key=lambda one: len(one[0]))
        weights = Evidence(self.law).weights(self._failure(world, tuple(found)))
        clause = max(sorted(weights), key=lambda name: weights[name], default="")
        legal = dict.fromkeys(text for one in worlds for text in self._legal(one.position))
        return Verdicted("illegal", 0, event, clause, tuple(found), tuple(legal))

    def _against(self, world: _World, event: Event) -> list[Difference]:
        if isinstance(event, Seen):
            return differences(self.machine, world.position, event)
        tried = "(unseen)" if event.value is None else canonical(event.value)
        for record in world.forced:
            decision = record.decision
            if (decision.label, decider_text(decision)) == (event.label, event.by):
                only = canonical(write_decision(self.law, decision, record.value))
                return [Difference("legal", event.label, only, tried, (), (tried,))]
        pending = world.position.pending
        if pending is not None and (pending.label, decider_text(pending)) == (event.label, event.by):
            legal = [canonical(write_decision(self.law, pending, value)) for value in pending.values]
            return [Difference("legal", event.label, "; ".join(legal), tried, (), (tried,))]
        due = "nothing is to be decided" if pending is None else f"{decider_text(pending)} decides {pending.label}"
        return [Difference("due", event.label, due, f"{event.by} decides {event.label}")]

    def _legal(self, position: Position) -> Iterator[str]:
        pending = position.pending
        if pending is None:
            yield "nothing: the game is over"
        else:
            for value in pending.values:
                text = canonical(write_decision(self.law, pending, value))
                yield f"{decider_text(pending)} {pending.label}: {text}"

    def _failure(self, world: _World, found: tuple[Difference, ...]) -> Performance:
        moment = Moment(
            method="",
            params={},
            expected=Observer(self.machine).observation(world.position),
            decided=0,
            forced=(),
            steps=world.steps,
            decision=world.position.pending,
            before=world.before,
        )
        script = Script(self.scenario, self.machine, (moment,))
        return Performance(script, Verdict.DIVERGES, 0, differences=found)
