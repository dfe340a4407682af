"""Hypothesis strategies over a rulebook: answers, positions, decisions and whole games.

They are for tests: of a rulebook, of a strategy of play, of somebody's own implementation of the game. What they make
is small when Hypothesis shrinks it: few players, the first answers, cards where they start, first choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from hypothesis import strategies as st

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS, ChoiceSequence, ChoiceSequences
from ruleslawyer.fuzz.games import Game, GameStep, answers_from
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.run import begin

KEPT_MACHINES = 64
SEQUENCE, HEAD = 300, 64
"""Greatest length in bytes of the sequences for chance, choices and a position, and of the one for answers."""


class Situation(NamedTuple):
    """A position at a decision, with the machine that plays on from it. Copy the position before you change it."""

    machine: Machine
    position: Position


def rulings(law: Law, profiles: Sequence[str] = ()) -> st.SearchStrategy[dict[str, str]]:
    """An answer to every ruling: those of one of the profiles, or without profiles any combination.

    :raises ValueError: the rulebook has no such profile.
    """
    for name in profiles:
        if name not in law.profiles:
            raise ValueError(f"`{law.name}` has no profile `{name}`; it has {', '.join(law.profiles)}")
    if profiles:
        return st.sampled_from([dict(law.profiles[name]) for name in profiles])
    return st.binary(min_size=0, max_size=HEAD).map(
        lambda data: answers_from(law, ChoiceSequence(data), (), combinations=True)
    )


def decisions(position: Position) -> st.SearchStrategy[Value]:
    """A legal value of the pending decision.

    :raises ValueError: the game is over.
    """
    if position.pending is None:
        raise ValueError("the game is over: there is nothing to decide")
    return st.sampled_from(position.pending.values)


def machines(
    law: Law, *, profiles: Sequence[str] = (), players: Sequence[int] = (), monitor: bool = True
) -> st.SearchStrategy[Machine]:
    """A machine for some number of players (any that the rulebook allows) under some answers."""
    low, high = law.players
    seats = st.sampled_from(list(players) or list(range(low, high + 1)))
    known = _ByDigest(law.digest, law)
    answers = rulings(law, profiles).map(lambda some: tuple(sorted(some.items())))
    return st.builds(_machine, st.just(known), answers, seats, st.just(monitor))


def positions(
    law: Law, *, profiles: Sequence[str] = (), players: Sequence[int] = (), monitor: bool = True
) -> st.SearchStrategy[Situation]:
    """A position at a menu, made up: cards anywhere, any state, but every invariant holds. No game need reach it.

    Where the rulebook has no menu to which a single call path leads, it is the first position of a game.
    """

    def situation(machine: Machine, data: bytes) -> Situation:
        return Situation(machine, begin(machine, Positions(machine).random(data)))

    return st.builds(situation, machines(law, profiles=profiles, players=players, monitor=monitor), _sequence())


def games(
    law: Law,
    *,
    profiles: Sequence[str] = (),
    players: Sequence[int] = (),
    random_starts: bool = False,
    monitor: bool = True,
    max_decisions: int = MAX_DECISIONS,
) -> st.SearchStrategy[Game]:
    """A whole game, not played yet: `Game.play()` plays it, `Game.steps()` goes through it decision by decision.

    :param profiles: whose answers are used; without any, every combination of answers.
    :param random_starts: half of the games begin at a made-up position, as `positions` gives them.
    :param monitor: check invariants and contracts at every decision.
    """

    def game(machine: Machine, start: bytes, chance: bytes, choices: bytes) -> Game:
        given = Positions(machine).random(start) if start else None
        return Game(machine, ChoiceSequences(chance, choices), given, max_decisions)

    start = st.one_of(st.just(b""), _sequence()) if random_starts else st.just(b"")
    return st.builds(
        game, machines(law, profiles=profiles, players=players, monitor=monitor), start, _sequence(), _sequence()
    )


def _sequence() -> st.SearchStrategy[bytes]:
    """Bytes, mostly long ones: a sequence that ends early plays on with first values."""
    return st.one_of(st.binary(max_size=SEQUENCE), st.binary(min_size=SEQUENCE // 2, max_size=SEQUENCE))


@lru_cache(KEPT_MACHINES)
def _machine(law: _ByDigest, answers: tuple[tuple[str, str], ...], players: int, monitor: bool) -> Machine:
    return Machine(law.law, dict(answers), players, backend=Compiled, monitor=monitor)


@dataclass(frozen=True)
class _ByDigest:
    """A law that is the same as another of the same text."""

    digest: str
    law: Law = field(compare=False)


__all__ = [
    "Game",
    "GameStep",
    "Situation",
    "decisions",
    "games",
    "machines",
    "positions",
    "rulings",
]
