"""A small invented game, and helpers that read it with something added."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.rulebook.reader import read_leniently, read_rulebook

GAME = """\
rulebook: pebbles
title: Pebbles
version: 1.2
players: 2..4
begins: play

types:
  Colour: [red, blue]

kinds:
  Pebble:
    colour: Colour
    weight: 1..3

cards:
- kind: Pebble
  each:
    colour: Colour
    weight: 1..3

zones:
  bag:
    holds: Pebble
    order: bag
    seen_by: nobody
    starts: cards()

events:
  play:
    policy: one

clauses:
- id: PLAY-1
  title: Everybody wins
  says: The game is over at once and everybody wins.
  helper: true
  at: play
  do:
  - finish: everyone
"""

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
