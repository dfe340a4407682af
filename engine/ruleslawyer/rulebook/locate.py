"""Where rulebooks, invariants and fixtures lie: inside an installed package, or in a checkout."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, did_you_mean

_PACKAGE = Path(__file__).resolve().parent.parent


def data_folder(kind: str) -> Path:
    """The folder of 'spec', 'invariants' or 'fixtures': beside the package first, else in the checkout."""
    beside = _PACKAGE / kind
    return beside if beside.is_dir() else _PACKAGE.parent.parent / kind


def rulebook_names() -> list[str]:
    """The rulebooks that come with the package, sorted."""
    spec = data_folder("spec")
    return sorted(path.name for path in spec.iterdir() if path.is_dir()) if spec.is_dir() else []


def rulebook_folder(name_or_path: str) -> Path:
    """The folder of a rulebook that comes with the package, or anybody's own, given by path.

    Raises RulebookError when there is no such folder.
    """
    names = rulebook_names()
    if name_or_path in names:
        return data_folder("spec") / name_or_path
    path = Path(name_or_path)
    try:
        if path.is_dir():
            return path
        is_file = path.exists()
    except (OSError, ValueError):
        is_file = False
    if is_file:
        message, hint = f"`{name_or_path}` is not a folder", f"name the folder: `{path.parent}`"
    elif re.search(r"[/\\]", name_or_path):
        message, hint = f"there is no folder `{name_or_path}`", "a rulebook is a folder of YAML files"
    else:
        message, hint = f"there is no rulebook `{name_or_path}`", did_you_mean(name_or_path, names)
    raise RulebookError([Diagnostic("no-such-rulebook", message, hint=hint)])


def companion_folder(rulebook: Path, kind: str) -> Path | None:
    """The 'invariants' or 'fixtures' of a rulebook folder: `KIND/NAME` beside `spec/NAME`; None when there are none."""
    folder = rulebook.resolve()
    beside = folder.parent.parent / kind / folder.name
    return beside if folder.parent.name == "spec" and beside.is_dir() else None


def shown_name(path: Path) -> str:
    """How a file is called in messages: from the current folder when below it, otherwise by its last three names."""
    absolute = path.resolve() if not path.is_symlink() else path.parent.resolve() / path.name
    try:
        return absolute.relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return Path(*absolute.parts[-3:]).as_posix()
