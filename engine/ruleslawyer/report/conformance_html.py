"""Reports as one HTML page that needs nothing else: clauses by implementations, and the shortest case of each finding.

Names come from strangers: everything is escaped, and a content security policy forbids runs and requests anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ruleslawyer.conformance.campaign import Finding, Report
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.narration.citing import Citing
from ruleslawyer.report.cases import given_text
from ruleslawyer.report.conformance_steps import Cell, steps_of
from ruleslawyer.report.conformance_text import reading_text, replay_command, times

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root { color-scheme: light dark; --line: #8886; --bad: #c62828; --good: #2e7d32; --mark: #c6282826; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 100rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } h3 { font-size: 1.05rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } caption { text-align: left; padding: .3rem 0; }
th, td { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
.steps td { min-width: 5rem; } .matrix td { text-align: center; }
.matrix th[scope=row] { font-weight: normal; } .id { font-weight: 600; }
.bad, .bad a { color: var(--bad); font-weight: 600; } .good { color: var(--good); } .unseen { opacity: .5; }
td.wrong { background: var(--mark); } .theirs th { font-style: italic; }
.lacks, .extra { display: block; color: var(--bad); }
.luck { display: block; opacity: .7; font-size: .9em; font-weight: normal; }
code { overflow-wrap: anywhere; font-size: .85em; }
blockquote { margin: .5rem 0; padding-left: 1rem; border-left: 3px solid; }
:target { outline: 2px solid; outline-offset: .5rem; }
"""


def html_page(reports: Sequence[Report]) -> str:
    """The page for one or more reports about the same rulebook."""
    return "".join(f"{line}\n" for line in _page(reports))


def _page(reports: Sequence[Report]) -> Iterator[str]:
    law = reports[0].law
    title = f"{law.title}: conformance"
    yield "<!DOCTYPE html>"
    yield '<html lang="en">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">'
    yield f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
    yield f"<body><h1>{escape(title)}</h1>"
    yield f"<p>Rulebook {escape(law.name)} {escape(law.version)}. {escape(_intro(reports))}</p>"
    yield from _matrix(reports)
    for number, report in enumerate(reports):
        yield from _report(number, report)
    yield "</body></html>"


def _intro(reports: Sequence[Report]) -> str:
    return "; ".join(
        f"{report.titles} under {reading_text(report.law, report.plan.reading)}: "
        f"{len(report.outcomes)} cases, {report.failed} failed"
        for report in reports
    )


def _fragment(report: int, finding: int) -> str:
    return f"finding-{report}-{finding}"


# -- the matrix ------------------------------------------------------------------------------------------------------


def _matrix(reports: Sequence[Report]) -> Iterator[str]:
    law = reports[0].law
    yield '<div class="scroll"><table class="matrix"><caption>Clauses by implementations. ✓ seen at work and followed, '
    yield "✗ not followed (leads to the shortest case), · not seen.</caption>"
    heads = "".join(f'<th scope="col">{escape(report.titles)}</th>' for report in reports)
    yield f'<thead><tr><th scope="col">clause</th>{heads}</tr></thead><tbody>'
    for clause in law.clauses.values():
        if clause.helper:
            continue
        name = clause.id.value
        cells = "".join(_mark(number, report, name) for number, report in enumerate(reports))
        label = f'<span class="id">{escape(name)}</span> {escape(clause.title)}'
        yield f'<tr><th scope="row">{label}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _mark(number: int, report: Report, clause: str) -> str:
    links = [
        f'<a href="#{_fragment(number, index)}" title="{escape(finding.verdict.value)}">✗ {finding.count}</a>'
        for index, finding in enumerate(report.findings)
        if finding.clause == clause
    ]
    if links:
        return f'<td class="bad">{" ".join(links)}</td>'
    seen = report.well.get(clause, 0)
    return f'<td class="good" title="{seen} times">✓</td>' if seen else '<td class="unseen">·</td>'


# -- the findings ----------------------------------------------------------------------------------------------------


def _report(number: int, report: Report) -> Iterator[str]:
    yield f"<section><h2>{escape(report.titles)}</h2>"
    counts = ", ".join(f"{report.count(verdict)} {verdict.value}" for verdict in Verdict if report.count(verdict))
    yield f"<p>{escape(counts)}.</p>"
    for reason, count in report.refused.items():
        yield f"<p>Not supported, not held against it: {escape(reason)} ({times(count, 'case')}).</p>"
    if report.given_up:
        yield f'<p class="bad">Given up: {escape(report.given_up)}.</p>'
    citing = Citing(report.law, report.plan.reading.profile)
    for index, finding in enumerate(report.findings):
        yield from _finding(report, citing, _fragment(number, index), finding)
    yield "</section>"


def _finding(report: Report, citing: Citing, fragment: str, finding: Finding) -> Iterator[str]:
    clause = report.law.clauses[finding.clause]
    cited = " | ".join(citing.citations(clause.entries[0].id))
    yield f'<article id="{fragment}"><h3>{escape(finding.clause)} {escape(clause.title)}: '
    yield f'<span class="bad">{escape(finding.verdict.value)}</span> in {times(finding.count, "case")}</h3>'
    yield f"<blockquote>{escape(' '.join(clause.says.split()))}<br><cite>{escape(cited)}</cite></blockquote>"
    yield f"<p>The shortest case: {escape(given_text(finding.execution.run.scenario.given))}.</p>"
    if finding.execution.message:
        yield f'<p class="bad">{escape(finding.execution.message)} {escape(finding.execution.hint)}</p>'
    yield from _steps(finding)
    yield f"<p>Replay: <code>{escape(replay_command(report, finding.replay))}</code></p>"
    if finding.ids:
        listed = escape(", ".join(finding.ids))
        yield f"<details><summary>shown by {times(len(finding.ids), 'scenario')}</summary>{listed}</details>"
    yield "</article>"


def _steps(finding: Finding) -> Iterator[str]:
    steps = steps_of(finding)
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in steps.columns)
    yield f'<div class="scroll"><table class="steps"><thead><tr><th scope="col">step</th>{heads}</tr></thead><tbody>'
    for row in steps.rows:
        luck = f'<span class="luck">luck: {escape(row.luck)}</span>' if row.luck else ""
        kind = "" if row.by_rules else ' class="theirs"'
        cells = "".join(map(_cell, row.cells))
        yield f'<tr{kind}><th scope="row">{escape(row.title)}{luck}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def _cell(cell: Cell) -> str:
    parts = [escape(cell.text)]
    if cell.missing:
        parts.append(f'<span class="lacks">lacks {escape(", ".join(cell.missing))}</span>')
    if cell.extra:
        parts.append(f'<span class="extra">should not have {escape(", ".join(cell.extra))}</span>')
    kind = ' class="wrong"' if cell.wrong else ""
    return f"<td{kind}>{''.join(parts)}</td>"
