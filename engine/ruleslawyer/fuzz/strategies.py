"""Hypothesis strategies over a rulebook: answers, positions, decisions and whole games.

They are for tests: of a rulebook, of a strategy of play, of somebody's own implementation of the game. What they make
is small when Hypothesis shrinks it: few players, the first answers, cards where they start, first choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS, ChoiceSequence, ChoiceSequences
from ruleslawyer.fuzz.games import Game, GameStep, answers_from
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.machines import Machines
from ruleslawyer.scenario.run import begin

KEPT_MACHINES, KEPT_LAWS = 64, 4
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
    return st.builds(_machines_of(law, monitor).of, rulings(law, profiles), seats)


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


_KNOWN: dict[tuple[str, bool], Machines[Machine]] = {}
"""By the text of a law, and by whether its claims are checked."""


def _machines_of(law: Law, monitor: bool) -> Machines[Machine]:
    def make(answers: dict[str, str], players: int, _: dict[str, str]) -> Machine:
        return Machine(law, answers, players, backend=Compiled, monitor=monitor)

    known = _KNOWN.setdefault((law.digest, monitor), Machines(make, KEPT_MACHINES))
    while len(_KNOWN) > KEPT_LAWS:
        del _KNOWN[next(iter(_KNOWN))]
    return known


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
