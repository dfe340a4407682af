"""Pairs of games: the same luck and the same choices, without a feature and with it, as long as both ask the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Literal

from ruleslawyer.compare.common_random_numbers import CommonRandomNumbers
from ruleslawyer.compare.looks import Pair
from ruleslawyer.compile import fast_machine
from ruleslawyer.features.giving import Giving
from ruleslawyer.features.possession import Possession, without_feature
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import outermost_scopes
from ruleslawyer.machine.faults import MachineError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.trace import Trace
from ruleslawyer.machine.values import Value

Play = Literal["random", "greedy"]
"""Manners of play."""
MOST_DECISIONS = 5_000
"""A game with more decisions than this is left unfinished."""


@dataclass(frozen=True)
class Question:
    """A feature, and how its games are played. `measure`: the definition by which greedy players judge a position."""

    possession: Possession
    feature: str
    profile: str
    players: int
    games: Mapping[Play, int]
    """How many pairs of games, by manner of play."""
    measure: str
    seed: int


@dataclass(frozen=True)
class PlayedGame:
    """A game: a hash of its course, what the holder of the feature won (the share of the victory), and the measure of
    the holder less the best of the others."""

    course: str
    won: float
    ahead: int


def pair_of(law: Law, question: Question, way: Giving, players: int) -> Pair:
    """The machine in which nobody has the feature, and the machine of the rulebook."""
    answers = law.profiles[question.profile]
    bare = without_feature(law, question.possession, question.feature)
    return (
        fast_machine(bare, answers, players, options=way.options),
        fast_machine(law, answers, players, options=way.options),
    )


def play_pairs(
    law: Law, question: Question, way: Giving, play: Play, numbers: range
) -> Iterator[tuple[PlayedGame, PlayedGame]]:
    """Games of those numbers, without the feature and with it. Equal seeds and numbers give equal luck and choices."""
    pair = pair_of(law, question, way, question.players)
    base = fast_machine(law, law.profiles[question.profile], question.players)
    for number in numbers:
        common = CommonRandomNumbers(f"{question.seed} {number}")
        seat = number % question.players
        given = way.give(_after_set_up(base, common), {question.feature: seat})
        outcomes = [
            _play(machine, read_position(machine, given), deepcopy(common), play, question.measure, seat)
            for machine in pair
        ]
        yield outcomes[0], outcomes[1]


def _after_set_up(machine: Machine, common: CommonRandomNumbers) -> dict[str, Written]:
    """The position when the first round of play begins, with the variants that are played by default."""
    rounds = outermost_scopes(machine.law)
    trace = Trace()
    position = machine.start(trace)
    common.note(trace.steps.pop())
    while position.pending is not None and not _is_open(position, rounds):
        machine.decide(position, common.choose(position.pending), trace)
        common.note(trace.steps.pop())
    written = write_position(machine, position)
    zones = written.get("zones")
    placed = {*_names(zones), *_names(written.get("frames"))}
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


def _play(
    machine: Machine, position: Position, common: CommonRandomNumbers, play: Play, measure: str, seat: int
) -> PlayedGame:
    course = common.play(
        machine, position, MOST_DECISIONS, lambda one: _chosen(machine, position, one, common, play, measure)
    )
    winners = position.winners or frozenset()
    won = 1 / len(winners) if seat in winners else 0.0
    return PlayedGame(course, won, _ahead(machine, position, measure, seat) if measure else 0)


def _chosen(
    machine: Machine,
    position: Position,
    decision: Decision,
    common: CommonRandomNumbers,
    play: Play,
    measure: str,
) -> Value:
    """By lot; a greedy player chooses among what puts the player farthest ahead at once."""
    if play == "random" or decision.by is None or len(decision.values) == 1:
        return common.choose(decision)
    found: dict[Value, int] = {}
    for value in decision.values:
        tried = position.copy()
        try:
            machine.decide(tried, value)
            found[value] = _ahead(machine, tried, measure, decision.by)
        except MachineError:
            continue
    best = max(found.values(), default=0)
    return common.choose(
        replace(decision, values=tuple(value for value in decision.values if found.get(value) == best))
    )


def _ahead(machine: Machine, position: Position, measure: str, seat: int) -> int:
    """The measure of a player less the best of the others."""
    values = [machine.evaluate_definition(position, measure, [one]) for one in range(machine.players)]
    own = int(values.pop(seat))
    return own - max(map(int, values), default=0)
