"""Plays cases, their coverage measured, with every claim of the rulebook checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.fuzz.coverage import GameCoverage, Instrumentation
from ruleslawyer.fuzz.coverage_goals import ENTRY
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.generate.effects import SEATS, effects
from ruleslawyer.generate.goals import Goals, goals_of
from ruleslawyer.generate.request import Request
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError, Position
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import follow
from ruleslawyer.scenario.model import Scenario

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
        if not coverage.positions.consistency.holds(scenario.given):
            return None
        played = _Played(self.machine(scenario.players), coverage)
        try:
            for _, position in follow(coverage.machine, scenario, coverage.trace, to_player=True):
                played.tell(position)
        except (MachineError, RulebookError):
            return None
        script = tuple(played.script)
        return Performance(self.goals.set_of(self.reached(coverage, played.done)), script)


class _Played:
    """What was decided in a case, and what entries did in it."""

    def __init__(self, machine: Machine, coverage: GameCoverage) -> None:
        self.machine, self.coverage = machine, coverage
        self.script: list[tuple[str, Written]] = []
        self.done: set[str] = set()

    def tell(self, position: Position) -> None:
        """Notes the steps since the last time."""
        for step in self.coverage.trace.steps:
            if step.decision is not None:
                self.script.append((step.decision.label, write_decision(self.machine.law, step.decision, step.value)))
            self.coverage.step(step, position)
            self.done.update(effects(step, position, self.machine))
        self.coverage.trace.steps.clear()
