"""Definitions that call each other twice, forty deep: short to write, and for ever to evaluate."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.diagnostics import RulebookError

HEAD = """
rulebook: bomb
title: A bomb
version: '1'
says: Doubles.
players: 2..2
begins: play
kinds:
  Tile:
    number: 1..3
cards:
- kind: Tile
  each:
    number: 1..3
zones:
  row:
    holds: Tile
    order: row
    seen_by: everyone
    starts: set(c for c in cards() if c.number > 0)
events:
  play:
    policy: one
clauses:
- id: PLAY
  title: Play
  says: Whoever evaluates this waits for ever.
  helper: true
  at: play
  do:
  - if: f0() > len(row)
    do:
    - finish: everyone
"""
LINK = """
- id: F{number}
  title: A link
  says: Twice the next.
  helper: true
  define: f{number}
  gives: Int
  is: {value}
"""


def load_chain(folder: Path, length: int) -> None:
    """Loads a rulebook in which each of so many definitions calls the next one twice."""
    links = [LINK.format(number=number, value=f"f{number + 1}() + f{number + 1}()") for number in range(length)]
    text = HEAD + "".join(links) + LINK.format(number=length, value="'1'")
    (folder / "rulebook.yaml").write_text(text, encoding="utf-8")
    load(str(folder))


def test_a_chain_that_doubles_forty_times_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"this may take more than 20,000,000 operations \[too-costly\]"):
        load_chain(tmp_path, 40)


def test_a_chain_that_doubles_ten_times_is_not(tmp_path: Path) -> None:
    load_chain(tmp_path, 10)
