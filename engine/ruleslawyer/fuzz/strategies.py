"""Hypothesis strategies over a rulebook: answers, positions, decisions and whole games.

They are for tests: of a rulebook, of a strategy of play, of somebody's own implementation of the game. What they make
is small when Hypothesis shrinks it: few players, the first answers, cards where they start, first choices.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
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
    kept = _machines_of(law, monitor)
    return st.builds(kept.machine, rulings(law, profiles), seats)


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


class _Machines:
    """The machines of one law, the latest kept."""

    def __init__(self, law: Law, monitor: bool) -> None:
        self._law = law
        self._monitor = monitor
        self._kept: OrderedDict[object, Machine] = OrderedDict()

    def machine(self, answers: Mapping[str, str], players: int) -> Machine:
        """The machine under those answers for so many players."""
        key = tuple(sorted(answers.items())), players
        if key not in self._kept:
            self._kept[key] = Machine(self._law, answers, players, backend=Compiled, monitor=self._monitor)
            if len(self._kept) > KEPT_MACHINES:
                self._kept.popitem(last=False)
        return self._kept[key]


_KEPT: OrderedDict[tuple[str, bool], _Machines] = OrderedDict()


def _machines_of(law: Law, monitor: bool) -> _Machines:
    key = law.digest, monitor
    if key not in _KEPT:
        _KEPT[key] = _Machines(law, monitor)
        if len(_KEPT) > 4:
            _KEPT.popitem(last=False)
    return _KEPT[key]


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
