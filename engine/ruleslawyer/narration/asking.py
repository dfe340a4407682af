"""What may happen in a position, and what a decision leads to, under several readings side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.language.law import Law
from ruleslawyer.machine.faults import IllegalDecision, MachineError, PositionError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    Written,
    decider_text,
    legal_text,
    read_decision,
    write_decision,
)
from ruleslawyer.machine.position import Position
from ruleslawyer.narration.game import NarratedGame
from ruleslawyer.narration.narrator import Line, winners_text

Script = Sequence[tuple[str, Written]]
"""Decisions to take: labels and values as they are written."""


@dataclass(frozen=True)
class Stage:
    """What happened since the last decision, the decision that is due then, and why play went no further.

    `legal` are the legal values as plain data; `stuck` is empty unless the reading refuses what is asked of it.
    """

    lines: tuple[Line, ...]
    due: str
    legal: tuple[Written, ...] = ()
    entry: str | None = None
    stuck: str = ""
    taken: bool = False
    """Whether the first line tells the decision that led here."""

    def same_as(self, other: Stage) -> bool:
        """Whether the same happened, by whatever clauses."""
        return self._outcome() == other._outcome()

    def _outcome(self) -> object:
        return [line.text for line in self.lines if line.kind != "reason"], self.due, self.stuck


@dataclass(frozen=True)
class Answer:
    """What a reading makes of a position and of decisions: a stage for the start and for each decision taken."""

    reading: str
    stages: tuple[Stage, ...]
    position: Position | None

    @property
    def refused(self) -> bool:
        """Whether the reading does not allow what was asked."""
        return bool(self.stages[-1].stuck)


@dataclass(frozen=True)
class Question:
    """A position (None: the start of a game), the number of players, and decisions to be taken from there."""

    players: int
    given: Mapping[str, Written] | None
    script: Script
    options: Mapping[str, str]


@dataclass(frozen=True)
class Asked:
    """What was asked, and the answer of each profile."""

    law: Law = field(repr=False)
    question: Question
    answers: tuple[Answer, ...]


def answers(law: Law, question: Question, profiles: Iterable[str]) -> list[Answer]:
    """The answer under each profile.

    :raises PositionError: the position is impossible under every one of them.
    """
    found, errors = [], []
    for profile in profiles:
        machine = Machine(law, law.profiles[profile], question.players, options=question.options)
        try:
            found.append(_Asking(machine, profile, question).answer())
        except PositionError as error:
            errors.append(error)
            found.append(Answer(profile, (Stage((), "", stuck=str(error)),), None))
    if errors and len(errors) == len(found):
        raise errors[0]
    return found


class _Asking:
    def __init__(self, machine: Machine, profile: str, question: Question) -> None:
        self.law, self.profile, self.script = machine.law, profile, question.script
        given = None if question.given is None else {"players": str(question.players), **question.given}
        self.game = NarratedGame(machine, profile, given=given)
        self.stages: list[Stage] = []

    def answer(self) -> Answer:
        self._stage(taken=False)
        for label, written in self.script:
            stuck = self._take(label, written)
            if stuck:
                self.stages.append(Stage((), "", stuck=stuck))
                break
        return Answer(self.profile, tuple(self.stages), self.game.position)

    def _take(self, label: str, written: Written) -> str:
        """Takes one decision of the script; why this reading does not allow it, if it does not."""
        decision = self.game.position.pending
        if decision is None or decision.label != label:
            return f"`{label}` is not to be decided: {due_text(self.law, self.game.position)}"
        try:
            self.game.decide(read_decision(self.law, decision, written))
        except IllegalDecision as error:
            return str(error)
        except MachineError as error:
            return f"the rulebook fails: {error}"
        self._stage(taken=decision.by is not None)
        return ""

    def _stage(self, *, taken: bool) -> None:
        position, law = self.game.position, self.law
        pending, lines = position.pending, tuple(map(_unnumbered, self.game.lines))
        legal = () if pending is None else tuple(write_decision(law, pending, value) for value in pending.values)
        entry = None if pending is None else pending.clause
        self.stages.append(Stage(lines, due_text(law, position), legal, entry, taken=taken))


def _unnumbered(line: Line) -> Line:
    """Rounds are not counted from the middle of a game."""
    if line.kind not in ("begin", "end"):
        return line
    name, _, rest = line.text.partition(" ")
    whose = rest.partition(" ")[2]
    return replace(line, text=f"{name} ends" if line.kind == "end" else f"{name} begins {whose}".rstrip())


def due_text(law: Law, position: Position) -> str:
    """Who decides what among which values, or that the game is over."""
    decision = position.pending
    if decision is None:
        return f"the game is over: {winners_text(position)}"
    return f"{decider_text(decision)} decides {decision.label}: {legal_text(law, decision)}"
