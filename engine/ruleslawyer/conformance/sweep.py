"""Plays many scripts: the scenarios of a suite, then the games of a fuzzer. In this process, or in several."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.compare.search import with_rest
from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.anatomy import Anatomy
from ruleslawyer.conformance.evidence import participants
from ruleslawyer.conformance.faults import CannotStart
from ruleslawyer.conformance.implementation import MakeImplementation
from ruleslawyer.conformance.perform import perform, refusal
from ruleslawyer.conformance.process import ChildProcess
from ruleslawyer.conformance.script import Script, Scripter, Unplayable
from ruleslawyer.conformance.session import GivenUp, Session
from ruleslawyer.conformance.verdicts import Performance, Verdict
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language import load
from ruleslawyer.language.law import Law
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
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
"""Failures after which a sweep ends early: more would show nothing new."""
CHUNKS = 4
"""Parts that each worker gets, one after another."""


@dataclass(frozen=True)
class Job:
    """A scenario, or the number of a fuzzed game."""

    scenario: Scenario | None = None
    game: int = 0


@dataclass(frozen=True)
class Outcome:
    """What came of a job; `id` names its scenario. `clauses` took part in it as far as it went well."""

    job: Job
    id: str
    verdict: Verdict
    message: str
    decisions: int
    clauses: frozenset[str]


@dataclass
class Swept:
    """What came of all jobs.

    `well` counts, by clause, the moments that went well; `given_up` says why jobs were left out.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    failures: list[Performance] = field(default_factory=list)
    well: Counter[str] = field(default_factory=Counter)
    given_up: str = ""
    unplayable: list[str] = field(default_factory=list)


class Sweeper:
    """Makes scripts of jobs and plays them on one session.

    :param answers: the reading.
    :param seed: of the fuzzed games.
    """

    def __init__(self, session: Session, law: Law, answers: Mapping[str, str], seed: int) -> None:
        self.session, self.law, self.answers, self.seed = session, law, answers, seed
        self.anatomy = Anatomy(law)
        self._scripters: dict[object, Scripter] = {}
        self._positions: dict[object, Positions] = {}
        self._variants = session.introduction.variants(law)

    def sweep(self, jobs: Sequence[Job], swept: Swept) -> Iterator[Outcome]:
        """Does the jobs, one by one, and adds what comes of them to `swept`."""
        for job in jobs:
            if len(swept.failures) >= ENOUGH:
                return
            try:
                reason = "" if job.scenario is None else refusal(self.session, job.scenario)
                if job.scenario is not None and reason:
                    refused = Outcome(job, job.scenario.id, Verdict.REFUSES, reason, 0, frozenset())
                    swept.outcomes.append(refused)
                    yield refused
                    continue
                for script in self.scripts(job):
                    yield self._one(job, script, swept)
            except (Unplayable, RulebookError) as error:
                name = "a game" if job.scenario is None else job.scenario.slug
                swept.unplayable.append(f"{name}: {' '.join(str(error).split())}")
            except GivenUp as error:
                swept.given_up = str(error)
                return

    def scripts(self, job: Job) -> Iterator[Script]:
        """The scripts of a job.

        :raises Unplayable: the rulebook does not allow it.
        """
        if job.scenario is None:
            yield self._game(job.game)
            return
        scripter = self._scripter(job.scenario.players, job.scenario.options)
        yield scripter.script(job.scenario)
        if job.scenario.luck == "any":
            yield scripter.script(job.scenario, last=True)

    def _one(self, job: Job, script: Script, swept: Swept) -> Outcome:
        performance = perform(self.session, script, look_again=job.scenario is not None)
        clauses: set[str] = set()
        end = performance.moment + (performance.verdict is Verdict.CONFORMS)
        for moment in script.moments[:end]:
            taken = participants(self.anatomy, moment)
            swept.well.update(taken)
            clauses |= taken
        if performance.verdict.fails:
            swept.failures.append(performance)
        name = script.scenario.slug if job.scenario is None else job.scenario.id
        parts = name, performance.verdict, performance.message, performance.decisions, frozenset(clauses)
        outcome = Outcome(job, *parts)
        swept.outcomes.append(outcome)
        return outcome

    def _scripter(self, players: int, options: Mapping[str, str]) -> Scripter:
        key = _key(players, options)
        if key not in self._scripters:
            try:
                machine = fast_machine(self.law, self.answers, players, options=options)
            except MachineError as error:
                raise Unplayable(str(error)) from None
            self._scripters[key] = Scripter(machine)
        return self._scripters[key]

    def _game(self, number: int) -> Script:
        """The fuzzed game of a number: always the same for the same seed and rulebook."""
        able = self.session.introduction
        dice = random.Random(f"{self.seed} {number}")
        low, high = able.players
        players = low + number % (high - low + 1)
        options = random.Random(f"{self.seed} {number} options").choice(self._variants)
        scripter = self._scripter(players, options)
        given = None
        if number % WHOLE or not able.setup:
            key = _key(players, options)
            if key not in self._positions:
                self._positions[key] = Positions(scripter.machine)
            given = self._positions[key].random(dice.randbytes(SEED)).given
        if given is not None:
            given = with_rest(self.law, given) if given.get("at") in able.positions else None
        sequences = ChoiceSequences(dice.randbytes(SEQUENCE), dice.randbytes(SEQUENCE))
        most = LONG if given is not None else None
        return scripter.game(sequences, given, slug=f"game-{self.seed}-{number}", most=most)


def _key(players: int, options: Mapping[str, str]) -> object:
    return players, tuple(sorted(options.items()))


# -- several processes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe:
    """What a worker needs to know: everything can be sent to another process."""

    rulebook: str
    answers: Mapping[str, str]
    command: tuple[str, ...]
    timeout: float
    seed: int


def sweep_apart(recipe: Recipe, jobs: Sequence[Job], workers: int, swept: Swept) -> Iterator[tuple[int, list[Job]]]:
    """Does the jobs in several processes, each with a child of its own; gives how many are done, and which failed."""
    sent = [Job(_light(job.scenario), job.game) for job in jobs]
    parts = [part for start in range(workers * CHUNKS) if (part := sent[start :: workers * CHUNKS])]
    try:
        for _, found in in_parallel(_work, [(recipe, part) for part in parts], workers):
            swept.outcomes += found.outcomes
            swept.well.update(found.well)
            swept.unplayable += found.unplayable
            swept.given_up = swept.given_up or found.given_up
            yield len(found.outcomes), [one.job for one in found.outcomes if one.verdict.fails]
    except WorkerStopped as error:
        swept.given_up = str(error) or "a worker was stopped"


def _light(scenario: Scenario | None) -> Scenario | None:
    return None if scenario is None else replace(scenario, source=None, text="")


def _work(task: tuple[Recipe, list[Job]]) -> Swept:
    """In a worker: does a part of the jobs. The performances stay there: they cannot be sent."""
    recipe, jobs = task
    law = load(recipe.rulebook)
    swept = Swept()
    try:
        with Session(process_maker(recipe.command, recipe.timeout), law) as session:
            for _ in Sweeper(session, law, recipe.answers, recipe.seed).sweep(jobs, swept):
                pass
    except CannotStart as fault:
        swept.given_up = str(fault)
    swept.failures = []
    return swept


def process_maker(command: Sequence[str], timeout: float) -> MakeImplementation:
    """Starts the command whenever it is called."""
    return lambda: ChildProcess(command, timeout=timeout)
