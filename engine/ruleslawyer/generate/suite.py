"""From the cases that were found to a small suite: each made smaller for its goal, then those left out that others
cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.fuzz.coverage_goals import PAIR
from ruleslawyer.generate.goals import kind_of
from ruleslawyer.generate.search import Harvest
from ruleslawyer.generate.stage import Performance, Stage
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.shrink import ONE_READING, Failing, shrink, size

STEPS, PAIR_STEPS = 1_500, 750
"""What may be played to make a case smaller, for a goal and for a pair of clauses."""
SOON = 3
"""A goal that a case with so few decisions reaches is not seen to again."""
Size = tuple[int, int, int, int]


@dataclass(frozen=True)
class Covering:
    """A case with all its decisions listed, the goals that it reaches, and its size. `found_for` is one of them."""

    scenario: Scenario
    goals: int
    size: Size
    found_for: str


class Reducer:
    """Makes the suite of one harvest."""

    def __init__(self, stage: Stage, harvest: Harvest) -> None:
        self.stage = stage
        self.harvest = harvest
        self.cases: list[Covering] = []
        self.covered = 0
        self.covered_soon = 0

    def run(self) -> Iterator[int]:
        """Sees to one goal after another, the rarest first, and gives how many are done after each."""
        for number, goal in enumerate(self.order(), start=1):
            self._see_to(goal)
            yield number

    def order(self) -> list[str]:
        """The goals that were reached: those of single clauses before pairs, the rarer first."""
        reached = self.harvest.reached
        return sorted(self.harvest.candidates, key=lambda goal: (_is_pair(goal), reached[goal], goal))

    def suite(self) -> list[Covering]:
        """The cases found without those that others cover; the order in which they are chosen is theirs."""
        return without_covered(chosen(self.cases))

    def _see_to(self, goal: str) -> None:
        bit = self.stage.goals.bit(goal)
        pair = _is_pair(goal)
        if (self.covered if pair else self.covered_soon) & bit:
            return
        for candidate in self.harvest.candidates[goal]:
            if self._reaches(candidate.scenario, bit):
                self._add(self._smallest(candidate.scenario, goal), goal)
                return

    def _smallest(self, scenario: Scenario, goal: str) -> Scenario:
        bit = self.stage.goals.bit(goal)

        def judge(one: Scenario) -> Failing | None:
            return Failing(goal) if self._reaches(one, bit) else None

        return shrink(
            self.stage.law,
            scenario,
            judge,
            machine=lambda one: self.stage.machine(one.players),
            steps=PAIR_STEPS if _is_pair(goal) else STEPS,
            only=ONE_READING,
        )

    def _reaches(self, scenario: Scenario, goals: int) -> bool:
        performance = self.stage.perform(scenario)
        return performance is not None and performance.goals & goals == goals

    def _add(self, scenario: Scenario, goal: str) -> None:
        performance = self.stage.perform(scenario)
        assert performance is not None
        self.cases.append(self._covering(scenario, performance, goal))
        self.covered |= performance.goals
        if len(performance.script) <= SOON:
            self.covered_soon |= performance.goals

    def _covering(self, scenario: Scenario, performance: Performance, goal: str) -> Covering:
        listed = replace(scenario, luck="listed", decisions=performance.script)
        return Covering(listed, performance.goals, size(self.stage.law, listed), goal)


def chosen(cases: Sequence[Covering]) -> list[Covering]:
    """A set cover: again and again the case that covers most new goals for its length, the smaller of equals."""
    left = sorted(cases, key=lambda case: (case.size, case.scenario.digest))
    found: list[Covering] = []
    covered = 0
    while left:
        best = max(left, key=lambda case: (case.goals & ~covered).bit_count() / (1 + case.size[0]))
        if not best.goals & ~covered:
            break
        covered |= best.goals
        found.append(best)
        left = [case for case in left if case is not best and case.goals & ~covered]
    return found


def without_covered(cases: Sequence[Covering]) -> list[Covering]:
    """The cases without those all of whose goals others cover, the largest looked at first."""
    kept = list(cases)
    for case in sorted(cases, key=lambda case: case.size, reverse=True):
        if not case.goals & ~union(one for one in kept if one is not case):
            kept.remove(case)
    return kept


def union(cases: Iterator[Covering] | Sequence[Covering]) -> int:
    """The goals that cases reach together."""
    found = 0
    for case in cases:
        found |= case.goals
    return found


def own_goals(cases: Sequence[Covering]) -> list[int]:
    """For each case, the goals that no other of the cases reaches."""
    return [case.goals & ~union(one for one in cases if one is not case) for case in cases]


def _is_pair(goal: str) -> bool:
    return kind_of(goal) == PAIR
