"""The smallest case found on which two readings part: a scenario that shows it, or play at random."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compare.lockstep import Lockstep, Parting
from ruleslawyer.compare.looks import Pair
from ruleslawyer.compare.readings import Contrast, Issue
from ruleslawyer.compile import fast_machine
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.rests import unseen, with_rest
from ruleslawyer.scenario.shrink import ONE_READING, TOPS, Failing, begun_later, shrink, size

SEED_BYTES = 16
"""What a random position follows."""
LONGEST = 30
"""Decisions played from a random position before it is given up."""
WHOLE = 200
"""Decisions played from the start of a game before it is given up."""
MAKING = 30
"""What making up a position costs, in decisions."""
FINDS = 3
"""Cases that are made smaller before the smallest is taken."""


@dataclass(frozen=True)
class Budget:
    """How much is tried. Counted and not timed, so that equal seeds find equal cases.

    `work`: decisions played in search of a case, for one contrast; `steps`: what may be played to make a case smaller.
    """

    work: int = 4_000
    steps: int = 2_500


@dataclass(frozen=True)
class Witness:
    """Where two readings part. `views`: only what people see differs. `origin`: 'fixture' or 'search'.

    A case that begins in a position need not be reachable: both readings' claims hold there, and no more is known.
    """

    contrast: Contrast
    scenario: Scenario
    parting: Parting
    pair: Pair
    views: bool
    origin: str


def find(
    law: Law, issue: Issue, contrasts: Sequence[Contrast], fixtures: Sequence[Scenario], seed: int, budget: Budget
) -> Witness | None:
    """The first of the contrasts that a case is found for, by what comes of play, or else by what people see."""
    for views in (False, True):
        tried = replace(budget, work=budget.work // 4) if views else budget
        for contrast in contrasts:
            search = _Search(law, issue, contrast, seed, tried, views)
            found = search.among(fixtures) or search.at_random()
            if found is not None:
                return found
    return None


class _Search:
    def __init__(self, law: Law, issue: Issue, contrast: Contrast, seed: int, budget: Budget, views: bool) -> None:
        self.law, self.issue, self.contrast, self.budget, self.views = law, issue, contrast, budget, views
        self.dice = random.Random(f"{seed} {issue} {contrast.base}")
        self.steps: dict[int, Lockstep] = {}
        self.positions: dict[int, tuple[Positions, Positions]] = {}
        self.made = 0
        self.parts = Failing(issue.ruling, kind="seen" if views else "played")

    @property
    def work(self) -> int:
        """What was done so far, in decisions."""
        return self.made * MAKING + sum(one.work for one in self.steps.values())

    def lockstep(self, players: int) -> Lockstep:
        """The two machines for a number of players."""
        if players not in self.steps:
            left, right = (fast_machine(self.law, one, players) for one in (self.contrast.left, self.contrast.right))
            self.steps[players] = Lockstep((left, right), views=self.views)
            self.positions[players] = Positions(left), Positions(right)
        return self.steps[players]

    def among(self, scenarios: Sequence[Scenario]) -> Witness | None:
        """The first scenario on which they part."""
        low, high = self.law.players
        for scenario in scenarios:
            if low <= scenario.players <= high and (found := self._case(scenario, "fixture")) is not None:
                return found
        return None

    def at_random(self) -> Witness | None:
        """The smallest of some cases found by playing at random from random positions and from the start."""
        found: list[Scenario] = []
        low, high = self.law.players
        number = 0
        while self.work < self.budget.work and len(found) < FINDS:
            scenario = self._random(low + number % (high - low + 1), from_start=number % 10 == 9)
            if scenario is not None:
                found.append(self._smallest(scenario))
            number += 1
        return self._case(min(found, key=self._size), "search") if found else None

    def _smallest(self, scenario: Scenario) -> Scenario:
        """What is drawn lies on top of its pile in the end, instead of being decided, where it can."""
        left = self._machine(scenario)
        menus = self.positions[scenario.players][0].menus
        later = begun_later(left, scenario, self._judge, self.parts, menus, WHOLE) or scenario
        return shrink(
            self.law, later, self._judge, machine=self._machine, steps=self.budget.steps, only=(*ONE_READING, TOPS)
        )

    def _size(self, scenario: Scenario) -> tuple[int, tuple[int, ...]]:
        """What people would call the size of a case: the cards that have a place and the decisions."""
        whole = size(self.law, scenario)
        return whole[0] + whole[1], whole

    def _case(self, scenario: Scenario, origin: str) -> Witness | None:
        lockstep = self.lockstep(scenario.players)
        parting = lockstep.parting(scenario)
        if parting is None:
            return None
        played = replace(scenario, decisions=parting.script)
        return Witness(self.contrast, played, parting, lockstep.pair, self.views, origin)

    def _machine(self, scenario: Scenario) -> Machine:
        return self.lockstep(scenario.players).pair[0]

    def _judge(self, scenario: Scenario) -> Failing | None:
        """Whether both readings allow the position, and part."""
        lockstep = self.lockstep(scenario.players)
        return self.parts if self._allowed(scenario) and lockstep.parting(scenario) is not None else None

    def _allowed(self, scenario: Scenario) -> bool:
        return all(one.consistency.holds(scenario.given) for one in self.positions[scenario.players])

    def _random(self, players: int, *, from_start: bool) -> Scenario | None:
        """A case found by playing at random."""
        lockstep = self.lockstep(players)
        given: Mapping[str, Written] | None = None
        if not from_start:
            self.made += 1
            made_up = self.positions[players][0].random(self.dice.randbytes(SEED_BYTES))
            given = None if made_up is None else with_rest(self.law, unseen(self.law, made_up))
        scenario = Scenario(
            slug=f"{self.issue.ruling}-{self.issue.left}-or-{self.issue.right}".replace("_", "-"),
            rulebook=self.law.name,
            version=self.law.version,
            players=players,
            because=f"{self.issue.left} and {self.issue.right} as answers to {self.issue.ruling} part here.",
            origin="compare",
            given=given,
        )
        if not self._allowed(scenario):
            return None
        most = WHOLE if given is None else LONGEST
        parting = lockstep.on_from(scenario, lambda decision: self.dice.choice(decision.values), most)
        return None if parting is None else replace(scenario, decisions=parting.script)
