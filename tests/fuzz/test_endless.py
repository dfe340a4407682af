"""Games that go round for ever, or for very long, and what is said of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main

RULEBOOK = """
rulebook: hang
title: Hang
version: 1.0.0
says: Roll until a six; then one may stop.
players: 2..2
begins: play
profiles:
  standard:
    title: As written
sources:
  mine:
    title: Mine
    language: en
    publisher: me
state:
  sixes:
    type: Int
    starts: 0
events:
  play:
    policy: one
  act:
    policy: menu
    by: first(players())
clauses:
- id: H-1
  title: Play
  says: Roll; on a six the player may stop.
  at: play
  do:
  - repeat:
    - roll: d
      of: 1..6
    - if: d == SIX
      do:
      - set:
          sixes: sixes + 1
      - offer: act()
    unbounded: true
  cite: mine
- id: H-2
  title: Stop
  says: Stop.
  at: act
  option: stop
  do:
  - finish: everyone
  cite: mine
- id: H-3
  title: Go on
  says: Go on.
  at: act
  option: more
  do: []
  cite: mine
"""
CASE = """
format: 1
rulebook: ./hang
version: 1.0.0
scenarios:
- id: one
  because: x.
  origin: hand
  players: 2
  luck: first
  decisions:
  - act: stop
  then:
  - finished: true
"""


@pytest.fixture
def hang(tmp_path: Path) -> Path:
    return rulebook(tmp_path, "6")


def rulebook(folder: Path, six: str) -> Path:
    path = folder / "hang"
    path.mkdir()
    (path / "hang.yaml").write_text(RULEBOOK.replace("SIX", six), encoding="utf-8")
    return path


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(one) for one in arguments])


def fuzzed(path: Path) -> dict[str, object]:
    result = invoke("fuzz", path, "--examples", 12, "--seed", 3, "--processes", 1, "--json")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_a_die_rolled_until_a_six_comes_to_its_end(hang: Path) -> None:
    found = fuzzed(hang)

    assert (found["games"], found["unfinished"], found["suspected_never_to_end"]) == (12, 0, [])


def test_a_die_rolled_until_a_seven_is_suspected_never_to_end(tmp_path: Path) -> None:
    path = rulebook(tmp_path, "7")
    text = invoke("fuzz", path, "--examples", 6, "--seed", 3, "--processes", 1).stdout

    assert " of 6 games were left after 2000 decisions" in text
    assert " at d in H-1: can it go round for ever?" in text
    (endless,) = fuzzed(path)["suspected_never_to_end"]  # type: ignore[misc]
    assert endless["at"] == "d in H-1"


def test_a_loop_without_a_decision_is_a_failure(tmp_path: Path) -> None:
    path = rulebook(tmp_path, "6")
    text = (path / "hang.yaml").read_text("utf-8")
    (path / "hang.yaml").write_text(text.replace("- roll: d\n      of: 1..6", "- let:\n        d: 7"), encoding="utf-8")
    result = invoke("fuzz", path, "--examples", 2, "--seed", 3, "--processes", 1)

    assert result.exit_code == 1
    assert "H-1: no decision within 100000 steps" in result.stdout


def test_a_case_in_which_the_first_of_the_die_never_ends_it_says_what_to_list(hang: Path) -> None:
    case = hang.parent / "case.yaml"
    case.write_text(CASE.replace("./hang", str(hang)), encoding="utf-8")
    result = invoke("run", case)

    assert result.exit_code == 1
    told = " ".join(result.output.split())
    assert "chance has decided 2000 times in turn, the last time `d` in H-1, and goes on" in told
    assert "list its values (`- d: ...`), for always the first one may never end it" in told
