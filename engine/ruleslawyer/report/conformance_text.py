"""What came of holding an implementation against a rulebook, for people at a terminal."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterator

from ruleslawyer.conformance.campaign import Finding, Report
from ruleslawyer.conformance.known import Judged
from ruleslawyer.conformance.packing import pack
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.language.law import Law
from ruleslawyer.machine.snapshot import Difference
from ruleslawyer.narration.citing import Citing
from ruleslawyer.report.cases import decisions_text, given_text
from ruleslawyer.scenario.model import Reading

WIDTH = 110
SHOWN = 8
"""Scenario ids that are named."""
MOST_DECISIONS = 30
"""Of a long case the last of so many decisions are listed."""
LONG = 6
"""Cards of a zone beyond which only those that are wrong are named."""


def report_text(judged: Judged) -> str:
    """The report: who is held to what, and what came of it."""
    return "\n".join(_report(judged))


def _report(judged: Judged) -> Iterator[str]:
    report = judged.report
    law, plan = report.law, report.plan
    yield f"{report.titles} · {law.title} {law.version} · {reading_text(law, plan.reading)}"
    yield _counted(report)
    for reason, count in report.refused.items():
        yield f"  not supported, not held against it: {reason} ({times(count, 'case')})"
    for text in report.unplayable[:SHOWN]:
        yield f"  left out: {text}"
    if report.cut_short:
        yield f"  cut short after {report.failed} failures: more would show nothing new"
    if report.given_up:
        yield f"  given up: {report.given_up}; the cases after that were not tried"
    yield ""
    if judged.excused:
        yield f"known failures: {times(len(judged.excused), 'case')}, not shown"
    for entry in judged.stale:
        yield f"stale: nothing fails any more like the known failure `{entry.name}`; remove it, or use --update-known"
    if judged.holds:
        yield f"conforms: {times(len(report.well), 'clause')} seen at work"
        return
    if not report.played:
        yield "does not conform: nothing was played, for it supports nothing of what was asked"
        return
    if not judged.new and judged.stale:
        yield "does not hold: the list of known failures is not what is found any more"
        return
    yield f"does not conform: {times(len(judged.new), 'finding')}"
    citing = Citing(law, plan.reading.profile)
    for number, finding in enumerate(judged.new, start=1):
        yield ""
        yield from _finding(report, citing, number, finding)


def reading_text(law: Law, reading: Reading) -> str:
    """A reading by its profile, or by the nearest one and what is otherwise in it."""
    if reading.profile or not law.profiles or not reading.rulings:
        return reading.profile or "under its only reading"
    differing = {
        name: [ruling for ruling, answer in reading.rulings.items() if given[ruling] != answer]
        for name, given in law.profiles.items()
    }
    nearest = min(differing, key=lambda name: len(differing[name]))
    changes = ", ".join(f"{ruling} = {reading.rulings[ruling]}" for ruling in differing[nearest])
    return f"{nearest} with {changes}"


def _counted(report: Report) -> str:
    suite, games = len(report.suite), len(report.outcomes) - len(report.suite)
    failed = ", ".join(f"{report.count(verdict)} {verdict.value}" for verdict in Verdict if report.count(verdict))
    seed = f", seed {report.plan.seed}" if games else ""
    return f"{times(suite, 'scenario')} and {times(games, 'game')}{seed}: {failed or 'nothing was played'}"


def times(count: int, what: str) -> str:
    """`1 case`, `2 cases`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def _finding(report: Report, citing: Citing, number: int, finding: Finding) -> Iterator[str]:
    clause = report.law.clauses[finding.clause]
    entry = clause.entries[0].id
    yield f"{number}. {clause.id} {clause.title}: {finding.verdict.value} in {times(finding.count, 'case')}"
    yield from _wrapped(f"the rule: {' '.join(clause.says.split())}")
    cited = citing.citations(entry)
    if cited:
        yield from _wrapped(f"cited: {' | '.join(cited)}")
    yield from case_text(finding)
    if finding.ids:
        more = f" and {len(finding.ids) - SHOWN} more" if len(finding.ids) > SHOWN else ""
        yield from _wrapped(f"scenarios: {', '.join(finding.ids[:SHOWN])}{more}")
    yield f"   replay: {replay_command(report, finding.replay)}"
    if finding.game is not None:
        decisions = times(len(finding.game.decisions), "decision")
        yield f"   no game has been shown to come there; the same from the set-up, {decisions}:"
        yield f"   {replay_command(report, pack(finding.game))}"


def replay_command(report: Report, word: str) -> str:
    """The command that plays a case again."""
    command = shlex.quote(shlex.join(report.plan.command) or "CMD")
    rulebook = f"--rulebook {shlex.quote(report.plan.rulebook)} " if report.plan.rulebook else ""
    return f"ruleslawyer conform --adapter {command} {rulebook}--replay {word}"


def case_text(finding: Finding) -> Iterator[str]:
    """The shortest case: where it begins, what is decided, what went wrong."""
    scenario, execution = finding.execution.run.scenario, finding.execution
    longer = f", found with {finding.before}" if finding.before > len(scenario.decisions) else ""
    played = [f"{scenario.players} players", *(f"{name}={answer}" for name, answer in scenario.options.items())]
    yield f"   shortest case, {times(len(scenario.decisions), 'decision')}{longer}, {', '.join(played)}:"
    yield from _wrapped(given_text(scenario.given), "     ")
    if scenario.decisions:
        before = len(scenario.decisions) - MOST_DECISIONS
        if before > 0:
            yield f"     {before} decisions, which `--replay` plays; then"
        yield from _wrapped(decisions_text(scenario.decisions[-MOST_DECISIONS:]), "     ")
    if execution.decision is not None:
        label, value = execution.decision
        yield from _wrapped(f"then only `{value}` is legal for {label}", "     ")
    if execution.message and not execution.differences:
        yield from _wrapped(f"{execution.message}{f' ({execution.hint})' if execution.hint else ''}", "     ")
    for difference in execution.differences[:SHOWN]:
        yield from difference_lines(difference, "     ")


def difference_lines(difference: Difference, indent: str) -> Iterator[str]:
    """One difference: what was expected, what came; of long lists only what is wrong."""
    cards = difference.missing or difference.extra
    if cards and max(difference.expected.count(","), difference.actual.count(",")) >= LONG:
        parts = []
        if difference.missing:
            parts.append(f"lacks {', '.join(difference.missing)}")
        if difference.extra:
            parts.append(f"should not have {', '.join(difference.extra)}")
        yield from _wrapped(f"{difference.what}: {'; '.join(parts)}", indent)
    else:
        yield from _wrapped(f"{difference.what}: expected {difference.expected}; got {difference.actual}", indent)


def _wrapped(text: str, indent: str = "   ") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
