"""Suites are written whole, over earlier suites, and over nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ruleslawyer.generate.build import Suite
from ruleslawyer.generate.folder import PAGE, write_suite
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.paths import read_paths


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_what_is_written_is_read_back(suite: Suite, tmp_path: Path) -> None:
    written = write_suite(suite, tmp_path / "cases", "The page.\n")

    assert {path.name for path in written} == names(tmp_path / "cases") == {*suite.files(), PAGE}
    read = [one for file in read_paths([tmp_path / "cases"]) for one in file.scenarios]
    assert {one.id for one in read} == {case.scenario.id for case in suite.cases}
    assert read == [one for cases in suite.files().values() for one in cases]


def test_an_earlier_suite_is_replaced(suite: Suite, tmp_path: Path) -> None:
    write_suite(suite, tmp_path, "The page.\n")
    fewer = replace(suite, cases=suite.cases[-1:])
    write_suite(fewer, tmp_path, "Another page.\n")

    assert names(tmp_path) == {suite.cases[-1].file, PAGE}
    assert (tmp_path / PAGE).read_text("utf-8").endswith("\n\nAnother page.\n")


def test_other_files_are_left_alone(suite: Suite, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("mine: true\n")

    with pytest.raises(RulebookError, match=r"(?s)own\.yaml.*--force"):
        write_suite(suite, tmp_path, "")
    assert names(tmp_path) == {"own.yaml"}
    write_suite(suite, tmp_path, "", force=True)
    assert own.read_text() == "mine: true\n"
    assert set(suite.files()) < names(tmp_path)


def test_a_file_is_no_folder(suite: Suite, tmp_path: Path) -> None:
    (tmp_path / "cases").write_text("")

    with pytest.raises(RulebookError, match="is a file"):
        write_suite(suite, tmp_path / "cases", "")
