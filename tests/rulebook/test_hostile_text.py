"""Damaged files: the reader reports, the formatter lays out or refuses, and neither ever fails otherwise."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.format import canonical
from ruleslawyer.rulebook.reader import read_leniently

GOOD = Path(__file__).parent / "good"
TEXTS = [(GOOD / f"{name}.yaml").read_text(encoding="utf-8") for name in ("game", "declarations", "entries")]
SCRAPS = [
    "{", "}", "[", "]", ": ", " #", "# x", "- ", "'", '"', "&a ", "*a", "!x ", "\t", "|", ">", "~", "\n", "\n\n", "  ",
    "---\n", "?", "\0", "\x07", "\ufeff", "\u2028", "\x85", "\r", "抽", "\U0001f0cf", "%", "@", "`", "\\", ",", "<<: ",
]  # fmt: skip


def damage(text: str, random: Random) -> str:
    for _ in range(random.randint(1, 4)):
        lines = text.splitlines(True) or [""]
        place = random.randrange(len(text) + 1)
        line = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                text = text[:place] + random.choice(SCRAPS) + text[place:]
            case 1:
                text = text[:place] + text[place + random.randint(1, 3) :]
            case 2:
                text = "".join(lines[:line] + lines[line + 1 :])
            case 3:
                text = "".join([*lines[:line], random.choice(lines), *lines[line:]])
            case _:
                text = "".join([*lines[:line], " " * random.randint(1, 3) + lines[line], *lines[line + 1 :]])
    return text


@given(text=st.sampled_from(TEXTS), seed=st.integers(0, 2**32))
@settings(max_examples=400, deadline=None)
def test_a_damaged_file_is_read_or_reported(tmp_path_factory: pytest.TempPathFactory, text: str, seed: int) -> None:
    folder = tmp_path_factory.getbasetemp() / "damaged"
    folder.mkdir(exist_ok=True)
    (folder / "a.yaml").write_text(damage(text, Random(seed)), encoding="utf-8", newline="")
    rulebook, faults = read_leniently(folder)
    str(RulebookError(faults, rulebook.files))


@given(text=st.sampled_from(TEXTS), seed=st.integers(0, 2**32))
@settings(max_examples=400, deadline=None)
def test_a_damaged_file_is_laid_out_or_refused(text: str, seed: int) -> None:
    try:
        once = canonical(damage(text, Random(seed)))
    except RulebookError as error:
        assert str(error)
    else:
        assert canonical(once) == once
