"""What a feature is worth: the smallest position found on which it matters, and games with and without it.

The rulebook is held against itself with one definition changed: in the copy nobody is ever said to have the feature.
Both see the same positions, in which one player has it and nobody has any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ruleslawyer.compare.statistics import Mean, Share, mean_of
from ruleslawyer.compile import Compiled
from ruleslawyer.features.cases import Witness, find_case
from ruleslawyer.features.games import Play, PlayedGame, Question, play_pairs
from ruleslawyer.features.giving import Giving, ways
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.diagnostics import UsageError
from ruleslawyer.workers import in_parallel


class CannotGive(UsageError):
    """No way is known to give the feature to a player."""


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
    """All of it. `giving`: how the feature was given; `worth`: by manner of play."""

    question: Question
    giving: Giving
    case: Witness | None
    worth: Mapping[Play, Worth]


@dataclass(frozen=True)
class _Task:
    """Pairs of games of some numbers, or without a manner of play the search for the smallest case."""

    law: Law
    question: Question
    way: Giving
    play: Play | None = None
    numbers: range = range(0)


PART = 50
"""Pairs of games that one task plays."""


def weigh(
    law: Law,
    questions: Sequence[Question],
    *,
    jobs: int | None = None,
    tick: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[Answer, ...]:
    """Answers questions. The same questions have the same answers, however many processes share the work.

    :raises CannotGive: there is no way to give a feature.
    """
    found = [(question, _giving(law, question)) for question in questions]
    tasks = [task for question, way in found for task in _tasks(law, question, way)]
    outcomes: dict[int, Any] = {}
    for number, outcome in in_parallel(_work, tasks, jobs):
        outcomes[number] = outcome
        tick(len(outcomes), len(tasks))
    done = [(task, outcomes[number]) for number, task in enumerate(tasks)]
    return tuple(
        _answer(question, way, [one for one in done if one[0].question is question]) for question, way in found
    )


def _tasks(law: Law, question: Question, way: Giving) -> Iterator[_Task]:
    yield _Task(law, question, way)
    for play, games in question.games.items():
        for start in range(0, games, PART):
            yield _Task(law, question, way, play, range(start, min(start + PART, games)))


def _work(task: _Task) -> Witness | list[tuple[PlayedGame, PlayedGame]] | None:
    if task.play is None:
        return find_case(task.law, task.question, task.way)
    return list(play_pairs(task.law, task.question, task.way, task.play, task.numbers))


def _answer(question: Question, way: Giving, done: Sequence[tuple[_Task, Any]]) -> Answer:
    case = next(outcome for task, outcome in done if task.play is None)
    pairs = {play: [pair for task, games in done if task.play == play for pair in games] for play in question.games}
    return Answer(question, way, case, {play: _worth(games) for play, games in pairs.items() if games})


def _worth(games: list[tuple[PlayedGame, PlayedGame]]) -> Worth:
    return Worth(
        len(games),
        Share(sum(without != having for without, having in games), len(games)),
        mean_of([without.won for without, _ in games]),
        mean_of([having.won for _, having in games]),
        mean_of([having.won - without.won for without, having in games]),
        mean_of([having.ahead - without.ahead for without, having in games]),
    )


def _giving(law: Law, question: Question) -> Giving:
    answers = law.profiles[question.profile]
    for way in ways(law, question.possession, answers, question.players, backend=Compiled):
        return way
    raise CannotGive(
        f"no way to give a {question.possession.type.name}: neither a card with it in a zone of a player, nor a state "
        f"variable of a player, makes `{question.possession.definition}` true"
    )
