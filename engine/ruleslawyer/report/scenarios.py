"""Results as text for people and as plain data for programs: only what differs, side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from ruleslawyer.machine.notation import decision_text
from ruleslawyer.rulebook.citations import citation_lines
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.results import Difference, Outcome, Result

WIDTH = 100


def result_text(result: Result) -> str:
    """The result of one scenario: one line if it holds, otherwise what differs under which reading."""
    scenario = result.scenario
    verdict = "holds" if result.holds else "does not hold"
    if result.departs and result.holds:
        return f"{scenario.slug}: departs: {result.departs}"
    if result.departs:
        return f"{scenario.slug}: {verdict}: it goes as in the base, although `departs:` names it; remove it there"
    lines = [f"{scenario.slug}: {verdict}{_readings(result)}"]
    lines += [f"  warning: {warning}" for warning in result.warnings]
    for text, outcomes in _alike(result):
        lines += [f"  under {_under(outcome)}" for outcome in outcomes]
        lines += text
    if not result.holds:
        lines += textwrap.wrap(f"because: {scenario.because}", WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines)


def _readings(result: Result) -> str:
    failed = sum(not outcome.holds for outcome in result.outcomes)
    total = len(result.outcomes)
    return f" under {failed} of {total} readings" if failed and total > 1 else ""


def _under(outcome: Outcome) -> str:
    return f"{outcome.reading} ({outcome.luck} of each chance)" if outcome.luck else outcome.reading


def _alike(result: Result) -> Iterator[tuple[list[str], list[Outcome]]]:
    """Failed outcomes that say the same, together."""
    found: dict[tuple[str, ...], list[Outcome]] = {}
    for outcome in result.outcomes:
        if not outcome.holds:
            found.setdefault(tuple(_outcome(result.scenario, outcome)), []).append(outcome)
    for text, outcomes in found.items():
        yield list(text), outcomes


def _outcome(scenario: Scenario, outcome: Outcome) -> Iterator[str]:
    for after in sorted({one.after for one in outcome.differences}):
        yield f"    {_moment(scenario, after)}"
        for one in outcome.differences:
            if one.after == after:
                yield from _difference(one)
        step = _step(scenario, outcome, after)
        if step:
            yield from textwrap.wrap(
                f"at work: {', '.join(step)}", WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 8
            )
    if outcome.stop is not None:
        yield f"    {_moment(scenario, outcome.stop.after)}, {_next(scenario, outcome.stop.after)}"
        yield from textwrap.wrap(outcome.stop.message, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)
    if outcome.missing_clauses:
        yield f"    no part in it had: {', '.join(outcome.missing_clauses)}"


def _moment(scenario: Scenario, after: int) -> str:
    return "at the start" if after == 0 else f"after {after}. {_decision(scenario, after - 1)}"


def _next(scenario: Scenario, after: int) -> str:
    if after >= len(scenario.decisions):
        return "on the way"
    return f"at {after + 1}. {_decision(scenario, after)}"


def _decision(scenario: Scenario, index: int) -> str:
    label, written = scenario.decisions[index]
    return f"{label}: {decision_text(written)}"


def _difference(one: Difference) -> Iterator[str]:
    stated = f"   stated by {' | '.join(citation_lines(one.stated_by))}" if one.stated_by else ""
    yield f"      {one.what}"
    yield f"        expected: {one.expected}{stated}"
    yield f"        actual:   {one.actual}"
    if one.missing:
        yield f"        missing:  {', '.join(one.missing)}"
    if one.extra:
        yield f"        extra:    {', '.join(one.extra)}"


def _step(scenario: Scenario, outcome: Outcome, after: int) -> tuple[str, ...]:
    """The entries at work since the decision before: only where steps and listed decisions go together."""
    if len(outcome.fired) <= after or scenario.luck != "listed":
        return ()
    return outcome.fired[after]


def result_data(result: Result) -> dict[str, Any]:
    """The result as plain data."""
    return {
        "id": result.scenario.id,
        "file": result.scenario.file,
        "holds": result.holds,
        **({"departs": result.departs} if result.departs else {}),
        "warnings": list(result.warnings),
        "outcomes": [_outcome_data(outcome) for outcome in result.outcomes],
    }


def _outcome_data(outcome: Outcome) -> dict[str, Any]:
    return {
        "reading": outcome.reading,
        "luck": outcome.luck,
        "holds": outcome.holds,
        "differences": [
            {
                "after": one.after,
                "what": one.what,
                "expected": one.expected,
                "actual": one.actual,
                "missing": list(one.missing),
                "extra": list(one.extra),
                "stated_by": citation_lines(one.stated_by),
            }
            for one in outcome.differences
        ],
        "stop": None if outcome.stop is None else vars(outcome.stop),
        "missing_clauses": outcome.missing_clauses,
    }
