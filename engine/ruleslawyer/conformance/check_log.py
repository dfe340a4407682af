"""Whether a game log is legal: some order of the cards that nobody saw explains it.

A search in depth: what the log pins is pinned, what it does not is tried out, first the cards that the log mentions
soon after. The first explanation of the whole log will do; if there is none, the step that no explanation reaches is
illegal. Decisions with a single legal value may be left out, but not some of a label while others are logged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.evidence import Evidence
from ruleslawyer.conformance.expected_run import ExpectedRun, Moment
from ruleslawyer.conformance.game_log import CHANCE, Decided, Event, GameLog, Seen
from ruleslawyer.conformance.observation import Observer
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.notation import canonical, decider_text, write_decision
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.snapshot import EVERYTHING, NOTHING_DUE, Difference, Snapshot, ZoneView, diff, snapshot
from ruleslawyer.machine.trace import Forced, Step
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.run import start

MOST_TRIED = 30_000
"""Positions made before it is left undecided."""
MOST_JUDGED = 200
"""Positions that are held against the step that none of them allows."""


@dataclass(frozen=True)
class Verdicted:
    """What is to be said of a log.

    `verdict`: 'legal', 'illegal' or 'undecided' (too many hidden orders). Of an illegal one: the `event`, the `clause`
    that forbids it, `differences` from what is right, and what would have been `legal`. `tried` is how many positions
    it took.
    """

    verdict: str
    tried: int
    event: Event | None = None
    clause: str = ""
    differences: tuple[Difference, ...] = ()
    legal: tuple[str, ...] = ()


@dataclass(frozen=True)
class _World:
    """A position that explains the log up to an event, where the last player's decision was made, and what followed."""

    position: Position
    before: Position | None
    steps: tuple[Step, ...]
    forced: tuple[Forced, ...]


class _TooMany(Exception):
    """Internal: the search is beyond its bounds."""


def check_log(law: Law, log: GameLog, answers: Mapping[str, str], *, most_tried: int = MOST_TRIED) -> Verdicted:
    """Whether a log is legal under a reading.

    :raises RulebookError: its position is impossible, or it sees what the rulebook does not have.
    :raises MachineError: the rulebook fails.
    """
    head = log.header
    machine = fast_machine(law, answers, head.players, options=head.options)
    scenario = Scenario(
        law.name, law.name, law.version, head.players, "a log", options=head.options, given=head.position
    )
    seen = log.snapshots(law)
    trace = Trace()
    position = start(machine, scenario, trace)
    search = _Search(machine, log.events, seen, most_tried)
    try:
        if search.explains(_World(position, None, tuple(trace.steps), _forced(trace.steps))):
            return Verdicted("legal", search.tried)
    except _TooMany:
        return Verdicted("undecided", search.tried, log.events[search.furthest])
    judge = _Judge(law, machine, scenario, seen)
    return judge.illegal(search.stuck, log.events[search.furthest], search.tried)


class _Search:
    def __init__(
        self, machine: Machine, events: Sequence[Event], seen: Mapping[int, Snapshot], most_tried: int
    ) -> None:
        self.machine = machine
        self.events = events
        self.seen = seen
        self.most_tried = most_tried
        self.tried = 0
        self.furthest = 0
        """The event that was not explained by any position so far, while all before it were."""
        self.stuck: list[_World] = []
        """Positions that do not allow that event."""
        self._known: set[object] = set()
        self._soon = _mentions(events)

    def explains(self, world: _World) -> bool:
        """Whether all events follow from here, with some hidden order.

        :raises _TooMany: nobody knows within the bounds.
        """
        open_worlds = [iter([(0, world)])]
        while open_worlds:
            index, world = next(open_worlds[-1], (-1, world))
            if index < 0:
                open_worlds.pop()
            elif index == len(self.events):
                return True
            elif (key := (index, world.position.key(), len(world.forced))) not in self._known:
                self._known.add(key)
                open_worlds.append(self._after(index, world))
        return False

    def _after(self, index: int, world: _World) -> Iterator[tuple[int, _World]]:
        """What may come next: the same event after something that nobody saw, or the next event."""
        event, pending = self.events[index], world.position.pending
        if index > self.furthest:
            self.furthest, self.stuck = index, []
        if isinstance(event, Decided):
            left = _without(world.forced, self.machine.law, event)
            if left is not None:
                yield index + 1, replace(world, forced=left)
                return
            if event.by != CHANCE and any(_same(record, event) for record in world.forced):
                self._note(index, world)
                return
        if pending is not None and pending.by is None:
            if isinstance(event, Decided) and event.by == CHANCE and event.label == pending.label:
                yield from self._told(index, world, event, pending)
                return
            for value in self._likely_first(index, pending):
                yield index, self._decide(world, value)
            return
        if isinstance(event, Seen):
            if not differences(self.machine, world.position, self.seen[event.line]):
                yield index + 1, world
            else:
                self._note(index, world)
        elif pending is not None and (pending.label, decider_text(pending)) == (event.label, event.by):
            yield from self._told(index, world, event, pending)
        else:
            self._note(index, world)

    def _told(self, index: int, world: _World, event: Decided, pending: Decision) -> Iterator[tuple[int, _World]]:
        values = [
            one for one in pending.values if event.value is None or canonical(event.value) == self._text(pending, one)
        ]
        if not values:
            self._note(index, world)
        for value in values if event.value is not None else self._likely_first(index, pending):
            yield index + 1, self._decide(world, value)

    def _note(self, index: int, world: _World) -> None:
        if index == self.furthest and len(self.stuck) < MOST_JUDGED:
            self.stuck.append(world)

    def _likely_first(self, index: int, pending: Decision) -> list[Value]:
        """The values in an order in which those come first that the log mentions next."""
        soon = self._soon[index]
        return sorted(pending.values, key=lambda value: soon.get(self._text(pending, value), len(self.events)))

    def _decide(self, world: _World, value: Value) -> _World:
        self.tried += 1
        if self.tried > self.most_tried:
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


