"""`ruleslawyer compare`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_two_profiles_of_a_small_rulebook(run: Run, tiny: Path) -> None:
    result = run("compare", tiny, "--games", "40", "--seed", "3", "--jobs", "1")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Tiny 0.1.0: plain and harsh differ on 2 of 2 rulings"
    assert "last_chip: as_any or thrown?" in lines
    assert any(line.startswith("all of them  plain → harsh  ") for line in lines)


def test_each_ruling_has_its_case_with_the_clauses_on_either_side(run: Run, tiny: Path) -> None:
    found = json.loads(run("compare", tiny, "--games", "0", "--seed", "3", "--jobs", "1", "--json").stdout)
    assert found["whole"] is None
    last_chip, ties = found["rulings"]
    case = last_chip["case"]
    assert case["scenario"]["given"]["at"] == "take"
    assert len(case["scenario"]["given"]["zones"]["offer"]) == 1
    assert "decisions" not in case["scenario"], "the two answers offer different choices at once"
    entries = [{one["entry"] for one in side} for side in case["clauses"]]
    assert ("MAY" in entries[0], "LAST" in entries[1]) == (True, True)
    assert [one["what"] for one in ties["case"]["differences"]] == ["winners"]
    assert ties["answers"][1]["authorities"] == ["leaflet 2 ¶1"]


def test_the_same_seed_gives_the_same_comparison_however_many_processes_share_it(run: Run, tiny: Path) -> None:
    arguments = ("compare", tiny, "--games", "30", "--seed", "5", "--json")
    assert run(*arguments, "--jobs", "1").stdout == run(*arguments, "--jobs", "2").stdout


def test_the_answers_to_one_ruling_within_a_profile(run: Run, tiny: Path) -> None:
    line = ("compare", tiny, "--ruling", "ties", "--profile", "harsh", "--games", "20", "--seed", "1", "--jobs", "1")
    found = json.loads(run(*line, "--json").stdout)
    assert [one["answer"] for one in found["rulings"][0]["answers"]] == ["nobody_wins", "shared"]
    assert found["rulings"][0]["case"]["otherwise"] == "harsh"
    assert found["profiles"] is None


def test_a_rulebook_without_two_profiles_wants_a_ruling(run: Run, tiny: Path) -> None:
    path = tiny / "rulebook.yaml"
    text = path.read_text(encoding="utf-8")
    start, end = text.index("  harsh:\n"), text.index("events:\n")
    path.write_text(text[:start] + "\n" + text[end:], encoding="utf-8")
    result = run("compare", tiny)
    assert result.exit_code == 2
    assert "give `--ruling`" in result.stderr
