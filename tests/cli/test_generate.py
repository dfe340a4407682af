"""`ruleslawyer generate`: a folder that runs green, a report for programs, and plain words for wrong use."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
LIMITS = ("--examples", "40", "--seed", "1")


def test_what_it_writes_runs_green(run: Run, tiny: Path, tmp_path: Path) -> None:
    done = run("generate", tiny, *LIMITS, "--into", tmp_path / "cases")

    assert done.exit_code == 0
    assert "cases with" in done.output and "clause entries" in done.output
    ran = run("run", tmp_path / "cases", "--rulebook", tiny)
    assert ran.exit_code == 0 and "all hold" in ran.output
    assert "Made by `ruleslawyer generate`" in (tmp_path / "cases" / "README.md").read_text("utf-8")


def test_the_same_command_writes_the_same_files(run: Run, tiny: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        assert run("generate", tiny, *LIMITS, "--pairs", "--into", tmp_path / name).exit_code == 0

    one, other = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "other"))
    assert one == other and len(one) > 1


def test_json_holds_report_and_cases(run: Run, tiny: Path, tmp_path: Path) -> None:
    report = json.loads(run("generate", tiny, *LIMITS, "--json").stdout)

    assert report["holds"] and report["games"] == 40
    assert {case["id"] for case in report["cases"]} == {case["id"] for case in report["suite"]["scenarios"]}
    assert set(report["coverage"]) >= {"entry", "condition"}
    written = tmp_path / "suite.json"
    written.write_text(json.dumps(report["suite"]), "utf-8")
    assert run("run", written, "--rulebook", tiny).exit_code == 0
    assert "suite" not in json.loads(run("generate", tiny, *LIMITS, "--json", "--into", tmp_path / "cases").stdout)


def test_a_folder_in_use_is_refused_before_anything_is_played(run: Run, tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "notes.txt").write_text("mine")

    refused = run("generate", tiny, *LIMITS, "--into", tmp_path / "cases")
    assert refused.exit_code == 2
    assert "notes.txt" in refused.output and "--force" in refused.output
    assert "cases with" not in refused.output
    assert run("generate", tiny, *LIMITS, "--into", tmp_path / "cases", "--force").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--force",), "--into"),
        (("--profile", "nobody"), "has no profile `nobody`"),
        (("--rulings", "x=y"), "has no ruling `x`"),
        (("--rulings", "x"), "not NAME=VALUE"),
        (("--options", "x=y"), "has no option `x`"),
        (("--players", "99"), "not for 99"),
        (("--examples", "0"), "0"),
    ],
)
def test_wrong_use_is_said_in_words(run: Run, tiny: Path, arguments: tuple[str, ...], message: str) -> None:
    refused = run("generate", tiny, *arguments)

    assert refused.exit_code == 2
    assert message in refused.output
