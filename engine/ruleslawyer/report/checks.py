"""What `check` found: one line of numbers, the source ledger as a table, and both as data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from ruleslawyer.language.extension import Touch, touches
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.citations import number_runs
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.ledger import LedgerRow, ledger
from ruleslawyer.rulebook.model import Rulebook


def counts(law: Law) -> dict[str, int]:
    """How much there is of what, `paragraphs` being those of all sources, `cited` and `not_encoded` parts of them."""
    rows = ledger(law.rulebook)
    return {
        "clauses": len(law.clauses),
        "rulings": len(law.rulings),
        "profiles": len(law.profiles),
        **claim_counts(law.rulebook),
        "paragraphs": len(rows),
        "cited": sum(1 for row in rows if row.cited_by),
        "not_encoded": sum(1 for row in rows if row.reason is not None and not row.cited_by),
    }


def claim_counts(rulebook: Rulebook) -> dict[str, int]:
    """How many invariants and theorems are promised, and how many lemmas serve their proofs."""
    return {
        "invariants": sum(not one.lemma for one in rulebook.invariants),
        "theorems": sum(not one.lemma for one in rulebook.theorems),
        "lemmas": sum(one.lemma for one in rulebook.claims),
    }


def counts_line(law: Law) -> str:
    """The one line of a rulebook that holds."""
    found = counts(law)
    parts = [f"{found[name]} {name}" for name in ("clauses", "rulings", "profiles", *claim_counts(law.rulebook))]
    line = f"{law.name} {law.version}: no faults. {', '.join(parts)}"
    if found["paragraphs"]:
        line += (
            f"; {found['paragraphs']} paragraphs of the sources: {found['cited']} cited, "
            f"{found['not_encoded']} not encoded, each with a reason"
        )
    return line


def touches_lines(law: Law) -> list[str]:
    """For each entry of an extension that touches its base, a line that says what it touches; else nothing."""
    found = groupby(touches(law), key=lambda touch: touch.entry)
    return [f"  {entry}: {_verbs(list(of_entry))}" for entry, of_entry in found]


def _verbs(of_entry: Sequence[Touch]) -> str:
    return f"{of_entry[0].how} {', '.join(touch.what for touch in of_entry)}"


def as_data(name: str, outcome: Law | RulebookError) -> dict[str, Any]:
    """The outcome of one check as JSON."""
    if isinstance(outcome, RulebookError):
        return {"rulebook": name, "holds": False, "faults": faults_data(outcome)}
    return {
        "rulebook": outcome.name,
        "version": outcome.version,
        "digest": outcome.digest,
        "holds": True,
        "faults": [],
        "counts": counts(outcome),
        "touches": [{"entry": touch.entry, "how": touch.how, "what": touch.what} for touch in touches(outcome)],
    }


def faults_data(error: RulebookError) -> list[dict[str, Any]]:
    """Every fault as JSON; lines and columns count from 1."""
    return [
        {
            "code": fault.code,
            "message": fault.message,
            "file": None if fault.span is None else fault.span.file,
            "line": None if fault.span is None else fault.span.line,
            "column": None if fault.span is None else fault.span.column,
            "clause": fault.clause,
            "hint": fault.hint,
        }
        for fault in error.diagnostics
    ]


def ledger_data(law: Law) -> list[dict[str, Any]]:
    """The source ledger as JSON, one object a paragraph."""
    rows = map(vars, ledger(law.rulebook))
    return [{**{key: row[key] for key in row if key != "reason"}, "not_encoded": row["reason"]} for row in rows]


def print_ledger(law: Law) -> None:
    """Every section of every source: its paragraphs, and what encodes each or why nothing does."""
    from rich.table import Table

    from ruleslawyer.report.console import console, show

    terminal = console()
    titles = {source.name.value: source.title for source in law.rulebook.sources}
    for source, rows in groupby(ledger(law.rulebook), key=lambda row: row.source):
        shown = Table(title=f"{source}: {titles[source]}", title_justify="left", box=None, pad_edge=False)
        shown.add_column("section", style="bold", no_wrap=True)
        shown.add_column("heading", overflow="fold")
        shown.add_column("¶", justify="right", no_wrap=True)
        shown.add_column("encoded by, or why not", overflow="fold", ratio=1)
        for section, of_section in groupby(rows, key=lambda row: (row.section, row.heading)):
            for index, (numbers, says) in enumerate(_runs(of_section)):
                first = section if index == 0 else ("", "")
                shown.add_row(*first, numbers, says)
        show(terminal, shown)
        terminal.print()


def _runs(rows: Iterable[LedgerRow]) -> list[tuple[str, str]]:
    """Neighbouring paragraphs with the same entry together: `3-5` and the entry."""
    runs = []
    for says, same in groupby(rows, key=_entry):
        runs.append((number_runs([row.paragraph for row in same]), says))
    return runs


def _entry(row: LedgerRow) -> str:
    if row.cited_by:
        return ", ".join(row.cited_by)
    planned = f" (planned: {row.planned})" if row.planned else ""
    return f"not encoded: {row.reason}{planned}"
