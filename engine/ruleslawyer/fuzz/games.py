"""A game to be played: the answers in force, the players, where it begins, and the sequences that decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS, ChoiceSequence, ChoiceSequences, Chooser, Played, play
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.run import begin

VARIED, IN = 3, 4
"""Cases in which options of play are varied. Hypothesis makes up zeros, which stand for the game without variants, far
more often than by chance, so these come to about half of the games of a campaign. The rest are left to that game: its
clauses are in force in all variants, and most people play it."""


class GameStep(NamedTuple):
    """One decision of a game: the position before it (do not change it), what is decided, and the value taken."""

    position: Position
    decision: Decision
    value: Value


@dataclass(frozen=True)
class Game:
    """Everything that makes a game what it is. `machine` has the answers and the players."""

    machine: Machine
    sequences: ChoiceSequences
    given: Mapping[str, Written] | None = None
    max_decisions: int = MAX_DECISIONS

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.machine.players

    def play(self) -> Played:
        """Plays it to the end.

        :raises PositionError: the start is impossible.
        """
        return play(self.machine, self.sequences, self.max_decisions, given=self.given)

    def steps(self) -> Iterator[GameStep]:
        """Plays it, decision by decision.

        :raises MachineError: the rulebook breaks an obligation, or (if the machine monitors) a claim.
        """
        chooser = Chooser(self.sequences)
        position = begin(self.machine, self.given)
        for _ in range(self.max_decisions):
            decision = position.pending
            if decision is None:
                return
            value = chooser.value(decision)
            yield GameStep(position.copy(), decision, value)
            self.machine.decide(position, value)

    def __repr__(self) -> str:
        begins = "set-up" if self.given is None else dict(self.given)
        options = varied_options(self.machine.law, self.machine.options)
        played = (
            f"players={self.players}, answers={dict(self.machine.answers)}{f', options={options}' if options else ''}"
        )
        return f"Game({played}, start={begins}, sequences={self.sequences})"


def answers_from(law: Law, sequence: ChoiceSequence, profiles: Sequence[str], *, combinations: bool) -> dict[str, str]:
    """Answers read from a sequence: those of one of the profiles, or (half the time, if allowed) any combination."""
    if profiles and not (combinations and sequence.pick(2)):
        return dict(law.profiles[profiles[sequence.pick(len(profiles))]])
    return {
        name: ruling.type.literals[sequence.pick(len(ruling.type.literals))] for name, ruling in law.rulings.items()
    }


def options_from(law: Law, sequence: ChoiceSequence, fixed: Mapping[str, str]) -> dict[str, str]:
    """Answers to all options of play read from a sequence: the first of each, or (in `VARIED` of `IN` cases) any; never
    others than the `fixed` ones. Nothing is read where there is nothing to choose."""
    literals = {name: (fixed[name],) if name in fixed else of.literals for name, of in law.options.items()}
    varied = sequence.pick(IN) >= IN - VARIED if any(len(some) > 1 for some in literals.values()) else False
    return {name: some[sequence.pick(len(some)) if varied else 0] for name, some in literals.items()}
