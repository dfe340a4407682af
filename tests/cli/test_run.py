"""`ruleslawyer run`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

CASES = """\
format: 1
rulebook: tiny
version: 0.1.0
scenarios:
- id: keeps
  because: A chip that is kept counts.
  origin: hand
  players: 2
  given:
    at: take
    zones: {offer: [red 3], stock: [blue 1]}
    rest: bin
  decisions:
  - take: keep
  then:
  - zones: {heap: {p1: [red 3]}}
    values: {total(p1): 3}
"""


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    path = tmp_path / "cases.yaml"
    path.write_text(CASES, encoding="utf-8")
    return path


def test_scenarios_that_hold_are_counted(run: Run, tiny: Path, cases: Path) -> None:
    result = run("run", cases, "--rulebook", tiny)
    assert (result.exit_code, result.stdout) == (0, "1 scenarios, 2 runs: all hold\n")
    assert "keeps: holds" in run("run", cases, "--rulebook", tiny, "--verbose").stdout


def test_what_differs_is_shown_with_code_1(run: Run, tiny: Path, cases: Path) -> None:
    cases.write_text(CASES.replace("p1: [red 3]", "p1: [red 2]"), encoding="utf-8")
    result = run("run", cases, "--rulebook", tiny)
    assert result.exit_code == 1
    assert "expected: red 2" in result.stdout
    assert "actual:   red 3" in result.stdout
    assert "1 scenarios, 2 runs: 1 do not hold" in result.stdout


def test_json(run: Run, tiny: Path, cases: Path) -> None:
    found = json.loads(run("run", cases, "--rulebook", tiny, "--json").stdout)
    assert found["holds"] is True
    assert [outcome["reading"] for outcome in found["scenarios"][0]["outcomes"]] == ["plain", "harsh"]


def test_the_rulebook_that_is_named_must_be_known(run: Run, cases: Path) -> None:
    result = run("run", cases)
    assert result.exit_code == 2
    assert "there is no rulebook `tiny`" in result.stderr
