"""Plays cases, their coverage measured, with every claim of the rulebook checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.fuzz.coverage import GameCoverage, Instrumentation
from ruleslawyer.fuzz.coverage_goals import ENTRY
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.generate.effects import SEATS, effects
from ruleslawyer.generate.goals import Goals, goals_of
from ruleslawyer.generate.request import Request
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError, Position
from ruleslawyer.machine.notation import Written, read_decision, write_decision
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.run import start

MOST_CHANCE = 200
"""Decisions of chance that may follow the last listed decision."""
KEPT = 50_000
"""Performances that are remembered."""

Script = tuple[tuple[str, Written], ...]


@dataclass(frozen=True)
class Performance:
    """What came of a case: the goals it reaches, as a set, and its decisions with those of chance listed."""

    goals: int
    script: Script


class Stage:
    """Plays the cases of one request."""

    def __init__(self, law: Law, request: Request) -> None:
        self.law = law
        self.request = request
        self.instrumentation = Instrumentation(law, Compiled)
        self.goals: Goals = goals_of(law, self.instrumentation.goals, request)
        self._machines: dict[int, Machine] = {}
        self._known: dict[object, Performance | None] = {}

    def game(self, players: int) -> GameCoverage:
        """The coverage of one game to be played."""
        return self.instrumentation.game(self.request.answers, players, self.request.options)

    def machine(self, players: int) -> Machine:
        """A machine that is neither instrumented nor monitored."""
        if players not in self._machines:
            machine = fast_machine(self.law, self.request.answers, players, options=self.request.options)
            self._machines[players] = machine
        return self._machines[players]

    def positions(self, players: int) -> Positions:
        """Makes up positions that hold by every claim of the rulebook."""
        return self.instrumentation.machine(self.request.answers, players, self.request.options).positions

    def reached(self, coverage: GameCoverage, done: Iterable[str]) -> Iterator[str]:
        """The goals reached in a game; those that may be met in play are among them whether anybody wants them or not.

        :param done: what entries did in it.
        """
        many = coverage.machine.players > self.law.players[0]
        for goal in coverage.reached():
            if goal in self.goals:
                yield goal
                by_seats = goal.replace(ENTRY, SEATS, 1)
                if many and by_seats in self.goals:
                    yield by_seats
        yield from done

    def scenario(self, players: int, given: Mapping[str, Written] | None, script: Script) -> Scenario:
        """A case without its expectations; decisions of chance that it does not list take first values."""
        readings, otherwise = self.request.readings(self.law)
        return Scenario(
            slug="case",
            rulebook=self.law.name,
            version=self.law.version,
            players=players,
            because="It was generated.",
            origin="generated",
            readings=readings,
            otherwise=otherwise,
            options=self.request.options,
            given=None if given is None else {key: one for key, one in given.items() if key != "players"},
            luck="first",
            decisions=script,
        )

    def perform(self, scenario: Scenario) -> Performance | None:
        """What comes of a case, played on until a player is to decide; None if it is not sound or cannot be played.

        Sound is a position in which the invariants hold and what is required there, from which play breaks no claim.
        """
        key = scenario.players, repr(scenario.given), repr(scenario.decisions)
        if key not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[key] = self._perform(scenario)
        return self._known[key]

    def _perform(self, scenario: Scenario) -> Performance | None:
        if scenario.players not in self.request.players:
            return None
        coverage = self.game(scenario.players)
        if scenario.given is not None:
            begins = Start({"players": scenario.players, **scenario.given})
            if not coverage.positions.acceptable(begins):
                return None
        played = _Played(self.machine(scenario.players), coverage, scenario)
        try:
            script = played.to_the_end()
        except (MachineError, RulebookError):
            return None
        if script is None:
            return None
        return Performance(self.goals.set_of(self.reached(coverage, played.done)), script)


class _Played:
    def __init__(self, machine: Machine, coverage: GameCoverage, scenario: Scenario) -> None:
        self.machine, self.law, self.coverage, self.scenario = machine, machine.law, coverage, scenario
        self.script: list[tuple[str, Written]] = []
        self.done: set[str] = set()

    def to_the_end(self) -> Script | None:
        """The decisions taken; None if one that is listed is not due."""
        position = start(self.coverage.machine, self.scenario, self.coverage.trace)
        self._tell(position)
        for label, written in self.scenario.decisions:
            self._let_chance(position, label)
            if position.pending is None or position.pending.label != label:
                return None
            self._decide(position, read_decision(self.law, position.pending, written))
        self._let_chance(position, None)
        pending = position.pending
        return None if pending is not None and pending.by is None else tuple(self.script)

    def _let_chance(self, position: Position, label: str | None) -> None:
        for _ in range(MOST_CHANCE):
            pending = position.pending
            if pending is None or pending.by is not None or pending.label == label:
                return
            self._decide(position, pending.values[0])

    def _decide(self, position: Position, value: Value) -> None:
        assert position.pending is not None
        self.script.append((position.pending.label, write_decision(self.law, position.pending, value)))
        self.coverage.machine.decide(position, value, self.coverage.trace)
        self._tell(position)

    def _tell(self, position: Position) -> None:
        for step in self.coverage.trace.steps:
            self.coverage.step(step, position)
            self.done.update(effects(step, position, self.machine))
        self.coverage.trace.steps.clear()
