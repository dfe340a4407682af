"""`ruleslawyer ask`: one position under several readings."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

HOOKED = """\
rulebook: dead-mans-draw
players: 2
at: act
zones:
  table: [cannon 3]
  deck: [hook 4]
  bank: {p1: [cannon 5]}
rest: deck
"""
"""The only card that the Hook can play is a second Cannon."""


@pytest.fixture
def hooked(tmp_path: Path) -> Path:
    path = tmp_path / "hooked.yaml"
    path.write_text(HOOKED, encoding="utf-8")
    return path


def answers(result: Result) -> dict[str, list[dict[str, object]]]:
    return {one["profile"]: one["stages"] for one in json.loads(result.stdout)["readings"]}


def test_what_may_happen_now(run: Run, hooked: Path) -> None:
    result = run("ask", hooked)
    assert result.exit_code == 0
    assert "under every reading" in result.stdout
    assert "p1 decides act: draw; collect" in result.stdout
    assert "TRN-6 Then the player draws again or collects" in result.stdout


def test_readings_that_agree_share_a_row_and_the_others_have_their_own(run: Run, hooked: Path) -> None:
    lines = run("ask", hooked, "--decide", "act=draw").stdout.splitlines()
    assert any(line.startswith("reference, boxed ") for line in lines)
    assert any(line.startswith("print-and-play ") for line in lines)


def test_what_follows_under_each_profile_is_what_the_documents_say(run: Run, hooked: Path) -> None:
    """Document 000 三.4 钩爪: a choice is demanded even to a bust. Document 002 規則提示 5: it must not bust."""
    found = answers(run("ask", hooked, "--decide", "act=draw", "--json"))
    for profile in ("reference", "boxed"):
        after = found[profile][1]
        assert {"what": "cannon 5: bank[p1] → discard", "entry": "BST-6/card"} in after["happened"]
        assert str(after["due"]).startswith("chance decides deck: ")
    after = found["print-and-play"][1]
    assert after["legal"] == ["draw", "collect"]
    assert not any("discard" in one["what"] for one in after["happened"])


def test_every_clause_that_decides_comes_with_its_citation(run: Run, hooked: Path) -> None:
    found = answers(run("ask", hooked, "--decide", "act=draw", "--profile", "reference", "--json"))
    clauses = {one["clause"]: one["cite"] for one in found["reference"][1]["clauses"]}
    assert "reference 三.4 钩爪 ¶1,3; 四.2 ¶4" in clauses["HOK-1"]
    assert {"BST-6", "TRN-3"} <= clauses.keys()


def test_a_decision_that_one_reading_does_not_ask_for_is_said_to_be_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(HOOKED.replace("{p1: [cannon 5]}", "{p1: [cannon 5, mermaid 4]}"), encoding="utf-8")
    found = answers(run("ask", path, "--decide", "act=draw", "--decide", "hook=cannon 5", "--json"))
    assert found["reference"][2]["stuck"] is None
    assert "`hook` is not to be decided" in str(found["print-and-play"][2]["stuck"])


def test_a_scenario_brings_its_own_decisions(run: Run) -> None:
    from ruleslawyer.rulebook.locate import data_folder

    path = data_folder("fixtures") / "dead-mans-draw" / "q01-hook-forced.yaml"
    result = run("ask", path, "--scenario", "q01-hook-safe-only", "--profile", "boxed")
    assert "After act: draw" in result.stdout
    assert "there is no scenario `q01-hook`" in run("ask", path, "--scenario", "q01-hook").stderr


def test_another_rulebook_may_be_asked_about_a_position(run: Run, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("players: 2\nat: take\nzones: {offer: [red 1]}\nrest: bin\n", encoding="utf-8")
    assert "names no rulebook" in run("ask", path).stderr
    found = answers(run("ask", path, "--rulebook", tiny, "--json"))
    assert found["plain"][0]["legal"] == ["keep", "throw"]
    assert str(found["harsh"][0]["due"]) == "the game is over: Nobody wins."
