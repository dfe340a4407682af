"""An extension without its options against its base: the same program, or games side by side."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.compare.bases import Likeness, likeness
from ruleslawyer.language import load_with_bases

Alike = Callable[[str], Likeness]
GOOD = Path(__file__).parent.parent / "language" / "good"
HEAD = """rulebook: more
extends: ../tiny
title: More
options:
  pace: [slow, fast]
clauses:
- id: MORE-1
  title: A change
  says: Something is otherwise.
  helper: true
  overrides: WORTH-1
"""


@pytest.fixture
def alike(tmp_path: Path) -> Alike:
    shutil.copytree(GOOD, tmp_path / "spec")

    def compared(text: str) -> Likeness:
        folder = tmp_path / "spec" / "more"
        folder.mkdir(exist_ok=True)
        (folder / "more.yaml").write_text(text, encoding="utf-8")
        return likeness(*load_with_bases(str(folder))[:2])

    return compared


def test_what_is_off_is_proved_without_a_game(alike: Alike) -> None:
    assert alike(HEAD + "  when: options.pace == fast\n  is: 1\n") == Likeness(("pace",), ())


def test_what_cannot_be_proved_is_played(alike: Alike) -> None:
    found = alike(HEAD + "  when: options.pace == fast or card.rank > 3\n  is: 1\n")
    assert found.holds and found.unproved == ("worth",) and found.games > 0


def test_a_difference_is_found(alike: Alike) -> None:
    found = alike(HEAD + "  when: options.pace == fast or card.rank == 1\n  is: 2\n")
    assert not found.holds and found.unproved == ("worth",)
    assert found.parted.startswith("game 1: plain, ") and "points[p" in found.parted


def test_what_is_shown_besides_is_a_difference(alike: Alike) -> None:
    found = alike(
        HEAD + "  when: options.pace == fast and n == 1\n  is: 2\nstate:\n  n:\n    type: 0..1\n    starts: 0\n"
    )
    assert found.unproved == ("state n",) and "n: base (none); extension 0" in found.parted


def test_an_extension_without_options_is_not_compared(alike: Alike) -> None:
    found = alike(HEAD.replace("options:\n  pace: [slow, fast]\n", "") + "  is: 2\n")
    assert (found.options, found.games, found.holds) == ((), 0, True)
