"""The adapters of the repository, run as their users run them, conform under the reading that they claim."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.runner import process_maker
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.language import Law, load
from ruleslawyer.scenario.model import Reading
from ruleslawyer.scenario.paths import read_paths

ADAPTERS = Path(__file__).resolve().parents[2] / "adapters" / "dead_mans_draw"
GAMES = 60


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


def report_of(law: Law, command: tuple[str, ...], workers: int = 1) -> Report:
    suite = tuple(scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios)
    make = process_maker(command, 10.0)
    with Session(make, law) as session:
        assert session.introduction.claims.profile == "boxed"
    plan = Plan(
        rulebook="dead-mans-draw",
        answers=law.profiles["boxed"],
        reading=Reading(profile="boxed"),
        suite=suite,
        games=GAMES,
        workers=workers,
        timeout=10.0,
        command=command,
    )
    return conform(law, make, plan)


def assert_conforms(report: Report) -> None:
    assert report.conforms, [(one.clause, one.verdict, one.execution.differences) for one in report.findings]
    assert all(reason.startswith("options ") for reason in report.refused) and not report.unplayable
    assert sum(outcome.verdict is Verdict.CONFORMS for outcome in report.suite) > 60
    assert len(report.outcomes) - len(report.suite) == GAMES


@pytest.mark.parametrize("workers", [1, 2])
def test_python(law: Law, monkeypatch: pytest.MonkeyPatch, workers: int) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ADAPTERS / "python"), *sys.path]))
    assert_conforms(report_of(law, (sys.executable, "-m", "dead_mans_draw"), workers))


def test_javascript(law: Law) -> None:
    node = shutil.which("node")
    if node is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("install Node 20 or newer: `node` is not on the path")
    assert_conforms(report_of(law, (node, str(ADAPTERS / "javascript" / "adapter.js"))))


def test_they_are_no_copies_of_the_rulebook() -> None:
    """They know nothing of ruleslawyer: nothing is imported from it, and no rulebook file is read."""
    for path in (*ADAPTERS.rglob("*.py"), *ADAPTERS.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert "import ruleslawyer" not in text and "from ruleslawyer" not in text
        assert ".yaml" not in text
