"""A game to be played: the answers in force, the players, where it begins, and the tapes that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ruleslawyer.fuzz.start import SET_UP, Start
from ruleslawyer.fuzz.tapes import MAX_DECISIONS, Chooser, Played, Tape, Tapes, play
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value


class GameStep(NamedTuple):
    """One decision of a game: the position before it (do not change it), what is decided, and the value taken."""

    position: Position
    decision: Decision
    value: Value


@dataclass(frozen=True)
class Game:
    """Everything that makes a game what it is. `machine` has the answers and the players."""

    machine: Machine
    tapes: Tapes
    start: Start = SET_UP
    max_decisions: int = MAX_DECISIONS

    @property
    def answers(self) -> Mapping[str, str]:
        """The answer to every ruling."""
        return self.machine.answers

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.machine.players

    def play(self) -> Played:
        """Plays it to the end.

        :raises PositionError: the start is impossible.
        """
        return play(self.machine, self.tapes, self.max_decisions, start=self.start)

    def steps(self) -> Iterator[GameStep]:
        """Plays it, decision by decision.

        :raises MachineError: the rulebook breaks an obligation, or (if the machine monitors) a claim.
        """
        chooser = Chooser(self.tapes)
        position = self.start.position(self.machine)
        for _ in range(self.max_decisions):
            decision = position.pending
            if decision is None:
                return
            value = chooser.value(decision)
            yield GameStep(position.copy(), decision, value)
            self.machine.decide(position, value)

    def __repr__(self) -> str:
        begins = "set-up" if self.start.given is None else dict(self.start.given)
        return f"Game(players={self.players}, answers={dict(self.answers)}, start={begins}, tapes={self.tapes})"


def answers_from(law: Law, tape: Tape, profiles: Sequence[str], *, combinations: bool) -> dict[str, str]:
    """Answers read from a tape: those of one of the profiles, or (half the time, if allowed) any combination."""
    if profiles and not (combinations and tape.pick(2)):
        return dict(law.profiles[profiles[tape.pick(len(profiles))]])
    return {name: ruling.type.literals[tape.pick(len(ruling.type.literals))] for name, ruling in law.rulings.items()}
