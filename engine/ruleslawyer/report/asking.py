"""What may happen in a position, and what a decision leads to, under several readings side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleslawyer.language.law import Law
from ruleslawyer.machine.faults import IllegalDecision, MachineError, PositionError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    Written,
    decider_text,
    decision_text,
    legal_text,
    read_decision,
    write_decision,
)
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import read_position
from ruleslawyer.machine.trace import Trace
from ruleslawyer.report.board import EVERYTHING
from ruleslawyer.report.citing import Citing
from ruleslawyer.report.narration import Line, Narrator
from ruleslawyer.report.printer import winners_text

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


def answers(law: Law, question: Question, profiles: Iterable[str]) -> list[Answer]:
    """The answer under each profile.

    :raises PositionError: the position is impossible under every one of them.
    """
    found, errors = [], []
    for profile in profiles:
        machine = Machine(law, law.profiles[profile], question.players, options=question.options)
        try:
            found.append(_Asking(machine, profile).answer(question))
        except PositionError as error:
            errors.append(error)
            found.append(Answer(profile, (Stage((), "", stuck=str(error)),), None))
    if errors and len(errors) == len(found):
        raise errors[0]
    return found


class _Asking:
    def __init__(self, machine: Machine, profile: str) -> None:
        self.machine = machine
        self.profile = profile
        self.narrator = Narrator(machine, EVERYTHING, Citing(machine.law, profile))
        self.stages: list[Stage] = []

    def answer(self, question: Question) -> Answer:
        trace = Trace()
        if question.given is None:
            position = self.machine.start(trace)
        else:
            position = read_position(self.machine, {"players": str(question.players), **question.given}, trace)
        lines = self._told(trace, None)
        self._stage(lines, position, taken=False)
        for label, written in question.script:
            if not self._take(position, label, written):
                break
        return Answer(self.profile, tuple(self.stages), position)

    def _take(self, position: Position, label: str, written: Written) -> bool:
        """Takes one decision of the script; False when this reading does not allow it."""
        decision = position.pending
        if decision is None or decision.label != label:
            self._refuse(f"`{label}` is not to be decided: {due_text(self.machine.law, position)}")
            return False
        before, trace = position.copy(), Trace()
        try:
            self.machine.decide(position, read_decision(self.machine.law, decision, written), trace)
        except IllegalDecision as error:
            self._refuse(str(error))
            return False
        except MachineError as error:
            self._refuse(f"the rulebook fails: {error}")
            return False
        self._stage(self._told(trace, before), position, taken=decision.by is not None)
        return True

    def _refuse(self, message: str) -> None:
        self.stages.append(Stage((), "", stuck=message))

    def _told(self, trace: Trace, before: Position | None) -> list[Line]:
        lines = [line for step in trace.steps for line in self.narrator.narrate(step, before)]
        return [_unnumbered(line) for line in lines]

    def _stage(self, lines: list[Line], position: Position, *, taken: bool) -> None:
        pending, law = position.pending, self.machine.law
        legal = () if pending is None else tuple(write_decision(law, pending, value) for value in pending.values)
        entry = None if pending is None else pending.clause
        self.stages.append(Stage(tuple(lines), due_text(law, position), legal, entry, taken=taken))


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


def grouped(found: Sequence[Answer], stage: int) -> list[list[Answer]]:
    """Answers that agree about a stage, together; those that never got there are left out."""
    groups: list[list[Answer]] = []
    for answer in found:
        if stage >= len(answer.stages):
            continue
        same = next((one for one in groups if one[0].stages[stage].same_as(answer.stages[stage])), None)
        if same is None:
            groups.append([answer])
        else:
            same.append(answer)
    return groups


def print_answers(law: Law, question: Question, found: Sequence[Answer]) -> None:
    """A table for each stage: a row for each group of readings that agree."""
    from ruleslawyer.report.console import console

    terminal = console()
    titles = ["Now", *(f"After {label}: {decision_text(written)}" for label, written in question.script)]
    for stage, title in enumerate(titles):
        groups = grouped(found, stage)
        if groups:
            terminal.print(f"{'' if stage == 0 else chr(10)}{title}", style="bold cyan")
            _print_stage(law, stage, groups, alone=len(groups) == 1 and len(groups[0]) == len(found))


def _print_stage(law: Law, stage: int, groups: list[list[Answer]], *, alone: bool) -> None:
    from rich.table import Table

    from ruleslawyer.report.console import console, show

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), show_header=False)
    shown.add_column("under", style="bold", no_wrap=True)
    shown.add_column("what", overflow="fold", ratio=3)
    shown.add_column("by", overflow="fold", ratio=4)
    for group in groups:
        under = "under every reading" if alone and len(group) > 1 else ", ".join(answer.reading for answer in group)
        citing = Citing(law, group[0].reading)
        rows = _rows(group[0].stages[stage])
        for index, (what, entry) in enumerate(rows):
            repeated = index > 0 and rows[index - 1][1] == entry
            by = "" if entry is None or repeated else _by(citing, entry)
            shown.add_row(under if index == 0 else "", what, by, style="bold" if index == len(rows) - 1 else "")
    show(console(), shown)


def _rows(stage: Stage) -> list[tuple[str, str | None]]:
    """What happened and by which entry, and what is due; the decision itself is the heading."""
    rows = [(line.text, line.entry) for line in stage.lines]
    if stage.lines and stage.lines[0].kind == "decision" and stage.taken:
        del rows[0]
    rows.append((stage.stuck or stage.due, stage.entry))
    return rows


def _by(citing: Citing, entry: str) -> str:
    citation = citing.main_citation(entry)
    return citing.title(entry) + (f"  [{citation}]" if citation else "")


def answers_data(law: Law, question: Question, found: Sequence[Answer]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "rulebook": law.name,
        "version": law.version,
        "players": question.players,
        "decisions": [{label: written} for label, written in question.script],
        "readings": [
            {
                "profile": answer.reading,
                "refused": answer.refused,
                "stages": [_stage_data(Citing(law, answer.reading), stage) for stage in answer.stages],
            }
            for answer in found
        ],
    }


def _stage_data(citing: Citing, stage: Stage) -> dict[str, Any]:
    entries = dict.fromkeys(line.entry for line in stage.lines if line.entry is not None)
    if stage.entry is not None:
        entries[stage.entry] = None
    return {
        "happened": [{"what": line.text, "entry": line.entry} for line in stage.lines],
        "due": stage.due,
        "legal": list(stage.legal),
        "stuck": stage.stuck or None,
        "clauses": citing.data(entries),
    }


__all__ = ["Answer", "Question", "Stage", "answers", "answers_data", "grouped", "print_answers"]
