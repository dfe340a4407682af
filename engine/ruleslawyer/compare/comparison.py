"""Readings held against each other: for every ruling the smallest case in which it matters, and how often it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ruleslawyer.compare.games import Effect, PlayedGame, effect, play_games
from ruleslawyer.compare.looks import differences, views
from ruleslawyer.compare.readings import Answers, Contrast, Issue, contrasts
from ruleslawyer.compare.search import Budget, Witness, find
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import readers
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.workers import in_parallel


@dataclass(frozen=True)
class Finding:
    """Where two answers to a ruling part.

    `scenario` begins with the position and lists the decisions after which they differ; `differences` are a name and a
    text for each side; `entries` what was at work on each side since the last decision: first what reads the ruling
    itself, then what was at work on that side only. `views`: only what somebody
    sees differs. `origin`: 'fixture', the ruling's own scenario, or 'search'.
    """

    contrast: Contrast
    scenario: Scenario
    differences: tuple[tuple[str, str, str], ...]
    entries: tuple[tuple[str, ...], tuple[str, ...]]
    views: bool
    origin: str


@dataclass(frozen=True)
class Verdict:
    """What is known of one ruling. `contrast` are the readings of the games; None: beside no answers can it matter."""

    issue: Issue
    contrast: Contrast | None
    finding: Finding | None
    effect: Effect | None


@dataclass(frozen=True)
class Comparison:
    """The rulings in turn, and both readings as wholes.

    `profiles` are these two readings; it and `whole` are None when only one ruling is compared.
    """

    players: int
    games: int
    seed: int
    profiles: tuple[str, str] | None
    verdicts: tuple[Verdict, ...]
    whole: Effect | None


@dataclass(frozen=True)
class Request:
    """What is to be compared: issues, the profiles that they are looked at in, two whole readings if there are any."""

    issues: tuple[Issue, ...]
    bases: tuple[str, ...]
    whole: tuple[Answers, Answers] | None
    players: int
    games: int
    seed: int
    fixtures: Mapping[str, Sequence[Scenario]]
    """By ruling: scenarios that may show it."""
    budget: Budget = field(default_factory=Budget)


AT_ONCE = 40
"""Games of one reading that are one piece of work: so many show progress while long games are played."""
Tick = Callable[[int, int], None]
"""Told how many parts of the work are done, and of how many."""


def compare(law: Law, request: Request, *, jobs: int | None = None, tick: Tick = lambda done, of: None) -> Comparison:
    """Compares readings. The same request has the same result, however many processes share the work."""
    seen = {issue: tuple(contrasts(law, issue, request.bases)) for issue in request.issues}
    played = {issue: (some[0].left, some[0].right) if some else None for issue, some in seen.items()}
    readings: list[Answers] = []
    for pair in (*played.values(), request.whole) if request.games else ():
        readings += [one for one in pair or () if one not in readings]
    parts = [range(at, min(at + AT_ONCE, request.games)) for at in range(0, request.games, AT_ONCE)]
    tasks: list[Callable[[], Any]] = [partial(_found, law, request, issue, seen[issue]) for issue in request.issues]
    tasks += [
        partial(play_games, law, reading, request.players, part, request.seed) for reading in readings for part in parts
    ]
    results: dict[int, Any] = {}
    tick(0, len(tasks))
    for number, result in in_parallel(_done, tasks, jobs):
        results[number] = result
        tick(len(results), len(tasks))

    def games(answers: Answers) -> list[PlayedGame]:
        first = len(request.issues) + readings.index(answers) * len(parts)
        return [game for number in range(first, first + len(parts)) for game in results[number]]

    def shown(pair: tuple[Answers, Answers] | None) -> Effect | None:
        return None if pair is None or not request.games else effect(games(pair[0]), games(pair[1]))

    verdicts = tuple(
        Verdict(issue, next(iter(seen[issue]), None), results[number], shown(played[issue]))
        for number, issue in enumerate(request.issues)
    )
    profiles = None if request.whole is None else (request.bases[0], request.bases[1])
    return Comparison(request.players, request.games, request.seed, profiles, verdicts, shown(request.whole))


def _done(task: Callable[[], object]) -> object:
    return task()


def _found(law: Law, request: Request, issue: Issue, some: tuple[Contrast, ...]) -> Finding | None:
    fixtures = request.fixtures.get(issue.ruling, ())
    witness = find(law, issue, some, fixtures, request.seed, request.budget)
    return None if witness is None else _finding(witness, readers(law, issue.ruling))


def _finding(witness: Witness, reading: frozenset[str]) -> Finding:
    pair, both = witness.pair, witness.parting.after
    shown = differences(pair, both) or views(pair, both)
    acting = [_entries(witness, side) for side in (0, 1)]
    entries = (_telling(acting[0], acting[1], reading), _telling(acting[1], acting[0], reading))
    return Finding(witness.contrast, witness.scenario, tuple(shown), entries, witness.views, witness.origin)


def _telling(mine: tuple[str, ...], others: tuple[str, ...], reading: frozenset[str]) -> tuple[str, ...]:
    """Of what was at work, that which reads the ruling, then that which was not at work on the other side."""
    first = [entry for entry in mine if entry in reading]
    return (*first, *(entry for entry in mine if entry not in reading and entry not in others))


def _entries(witness: Witness, side: int) -> tuple[str, ...]:
    """What was at work: rules and options in order, those begun before included, then the entries of definitions."""
    steps = witness.parting.steps[side]
    begun = [] if witness.parting.before is None else [frame.entry for frame in witness.parting.before[side].frames]
    fired = [entry for step in steps for entry in step.fired()]
    consulted = sorted({entry for step in steps for entry in step.consulted})
    return tuple(dict.fromkeys((*begun, *fired, *consulted)))
