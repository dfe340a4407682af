"""The report as JSON Lines: a header, a line for each case and each finding, a footer that counts them.

A report without its footer, or whose footer counts other lines than there are, is no report.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ruleslawyer.conformance.campaign import Finding, Report
from ruleslawyer.conformance.packing import pack
from ruleslawyer.narration.citing import Citing
from ruleslawyer.scenario.write import plain_scenario

FORMAT = 1


def jsonl(report: Report) -> Iterator[str]:
    """The lines, without line ends."""
    law, plan = report.law, report.plan
    header = {
        "kind": "header",
        "format": FORMAT,
        "rulebook": law.name,
        "version": law.version,
        "digest": law.digest,
        "implementation": report.introduction.name,
        "implementation_version": report.introduction.version,
        "adapter": list(plan.command),
        "profile": plan.reading.profile,
        "answers": dict(plan.answers),
        "seed": plan.seed,
    }
    records: list[dict[str, Any]] = [
        {
            "kind": "case",
            "id": one.id,
            "fuzzed": one.job.scenario is None,
            "verdict": one.verdict.value,
            "message": one.message,
            "decisions": one.decisions,
            "clauses": sorted(one.clauses),
        }
        for one in report.outcomes
    ]
    citing = Citing(law, plan.reading.profile)
    records += [_finding(report, citing, finding) for finding in report.findings]
    footer = {
        "kind": "footer",
        "cases": len(report.outcomes),
        "failed": report.failed,
        "findings": len(report.findings),
        "given_up": report.given_up,
        "left_out": list(report.unplayable),
        "restarts": report.restarts,
        "seconds": round(report.seconds, 3),
        "conforms": report.conforms,
    }
    for record in (header, *records, footer):
        yield json.dumps(record, ensure_ascii=False)


def _finding(report: Report, citing: Citing, finding: Finding) -> dict[str, Any]:
    clause, execution = report.law.clauses[finding.clause], finding.execution
    return {
        "kind": "finding",
        "clause": finding.clause,
        "title": clause.title,
        "says": " ".join(clause.says.split()),
        "cite": citing.citations(clause.entries[0].id),
        "verdict": finding.verdict.value,
        "count": finding.count,
        "scenarios": list(finding.ids),
        "games": list(finding.games),
        "case": plain_scenario(execution.run.scenario),
        "message": execution.message,
        "differences": [asdict(one) for one in execution.differences],
        "replay": finding.replay,
        "game": None if finding.game is None else pack(finding.game),
    }
