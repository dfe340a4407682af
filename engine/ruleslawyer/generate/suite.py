"""From the cases that were found to a small suite: each made smaller for its goal, then those left out that others
cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.fuzz.coverage_goals import PAIR, kind_of
from ruleslawyer.generate.playing import CasePlayer
from ruleslawyer.generate.search import Harvest
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
    goals: frozenset[str]
    size: Size
    found_for: str


class SuiteMaker:
    """Makes the suite of one harvest."""

    def __init__(self, player: CasePlayer, harvest: Harvest) -> None:
        self.player = player
        self.harvest = harvest
        self.cases: list[Covering] = []
        self.covered: set[str] = set()
        self.covered_soon: set[str] = set()

    def run(self) -> Iterator[int]:
        """Sees to one goal after another, those of single clauses before pairs, then the rarest first, and gives how
        many are done after each."""
        reached = self.harvest.reached
        order = sorted(self.harvest.candidates, key=lambda goal: (kind_of(goal) == PAIR, reached[goal], goal))
        for number, goal in enumerate(order, start=1):
            if goal not in (self.covered if kind_of(goal) == PAIR else self.covered_soon):
                self._see_to(goal)
            yield number

    def suite(self) -> list[Covering]:
        """The cases found without those that others cover; the order in which they are chosen is theirs."""
        return without_covered(chosen(self.cases))

    def _see_to(self, goal: str) -> None:
        def judge(one: Scenario) -> Failing | None:
            reached = self.player.play(one)
            return Failing(goal) if reached is not None and goal in reached.goals else None

        candidate = next((one.scenario for one in self.harvest.candidates[goal] if judge(one.scenario)), None)
        if candidate is None:
            return
        smallest = shrink(
            self.player.law,
            candidate,
            judge,
            machine=lambda one: self.player.machine(one.players),
            steps=PAIR_STEPS if kind_of(goal) == PAIR else STEPS,
            only=ONE_READING,
        )
        reached = self.player.play(smallest)
        assert reached is not None
        listed = replace(smallest, luck="listed", decisions=reached.script)
        self.cases.append(Covering(listed, reached.goals, size(self.player.law, listed), goal))
        self.covered |= reached.goals
        if len(reached.script) <= SOON:
            self.covered_soon |= reached.goals


def chosen(cases: Sequence[Covering]) -> list[Covering]:
    """A set cover: again and again the case that covers most new goals for its length, the smaller of equals."""
    left = sorted(cases, key=lambda case: (case.size, case.scenario.digest))
    found: list[Covering] = []
    covered: frozenset[str] = frozenset()
    while left:
        best = max(left, key=lambda case: len(case.goals - covered) / (1 + case.size[0]))
        if best.goals <= covered:
            break
        covered |= best.goals
        found.append(best)
        left = [case for case in left if case is not best and not case.goals <= covered]
    return found


def without_covered(cases: Sequence[Covering]) -> list[Covering]:
    """The cases without those all of whose goals others cover, the largest looked at first."""
    kept = list(cases)
    for case in sorted(cases, key=lambda case: case.size, reverse=True):
        if not own_goals(case, kept):
            kept.remove(case)
    return kept


def union(cases: Iterable[Covering]) -> frozenset[str]:
    """The goals that cases reach together."""
    return frozenset().union(*(case.goals for case in cases))


def own_goals(case: Covering, cases: Sequence[Covering]) -> frozenset[str]:
    """The goals that no other of the cases reaches."""
    return case.goals - union(one for one in cases if one is not case)
