"""Reports as JUnit XML: a test case for each scenario of the suite, and one for each finding of the fuzzer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from ruleslawyer.conformance.campaign import Finding
from ruleslawyer.conformance.known import Judged
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.report.conformance_text import case_text, replay_command

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(judged: Sequence[Judged]) -> str:
    """The document. Known failures are skipped, each with its reason."""
    root = ElementTree.Element("testsuites", name="ruleslawyer conform")
    for one in judged:
        root.append(_suite(one))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _suite(judged: Judged) -> ElementTree.Element:
    report = judged.report
    group = f"{report.law.name}.{report.plan.reading.profile or 'reading'}"
    suite = ElementTree.Element("testsuite", name=_clean(report.titles), time=f"{report.seconds:.3f}")
    by_case = {case: finding for finding in report.findings for case in (*finding.ids, *finding.games)}
    for outcome in report.suite:
        case = ElementTree.SubElement(suite, "testcase", classname=group, name=_clean(outcome.id))
        if outcome.verdict is Verdict.REFUSES:
            ElementTree.SubElement(case, "skipped", message=_clean(f"not supported: {outcome.message}"))
        elif outcome.verdict.fails:
            _failed(judged, case, outcome.id, by_case.get(outcome.id), outcome.message)
    for finding in report.findings:
        if finding.games:
            case = ElementTree.SubElement(suite, "testcase", classname=f"{group}.fuzz", name=_clean(finding.clause))
            _failed(judged, case, finding.games[0], finding, finding.execution.message)
    if report.given_up:
        case = ElementTree.SubElement(suite, "testcase", classname=group, name="every case is tried")
        ElementTree.SubElement(case, "error", message=_clean(report.given_up))
    for entry in judged.stale:
        case = ElementTree.SubElement(suite, "testcase", classname=f"{group}.known", name=_clean(entry.name))
        ElementTree.SubElement(case, "failure", message="nothing fails like this any more: remove the entry")
    for name, tags in (("tests", ()), ("failures", ("failure",)), ("errors", ("error",)), ("skipped", ("skipped",))):
        count = sum(1 for case in suite if not tags or any(case.find(tag) is not None for tag in tags))
        suite.set(name, str(count))
    return suite


def _failed(judged: Judged, case: ElementTree.Element, id_: str, finding: Finding | None, message: str) -> None:
    clause = "" if finding is None else finding.clause
    known = next((one for one in judged.known if one.matches(clause, id_)), None)
    if known is not None:
        ElementTree.SubElement(case, "skipped", message=_clean(f"known: {known.reason} {known.link}".strip()))
        return
    if finding is None:
        ElementTree.SubElement(case, "failure", message=_clean(message or "differs"))
        return
    title = f"{finding.clause} {judged.report.law.clauses[finding.clause].title}: {finding.verdict.value}"
    failure = ElementTree.SubElement(case, "failure", message=_clean(title), type=finding.verdict.value)
    failure.text = _clean("\n".join([*case_text(finding), replay_command(judged.report, finding.replay)]))


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("�", text)
