"""Makes a suite: play, make small, write down what the machine holds, and hold every case against the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer import __version__
from ruleslawyer.fuzz.coverage_goals import PAIR, Coverage, entry_goal, kind_of, parse_goal
from ruleslawyer.fuzz.state import Campaign, State, Tally
from ruleslawyer.fuzz.unreached import Unreached, unreached
from ruleslawyer.generate.effects import EFFECT, SEATS
from ruleslawyer.generate.expectations import expectations
from ruleslawyer.generate.goals import KINDS, slug_of
from ruleslawyer.generate.playing import CasePlayer
from ruleslawyer.generate.request import Request
from ruleslawyer.generate.search import Harvest, Searcher
from ruleslawyer.generate.suite import Covering, SuiteMaker, own_goals, union
from ruleslawyer.language.law import Law
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.results import Result
from ruleslawyer.scenario.run import DIGEST, Runner

PLAYING, SHRINKING, CHECKING = "playing", "making smaller", "holding against the reference"
JOBS = (PLAYING, SHRINKING, CHECKING)
Tick = Callable[[str, int, int], None]
"""Told a job of `JOBS`, how much of it is done, and of how much."""


class Disagreement(Exception):
    """A case does not hold with the reference interpreter, which is a fault of this program and not of the rulebook."""

    def __init__(self, result: Result) -> None:
        super().__init__(f"the back-ends disagree about {result.scenario.id}")
        self.result = result


@dataclass(frozen=True)
class TestCase:
    """A case of a suite: the file it belongs in, the goals for which it is kept, and how many it reaches."""

    file: str
    scenario: Scenario
    own: tuple[str, ...]
    goals: int


@dataclass(frozen=True)
class Suite:
    """A suite, and what it covers."""

    law: Law
    request: Request
    harvest: Harvest
    cases: tuple[TestCase, ...]
    coverage: tuple[Coverage, ...]
    missing: tuple[Unreached, ...]

    @property
    def decisions(self) -> int:
        """All decisions that are listed."""
        return sum(len(case.scenario.decisions) for case in self.cases)

    def files(self) -> Mapping[str, tuple[Scenario, ...]]:
        """The cases by the file that they belong in."""
        found: dict[str, tuple[Scenario, ...]] = {}
        for case in self.cases:
            found[case.file] = (*found.get(case.file, ()), case.scenario)
        return dict(sorted(found.items()))


def build(law: Law, request: Request, tick: Tick = lambda job, done, of: None) -> Suite:
    """The suite for a request; the same for the same request, if that has no limit of time.

    :raises Disagreement: the compiled back-end and the reference do not agree.
    """
    player = CasePlayer(law, request)
    searcher = Searcher(player)
    for done in searcher.run():
        tick(PLAYING, done, request.examples or done)
    maker = SuiteMaker(player, searcher.harvest)
    for done in maker.run():
        tick(SHRINKING, done, len(searcher.harvest.candidates))
    kept = maker.suite()
    cases = sorted((_case(player, one, kept) for one in kept), key=lambda case: (case.file, case.scenario.slug))
    runner = Runner(law)
    for done, case in enumerate(cases, start=1):
        result = runner.run(case.scenario)
        if not result.holds:
            raise Disagreement(result)
        tick(CHECKING, done, len(cases))
    covered = union(kept)
    missing = _missing(player, searcher.harvest, covered)
    impossible = {one.goal for one in missing if not one.possible}
    kinds = {kind: {goal for goal in player.goals.all if kind_of(goal) == kind} for kind in KINDS}
    coverage = tuple(
        Coverage(kind, len(goals & covered), len(goals), len(goals & impossible))
        for kind, goals in kinds.items()
        if goals
    )
    return Suite(law, request, searcher.harvest, tuple(cases), coverage, missing)


def _case(player: CasePlayer, covering: Covering, kept: Sequence[Covering]) -> TestCase:
    """A case in full, its goals in the order of what it is kept for."""
    law, goals, scenario = player.law, player.goals, covering.scenario
    own = goals.listed(own_goals(covering, kept))
    first = covering.found_for if covering.found_for in own else own[0]
    own = [first, *(goal for goal in own if goal != first)]
    written = replace(
        scenario,
        slug=slug_of(first),
        because=goals.sentence(own),
        then=expectations(player.machine(scenario.players), scenario),
        clauses=goals.clauses_at_work(covering.goals),
        info={
            "made_by": f"ruleslawyer generate {__version__}",
            "seed": str(player.request.seed),
            "covers": "; ".join(own),
            DIGEST: law.digest,
        },
    )
    return TestCase(goals.file_of(first), written, tuple(own), len(covering.goals))


def _missing(player: CasePlayer, harvest: Harvest, covered: frozenset[str]) -> tuple[Unreached, ...]:
    """The goals that no case covers, with reasons."""
    law, request, goals = player.law, player.request, player.goals
    name = request.reading_name(law)
    campaign = Campaign(profiles=(name,) if name else (), combinations=False, players=request.players)
    read_so = replace(law, profiles={name: request.answers} if name else {})
    state = State(campaign, law.digest, tally=Tally(goals=Counter(harvest.reached)))
    never = [one for one in unreached(read_so, goals.reachable, state) if one.goal in goals.all]
    impossible = {one.goal for one in never if not one.possible}
    out = goals.clauses_without(impossible)
    never = [_pair_of_impossible(one, out) for one in never]
    other = [goal for goal in goals.listed(goals.all) if kind_of(goal) in (SEATS, EFFECT) or harvest.reached[goal]]
    return (*never, *(_not_covered(goal, harvest, impossible) for goal in other if goal not in covered))


def _pair_of_impossible(one: Unreached, out: frozenset[str]) -> Unreached:
    """A pair with a clause that is impossible is impossible."""
    without = out.intersection(parse_goal(one.goal).about) if kind_of(one.goal) == PAIR else frozenset()
    return replace(one, why=f"{min(without)} is impossible under this reading", possible=False) if without else one


def _not_covered(goal: str, harvest: Harvest, impossible: set[str]) -> Unreached:
    """A goal of a kind that the fuzzer does not know, or that was met but that no case shows."""
    kind, rest = goal.split(" ", 1)
    what = f"{rest} {'among more than the fewest players' if kind == SEATS else ''}".rstrip()
    if harvest.reached[goal]:
        why = "play came to it, but no sound case that begins at the set-up or at a menu shows it"
        return Unreached(goal, what, why, True)
    if entry_goal(rest) in impossible:
        return Unreached(goal, what, "impossible under this reading", False)
    return Unreached(goal, what, "no game came to it", True)
