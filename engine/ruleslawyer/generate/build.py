"""Makes a suite: play, make small, write down what the machine holds, and hold every case against the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ruleslawyer import __version__
from ruleslawyer.fuzz.batch import Tally
from ruleslawyer.fuzz.coverage_goals import PAIR, entry_goal, parse_goal
from ruleslawyer.fuzz.state import Campaign, State
from ruleslawyer.fuzz.unreached import Unreached, unreached
from ruleslawyer.generate.describing import clauses_at_work, file_of, sentence, slug_of
from ruleslawyer.generate.effects import EFFECT, SEATS
from ruleslawyer.generate.expectations import expectations
from ruleslawyer.generate.goals import Goals, clauses_without, kind_of
from ruleslawyer.generate.request import Request
from ruleslawyer.generate.search import Harvest, Searcher
from ruleslawyer.generate.stage import Stage
from ruleslawyer.generate.suite import Covering, Reducer, own_goals, union
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
class Case:
    """A case of a suite: the file it belongs in, the goals for which it is kept, and how many it reaches."""

    file: str
    scenario: Scenario
    own: tuple[str, ...]
    goals: int


@dataclass(frozen=True)
class Coverage:
    """Of one kind of goal: how many the suite covers, how many there are, and how many of these are impossible."""

    kind: str
    covered: int
    total: int
    impossible: int


@dataclass(frozen=True)
class Suite:
    """A suite, and what it covers."""

    law: Law
    request: Request
    harvest: Harvest
    cases: tuple[Case, ...]
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
    stage = Stage(law, request)
    searcher = Searcher(stage)
    for done in searcher.run():
        tick(PLAYING, done, request.examples or done)
    reducer = Reducer(stage, searcher.harvest)
    for done in reducer.run():
        tick(SHRINKING, done, len(searcher.harvest.candidates))
    kept = reducer.suite()
    cases = _cases(stage, kept)
    runner = Runner(law)
    for done, case in enumerate(cases, start=1):
        result = runner.run(case.scenario)
        if not result.holds:
            raise Disagreement(result)
        tick(CHECKING, done, len(cases))
    missing = _missing(stage, searcher.harvest, union(kept))
    return Suite(law, request, searcher.harvest, cases, _coverage(stage.goals, union(kept), missing), missing)


def _cases(stage: Stage, kept: Sequence[Covering]) -> tuple[Case, ...]:
    """The cases in full, in the order of what they are kept for."""
    reachable, goals = stage.instrumentation.goals, stage.goals
    found = []
    for covering, own in zip(kept, own_goals(kept), strict=True):
        listed = tuple(goals.listed(own))
        first = covering.found_for if covering.found_for in listed else listed[0]
        own_first = (first, *(goal for goal in listed if goal != first))
        file = file_of(reachable, first)
        found.append(Case(file, _written(stage, covering, own_first), own_first, covering.goals.bit_count()))
    return tuple(sorted(found, key=lambda case: (case.file, case.scenario.slug)))


def _written(stage: Stage, covering: Covering, own: tuple[str, ...]) -> Scenario:
    law, request, reachable = stage.law, stage.request, stage.instrumentation.goals
    scenario = covering.scenario
    return replace(
        scenario,
        slug=slug_of(own[0]),
        because=sentence(law, reachable, own),
        then=expectations(stage.machine(scenario.players), scenario),
        clauses=clauses_at_work(law, reachable, stage.goals, covering.goals),
        info={
            "made_by": f"ruleslawyer generate {__version__}",
            "seed": str(request.seed),
            "covers": "; ".join(own),
            DIGEST: law.digest,
        },
    )


def _missing(stage: Stage, harvest: Harvest, covered: int) -> tuple[Unreached, ...]:
    """The goals that no case covers, with reasons."""
    law, request, goals = stage.law, stage.request, stage.goals
    name = request.reading_name(law)
    campaign = Campaign(profiles=(name,) if name else (), combinations=False, players=request.players)
    read_so = replace(law, profiles={name: request.answers} if name else {})
    state = State(campaign, law.digest, tally=Tally(goals=Counter(harvest.reached)))
    never = [one for one in unreached(read_so, stage.instrumentation.goals, state) if one.goal in goals]
    impossible = {one.goal for one in never if not one.possible}
    out = clauses_without(stage.instrumentation.goals, impossible)
    never = [_pair_of_impossible(one, out) for one in never]
    other = [goal for goal in goals if kind_of(goal) in (SEATS, EFFECT) or harvest.reached[goal]]
    return (*never, *(_not_covered(goal, harvest, impossible) for goal in other if not goals.bit(goal) & covered))


def _pair_of_impossible(one: Unreached, out: frozenset[str]) -> Unreached:
    """A pair with a clause that is impossible is impossible."""
    without = out.intersection(parse_goal(one.goal).about) if kind_of(one.goal) == PAIR else frozenset()
    return replace(one, why=f"{min(without)} is impossible under this reading", possible=False) if without else one


def _not_covered(goal: str, harvest: Harvest, impossible: Set[str]) -> Unreached:
    """A goal of a kind that the fuzzer does not know, or that was met but that no case shows."""
    kind, rest = goal.split(" ", 1)
    what = f"{rest} {'among more than the fewest players' if kind == SEATS else ''}".rstrip()
    if harvest.reached[goal]:
        why = "play came to it, but no sound case that begins at the set-up or at a menu shows it"
        return Unreached(goal, what, why, True)
    if entry_goal(rest) in impossible:
        return Unreached(goal, what, "impossible under this reading", False)
    return Unreached(goal, what, "no game came to it", True)


def _coverage(goals: Goals, covered: int, missing: Sequence[Unreached]) -> tuple[Coverage, ...]:
    impossible = {one.goal for one in missing if not one.possible}
    kinds: dict[str, list[str]] = {}
    for goal in goals:
        kinds.setdefault(kind_of(goal), []).append(goal)
    return tuple(
        Coverage(kind, (goals.set_of(some) & covered).bit_count(), len(some), len(impossible.intersection(some)))
        for kind, some in kinds.items()
    )
