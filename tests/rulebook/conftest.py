"""A small invented game, and helpers that read it with something added."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.rulebook.reader import read_leniently, read_rulebook

GOOD = Path(__file__).parent / "good"
GAME = (GOOD / "game.yaml").read_text(encoding="utf-8")

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a rulebook folder `pebbles` below the current folder: the game, and more files by name."""
    monkeypatch.chdir(tmp_path)

    def write_files(game: str = GAME, /, **more: str) -> Path:
        folder = tmp_path / "pebbles"
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(game, encoding="utf-8")
        for name, text in more.items():
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return folder

    return write_files


@pytest.fixture
def read(write: Write) -> Callable[..., Rulebook]:
    """Reads the game with more files."""
    return lambda game=GAME, /, **more: read_rulebook(write(game, **more))


@pytest.fixture
def faults(write: Write) -> Callable[..., list[Diagnostic]]:
    """The faults of the game with more files."""
    return lambda game=GAME, /, **more: read_leniently(write(game, **more))[1]


@pytest.fixture
def game() -> str:
    return GAME


@pytest.fixture
def good() -> Callable[[str], str]:
    """The text of a well-formed file in `good/`: `game`, `declarations`, `entries` or `claims`."""
    return lambda name: (GOOD / f"{name}.yaml").read_text(encoding="utf-8")
