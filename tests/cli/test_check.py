"""`ruleslawyer check`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
import yaml
from click.testing import Result

Run = Callable[..., Result]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_without_a_name_every_rulebook_that_comes_with_the_program_is_checked(run: Run) -> None:
    result = run("check")
    assert result.exit_code == 0
    assert result.stdout.startswith("dead-mans-draw ")
    assert "no faults" in result.stdout
    assert result.stderr == ""


def test_the_line_of_numbers(run: Run, tiny: Path) -> None:
    assert run("check", tiny).stdout == (
        "tiny 0.1.0: no faults. 9 clauses, 2 rulings, 2 profiles, 0 invariants, 0 theorems, 0 lemmas; "
        "5 paragraphs of the sources: 4 cited, 1 not encoded, each with a reason\n"
    )


def test_every_fault_is_reported_in_one_run_with_code_1(run: Run, tiny: Path) -> None:
    change(tiny / "rulebook.yaml", "into: bin\n", "into: bim\n")
    change(tiny / "rulebook.yaml", "is: sum(c.rank for c in heap[p])", "is: sum(c.rang for c in heap[p])")
    result = run("check", tiny)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "did you mean `bin`?" in result.stderr
    assert "did you mean `rank`?" in result.stderr
    assert result.stderr.rstrip().endswith("faults")


def test_a_gap_in_the_ledger_is_a_fault(run: Run, tiny: Path) -> None:
    change(
        tiny / "rulebook.yaml",
        "      not_encoded:\n      - paragraphs: 2\n        reason: wishes the players well\n",
        "",
    )
    result = run("check", tiny)
    assert result.exit_code == 1
    assert "nothing cites paragraph 2" in result.stderr


def test_the_ledger_says_what_encodes_each_paragraph_and_why_nothing_does(run: Run, tiny: Path) -> None:
    lines = [line.split() for line in run("check", tiny, "--ledger").stdout.splitlines()]
    assert ["1", "Play", "1", "PLAY"] in lines
    assert ["3", "TOTAL,", "BEST,", "ruling.ties"] in lines
    assert ["2", "not", "encoded:", "wishes", "the", "players", "well"] in lines


def test_json_says_the_same(run: Run, tiny: Path) -> None:
    (found,) = json.loads(run("check", tiny, "--ledger", "--json").stdout)
    assert found["holds"] is True
    assert found["counts"]["paragraphs"] == 5
    assert found["ledger"][-1]["not_encoded"] == "wishes the players well"
    change(tiny / "rulebook.yaml", "into: bin\n", "into: bim\n")
    result = run("check", tiny, "--json")
    (found,) = json.loads(result.stdout)
    assert result.exit_code == 1
    assert found["holds"] is False
    fault = next(one for one in found["faults"] if one["code"] == "unknown-name")
    assert fault["clause"] == "THROW"
    line = (tiny / "rulebook.yaml").read_text(encoding="utf-8").splitlines()[fault["line"] - 1]
    assert line[fault["column"] - 1 :] == "bim"


def test_the_schema_is_one_that_the_rulebook_satisfies(run: Run, tiny: Path) -> None:
    schema = json.loads(run("check", "--schema").stdout)
    jsonschema.Draft202012Validator(schema).validate(
        yaml.safe_load((tiny / "rulebook.yaml").read_text(encoding="utf-8"))
    )
