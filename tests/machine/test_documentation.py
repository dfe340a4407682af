"""What docs/machine.md and docs/positions.md show is true."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleslawyer.language import load
from ruleslawyer.machine import Machine
from ruleslawyer.machine.position_io import read_position, write_position

DOCS = Path(__file__).parent.parent.parent / "docs"


def blocks(page: str) -> Iterator[str]:
    """The indented blocks of a page, without their indentation."""
    block: list[str] = []
    for line in [*(DOCS / page).read_text(encoding="utf-8").splitlines(), "end"]:
        if line.startswith("    ") or (block and not line):
            block.append(line)
        elif block:
            yield textwrap.dedent("\n".join(block)).strip("\n") + "\n"
            block = []


def test_the_example_of_the_machine_runs(capsys: pytest.CaptureFixture[str]) -> None:
    program = next(blocks("machine.md"))
    exec(compile(program, "machine.md", "exec"), {})
    assert capsys.readouterr().out.startswith("frozenset({")


def test_the_positions_shown_can_be_read() -> None:
    law = load("dead-mans-draw")
    machine = Machine(law, law.profiles["reference"], 2)
    by_hand, seen, frames = (yaml.safe_load(block) for block in blocks("positions.md"))
    position = read_position(machine, by_hand)
    assert position.pending is not None and position.pending.label == "deck"
    written: Any = write_position(machine, position)
    assert written["frames"] == frames["frames"], "the frames shown are those of the position shown"
    deck = read_position(machine, {**by_hand, "begin": None, "zones": {"deck": seen["deck"]}}).zones["deck", None]
    assert [bag.viewers for bag in deck.bags_in_order()] == [{0}, frozenset()]
