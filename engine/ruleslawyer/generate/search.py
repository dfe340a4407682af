"""Plays at random and keeps, for each goal, the cheapest cases in which it was reached."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS, ChoiceSequences, play
from ruleslawyer.generate.effects import effects
from ruleslawyer.generate.stage import Script, Stage
from ruleslawyer.machine import MachineError, Position
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.machine.trace import Step
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.rests import at_menu, unseen, with_rest
from ruleslawyer.scenario.shrink import size

LONG = 16
"""Decisions watched from a position."""
OPENING = 40
"""Decisions watched from the set-up, where positions in the middle of a game can be begun at."""
WALK = 240
"""Most decisions played before a position is taken from a game."""
SEQUENCE, SEED = 300, 64
"""Bytes of the luck and of the choices of a game, and of what a random position is made from."""
CANDIDATES = 3
"""Cases kept for each goal."""


class Candidate(NamedTuple):
    """A case in which a goal was reached; the smaller is the cheaper. No two have the same cost."""

    cost: tuple[int, int, int, int]
    """Decisions, cards that do not lie with the rest, whatever else is said, and the number of the example."""
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

    def wants(self, goal: str, cost: tuple[int, int, int, int]) -> bool:
        """Whether a case of that cost would be kept."""
        kept = self.candidates.get(goal, [])
        return len(kept) < CANDIDATES or cost < kept[-1].cost


class Searcher:
    """Plays examples. What an example is depends on the seed and its number only."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.harvest = Harvest()

    def run(self) -> Iterator[int]:
        """Plays until the request is satisfied, and gives the number of examples played after each."""
        request = self.stage.request
        began = time.monotonic()
        while request.examples is None or self.harvest.examples < request.examples:
            self.example(self.harvest.examples)
            self.harvest.examples += 1
            yield self.harvest.examples
            if request.seconds is not None and time.monotonic() - began >= request.seconds:
                return

    def example(self, number: int) -> None:
        """Plays one example: from the set-up, from a position made up, or from one that a game came to."""
        request = self.stage.request
        dice = random.Random(f"{request.seed} {number}")
        players = request.players[number % len(request.players)]
        given = self._given(dice, players, number // len(request.players))
        sequences = ChoiceSequences(dice.randbytes(SEQUENCE), dice.randbytes(SEQUENCE))
        notes = _Notes(self.stage, self.harvest, number, players, given)
        most = LONG
        if given is None:
            most = OPENING if self.stage.positions(players).menus else MAX_DECISIONS
        played = play(
            notes.coverage.machine, sequences, most, given=given, on_step=notes.step, trace=notes.coverage.trace
        )
        self.harvest.decisions += len(played.values)
        self.harvest.broken += played.failure is not None
        self.harvest.reached.update(notes.reached)

    def _given(self, dice: random.Random, players: int, turn: int) -> Mapping[str, Written] | None:
        if turn % 4 == 0:
            return None
        if turn % 4 == 1:
            made = self._on_the_way(dice, players)
        else:
            made = self.stage.positions(players).random(dice.randbytes(SEED))
        if made is None:
            return None
        shorter = with_rest(self.stage.law, unseen(self.stage.law, made))
        return shorter if self.stage.positions(players).consistency.holds(shorter) else None

    def _on_the_way(self, dice: random.Random, players: int) -> Mapping[str, Written] | None:
        """The last position at a menu that a random game came to within some decisions."""
        machine = self.stage.machine(players)
        menus = self.stage.positions(players).menus
        found: Position | None = None
        try:
            position = machine.start()
            for _ in range(dice.randrange(WALK) if menus else 0):
                pending = position.pending
                if pending is None:
                    break
                if pending.label in menus:
                    found = position.copy()
                machine.decide(position, dice.choice(pending.values))
        except MachineError:
            pass
        return None if found is None or found.pending is None else at_menu(machine, found, found.pending.label)


class _Notes:
    """One example being played: at each step, cases for the goals that it reached."""

    def __init__(
        self, stage: Stage, harvest: Harvest, number: int, players: int, given: Mapping[str, Written] | None
    ) -> None:
        self.stage, self.harvest, self.number = stage, harvest, number
        self.coverage = stage.game(players)
        self.reached: set[str] = set()
        self._begun = stage.scenario(players, given, ())
        _, self._displaced, self._said, _ = size(stage.law, self._begun)
        self._script: list[tuple[str, Written]] = []

    def step(self, step: Step, position: Position) -> None:
        """Told of each step when it is over."""
        if step.decision is not None:
            self._script.append((step.decision.label, write_decision(self.stage.law, step.decision, step.value)))
        self.coverage.step(step, position)
        cost = (len(self._script), self._displaced, self._said, self.number)
        candidate: Candidate | None = None
        done = tuple(effects(step, position, self.stage.machine(self.coverage.machine.players)))
        for effect in done:
            self.stage.goals.add(effect)
        for goal in set(self.stage.reached(self.coverage, done)) - self.reached:
            self.reached.add(goal)
            if self.harvest.wants(goal, cost):
                if candidate is None:
                    candidate = Candidate(cost, self._case(tuple(self._script)))
                self.harvest.keep(goal, candidate)

    def _case(self, script: Script) -> Scenario:
        begun = self._begun
        return self.stage.scenario(begun.players, begun.given, script)
