"""A game that is narrated while it is played, and a whole game by lot."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from ruleslawyer.language.outline import measures
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import read_position
from ruleslawyer.machine.snapshot import EVERYTHING, Audience
from ruleslawyer.machine.trace import Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.narration.citing import Citing
from ruleslawyer.narration.narrator import Line, Narrator

MOST_DECISIONS = 100_000
"""A game with more decisions than this is given up."""

Show = Callable[[Sequence[Line]], None]
"""Told the lines of each step as it is played."""


class NarratedGame:
    """A game under a profile, as an audience sees it; begun at the set-up or in a written position."""

    def __init__(
        self,
        machine: Machine,
        profile: str,
        audience: Audience = EVERYTHING,
        given: Mapping[str, Written] | None = None,
    ) -> None:
        self.machine = machine
        self.citing = Citing(machine.law, profile)
        self.narrator = Narrator(machine, audience, self.citing)
        trace = Trace()
        self.position = machine.start(trace) if given is None else read_position(machine, given, trace)
        self.lines: Sequence[Line] = [line for step in trace.steps for line in self.narrator.narrate(step, None)]
        """What happened last."""
        self.consulted = {entry for step in trace.steps for entry in step.consulted}
        """The entries of definitions that it depended on."""

    def decide(self, value: Value) -> Step:
        """Takes the decision that is due.

        :raises MachineError: the value is not legal, or the rulebook fails.
        """
        before, trace = self.position.copy(), Trace()
        self.machine.decide(self.position, value, trace)
        (step,) = trace.steps
        self.lines, self.consulted = list(self.narrator.narrate(step, before)), set(step.consulted)
        return step


@dataclass(frozen=True)
class Game:
    """A game that was played by lot: every decision, every line of its narration, and the position that it led to."""

    machine: Machine = field(repr=False)
    profile: str
    seed: int
    steps: tuple[Step, ...] = field(repr=False)
    lines: tuple[Line, ...] = field(repr=False)
    position: Position = field(repr=False)

    @property
    def over(self) -> bool:
        """Whether it came to an end; after `MOST_DECISIONS` it is given up."""
        return self.position.over

    @property
    def winners(self) -> frozenset[int]:
        """The seats that won, counted from 0."""
        return self.position.winners or frozenset()

    @property
    def measures(self) -> Mapping[str, tuple[int, ...]]:
        """By definition, for each seat, the numbers on which the winners depend."""
        machine = self.machine
        return {
            name: tuple(machine.evaluate_definition(self.position, name, [seat]) for seat in range(machine.players))
            for name in measures(machine.law)
        }


def random_game(machine: Machine, profile: str, seed: int, show: Show = lambda lines: None) -> Game:
    """A game in which every decision is taken by lot. Equal seeds give equal games.

    :raises MachineError: the rulebook fails on the way.
    """
    dice = random.Random(seed)
    told = NarratedGame(machine, profile)
    lines: list[Line] = list(told.lines)
    steps: list[Step] = []
    show(told.lines)
    while told.position.pending is not None and len(steps) < MOST_DECISIONS:
        steps.append(told.decide(dice.choice(told.position.pending.values)))
        lines += told.lines
        show(told.lines)
    return Game(machine, profile, seed, tuple(steps), tuple(lines), told.position)
