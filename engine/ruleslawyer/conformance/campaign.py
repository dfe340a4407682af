"""A whole run: the suite, then the fuzzer; failures confirmed, grouped by clause, and made as short as they get."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.conformance.evidence import NEAR, Evidence
from ruleslawyer.conformance.execute import execute
from ruleslawyer.conformance.fault_localisation import Explanation, FaultLocaliser
from ruleslawyer.conformance.implementation import MakeImplementation
from ruleslawyer.conformance.packing import pack
from ruleslawyer.conformance.process import TIMEOUT
from ruleslawyer.conformance.protocol import Introduction
from ruleslawyer.conformance.runner import ENOUGH, Job, JobResult, JobRunner, Recipe, Results, run_apart
from ruleslawyer.conformance.session import MOST_RESTARTS, GivenUp, Session
from ruleslawyer.conformance.shrinking import Shrinking, alike
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.language.law import Law
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.readings import variants

REPEATS = 2
"""How often a failure is played again, to see whether the same comes of it."""
GAMES = 300


@dataclass(frozen=True)
class Plan:
    """What to do. `rulebook` is the name or path that workers load."""

    rulebook: str
    answers: Mapping[str, str]
    reading: Reading
    suite: Sequence[Scenario] = ()
    games: int = GAMES
    seed: int = 0
    workers: int = 1
    timeout: float = TIMEOUT
    command: tuple[str, ...] = ()
    most_restarts: int = MOST_RESTARTS


@dataclass(frozen=True)
class Finding:
    """A clause that an implementation does not follow, with the shortest case that shows it.

    `ids` are the scenarios of the suite that showed it, `games` the fuzzed games; `before` is how many decisions the
    shortest of them had. A case that begins in a position to which no game has been shown to come has beside it the
    shortest `game` from the set-up that fails so, if there was one.
    """

    clause: str
    verdict: Verdict
    ids: tuple[str, ...]
    games: tuple[str, ...]
    execution: Execution = field(repr=False)
    before: int
    replay: str = field(repr=False)
    game: Scenario | None = field(repr=False)

    @property
    def count(self) -> int:
        """How many cases showed it."""
        return len(self.ids) + len(self.games)


@dataclass(frozen=True)
class Report:
    """All that came of a run. `well` are the clauses that were seen at work without a failure."""

    law: Law = field(repr=False)
    plan: Plan = field(repr=False)
    introduction: Introduction
    outcomes: tuple[JobResult, ...] = field(repr=False)
    findings: tuple[Finding, ...]
    well: Mapping[str, int] = field(repr=False)
    given_up: str
    unplayable: tuple[str, ...]
    restarts: int
    seconds: float

    @property
    def conforms(self) -> bool:
        """Whether nothing was found, everything was tried, and there was something that it could play."""
        return not self.findings and not self.given_up and not self.failed and self.played > 0

    @property
    def played(self) -> int:
        """How many cases were played and not refused."""
        return sum(outcome.verdict is not Verdict.REFUSES for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        """How many cases failed."""
        return sum(outcome.verdict.fails for outcome in self.outcomes)

    def count(self, verdict: Verdict) -> int:
        """How many cases have that verdict."""
        return sum(outcome.verdict is verdict for outcome in self.outcomes)

    @property
    def suite(self) -> tuple[JobResult, ...]:
        """What came of the scenarios of the suite."""
        return tuple(one for one in self.outcomes if one.job.scenario is not None)

    @property
    def cut_short(self) -> bool:
        """Whether so much failed that the rest was not tried."""
        return self.failed >= ENOUGH

    @property
    def titles(self) -> str:
        """The implementation's name and version."""
        return f"{self.introduction.name} {self.introduction.version}".strip()

    @property
    def refused(self) -> Mapping[str, int]:
        """What the implementation cannot do, and how many cases needed it."""
        found: dict[str, int] = {}
        for outcome in self.outcomes:
            if outcome.verdict is Verdict.REFUSES:
                found[outcome.message] = found.get(outcome.message, 0) + 1
        return found


Progress = Callable[[int, int, int], None]
"""Told how many jobs are done, how many there are, and how many failed."""


def applicable(law: Law, suite: Sequence[Scenario], answers: Mapping[str, str]) -> list[Scenario]:
    """The scenarios that claim to hold under these answers: a reading of theirs is this, or says nothing against it."""
    return [
        one
        for one in suite
        if any(dict(variant.answers) == dict(answers) for variant in variants(law, one)) or _allows(one, answers)
    ]


def _allows(scenario: Scenario, answers: Mapping[str, str]) -> bool:
    readings = scenario.readings or (Reading(),)
    return not scenario.otherwise and any(
        not one.profile and all(answers.get(name) == answer for name, answer in one.rulings.items()) for one in readings
    )


def conform(law: Law, make: MakeImplementation, plan: Plan, progress: Progress = lambda *_: None) -> Report:
    """Holds an implementation against the rulebook under one reading.

    :raises CannotStart: it cannot be started.
    """
    began = time.monotonic()
    jobs = [Job(one) for one in applicable(law, plan.suite, plan.answers)] + [Job(game=n) for n in range(plan.games)]
    with Session(make, law, most_restarts=plan.most_restarts) as session:
        runner = JobRunner(session, law, plan.answers, plan.seed)
        results = Results()
        done = failed = 0
        for count, bad in _run(plan, runner, jobs, results):
            done, failed = done + count, failed + bad
            progress(done, len(jobs), failed)
        findings = tuple(_findings(session, Evidence(law), results, plan))
        return Report(
            law=law,
            plan=plan,
            introduction=session.introduction,
            outcomes=tuple(results.outcomes),
            findings=findings,
            well=dict(results.well),
            given_up=results.given_up,
            unplayable=tuple(results.unplayable),
            restarts=session.restarts,
            seconds=time.monotonic() - began,
        )


