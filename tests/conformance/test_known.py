"""Known failures: matched by id or by clause, an error when stale, rewritten on request."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.known import UNEXPLAINED, KnownFailure, judge, read_known, updated, write_known
from ruleslawyer.language import Law
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Reading, Scenario

BY_CLAUSE = KnownFailure("we like ties", clause="TIE-*")
BY_ID = KnownFailure("we like ties", id="q12-tie-*")
STALE = KnownFailure("was broken once", clause="KEY-2")


@pytest.fixture(scope="module")
def report(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> Report:
    cases = [scenario for scenario in suite if scenario.slug.startswith(("q1", "kraken"))]
    plan = Plan("dead-mans-draw", law.profiles["boxed"], Reading(profile="boxed"), cases, games=0)
    return conform(law, lambda: InProcess(faulty.adapter_of(faulty.NoTieBreak).handle), plan)


@pytest.mark.parametrize("entry", [BY_CLAUSE, BY_ID])
def test_what_is_known_does_not_fail(report: Report, entry: KnownFailure) -> None:
    judged = judge(report, [entry])
    assert report.failed and not report.conforms
    assert judged.holds and not judged.new and not judged.stale
    assert judged.excused


def test_what_is_not_known_fails(report: Report) -> None:
    judged = judge(report, [])
    assert not judged.holds
    assert [finding.clause for finding in judged.new] == ["TIE-1"]


def test_a_stale_entry_is_an_error(report: Report) -> None:
    judged = judge(report, [BY_CLAUSE, STALE])
    assert judged.stale == (STALE,)
    assert not judged.holds


def test_updating_drops_what_is_stale_and_adds_what_is_new(report: Report) -> None:
    assert updated(judge(report, [STALE])) == (KnownFailure(UNEXPLAINED, clause="TIE-1"),)
    assert updated(judge(report, [BY_ID, STALE])) == (BY_ID,)


def test_what_is_written_reads_back_the_same(tmp_path: Path) -> None:
    entries = (BY_CLAUSE, KnownFailure("see: there, and # that", id="a-*@1?", link="https://example.org/7"))
    path = tmp_path / "known.yaml"
    path.write_text(write_known(entries, "# ours\n# since May\nknown: []\n"), encoding="utf-8")
    assert read_known(path) == entries
    assert path.read_text(encoding="utf-8").startswith("# ours\n# since May\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("known:\n- clause: A\n", "needs `reason:`"),
        ("known:\n- reason: x\n", "needs `clause:` or `id:`"),
        ("known:\n- clause: A\n  id: B\n  reason: x\n", "takes only one of `clause:` or `id:`"),
        ("known:\n- claus: A\n  reason: x\n", "has no key `claus`"),
        ("- clause: A\n", "expected here, not a list"),
        ("other: []\n", "has no key `other`"),
    ],
)
def test_a_faulty_file_is_explained(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "known.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=words):
        read_known(path)
