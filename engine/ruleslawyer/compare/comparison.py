"""Readings held against each other: for every ruling the smallest case in which it matters, and how often it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ruleslawyer.compare.games import Effect, Game, effect, play_games
from ruleslawyer.compare.looks import differences, look
from ruleslawyer.compare.readings import Answers, Contrast, Issue, contrasts
from ruleslawyer.compare.search import Budget, Case, find
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import readers
from ruleslawyer.machine.observe import observe
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


@dataclass(frozen=True)
class _Search:
    law: Law
    issue: Issue
    contrasts: tuple[Contrast, ...]
    fixtures: tuple[Scenario, ...]
    seed: int
    budget: Budget


@dataclass(frozen=True)
class _Games:
    law: Law
    answers: Answers
    players: int
    numbers: range
    seed: int


AT_ONCE = 40
"""Games of one reading that are one piece of work: so many show progress while long games are played."""
Tick = Callable[[int, int], None]
"""Told how many parts of the work are done, and of how many."""


def compare(law: Law, request: Request, *, jobs: int | None = None, tick: Tick = lambda done, of: None) -> Comparison:
    """Compares readings. The same request has the same result, however many processes share the work."""
    seen = {issue: tuple(contrasts(law, issue, request.bases)) for issue in request.issues}
    readings = _readings(request, seen)
    tasks: list[_Search | _Games] = [
        _Search(law, issue, seen[issue], tuple(request.fixtures.get(issue.ruling, ())), request.seed, request.budget)
        for issue in request.issues
    ]
    parts = [range(at, min(at + AT_ONCE, request.games)) for at in range(0, request.games, AT_ONCE)]
    tasks += [_Games(law, one, request.players, part, request.seed) for one in readings for part in parts]
    outcomes: dict[int, Finding | list[Game] | None] = {}
    tick(0, len(tasks))
    for number, outcome in in_parallel(_work, tasks, jobs):
        outcomes[number] = outcome
        tick(len(outcomes), len(tasks))

    def played(answers: Answers) -> list[Game]:
        first = len(request.issues) + readings.index(answers) * len(parts)
        return [game for number in range(first, first + len(parts)) for game in _games(outcomes[number])]

    def shown(left: Answers, right: Answers) -> Effect:
        return effect(played(left), played(right))

    verdicts = []
    for number, issue in enumerate(request.issues):
        finding = outcomes[number]
        assert not isinstance(finding, list)
        contrast = _contrast_of_games(seen[issue])
        found = None if contrast is None or not request.games else shown(contrast.left, contrast.right)
        verdicts.append(Verdict(issue, contrast, finding, found))
    whole = None if request.whole is None or not request.games else shown(*request.whole)
    profiles = None if request.whole is None else (request.bases[0], request.bases[1])
    return Comparison(request.players, request.games, request.seed, profiles, tuple(verdicts), whole)


def _games(outcome: Finding | list[Game] | None) -> list[Game]:
    assert isinstance(outcome, list)
    return outcome


def _contrast_of_games(found: Sequence[Contrast]) -> Contrast | None:
    return found[0] if found else None


def _readings(request: Request, seen: Mapping[Issue, tuple[Contrast, ...]]) -> list[Answers]:
    """Every reading under which games are played, each once."""
    found: list[Answers] = []
    for contrast in (_contrast_of_games(one) for one in seen.values()):
        found += [] if contrast is None else [contrast.left, contrast.right]
    found += request.whole or ()
    return [one for number, one in enumerate(found) if one not in found[:number]] if request.games else []


def _work(task: _Search | _Games) -> Finding | list[Game] | None:
    if isinstance(task, _Games):
        return play_games(task.law, task.answers, task.players, task.numbers, task.seed)
    case = find(task.law, task.issue, task.contrasts, task.fixtures, task.seed, task.budget)
    return None if case is None else _finding(case, readers(task.law, task.issue.ruling))


def _finding(case: Case, reading: frozenset[str]) -> Finding:
    left, right = case.parting.after
    machines = case.pair
    shown = differences(look(machines[0], left), look(machines[1], right)) or _views(case)
    acting = [_entries(case, side) for side in (0, 1)]
    entries = (_telling(acting[0], acting[1], reading), _telling(acting[1], acting[0], reading))
    return Finding(case.contrast, case.scenario, tuple(shown), entries, case.views, case.origin)


def _telling(mine: tuple[str, ...], others: tuple[str, ...], reading: frozenset[str]) -> tuple[str, ...]:
    """Of what was at work, that which reads the ruling, then that which was not at work on the other side."""
    first = [entry for entry in mine if entry in reading]
    return (*first, *(entry for entry in mine if entry not in reading and entry not in others))


def _entries(case: Case, side: int) -> tuple[str, ...]:
    """What was at work: rules and options in order, those begun before included, then the entries of definitions."""
    steps = case.parting.steps[side]
    begun = [] if case.parting.before is None else [frame.entry for frame in case.parting.before[side].frames]
    fired = [entry for step in steps for entry in step.fired()]
    consulted = sorted({entry for step in steps for entry in step.consulted})
    return tuple(dict.fromkeys((*begun, *fired, *consulted)))


def _views(case: Case) -> list[tuple[str, str, str]]:
    """What people see differently: by viewer and zone."""
    found = []
    for viewer in (*range(case.scenario.players), None):
        views = [
            observe(machine, position, viewer)["zones"]
            for machine, position in zip(case.pair, case.parting.after, strict=True)
        ]
        assert isinstance(views[0], dict) and isinstance(views[1], dict)
        name = "everyone" if viewer is None else f"p{viewer + 1}"
        for zone in views[0]:
            one, other = views[0][zone], views[1].get(zone)
            if one != other:
                found.append((f"{zone} as {name} sees it", _seen(one), _seen(other)))
    return found


def _seen(zone: object) -> str:
    if not isinstance(zone, dict):
        return "not open"
    if "top" in zone:
        return f"{zone['count']} cards, {zone['top']} on top"
    if "cards" in zone:
        return ", ".join(map(str, zone["cards"])) or "-"
    return f"{zone['count']} cards"
