"""What a feature is worth: the smallest position found on which it matters, and games with and without it.

The rulebook is held against itself with one definition changed: in the copy nobody is ever said to have the feature.
Both see the same positions, in which one player has it and nobody has any other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import blake2b

from ruleslawyer.compare.lockstep import Lockstep, Pair, moments
from ruleslawyer.compare.looks import differences, look
from ruleslawyer.compare.luck import Luck, stable_text
from ruleslawyer.compare.statistics import Mean, Share, mean_of
from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.features import Possession, without_feature
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import outermost_scopes
from ruleslawyer.machine.faults import MachineError
from ruleslawyer.machine.giving import Way, ways
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.trace import Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.minimise import minimise, size
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.rests import with_rests
from ruleslawyer.workers import in_parallel

RANDOM, GREEDY = "random", "greedy"
PLAYS = (RANDOM, GREEDY)
MOST_DECISIONS = 5_000
"""A game with more decisions than this is left unfinished."""
TAPE, LONGEST, POSITIONS, FINDS, TRIALS = 16, 40, 400, 3, 500
"""Of the search: bytes that seed a position, decisions played from it, positions, cases made smaller, trials for each."""


class CannotGive(ValueError):
    """No way is known to give the feature to a player."""


@dataclass(frozen=True)
class Question:
    """A feature, and how its games are played. `measure`: the definition by which greedy players judge a position."""

    possession: Possession
    feature: str
    profile: str
    players: int
    games: Mapping[str, int]
    """How many pairs of games, by manner of play."""
    measure: str
    seed: int


@dataclass(frozen=True)
class Case:
    """A smallest position found on which a feature matters: what differs without it and with it, and by which entries."""

    scenario: Scenario
    holder: int
    differences: tuple[tuple[str, str, str], ...]
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Outcome:
    """A game: a hash of its course, what the holder of the feature won (the share of the victory), and the measure of
    the holder less the best of the others."""

    course: str
    won: float
    ahead: int


@dataclass(frozen=True)
class Worth:
    """What pairs of games show for the holder: in how many play differs at all, how much is won without and with the
    feature, the change of that, and the change of how far the holder is ahead."""

    games: int
    played: Share
    without: Mean
    having: Mean
    change: Mean
    ahead: Mean


@dataclass(frozen=True)
class Answer:
    """All of it. `way`: how the feature was given; `worth`: by manner of play."""

    question: Question
    way: Way
    case: Case | None
    worth: Mapping[str, Worth]


@dataclass(frozen=True)
class _Search:
    law: Law
    question: Question
    way: Way


@dataclass(frozen=True)
class _Games:
    law: Law
    question: Question
    way: Way
    play: str
    numbers: range


PART = 50
"""Pairs of games that one task plays."""


def weigh(
    law: Law, questions: Sequence[Question], *, jobs: int | None = None, tick: object = None
) -> tuple[Answer, ...]:
    """Answers questions. The same questions have the same answers, however many processes share the work.

    :raises CannotGive: there is no way to give a feature.
    """
    tasks: list[_Search | _Games] = []
    found_ways = [_way(law, question) for question in questions]
    for question, way in zip(questions, found_ways, strict=True):
        tasks.append(_Search(law, question, way))
        for play, games in question.games.items():
            parts = (range(start, min(start + PART, games)) for start in range(0, games, PART))
            tasks += [_Games(law, question, way, play, part) for part in parts]
    done: dict[int, object] = {}
    for number, outcome in in_parallel(_work, tasks, jobs):
        done[number] = outcome
        if callable(tick):
            tick(len(done), len(tasks))
    return tuple(_gathered(questions, found_ways, tasks, done))


def _gathered(
    questions: Sequence[Question], ways_: Sequence[Way], tasks: Sequence[_Search | _Games], done: Mapping[int, object]
) -> Iterator[Answer]:
    for question, way in zip(questions, ways_, strict=True):
        case: Case | None = None
        pairs: dict[str, list[tuple[Outcome, Outcome]]] = {play: [] for play in question.games}
        for number, task in enumerate(tasks):
            outcome = done[number]
            if task.question is not question:
                continue
            if isinstance(task, _Games):
                assert isinstance(outcome, list)
                pairs[task.play] += outcome
            else:
                assert outcome is None or isinstance(outcome, Case)
                case = outcome
        yield Answer(question, way, case, {play: _worth(games) for play, games in pairs.items() if games})


def _worth(games: list[tuple[Outcome, Outcome]]) -> Worth:
    return Worth(
        len(games),
        Share(sum(without != having for without, having in games), len(games)),
        mean_of([without.won for without, _ in games]),
        mean_of([having.won for _, having in games]),
        mean_of([having.won - without.won for without, having in games]),
        mean_of([having.ahead - without.ahead for without, having in games]),
    )


def _way(law: Law, question: Question) -> Way:
    answers = law.profiles[question.profile]
    for way in ways(law, question.possession, answers, question.players, backend=Compiled):
        return way
    raise CannotGive(
        f"no way to give a {question.possession.type.name}: neither a card with it in a zone of a player's, nor a state "
        f"variable of a player's, makes `{question.possession.definition}` true"
    )


def _work(task: _Search | _Games) -> object:
    pair = _pair(task.law, task.question, task.way, task.question.players)
    if isinstance(task, _Games):
        return list(_play_pairs(task, pair))
    return _find(task)


def _pair(law: Law, question: Question, way: Way, players: int) -> Pair:
    """The machine in which nobody has the feature, and the machine of the rulebook."""
    answers = law.profiles[question.profile]
    bare = without_feature(law, question.possession, question.feature)
    return (
        fast_machine(bare, answers, players, options=way.options),
        fast_machine(law, answers, players, options=way.options),
    )


# -- games ------------------------------------------------------------------------------------------------------------


def _play_pairs(task: _Games, pair: Pair) -> Iterator[tuple[Outcome, Outcome]]:
    question = task.question
    base = fast_machine(task.law, task.law.profiles[question.profile], question.players)
    for number in task.numbers:
        luck = Luck(f"{question.seed} {number}")
        seat = number % question.players
        given = task.way.give(_after_set_up(base, luck), {question.feature: seat})
        outcomes = [
            _play(machine, read_position(machine, given), deepcopy(luck), task.play, question.measure, seat)
            for machine in pair
        ]
        yield outcomes[0], outcomes[1]


def _after_set_up(machine: Machine, luck: Luck) -> dict[str, Written]:
    """The position when the first round of play begins, with the variants that are played by default."""
    rounds = outermost_scopes(machine.law)
    trace = Trace()
    position = machine.start(trace)
    luck.note(trace.steps.pop())
    while position.pending is not None and not _is_open(position, rounds):
        machine.decide(position, luck.choose(position.pending), trace)
        luck.note(trace.steps.pop())
    written = write_position(machine, position)
    zones = written.get("zones")
    placed = {name for name in _names(zones)} | {name for name in _names(written.get("frames"))}
    left = [card.name for card in machine.law.cards if card.name not in placed]
    return {**written, "aside": [*left]} if left else written


def _names(written: Written | None) -> Iterator[str]:
    if isinstance(written, str):
        yield written
    elif isinstance(written, list):
        for one in written:
            yield from _names(one)
    elif isinstance(written, dict):
        for one in written.values():
            yield from _names(one)


def _is_open(position: Position, scopes: frozenset[str]) -> bool:
    return any(opened.scope in scopes for frame in position.frames for opened in frame.scopes)


def _play(machine: Machine, position: Position, luck: Luck, play: str, measure: str, seat: int) -> Outcome:
    course = blake2b(digest_size=16)
    trace = Trace()
    for _ in range(MOST_DECISIONS):
        decision = position.pending
        if decision is None:
            break
        value = _chosen(machine, position, decision, luck, play, measure)
        course.update(stable_text((decision.label, decision.by, decision.values, value)).encode())
        machine.decide(position, value, trace)
        luck.note(trace.steps.pop())
    winners = position.winners or frozenset()
    won = 1 / len(winners) if seat in winners else 0.0
    return Outcome(course.hexdigest(), won, _ahead(machine, position, measure, seat) if measure else 0)


def _chosen(
    machine: Machine, position: Position, decision: Decision, luck: Luck, play: str, measure: str
) -> Value:
    """By lot; a greedy player chooses among what puts the player farthest ahead at once."""
    if play == RANDOM or decision.by is None or len(decision.values) == 1:
        return luck.choose(decision)
    found: dict[Value, int] = {}
    for value in decision.values:
        tried = position.copy()
        try:
            machine.decide(tried, value)
            found[value] = _ahead(machine, tried, measure, decision.by)
        except MachineError:
            continue
    best = max(found.values(), default=0)
    return luck.choose(replace(decision, values=tuple(value for value in decision.values if found.get(value) == best)))


def _ahead(machine: Machine, position: Position, measure: str, seat: int) -> int:
    """The measure of a player less the best of the others."""
    values = [machine.evaluate_definition(position, measure, [one]) for one in range(machine.players)]
    own = int(values.pop(seat))
    return own - max(map(int, values), default=0)


# -- the smallest case ------------------------------------------------------------------------------------------------


def _find(task: _Search) -> Case | None:
    search = _Finding(task)
    cases = [case for case in search.cases()]
    if not cases:
        return None
    smallest = min(cases, key=lambda one: size(task.law, one[0]))
    return search.case(*smallest)


class _Finding:
    def __init__(self, task: _Search) -> None:
        self.task, self.law, self.question = task, task.law, task.question
        self.dice = random.Random(f"{task.question.seed} {task.question.feature}")
        self.steps: dict[int, Lockstep] = {}
        self.positions: dict[int, Positions] = {}

    def lockstep(self, players: int) -> Lockstep:
        """The two machines for a number of players."""
        if players not in self.steps:
            pair = _pair(self.law, self.question, self.task.way, players)
            self.steps[players] = Lockstep(pair)
            self.positions[players] = Positions(pair[1])
        return self.steps[players]

    def cases(self) -> Iterator[tuple[Scenario, int]]:
        """Some cases with the seats that have the feature, each as small as it becomes."""
        found = 0
        players = self.law.players[0]
        for _ in range(POSITIONS):
            lockstep, seat = self.lockstep(players), self.dice.randrange(players)
            given = self.positions[players].random(self.dice.randbytes(TAPE)).given
            if given is None:
                continue
            given = self.task.way.give(given, {self.question.feature: seat})
            given.pop("players", None)
            scenario = self._scenario(players, with_rests(self.law, given))
            parting = self._allowed(scenario) and lockstep.on_from(
                scenario, lambda decision: self.dice.choice(decision.values), LONGEST
            )
            if parting:
                later = self._later(replace(scenario, decisions=parting.script))
                yield minimise(self.law, later, self._parts, most_trials=TRIALS), seat
                found += 1
                if found == FINDS:
                    return

    def case(self, scenario: Scenario, seat: int) -> Case:
        """What differs at the end of a scenario."""
        lockstep = self.lockstep(scenario.players)
        parting = lockstep.parting(scenario)
        assert parting is not None
        left, right = parting.after
        entries = [_entries(steps) for steps in parting.steps]
        telling = tuple(entry for entry in entries[1] if entry not in entries[0])
        shown = differences(look(lockstep.pair[0], left), look(lockstep.pair[1], right))
        return Case(replace(scenario, decisions=parting.script), seat, tuple(shown), telling)

    def _allowed(self, scenario: Scenario) -> bool:
        begun = Start({"players": scenario.players, **(scenario.given or {})})
        return self.positions[scenario.players].acceptable(begun)

    def _parts(self, scenario: Scenario) -> bool:
        lockstep = self.lockstep(scenario.players)
        return self._allowed(scenario) and lockstep.parting(scenario) is not None

    def _later(self, scenario: Scenario) -> Scenario:
        """The same begun at the last menu from which it still shows."""
        pair = self.lockstep(scenario.players).pair
        menus = self.positions[scenario.players].menus
        for taken, position in moments(pair, scenario):
            if position.pending is None or position.pending.label not in menus:
                continue
            written = write_position(pair[0], position)
            given = {"at": position.pending.label, "zones": written["zones"], "state": written["state"]}
            later = replace(scenario, given=with_rests(self.law, given), decisions=scenario.decisions[taken:])
            if self._parts(later):
                return later
        return scenario

    def _scenario(self, players: int, given: Mapping[str, Written]) -> Scenario:
        default = {name: of.literals[0] for name, of in self.law.options.items()}
        options = {name: answer for name, answer in self.task.way.options.items() if answer != default[name]}
        return Scenario(
            slug=f"{self.question.feature}-matters".replace("_", "-"),
            rulebook=self.law.name,
            version=self.law.version,
            players=players,
            because=f"{self.question.feature} matters here.",
            origin="compare",
            readings=(Reading(profile=self.question.profile),),
            options=options,
            given=given,
        )


def _entries(steps: Sequence[Step]) -> tuple[str, ...]:
    """What was at work: rules and options in order, then the entries of definitions."""
    fired = [entry for step in steps for entry in step.fired()]
    consulted = sorted({entry for step in steps for entry in step.consulted})
    return tuple(dict.fromkeys((*fired, *consulted)))
