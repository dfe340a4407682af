"""What follows from decisions under several readings: a table for each stage, and the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import decision_text
from ruleslawyer.narration.asking import Answer, Asked, Stage
from ruleslawyer.narration.citing import Citing


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


def print_answers(asked: Asked) -> None:
    """A table for each stage: a row for each group of readings that agree."""
    from ruleslawyer.report.console import console

    terminal, found = console(), asked.answers
    titles = ["Now", *(f"After {label}: {decision_text(written)}" for label, written in asked.question.script)]
    for stage, title in enumerate(titles):
        groups = grouped(found, stage)
        if groups:
            terminal.print(f"{'' if stage == 0 else chr(10)}{title}", style="bold cyan")
            _print_stage(asked.law, stage, groups, alone=len(groups) == 1 and len(groups[0]) == len(found))


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


def answers_data(asked: Asked) -> dict[str, Any]:
    """The same as JSON."""
    law, question = asked.law, asked.question
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
            for answer in asked.answers
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
