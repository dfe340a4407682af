"""Small rulebooks: a table of six tiles, to which each test adds the clauses that it is about."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine

SKELETON = """
rulebook: small
title: A small game
version: '1'
says: Six tiles, from which a test makes its game.
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
    seen_by: everyone
  pouch:
    of: Player
    holds: Tile
    order: bag
    seen_by: owner
  towers:
    of: Player
    holds: Tile
    order:
      stacks: colour
      top: number
    seen_by: everyone
state:
  active:
    type: Player
    starts: first(players())
  count:
    type: 0..3
    starts: '0'
"""
READS_ALL = """
- id: SKELETON
  title: Reads everything
  says: So that nothing is unread.
  helper: true
  at: play
  when: len(stock) + len(row) + len(pouch[active]) + len(towers[active]) + count < 0
  do: []
"""
PLAY = """
  play:
    policy: each
"""
LawOf = Callable[..., Law]


@pytest.fixture
def law_of(tmp_path: Path) -> LawOf:
    """Makes the law of the skeleton with more declarations, events and clauses.

    `do` are the statements of the one rule at `play`, if given. `clauses` are whole clauses without the keys that only
    tell people something.
    """

    def make(
        do: str = "",
        *,
        clauses: str = "",
        events: str = "",
        zones: str = "",
        state: str = "",
        invariants: str = "",
        more: str = "",
    ) -> Law:
        text = (
            SKELETON.replace("state:\n", f"{indented(zones, 2)}state:\n") + indented(state, 2) + textwrap.dedent(more)
        )
        text += "events:" + PLAY + indented(events, 2) + "clauses:" + READS_ALL
        if do:
            text += "- id: PLAY-1\n  at: play\n  after: SKELETON\n  do:\n" + indented(do, 2)
        text += textwrap.dedent(clauses).strip("\n")
        folder, beside = tmp_path / "spec" / "small", tmp_path / "invariants" / "small"
        for one in (folder, beside):
            one.mkdir(parents=True, exist_ok=True)
        (folder / "rulebook.yaml").write_text(with_titles(text), encoding="utf-8")
        if invariants:
            (beside / "invariants.yaml").write_text(textwrap.dedent(invariants), encoding="utf-8")
        return load(str(folder))

    return make


@pytest.fixture
def machine_of(law_of: LawOf) -> Callable[..., Machine]:
    """Makes a two-player machine with monitoring on, of the law that `law_of` makes of the same arguments."""

    def make(do: str = "", *, players: int = 2, answers: dict[str, str] | None = None, **parts: str) -> Machine:
        return Machine(law_of(do, **parts), answers or {}, players, monitor=True, step_limit=2_000)

    return make


def indented(text: str, by: int) -> str:
    """The text without its common indentation, moved right."""
    stripped = textwrap.dedent(text).strip("\n")
    return textwrap.indent(stripped, " " * by) + "\n" if stripped else ""


def with_titles(text: str) -> str:
    """Adds to every clause with nothing but an id what the language demands of it."""
    lines = []
    for line in text.splitlines():
        lines.append(line)
        if line.startswith("- id: ") and "SKELETON" not in line:
            lines += ["  title: A clause", "  says: A clause of a test.", "  helper: true"]
    return "\n".join(lines) + "\n"
