"""Everything that was verified about a rulebook, at a glance; what fails is in full above it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ruleslawyer.compare.bases import Likeness
from ruleslawyer.fuzz.outcome import Fuzzed
from ruleslawyer.language.law import Law
from ruleslawyer.prove.report import Report
from ruleslawyer.report.checks import counts, counts_line, faults_data
from ruleslawyer.report.console import console, print_table
from ruleslawyer.report.fuzzing import fuzzed_data, fuzzed_text
from ruleslawyer.report.proofs import failure_lines, holds, summary
from ruleslawyer.report.scenarios import result_data, result_text
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.results import Result


@dataclass(frozen=True)
class Part:
    """One part of a verification. `holds` None: it was not run, and `summary` says why. `details` are what fails."""

    name: str
    holds: bool | None
    summary: str
    seconds: float = 0.0
    details: tuple[str, ...] = ()
    data: dict[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Verification:
    """A rulebook, its title, and the parts: the check, the scenarios, the short fuzz, the proofs."""

    rulebook: str
    title: str
    parts: Sequence[Part]

    @property
    def holds(self) -> bool:
        """Whether nothing failed."""
        return all(part.holds is not False for part in self.parts)


def checked(outcome: Law | RulebookError, seconds: float) -> list[Part]:
    """The check of a rulebook; if it has faults, also the other parts, which are not run then."""
    if not isinstance(outcome, RulebookError):
        return [Part("check", True, counts_line(outcome).partition(": ")[2], seconds, data={"counts": counts(outcome)})]
    faults = len(outcome.diagnostics)
    found = f"{faults} fault{'' if faults == 1 else 's'}"
    part = Part("check", False, found, seconds, (str(outcome),), {"faults": faults_data(outcome)})
    return [part, *(Part(name, None, "the rulebook has faults") for name in ("scenarios", "fuzz", "proofs"))]


def played_as_base(found: Likeness, base: Law) -> Part:
    """Whether an extension without its options plays as its base."""
    data = {"options": list(found.options), "unproved": list(found.unproved), "games": found.games}
    if not found.options:
        return Part("base", None, f"it has no options of its own, so it never plays as {base.name}", data=data)
    without = f"without {', '.join(found.options)}"
    if not found.unproved:
        return Part("base", True, f"{without} it is the same program as {base.name}: proved", data=data)
    played = f"{without}, {found.games} games side by side with {base.name}"
    unproved = f"not proved, for in the text differ {', '.join(found.unproved)}"
    if found.holds:
        return Part("base", True, f"{played}: no difference; {unproved}", data=data)
    return Part("base", False, f"{played}: they part", details=(found.parted, unproved), data=data)


def scenarios_run(results: Sequence[Result]) -> Part:
    """Scenarios that were held against the rulebook."""
    failed = [result for result in results if not result.holds]
    runs = sum(len(result.outcomes) for result in results)
    verdict = f"{len(failed)} do not hold" if failed else "no difference"
    data = {"scenarios": [result_data(result) for result in results]}
    text = f"{len(results)} scenarios, {runs} runs: {verdict}"
    return Part("scenarios", not failed, text, details=tuple(map(result_text, failed)), data=data)


def fuzzed(found: Fuzzed, rulebook: str) -> Part:
    """A short campaign."""
    tally, failures = found.state.tally, len(found.state.findings)
    reached = next(one for one in found.coverage if one.kind == "entry")
    text = (
        f"{tally.games} games ({tally.from_positions} from random positions), {tally.decisions} decisions, "
        f"{reached.reached} of {reached.total} clause entries reached: "
        f"{f'{failures} failures' if failures else 'no failure'}"
    )
    details = (fuzzed_text(found, rulebook, None),) if failures else ()
    return Part("fuzz", found.holds, text, details=details, data=fuzzed_data(found, rulebook, None))


def proofs(law: Law, report: Report) -> Part:
    """What was proved."""
    details = tuple(line for result in report.failures() for line in failure_lines(law, result))
    return Part("proofs", holds(report), summary(report), report.seconds, details, report.as_json())


def print_verification(found: Verification) -> None:
    """What fails, in full, and then the table."""
    from rich.text import Text

    terminal = console()
    for part in found.parts:
        if part.details:
            terminal.print(f"\n{part.name}", style="bold")
        for line in part.details:
            terminal.print(line, soft_wrap=True)
    styles = {True: ("holds", "green"), False: ("DOES NOT HOLD", "bold red"), None: ("not run", "dim")}
    terminal.print()
    print_table(
        ("part", "verdict", "what was looked at", "seconds"),
        [(one.name, Text(*styles[one.holds]), one.summary, f"{one.seconds:.1f}") for one in found.parts],
        numbers=("seconds",),
        whole=("verdict",),
    )
    verdict = "everything holds" if found.holds else "it does not hold"
    terminal.print(f"\n{found.title}: {verdict}", style="bold")


def verification_data(found: Verification) -> dict[str, Any]:
    """The same as JSON."""
    parts = [
        {"part": one.name, "holds": one.holds, "summary": one.summary, "seconds": round(one.seconds, 2), **one.data}
        for one in found.parts
    ]
    return {"rulebook": found.rulebook, "holds": found.holds, "parts": parts}
