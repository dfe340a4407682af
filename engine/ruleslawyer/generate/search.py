"""Plays at random and keeps, for each goal, the cheapest cases in which it was reached."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS, ChoiceSequences, play
from ruleslawyer.generate.playing import CasePlayer, Playing
from ruleslawyer.machine import MachineError, Position
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.trace import Step
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.rests import at_menu, unseen, with_rest
from ruleslawyer.scenario.shrink import size

LONG = 16
"""Decisions played from a position."""
OPENING = 40
"""Decisions played from the set-up, where positions in the middle of a game can be begun at."""
WALK = 240
"""Most decisions played before a position is taken from a game."""
SEQUENCE, SEED = 300, 64
"""Bytes of the chance and of the choices of a game, and of what a random position is made from."""
CANDIDATES = 3
"""Cases kept for each goal."""
Cost = tuple[int, int, int, int]
"""Decisions, cards that do not lie with the rest, whatever else is said, and the number of the example."""


class Candidate(NamedTuple):
    """A case in which a goal was reached; the smaller is the cheaper. No two have the same cost."""

    cost: Cost
    scenario: Scenario


@dataclass
class Harvest:
    """What play has come to: for each goal the cheapest cases, and in how many examples it was reached.

    `broken` counts the examples in which the rulebook broke a claim or an obligation of its own.
    """

    examples: int = 0
    decisions: int = 0
    broken: int = 0
    reached: Counter[str] = field(default_factory=Counter)
    candidates: dict[str, list[Candidate]] = field(default_factory=dict)

    def keep(self, goal: str, candidate: Candidate) -> None:
        """Keeps a case if it is among the cheapest."""
        kept = self.candidates.setdefault(goal, [])
        kept.append(candidate)
        kept.sort()
        del kept[CANDIDATES:]


class Searcher:
    """Plays examples. What an example is depends on the seed and its number only."""

    def __init__(self, player: CasePlayer) -> None:
        self.player = player
        self.harvest = Harvest()

    def run(self) -> Iterator[int]:
        """Plays until the request is satisfied, and gives the number of examples played after each."""
        request = self.player.request
        began = time.monotonic()
        while request.examples is None or self.harvest.examples < request.examples:
            self.example(self.harvest.examples)
            self.harvest.examples += 1
            yield self.harvest.examples
            if request.seconds is not None and time.monotonic() - began >= request.seconds:
                return

    def example(self, number: int) -> None:
        """Plays one example: from the set-up, from a position made up, or from one that a game came to."""
        request = self.player.request
        dice = random.Random(f"{request.seed} {number}")
        players = request.players[number % len(request.players)]
        given = self._given(dice, players, number // len(request.players))
        sequences = ChoiceSequences(dice.randbytes(SEQUENCE), dice.randbytes(SEQUENCE))
        most = LONG
        if given is None:
            most = OPENING if self.player.positions(players).menus else MAX_DECISIONS
        example = _Example(self.player, self.harvest, self.player.scenario(players, given, ()))
        coverage = example.coverage
        played = play(coverage.machine, sequences, most, given=given, on_step=example.step, trace=coverage.trace)
        self.harvest.decisions += len(played.values)
        self.harvest.broken += played.failure is not None
        self.harvest.reached.update(example.met)

    def _given(self, dice: random.Random, players: int, turn: int) -> Mapping[str, Written] | None:
        if turn % 4 == 0:
            return None
        positions = self.player.positions(players)
        made = self._on_the_way(dice, players) if turn % 4 == 1 else positions.random(dice.randbytes(SEED))
        if made is None:
            return None
        shorter = with_rest(self.player.law, unseen(self.player.law, made))
        return shorter if positions.consistency.holds(shorter) else None

    def _on_the_way(self, dice: random.Random, players: int) -> Mapping[str, Written] | None:
        """The last position at a menu that a random game came to within some decisions."""
        machine = self.player.machine(players)
        menus = self.player.positions(players).menus
        found: tuple[Position, str] | None = None
        try:
            position = machine.start()
            for _ in range(dice.randrange(WALK) if menus else 0):
                pending = position.pending
                if pending is None:
                    break
                if pending.label in menus:
                    found = position.copy(), pending.label
                machine.decide(position, dice.choice(pending.values))
        except MachineError:
            pass
        return None if found is None else at_menu(machine, *found)


class _Example(Playing):
    """One example being played: at each step, cases for the goals that it reached."""

    def __init__(self, player: CasePlayer, harvest: Harvest, begun: Scenario) -> None:
        super().__init__(player, begun.players)
        self.met: frozenset[str] = frozenset()
        self._harvest, self._begun = harvest, begun
        _, self._displaced, self._said, _ = size(player.law, begun)

    def step(self, step: Step, position: Position) -> None:
        """See `Playing.step`."""
        super().step(step, position)
        cost = (len(self.script), self._displaced, self._said, self._harvest.examples)
        reached, before = self.reached(), self.met
        self.met = reached
        self.player.goals.all |= reached
        kept = self._harvest.candidates
        wanted = [one for one in reached - before if len(kept.get(one, ())) < CANDIDATES or cost < kept[one][-1].cost]
        if wanted:
            begun = self._begun
            candidate = Candidate(cost, self.player.scenario(begun.players, begun.given, tuple(self.script)))
            for goal in wanted:
                self._harvest.keep(goal, candidate)
