"""What cards are called."""

from __future__ import annotations

import shutil
from pathlib import Path

from ruleslawyer.language import load

BARE = Path(__file__).parent / "good" / "bare"


def test_a_card_is_named_by_all_of_its_fields() -> None:
    assert [card.name for card in load(str(BARE)).cards] == ["red 1", "red 2", "red 3", "blue 1", "blue 2", "blue 3"]


def test_or_by_those_that_are_listed_and_then_copies_are_numbered(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    shutil.copytree(BARE, folder)
    written = (folder / "rulebook.yaml").read_text(encoding="utf-8")
    changed = written.replace("    rank: 1..3\nzones:", "    rank: 1..3\n  named_by: [colour]\nzones:")
    assert changed != written
    (folder / "rulebook.yaml").write_text(changed, encoding="utf-8")
    names = [card.name for card in load(str(folder)).cards]
    assert names == ["red", "red #2", "red #3", "blue", "blue #2", "blue #3"]
