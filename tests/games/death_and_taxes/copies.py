"""Copies of the rulebook in which something is replaced: a text, or the tables of cards."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder

NAME = "death-and-taxes"


def copied(folder: Path) -> Path:
    """A copy of the rulebook below `folder`, its invariants beside it; returns where its files are."""
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / NAME, folder / kind / NAME, dirs_exist_ok=True)
    return folder / "spec" / NAME


def replaced(spec: Path, file: str, old: str, new: str) -> None:
    """Replaces one text, found once."""
    changed = spec / file
    text = changed.read_text("utf-8")
    assert text.count(old) == 1, f"`{old}` is {text.count(old)} times in {file}"
    changed.write_text(text.replace(old, new), "utf-8")


def tampered(folder: Path, file: str, old: str, new: str) -> Law:
    """The law of a copy in which one text, found once, is replaced."""
    spec = copied(folder)
    replaced(spec, file, old, new)
    return load(str(spec))


def with_tables(spec: Path, tables: Mapping[str, str]) -> Law:
    """The law of a copy with other tables of cards, by file name."""
    for file, text in tables.items():
        assert (spec / file).is_file()
        (spec / file).write_text(text, "utf-8")
    return load(str(spec))
