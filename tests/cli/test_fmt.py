"""`ruleslawyer fmt`."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def untidy(tiny: Path) -> Path:
    """The rulebook with two keys of one clause exchanged and a comment."""
    path = tiny / "rulebook.yaml"
    text = path.read_text(encoding="utf-8")
    clause = "- id: THROW\n  title: Throw it away\n"
    assert clause in text
    path.write_text(
        text.replace(clause, "# what nobody wants\n- title:    Throw it away\n  id: THROW\n"), encoding="utf-8"
    )
    return path


def test_a_rulebook_is_laid_out_and_stays_so(run: Run, untidy: Path) -> None:
    result = run("fmt", untidy.parent)
    assert result.exit_code == 0
    assert result.stdout.startswith("changed ")
    assert "# what nobody wants\n- id: THROW\n  title: Throw it away\n" in untidy.read_text(encoding="utf-8")
    assert run("fmt", untidy.parent).stdout == "1 file in canonical form\n"


def test_check_changes_nothing_and_fails(run: Run, untidy: Path) -> None:
    before = untidy.read_bytes()
    result = run("fmt", untidy, "--check")
    assert result.exit_code == 1
    assert result.stdout.startswith("would change ")
    assert untidy.read_bytes() == before


def test_the_file_keeps_its_permissions_and_nothing_is_left_beside_it(run: Run, untidy: Path) -> None:
    os.chmod(untidy, 0o640)
    run("fmt", untidy)
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640
    assert [path.name for path in untidy.parent.iterdir()] == [untidy.name]


def test_a_file_that_cannot_be_read_is_left_alone_and_the_others_are_not(run: Run, untidy: Path) -> None:
    broken = untidy.with_name("broken.yaml")
    broken.write_text("a: [b\n", encoding="utf-8")
    result = run("fmt", untidy.parent)
    assert result.exit_code == 2
    assert "broken.yaml:" in result.stderr
    assert "changed " in result.stdout
    assert broken.read_text(encoding="utf-8") == "a: [b\n"


def test_without_a_path_the_folders_of_a_project_are_meant(
    run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "name a file or a folder" in run("fmt").stderr
    (tmp_path / "spec").mkdir()
    tiny.rename(tmp_path / "spec" / "tiny")
    assert run("fmt", "--check").exit_code == 0


def test_json(run: Run, untidy: Path) -> None:
    found = json.loads(run("fmt", untidy, "--check", "--json").stdout)
    assert found == {"files": 1, "changed": [str(untidy)], "faults": []}


def test_the_rulebooks_that_come_with_the_program_are_in_canonical_form(run: Run) -> None:
    assert run("fmt", "dead-mans-draw", "--check").exit_code == 0


OLDER = """format: 1
rulebook: tiny
version: 1.0.0
scenarios:
- id: one  # kept
  cite:
  - source: rules
    section: Turn
    paragraphs: [1, 2]
  - source: letter
  players: 2
  then:
  - {after: end, stated_by: [{source: rules, section: Turn, paragraphs: [4]}]}
"""


def test_of_a_scenario_file_only_older_citations_are_rewritten(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(OLDER, encoding="utf-8")
    result = run("fmt", path)
    assert result.exit_code == 0, result.output
    expected = OLDER[: OLDER.index("  cite:")] + (
        '  cite: ["rules Turn ¶1-2", "letter"]\n  players: 2\n  then:\n  - {after: end, stated_by: "rules Turn ¶4"}\n'
    )
    assert path.read_text(encoding="utf-8") == expected
    assert run("fmt", path).stdout == "1 file in canonical form\n"


def test_a_comment_within_an_older_citation_is_not_lost(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    text = OLDER.replace("section: Turn\n", "section: Turn  # or Round\n", 1)
    path.write_text(text, encoding="utf-8")
    result = run("fmt", path)
    assert result.exit_code == 2
    assert "without losing a comment" in result.stderr
    assert path.read_text(encoding="utf-8") == text
