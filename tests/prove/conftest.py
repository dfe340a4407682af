"""The proofs of the shipped rulebook, run once, and small rulebooks written in the tests."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.prove import Report, prove

LawOf = Callable[..., Law]

POINTS = """
accounts:
  total: '9'
  starts: box
  of:
    points: Player
    box: table
"""
"""Nine points, at first in the box: `more` for a rulebook in which they are paid."""
HEAD = """
rulebook: counters
title: Counters
version: '1'
says: Six tiles, a counter, and what a test adds.
players: 2..3
begins: play
types:
  Colour: [red, blue]
kinds:
  Tile:
    colour: Colour
    number: 1..3
cards:
- kind: Tile
  each:
    colour: Colour
    number: 1..3
zones:
  stock:
    holds: Tile
    order: pile
    seen_by: nobody
    starts: cards()
  row:
    holds: Tile
    order: row
    distinct: colour
    seen_by: everyone
  tower:
    of: Player
    holds: Tile
    order:
      stacks: colour
      top: number
    seen_by: everyone
state:
  count:
    type: 0..10
    starts: '0'
"""


@pytest.fixture(scope="session")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="session")
def report(law: Law) -> Report:
    return prove(law, confirm=False)


@pytest.fixture
def law_of(tmp_path: Path) -> LawOf:
    """Makes the law of the six tiles with more declarations (`more`), events and clauses at `step`, which happens for
    ever. Clauses need only what matters: id, and what they do."""

    def make(clauses: str, *, events: str = "", invariants: str = "", more: str = "") -> Law:
        reader = """
        - id: BEGIN
          at: play
          do:
          - if: len(stock) + len(row) + sum(len(tower[p]) for p in players()) + count >= 0
            do:
            - repeat:
              - raise: step()
              unbounded: true
        """
        listed = textwrap.dedent(reader) + textwrap.dedent(clauses)
        text = HEAD + textwrap.dedent(more) + "events:\n  play:\n    policy: each\n  step:\n    policy: each\n"
        text += textwrap.indent(textwrap.dedent(events), "  ")
        text += "clauses:" + titled(listed)
        folder, beside = tmp_path / "spec" / "counters", tmp_path / "invariants" / "counters"
        for one in (folder, beside):
            one.mkdir(parents=True, exist_ok=True)
        (folder / "rulebook.yaml").write_text(text, encoding="utf-8")
        if invariants:
            (beside / "invariants.yaml").write_text(titled(textwrap.dedent(invariants), ""), encoding="utf-8")
        return load(str(folder))

    return make


def titled(text: str, more: str = "\n  helper: true") -> str:
    """The entries with the keys that only tell people something."""
    return re.sub(r"(?m)^- id: (\S+)$", r"- id: \1\n  title: \1\n  says: What \1 says." + more, text)