def _mentions(events: Sequence[Event]) -> list[Mapping[str, int]]:
    """For each event, the names that it or a later one mentions, with the first event that does."""
    found: list[Mapping[str, int]] = []
    soon: Mapping[str, int] = {}
    for index in range(len(events) - 1, -1, -1):
        event = events[index]
        if isinstance(event, Seen):
            names = [name for zone in event.see.zones.values() for name in zone.cards or ()]
        else:
            names = [] if event.value is None else [canonical(event.value)]
        if names:
            soon = {**soon, **dict.fromkeys(names, index)}
        found.append(soon)
    return found[::-1]


def _forced(steps: Sequence[Step]) -> tuple[Forced, ...]:
    return tuple(record for step in steps for record in step.records if isinstance(record, Forced))


def _without(forced: tuple[Forced, ...], law: Law, event: Decided) -> tuple[Forced, ...] | None:
    """The forced decisions after the one that a log tells of; None if it is not the next of its kind."""
    for index, record in enumerate(forced):
        if _same(record, event):
            told = event.value in (None, write_decision(law, record.decision, record.value))
            return forced[index + 1 :] if told else None
    return None


def _same(record: Forced, event: Decided) -> bool:
    """Whether both are about the same kind of decision of the same player."""
    return (record.decision.label, decider_text(record.decision)) == (event.label, event.by)


def differences(machine: Machine, position: Position, seen: Snapshot) -> list[Difference]:
    """What is seen otherwise than it is; a zone that is not open is as good as empty."""
    now = snapshot(machine, position, EVERYTHING, due=NOTHING_DUE)
    zones = {name: now.zones.get(name, ZoneView(0, (), ())) for name in seen.zones}
    found = diff(seen, replace(now, zones=zones))
    return [Difference(one.kind, one.name, one.actual, one.expected, one.extra, one.missing) for one in found]


class _Judge:
    """Says which clause an illegal step breaks."""

    def __init__(self, law: Law, machine: Machine, scenario: Scenario, seen: Mapping[int, Snapshot]) -> None:
        self.law, self.machine, self.scenario, self.seen = law, machine, scenario, seen

    def illegal(self, worlds: list[_World], event: Event, tried: int) -> Verdicted:
        """The step is not legal in any of these positions: the one that comes nearest says why."""
        judged = [(self._against(world, event), world) for world in worlds]
        found, world = min(judged, key=lambda one: len(one[0]))
        weights = Evidence(self.law).weights(self._failure(world, tuple(found)))
        clause = max(sorted(weights), key=lambda name: weights[name], default="")
        legal = dict.fromkeys(text for one in worlds for text in self._legal(one.position))
        return Verdicted("illegal", tried, event, clause, tuple(found), tuple(legal))

    def _against(self, world: _World, event: Event) -> list[Difference]:
        if isinstance(event, Seen):
            return differences(self.machine, world.position, self.seen[event.line])
        tried = "(unseen)" if event.value is None else canonical(event.value)
        for record in world.forced:
            if _same(record, event):
                only = canonical(write_decision(self.law, record.decision, record.value))
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

    def _failure(self, world: _World, found: tuple[Difference, ...]) -> Execution:
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
        run = ExpectedRun(self.scenario, self.machine, (moment,))
        return Execution(run, Verdict.DIVERGES, 0, differences=found)
