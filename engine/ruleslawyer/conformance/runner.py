"""Plays many runs: the scenarios of a suite, then the games of a fuzzer. In this process, or in several."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.conformance.clause_index import ClauseIndex
from ruleslawyer.conformance.evidence import participants
from ruleslawyer.conformance.execute import execute, refusal
from ruleslawyer.conformance.expected_run import ExpectedRun, ReferencePlayer, Unplayable, reference_players
from ruleslawyer.conformance.faults import CannotStart
from ruleslawyer.conformance.implementation import MakeImplementation
from ruleslawyer.conformance.process import ChildProcess
from ruleslawyer.conformance.session import GivenUp, Session
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language import load
from ruleslawyer.language.law import Law
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.rests import unseen, with_rest
from ruleslawyer.workers import WorkerStopped, in_parallel

SEQUENCE = 400
"""Bytes of luck, and of choices, of a fuzzed game; what follows takes first values."""
SEED = 64
"""Bytes that a random position is made from."""
WHOLE = 4
"""Every how many-th game is one from the set-up; the others begin at random positions."""
LONG = 40
"""Decisions played from a random position."""
ENOUGH = 150
"""Failures after which a run ends early: more would show nothing new."""
CHUNKS = 4
"""Parts that each worker gets, one after another."""


@dataclass(frozen=True)
class Job:
    """A scenario, or the number of a fuzzed game."""

    scenario: Scenario | None = None
    game: int = 0


@dataclass(frozen=True)
class JobResult:
    """What came of a job; `id` names its scenario. `clauses` took part in it as far as it went well."""

    job: Job
    id: str
    verdict: Verdict
    message: str
    decisions: int
    clauses: frozenset[str]


@dataclass
class Results:
    """What came of all jobs.

    `well` counts, by clause, the moments that went well; `given_up` says why jobs were left out.
    """

    outcomes: list[JobResult] = field(default_factory=list)
    failures: list[Execution] = field(default_factory=list)
    well: Counter[str] = field(default_factory=Counter)
    given_up: str = ""
    unplayable: list[str] = field(default_factory=list)


class JobRunner:
    """Makes runs of jobs and plays them on one session.

    :param answers: the reading.
    :param seed: of the fuzzed games.
    """

    def __init__(self, session: Session, law: Law, answers: Mapping[str, str], seed: int) -> None:
        self.session, self.law, self.answers, self.seed = session, law, answers, seed
        self.index = ClauseIndex(law)
        self._players = reference_players(law)
        self._positions: dict[ReferencePlayer, Positions] = {}
        self._variants = session.able.variants(law)

    def run(self, jobs: Sequence[Job], results: Results) -> Iterator[JobResult]:
        """Does the jobs, one by one, and adds what comes of them to `results`."""
        for job in jobs:
            if len(results.failures) >= ENOUGH:
                return
            try:
                reason = "" if job.scenario is None else refusal(self.session, job.scenario)
                if job.scenario is not None and reason:
                    refused = JobResult(job, job.scenario.id, Verdict.REFUSES, reason, 0, frozenset())
                    results.outcomes.append(refused)
                    yield refused
                    continue
                for run in self.runs(job):
                    yield self._one(job, run, results)
            except (Unplayable, RulebookError) as error:
                name = "a game" if job.scenario is None else job.scenario.slug
                results.unplayable.append(f"{name}: {' '.join(str(error).split())}")
            except GivenUp as error:
                results.given_up = str(error)
                return

    def runs(self, job: Job) -> Iterator[ExpectedRun]:
        """The runs of a job.

        :raises Unplayable: the rulebook does not allow it.
        """
        if job.scenario is None:
            yield self._game(job.game)
            return
        player = self._player(job.scenario.players, job.scenario.options)
        yield player.run(job.scenario)
        if job.scenario.luck == "any":
            yield player.run(job.scenario, last=True)

    def _one(self, job: Job, run: ExpectedRun, results: Results) -> JobResult:
        execution = execute(self.session, run, look_again=job.scenario is not None)
        clauses: set[str] = set()
        end = execution.moment + (execution.verdict is Verdict.CONFORMS)
        for moment in run.moments[:end]:
            taken = participants(self.index, moment)
            results.well.update(taken)
            clauses |= taken
        if execution.verdict.fails:
            results.failures.append(execution)
        name = run.scenario.slug if job.scenario is None else job.scenario.id
        parts = name, execution.verdict, execution.message, execution.decisions, frozenset(clauses)
        outcome = JobResult(job, *parts)
        results.outcomes.append(outcome)
        return outcome

    def _player(self, players: int, options: Mapping[str, str]) -> ReferencePlayer:
        try:
            return self._players.of(self.answers, players, options)
        except MachineError as error:
            raise Unplayable(str(error)) from None

    def _game(self, number: int) -> ExpectedRun:
        """The fuzzed game of a number: always the same for the same seed and rulebook."""
        able = self.session.able
        dice = random.Random(f"{self.seed} {number}")
        assert able.players is not None
        low, high = able.players
        players = low + number % (high - low + 1)
        options = random.Random(f"{self.seed} {number} options").choice(self._variants)
        player = self._player(players, options)
        given = None
        if number % WHOLE or not able.setup:
            if player not in self._positions:
                self._positions[player] = Positions(player.machine)
            given = self._positions[player].random(dice.randbytes(SEED))
        if given is not None:
            given = with_rest(self.law, unseen(self.law, given)) if given.get("at") in able.positions else None
        sequences = ChoiceSequences(dice.randbytes(SEQUENCE), dice.randbytes(SEQUENCE))
        most = LONG if given is not None else None
        return player.game(sequences, given, slug=f"game-{self.seed}-{number}", most=most)


# -- several processes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe:
    """What a worker needs to know: everything can be sent to another process."""

    rulebook: str
    answers: Mapping[str, str]
    command: tuple[str, ...]
    timeout: float
    seed: int


def run_apart(recipe: Recipe, jobs: Sequence[Job], workers: int, results: Results) -> Iterator[tuple[int, list[Job]]]:
    """Does the jobs in several processes, each with a child of its own; gives how many are done, and which failed."""
    sent = [Job(_light(job.scenario), job.game) for job in jobs]
    parts = [part for start in range(workers * CHUNKS) if (part := sent[start :: workers * CHUNKS])]
    try:
        for _, found in in_parallel(_work, [(recipe, part) for part in parts], workers):
            results.outcomes += found.outcomes
            results.well.update(found.well)
            results.unplayable += found.unplayable
            results.given_up = results.given_up or found.given_up
            yield len(found.outcomes), [one.job for one in found.outcomes if one.verdict.fails]
    except WorkerStopped as error:
        results.given_up = str(error) or "a worker was stopped"


def _light(scenario: Scenario | None) -> Scenario | None:
    return None if scenario is None else replace(scenario, source=None, text="")


def _work(task: tuple[Recipe, list[Job]]) -> Results:
    """In a worker: does a part of the jobs. The executions stay there: they cannot be sent."""
    recipe, jobs = task
    law = load(recipe.rulebook)
    results = Results()
    try:
        with Session(process_maker(recipe.command, recipe.timeout), law) as session:
            for _ in JobRunner(session, law, recipe.answers, recipe.seed).run(jobs, results):
                pass
    except CannotStart as fault:
        results.given_up = str(fault)
    results.failures = []
    return results


def process_maker(command: Sequence[str], timeout: float) -> MakeImplementation:
    """Starts the command whenever it is called."""
    return lambda: ChildProcess(command, timeout=timeout)