def _run(plan: Plan, runner: JobRunner, jobs: Sequence[Job], results: Results) -> Iterator[tuple[int, int]]:
    """How many jobs are done, and how many of them failed, from time to time."""
    if plan.workers <= 1 or not plan.command:
        for outcome in runner.run(jobs, results):
            yield 1, outcome.verdict.fails
        return
    recipe = Recipe(plan.rulebook, plan.answers, plan.command, plan.timeout, plan.seed)
    failed: list[Job] = []
    for count, bad in run_apart(recipe, jobs, plan.workers, results):
        failed += bad
        yield count, len(bad)
    order = {(job.scenario.id if job.scenario else "", job.game): index for index, job in enumerate(jobs)}
    failed.sort(key=lambda job: order[(job.scenario.id if job.scenario else "", job.game)])
    _again(runner, failed[:ENOUGH], results)


def _again(runner: JobRunner, failed: Sequence[Job], results: Results) -> None:
    """Plays here what failed in a worker, to have its execution at hand."""
    seen = Results()
    for _ in runner.run(failed, seen):
        pass
    results.failures += seen.failures
    results.given_up = results.given_up or seen.given_up


def _findings(session: Session, evidence: Evidence, results: Results, plan: Plan) -> Iterator[Finding]:
    """What failed, by verdict and clause; of each verdict first what failed most.

    A few failures that seemed to be of another kind may turn out, when made short, to be the same.
    """
    confirmed = [_confirmed(session, failure) for failure in results.failures]
    scenarios = [one.job.scenario for one in results.outcomes if one.job.scenario is not None]
    ids = {scenario.slug: scenario.id for scenario in scenarios}
    shrinking = Shrinking(session, evidence, dict(plan.answers), plan.reading)
    for verdict in (verdict for verdict in _ORDER if any(one.verdict is verdict for one in confirmed)):
        localiser = FaultLocaliser(evidence, results.well)
        for failure in confirmed:
            if failure.verdict is verdict:
                localiser.note(failure)
        found: list[Finding] = []
        for explanation in sorted(localiser.explanations(), key=lambda one: -len(one.failures)):
            finding = _finding(shrinking, explanation, verdict, ids, plan)
            weights = evidence.weights(finding.execution)
            own = weights.get(finding.clause, 0.0)
            same = next((one for one in found if weights.get(one.clause, 0.0) >= NEAR * own), None)
            if same is None:
                found.append(finding)
            else:
                merged = replace(same, ids=(*same.ids, *finding.ids), games=(*same.games, *finding.games))
                found[found.index(same)] = merged
        yield from found


def _finding(
    shrinking: Shrinking, explanation: Explanation, verdict: Verdict, ids: Mapping[str, str], plan: Plan
) -> Finding:
    smallest, game = shrinking.shrink(explanation.failures, explanation.clause)
    scenario = smallest.run.scenario
    shown = replace(
        scenario,
        slug=re.sub(r"[^a-z0-9]+", "-", f"{explanation.clause}-{verdict.value}".lower()),
        because=f"{explanation.clause} is not followed here: {verdict.value}.",
        origin="fuzz",
        readings=(plan.reading,) if plan.reading != Reading() else (),
        decisions=scenario.decisions[: smallest.decisions],
        then=(),
        clauses=(),
    )
    slugs = [one.run.scenario.slug for one in explanation.failures]
    return Finding(
        clause=explanation.clause,
        verdict=verdict,
        ids=tuple(sorted({ids[slug] for slug in slugs if slug in ids})),
        games=tuple(sorted({slug for slug in slugs if slug not in ids})),
        execution=replace(smallest, run=replace(smallest.run, scenario=shown)),
        before=min(one.decisions for one in explanation.failures),
        replay=pack(shown),
        game=game,
    )


_ORDER = (
    Verdict.CRASHES,
    Verdict.HANGS,
    Verdict.FLOODS,
    Verdict.GARBAGE,
    Verdict.CONTRADICTS,
    Verdict.DIVERGES,
)


def _confirmed(session: Session, failure: Execution) -> Execution:
    """The failure, or that the implementation did something else when it was asked the same again."""
    if failure.verdict.fatal:
        return failure
    if failure.verdict is Verdict.CONTRADICTS:
        return failure
    for _ in range(REPEATS):
        try:
            again = execute(session, failure.run)
        except GivenUp:
            return failure
        if not alike(failure, again):
            return replace(failure, verdict=Verdict.CONTRADICTS)
    return failure


def play_scenario(law: Law, session: Session, scenario: Scenario, answers: Mapping[str, str]) -> list[Execution]:
    """What comes of one scenario, under each luck that it asks for.

    :raises Unplayable: the rulebook does not allow it under these answers.
    """
    runner = JobRunner(session, law, answers, 0)
    return [execute(session, run) for run in runner.runs(Job(scenario))]
