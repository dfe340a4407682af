"""Plays cases, their coverage measured, with every claim of the rulebook checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.fuzz.coverage import Instrumentation
from ruleslawyer.fuzz.coverage_goals import ENTRY
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.generate.effects import SEATS, effects
from ruleslawyer.generate.goals import SuiteGoals
from ruleslawyer.generate.request import Request
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError, Position
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.machine.trace import Step
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import follow
from ruleslawyer.scenario.model import Scenario

Script = tuple[tuple[str, Written], ...]


@dataclass(frozen=True)
class Reached:
    """What came of a case: the goals it reaches, and its decisions with those of chance listed."""

    goals: frozenset[str]
    script: Script


class CasePlayer:
    """Plays the cases of one request."""

    def __init__(self, law: Law, request: Request) -> None:
        self.law = law
        self.request = request
        self.instrumentation = Instrumentation(law, Compiled)
        self.goals = SuiteGoals(law, request)
        self.machine = cache(self._machine)

    def _machine(self, players: int) -> Machine:
        """A machine that is neither instrumented nor monitored."""
        return fast_machine(self.law, self.request.answers, players, options=self.request.options)

    def positions(self, players: int) -> Positions:
        """Makes up positions that hold by every claim of the rulebook."""
        return self.instrumentation.machine(self.request.answers, players, self.request.options).positions

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
            given=given,
            luck="first",
            decisions=script,
        )

    def play(self, scenario: Scenario) -> Reached | None:
        """What comes of a case, played on until a player is to decide; None if it is not sound or cannot be played.

        Sound is a position in which the invariants hold and what is required there, from which play breaks no claim.
        """
        if scenario.players not in self.request.players:
            return None
        playing = Playing(self, scenario.players)
        if not playing.coverage.positions.consistency.holds(scenario.given):
            return None
        trace = playing.coverage.trace
        try:
            for _, position in follow(playing.coverage.machine, scenario, trace, to_player=True):
                for step in trace.steps:
                    playing.step(step, position)
                trace.steps.clear()
        except (MachineError, RulebookError):
            return None
        return Reached(playing.reached() & self.goals.all, tuple(playing.script))


class Playing:
    """One case being played: what was decided, and what was reached."""

    def __init__(self, player: CasePlayer, players: int) -> None:
        self.player = player
        self.coverage = player.instrumentation.game(player.request.answers, players, player.request.options)
        self.script: list[tuple[str, Written]] = []
        self._machine = player.machine(players)
        self._done: set[str] = set()

    def step(self, step: Step, position: Position) -> None:
        """Told of each step when it is over."""
        if step.decision is not None:
            self.script.append((step.decision.label, write_decision(self.player.law, step.decision, step.value)))
        self.coverage.step(step, position)
        self._done.update(effects(step, position, self._machine))

    def reached(self) -> frozenset[str]:
        """The goals reached by now, and all that entries did, whether that is a goal yet or not."""
        goals = self.coverage.reached() & self.player.goals.all
        if self._machine.players > self.player.law.players[0]:
            goals |= {goal.replace(ENTRY, SEATS, 1) for goal in goals if goal.startswith(f"{ENTRY} ")}
        return (goals & self.player.goals.all) | self._done
