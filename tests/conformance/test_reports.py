"""Reports: a cut-off one is recognised, JUnit is XML whatever names it holds, and the page escapes everything."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from types import ModuleType
from xml.etree import ElementTree

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.known import KnownFailure, judge
from ruleslawyer.conformance.packing import pack, unpack
from ruleslawyer.language import Law
from ruleslawyer.report.conformance_html import html_page
from ruleslawyer.report.conformance_jsonl import jsonl
from ruleslawyer.report.conformance_junit import junit
from ruleslawyer.report.conformance_text import report_text
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Reading, Scenario

from .report_lines import TruncatedReport, read_jsonl

HOSTILE = "</title><script>alert(1)</script>\x00\x1b[31m]]>&"


@pytest.fixture(scope="module")
def report(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> Report:
    class Hostile(faulty.Adapter):  # type: ignore[misc, name-defined]
        make = faulty.BonusOffByOne

        def introduction(self) -> dict[str, object]:
            return {**super().introduction(), "name": HOSTILE}

    cases = [scenario for scenario in suite if scenario.slug.startswith(("bonus", "q0"))]
    plan = Plan("dead-mans-draw", law.profiles["boxed"], Reading(profile="boxed"), cases, games=6, command=("a b", "c"))
    return conform(law, lambda: InProcess(Hostile().handle), plan)


def test_json_lines_have_a_header_and_a_footer_that_counts(report: Report) -> None:
    records = read_jsonl(jsonl(report))
    assert records[0]["kind"] == "header" and records[0]["rulebook"] == "dead-mans-draw"
    assert records[-1]["kind"] == "footer" and records[-1]["conforms"] is False
    assert records[-1]["cases"] == len(report.outcomes)
    finding = next(record for record in records if record["kind"] == "finding")
    assert finding["clause"] == "KEY-2" and finding["cite"] and finding["replay"]


@pytest.mark.parametrize("kept", [0, 1, 5, -1])
def test_a_report_that_was_cut_off_is_no_report(report: Report, kept: int) -> None:
    lines = list(jsonl(report))
    with pytest.raises(TruncatedReport):
        read_jsonl(lines[:kept])


def test_a_report_that_lost_a_line_or_half_of_one_is_no_report(report: Report) -> None:
    lines = list(jsonl(report))
    with pytest.raises(TruncatedReport, match="counts other lines"):
        read_jsonl([*lines[:2], *lines[3:]])
    with pytest.raises(TruncatedReport, match="cut off or damaged"):
        read_jsonl([*lines[:-1], lines[-1][:20]])
    assert read_jsonl([*lines, *lines])


def test_junit_counts_what_it_holds(report: Report) -> None:
    root = ElementTree.fromstring(junit([judge(report, [])]).split("\n", 1)[1])
    suite = root[0]
    assert int(suite.get("tests", "")) == len(suite)
    assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure")) > 0
    failure = suite.find("testcase/failure")
    assert failure is not None and "KEY-2" in failure.get("message", "") and "replay" in (failure.text or "")


def test_junit_skips_what_is_known_and_fails_what_is_stale(report: Report) -> None:
    known = [KnownFailure("one too few", clause="KEY-2"), KnownFailure("mended", clause="BST-1")]
    suite = ElementTree.fromstring(junit([judge(report, known)]).split("\n", 1)[1])[0]
    assert suite.get("failures") == "1"
    assert any("one too few" in one.get("message", "") for one in suite.findall("testcase/skipped"))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: set[str] = set()
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "srcset"):
                self.handlers.add(name)
            if name == "href":
                self.links.append(value or "")
            if name == "id":
                self.ids.add(value or "")


def test_the_page_holds_no_script_and_needs_nothing_else(report: Report) -> None:
    parser = Tags()
    parser.feed(html_page([report, report]))
    assert parser.tags.isdisjoint({"script", "img", "iframe", "link", "object", "embed", "base", "form"})
    assert not parser.handlers
    assert parser.links and all(link.startswith("#") and link[1:] in parser.ids for link in parser.links)


def test_the_terminal_is_told_no_control_characters(report: Report) -> None:
    text = report_text(judge(report, []))
    assert "\x1b" not in text and "\x00" not in text
    assert "KEY-2 The bonus comes from the discard pile" in text
    assert "ruleslawyer conform --adapter" in text


def test_a_case_packs_into_a_word_and_back(report: Report) -> None:
    scenario = report.findings[0].execution.run.scenario
    again = unpack(pack(scenario))
    assert (again.players, again.given, again.decisions, again.readings) == (
        scenario.players,
        scenario.given,
        scenario.decisions,
        scenario.readings,
    )


@pytest.mark.parametrize("word", ["", "nonsense!", "AAAA"])
def test_a_damaged_word_is_refused(word: str) -> None:
    with pytest.raises(RulebookError):
        unpack(word)


def test_the_json_of_a_finding_is_a_scenario_again(report: Report) -> None:
    finding = next(record for record in read_jsonl(jsonl(report)) if record["kind"] == "finding")
    assert json.dumps(finding["case"]["decisions"])
    assert finding["case"]["players"] == 2
