"""Weighted play: games of players who prefer some options, in search of one claim's failure.

Where values are drawn evenly an option with many of them (an amount, say) leaves little to the others. Here every
option of a menu has a weight, drawn anew for each game, so that whole games are played by the timid or the bold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ruleslawyer.fuzz.choice_sequences import play
from ruleslawyer.fuzz.shrinking import Found
from ruleslawyer.language.law import Claim, Law
from ruleslawyer.machine import Machine
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value

WEIGHTS = (1, 1, 4, 16, 64)
VARIED = 0.5
"""How likely a ruling has another answer than in the reading that a game begins with."""
MAX_DECISIONS = 1_000
SEASON = 6
"""Games under one reading and with as many players: a machine takes as long to make as a game."""

Answers = Mapping[str, str]


@dataclass
class WeightedPlayer:
    """Decides at random, of a menu first for an option, by its weight."""

    random: Random
    _weights: dict[str, int] = field(default_factory=dict)

    def value(self, decision: Decision) -> Value:
        """One of the legal values."""
        if decision.kind != "option":
            return self.random.choice(decision.values)
        options: dict[str, list[Value]] = {}
        for value in decision.values:
            options.setdefault(value[0], []).append(value)
        weights = [self._weights.setdefault(name, self.random.choice(WEIGHTS)) for name in options]
        (chosen,) = self.random.choices(list(options), weights)
        return self.random.choice(options[chosen])


@dataclass(frozen=True)
class Search:
    """A search for a game from set-up in which one claim of an event's contract fails; nothing else is watched.

    `readings` are those to begin with; their answers are varied, save where `allowed` says no to all of them together.
    """

    law: Law
    claim: str
    readings: Sequence[Answers]
    allowed: Callable[[Answers], bool]
    backend: MakeBackend

    def found(self, seasons: int) -> Found | None:
        """The first game found within so many seasons; the same one however fast the machine is."""
        watched = _watching_only(self.law, self.claim)
        for season in range(seasons):
            random = Random(season)
            answers = self._answers(random)
            players = random.randint(*self.law.players)
            machine = Machine(watched, answers, players, backend=self.backend, monitor=True)
            for _ in range(SEASON):
                played = play(machine, WeightedPlayer(random), MAX_DECISIONS)
                failure = played.failure
                if failure is not None and failure.key.claim == self.claim:
                    return Found(failure.key, failure.message, answers, players, None, tuple(played.values))
        return None

    def _answers(self, random: Random) -> Answers:
        begun = random.choice(self.readings)
        varied = {
            name: random.choice(self.law.rulings[name].type.literals) if random.random() < VARIED else answer
            for name, answer in begun.items()
        }
        return varied if self.allowed(varied) and random.randrange(4) else begun


def _watching_only(law: Law, claim: str) -> Law:
    """The law without any invariant or contract but one claim."""

    def kept(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        return tuple(one for one in claims if one.id == claim)

    events = {
        name: replace(one, requires=kept(one.requires), ensures=kept(one.ensures), always=kept(one.always))
        for name, one in law.events.items()
    }
    return replace(law, invariants=(), events=events)
