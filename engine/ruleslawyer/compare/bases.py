"""An extension without its options and its base, held against each other: by proof, or by games side by side."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ruleslawyer.compile import Compiled
from ruleslawyer.language import Law
from ruleslawyer.language.extension import differences, own_options
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.faults import MachineError
from ruleslawyer.machine.snapshot import EVERYTHING, diff, snapshot

GAMES = 60
MAX_DECISIONS = 2_000


@dataclass(frozen=True)
class Likeness:
    """Whether an extension without its options plays as its base does.

    `options` are its own; `unproved` names what differs in the text of the two programs, nothing if both are the same
    program; only then were `games` played. `parted` says where and how they went apart, if they did.
    """

    options: tuple[str, ...]
    unproved: tuple[str, ...]
    games: int = 0
    parted: str = ""

    @property
    def holds(self) -> bool:
        """Whether no game went apart."""
        return not self.parted


def likeness(law: Law, base: Law, *, games: int = GAMES, seed: int = 0) -> Likeness:
    """Shows that an extension without its options plays as `base`, by proof or by random games of both side by side."""
    options, unproved = own_options(law), differences(law, base)
    if not options or not unproved:
        return Likeness(options, unproved)
    dice = random.Random(seed)
    for number in range(1, games + 1):
        parted = _play(law, base, dice)
        if parted:
            return Likeness(options, unproved, number, f"game {number}: {parted}")
    return Likeness(options, unproved, games)


def _play(law: Law, base: Law, dice: random.Random) -> str:
    """Where the two go apart in one random game, or nothing."""
    profile, players = dice.choice(list(base.profiles)), dice.randint(*base.players)
    options = {name: dice.choice((enum.literals[0], *enum.literals)) for name, enum in base.options.items()}
    answers = {**law.profiles[profile], **base.profiles[profile]}
    machines = (
        Machine(law, answers, players, options=options, backend=Compiled),
        Machine(base, base.profiles[profile], players, options=options, backend=Compiled),
    )
    positions = [machine.start() for machine in machines]
    for taken in range(MAX_DECISIONS):
        parted = _difference(machines, positions)
        if parted:
            return f"{profile}, {players} players, after {taken} decisions: {parted}"
        decision = positions[0].pending
        if decision is None:
            return ""
        value = dice.choice(decision.values)
        try:
            for machine, position in zip(machines, positions, strict=True):
                machine.decide(position, value)
        except MachineError as error:
            return f"{profile}, {players} players, after {taken} decisions: {error}"
    return ""


def _difference(machines: tuple[Machine, Machine], positions: list[Position]) -> str:
    """The first thing that somebody sees otherwise in the extension than in the base, or nothing."""
    seats = range(machines[0].players)
    for audience in (EVERYTHING, frozenset(seats), *(frozenset((seat,)) for seat in seats)):
        ours, theirs = (snapshot(*pair, audience) for pair in zip(machines, positions, strict=True))
        for one in diff(theirs, ours, both=True):
            return f"{one.what}: base {one.expected}; extension {one.actual}"
    return ""
