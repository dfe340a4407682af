"""Pairs of random games: the same luck and the same choices under two readings, as long as both ask the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.compare.common_random_numbers import CommonRandomNumbers
from ruleslawyer.compare.statistics import Mean, Share, mean_of
from ruleslawyer.compile import fast_machine
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.trace import Trace

MOST_DECISIONS = 20_000
"""A game with more decisions than this is left unfinished."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played.

    `course` is a hash of everything that was asked and decided, `measures` what the winners depend on, by seat.
    """

    course: str
    measures: Mapping[str, tuple[int, ...]]
    winners: frozenset[int]


@dataclass(frozen=True)
class Shift:
    """How a measure changes from the left reading to the right one, for a player: the change, and how large it is."""

    change: Mean
    size: Mean


@dataclass(frozen=True)
class Effect:
    """What pairs of games show.

    `played`: in how many the play differs at all; `result`: in how many a measure or the winners do; `winners`: in how
    many the winners do.
    """

    games: int
    played: Share
    result: Share
    winners: Share
    shifts: Mapping[str, Shift]


def play_games(
    law: Law, answers: Mapping[str, str], players: int, numbers: Iterable[int], seed: int
) -> list[PlayedGame]:
    """Random games under one reading. Equal seeds and numbers give equal luck and choices under every reading."""
    machine = fast_machine(law, answers, players)
    names = measures(law)
    return [_play(machine, names, f"{seed} {number}") for number in numbers]


def _play(machine: Machine, names: tuple[str, ...], seed: str) -> PlayedGame:
    common, trace = CommonRandomNumbers(seed), Trace()
    position = machine.start(trace)
    common.note(trace.steps.pop())
    course = common.play(machine, position, MOST_DECISIONS)
    seats = range(machine.players)
    found = {name: tuple(machine.evaluate_definition(position, name, [seat]) for seat in seats) for name in names}
    return PlayedGame(course, found, position.winners or frozenset())


def effect(left: Sequence[PlayedGame], right: Sequence[PlayedGame]) -> Effect:
    """What games under two readings show that were played with the same seeds."""
    pairs = list(zip(left, right, strict=True))
    games = len(pairs)
    results = [(one.measures, one.winners) != (other.measures, other.winners) for one, other in pairs]
    played = [one != other for one, other in pairs]
    winners = [one.winners != other.winners for one, other in pairs]
    names = left[0].measures if left else ()
    return Effect(
        games,
        Share(sum(played), games),
        Share(sum(results), games),
        Share(sum(winners), games),
        {name: _shift(pairs, name) for name in names},
    )


def _shift(pairs: Sequence[tuple[PlayedGame, PlayedGame]], name: str) -> Shift:
    """One value a game, the mean over its seats: the seats of a game are not independent of one another."""
    changes = [
        [after - before for before, after in zip(one.measures[name], other.measures[name], strict=True)]
        for one, other in pairs
    ]
    return Shift(
        mean_of([sum(change) / len(change) for change in changes]),
        mean_of([sum(map(abs, change)) / len(change) for change in changes]),
    )
