"""What was proved: a row for each claim, and every failure in full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from ruleslawyer.language.law import Law
from ruleslawyer.narration.citing import Citing
from ruleslawyer.prove.obligations import Change, Confirmation, Counterexample, Cube, Result, Verdict
from ruleslawyer.prove.report import Report, Row
from ruleslawyer.report.console import console, print_table

STYLES = {
    Verdict.PROVED: "green",
    Verdict.FOUND: "cyan",
    Verdict.VACUOUS: "dim",
    Verdict.UNPROVED: "yellow",
    Verdict.VIOLATED: "bold red",
}
MOST_CUBES = 6
"""Groups of readings that are listed of a failure."""


def holds(report: Report) -> bool:
    """Whether everything was proved (or never comes to pass): what is unproved is not known to hold."""
    return not report.failures()


def lemmas(law: Law) -> frozenset[str]:
    """The ids of the claims that only proofs need."""
    return frozenset(one.id.value for one in law.rulebook.claims if one.lemma)


def print_proofs(law: Law, report: Report) -> None:
    """The table with lemmas apart, what fails where that is declared, the failures, and a line of numbers."""
    from rich.text import Text

    terminal, helping = console(), lemmas(law)
    claims = {result.obligation.claim for result in report.results}
    groups = groupby(
        sorted(report.rows(), key=lambda row: (row.id not in claims, row.id in helping)),
        key=lambda row: "obligations of clauses" if row.id not in claims else "lemmas" if row.id in helping else "",
    )
    rows: list[tuple[str | Text, ...]] = []
    for heading, of_group in groups:
        if heading:
            rows.append(("", Text(heading, style="bold")))
        for row in of_group:
            verdict = Text(row.verdict.value, style=STYLES[row.verdict])
            cases, readings = str(sum(row.counts.values())), _readings(report, row)
            rows.append((row.id, row.title, verdict, cases, readings, f"{row.seconds:.2f}"))
    print_table(("claim", "what", "verdict", "cases", "readings", "seconds"), rows, numbers=("seconds",))
    for result in (*report.findings(), *report.failures()):
        terminal.print()
        for line in failure_lines(law, result):
            terminal.print(line, soft_wrap=True)
    terminal.print(f"\n{summary(report)}", style="bold")


def summary(report: Report) -> str:
    """One line: what was proved of how many, for how many players, in what time."""
    counts = {verdict: sum(one.verdict is verdict for one in report.results) for verdict in Verdict}
    parts = [f"{count} {verdict.value}" for verdict, count in counts.items() if count]
    low, high = report.players
    players = f"{low} players" if low == high else f"{low} to {high} players"
    return f"{', '.join(parts)}; {players}, every reading at once; {report.queries} questions in {report.seconds:.1f} s"


def _readings(report: Report, row: Row) -> str:
    """Under which readings the claim holds, as far as it is known."""
    results = [one for one in report.results if _row_id(one) == (row.id, row.title)]
    failed = [one for one in results if one.verdict in (Verdict.VIOLATED, Verdict.UNPROVED)]
    if not failed:
        return "all"
    holds_under = [cubes_text(one.holds) for one in failed if one.holds]
    return holds_under[0] if holds_under else "none known"


def _row_id(result: Result) -> tuple[str, str]:
    obligation = result.obligation
    return (
        (obligation.claim, obligation.text)
        if obligation.claim
        else (obligation.kind.name.lower(), obligation.kind.value)
    )


def cubes_text(cubes: Sequence[Cube]) -> str:
    """Groups of readings, joined by `or`."""
    listed = [str(cube) for cube in cubes[:MOST_CUBES]]
    more = f" or {len(cubes) - MOST_CUBES} more" if len(cubes) > MOST_CUBES else ""
    return " or ".join(listed) + more


def failure_lines(law: Law, result: Result) -> Iterator[str]:
    """An obligation that is violated or unproved: where, under which readings, and an example."""
    obligation, citing = result.obligation, Citing(law)
    what = (
        f"{obligation.claim} {obligation.text}" if obligation.claim else f"{obligation.kind.value}: {obligation.text}"
    )
    yield f"{result.verdict.value.upper()}  {what}"
    if obligation.clause:
        clause = citing.clause(obligation.clause)
        cited = " | ".join(citing.citations(obligation.clause))
        yield f"  in {citing.title(obligation.clause)}" + (f"  [{cited}]" if cited else "")
        if clause is not None:
            yield f"  “{clause.says}”"
    if result.fails:
        yield f"  fails under: {cubes_text(result.fails)}"
    if result.holds:
        yield f"  holds under: {cubes_text(result.holds)}"
    if result.counterexample is not None:
        yield from _counterexample(result.counterexample)
    if result.reason:
        yield f"  Not settled: {result.reason}."
    elif result.verdict is Verdict.UNPROVED:
        yield "  No game was found that gets there, so this may be unreachable: it is neither proved nor refuted."


def _counterexample(example: Counterexample) -> Iterator[str]:
    if example.reason:
        yield f"  {example.reason}"
    parameters = "".join(f", {name}: {value}" for name, value in example.parameters.items())
    yield f"  example with {example.players} players{parameters}"
    if example.decisions:
        yield f"    decisions: {'; '.join(f'{label}: {value}' for label, value in example.decisions)}"
    for change in example.changes:
        yield f"    {_change(change)}"
    if example.card:
        yield f"    followed: {example.card}"
    if example.confirmed is not None:
        yield from _confirmation(example.confirmed)


def _confirmation(found: Confirmation) -> Iterator[str]:
    yield f"  The machine got there with {found.players} players, in {len(found.decisions)} decisions: {found.message}"
    yield from _start(found)
    for label, value in found.decisions:
        yield f"    {label}: {value}"


def _start(found: Confirmation) -> Iterator[str]:
    """Under which reading the game was played, and from which position; its cards are in the scenario."""
    (scenario,) = found.scenario["scenarios"]
    answers = " and ".join(f"{name} = {answer}" for name, answer in scenario.get("rulings", {}).items())
    profile = scenario.get("profile") or scenario.get("otherwise")
    yield f"    under {', '.join(one for one in (answers, profile and f'profile {profile}') if one) or 'any reading'}"
    given = scenario.get("given")
    if given is None:
        yield "    from set-up"
        return
    state = "; ".join(f"{name}: {_by_seat(value)}" for name, value in given.get("state", {}).items())
    yield f"    from a position at {given.get('at', 'a decision')}" + (f" with {state}" if state else "")


def _by_seat(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{seat} {_by_seat(one)}" for seat, one in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _change(change: Change) -> str:
    return f"{change.name}: {change.before} → {change.after}"
