"""What is to be said of a game log."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.conformance.checked import CheckedLog, CheckedTrace
from ruleslawyer.narration.citing import Citing
from ruleslawyer.report.conformance_text import difference_lines

SHOWN = 12


def log_text(checked: CheckedLog | CheckedTrace) -> str:
    """The verdict; of an illegal log the first step that is wrong, the clause, and what would have been legal."""
    if isinstance(checked, CheckedLog):
        return "\n".join(_lines(checked))
    return f"{checked.name}: " + (
        f"illegal: {checked.message}" if checked.message else f"legal, {checked.states} states"
    )


def _lines(checked: CheckedLog) -> Iterator[str]:
    law, name, found = checked.law, checked.name, checked.found
    steps = f"{len(checked.log.events)} step{'' if len(checked.log.events) == 1 else 's'}"
    if found.verdict == "legal":
        yield f"{name}: legal, {steps}"
        return
    assert found.event is not None
    if found.verdict == "undecided":
        yield f"{name}: undecided at line {found.event.line}: too many hidden orders; log more of what is seen"
        return
    yield f"{name}: illegal at line {found.event.line}: {found.event}"
    clause = law.clauses.get(found.clause)
    if clause is not None:
        yield f"  {clause.id} {clause.title}: {' '.join(clause.says.split())}"
        cited = Citing(law, checked.profile).citations(clause.entries[0].id)
        if cited:
            yield f"  cited: {' | '.join(cited)}"
    for difference in found.differences:
        yield from difference_lines(difference, "  ")
    more = f" and {len(found.legal) - SHOWN} more" if len(found.legal) > SHOWN else ""
    yield f"  legal here: {'; '.join(found.legal[:SHOWN])}{more}"


def log_data(checked: CheckedLog | CheckedTrace) -> dict[str, object]:
    """The same as plain data."""
    if isinstance(checked, CheckedTrace):
        return {"log": checked.name, "verdict": "legal" if checked.holds else "illegal", "message": checked.message}
    found = checked.found
    return {
        "log": checked.name,
        "verdict": found.verdict,
        "tried": found.tried,
        "line": None if found.event is None else found.event.line,
        "step": None if found.event is None else str(found.event),
        "clause": found.clause,
        "differences": [
            {"kind": one.kind, "name": one.name, "expected": one.expected, "actual": one.actual}
            for one in found.differences
        ],
        "legal": list(found.legal),
    }
