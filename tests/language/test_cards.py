"""What cards are called."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.diagnostics import RulebookError

BARE = Path(__file__).parent / "good" / "bare"


def test_a_card_is_named_by_all_of_its_fields() -> None:
    assert [card.name for card in load(str(BARE)).cards] == ["red 1", "red 2", "red 3", "blue 1", "blue 2", "blue 3"]


def test_or_by_those_that_are_listed_and_then_copies_are_numbered(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    shutil.copytree(BARE, folder)
    written = (folder / "rulebook.yaml").read_text(encoding="utf-8")
    changed = written.replace("    rank: 1..3\n\nzones:", "    rank: 1..3\n  named_by: [colour]\n\nzones:")
    assert changed != written
    (folder / "rulebook.yaml").write_text(changed, encoding="utf-8")
    names = [card.name for card in load(str(folder)).cards]
    assert names == ["red", "red #2", "red #3", "blue", "blue #2", "blue #3"]


@pytest.mark.parametrize("cell", ["--2", "²", "٣", "1e3", "", "-", "9" * 5_000])
def test_what_is_no_number_in_a_table_is_said_at_its_line(cell: str, tmp_path: Path) -> None:
    folder = tmp_path / "stones"
    shutil.copytree(BARE.parents[1] / "bad" / "bad_card_table", folder)
    (folder / "stones.csv").write_text(f'weight\n3\n"{cell}"\n', encoding="utf-8")
    with pytest.raises(RulebookError) as caught:
        load(str(folder))
    (fault,) = caught.value.diagnostics
    assert (fault.code, str(fault.span).rpartition("/")[2]) == ("bad-cell", "stones.csv:3:1")
