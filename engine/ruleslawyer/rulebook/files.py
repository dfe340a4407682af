"""The files of one folder, read with care: bounded in number and size, none outside the folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.nodes import Span
from ruleslawyer.rulebook.yaml_reader import MAX_BYTES, decode

MAX_FILES = 200
"""Most files in one folder, sub-folders included."""
MAX_ENTRIES = 10_000
"""Most directory entries that are looked at."""


def yaml_files(folder: Path, faults: list[Diagnostic]) -> list[tuple[Path, str, str]]:
    """Path, shown name and text of every YAML file below `folder`, sorted by path.

    What cannot be read is added to `faults`; other files than YAML are left alone.
    """
    found = []
    for path in files_below(folder, faults):
        if path.suffix == ".yaml":
            found.append(path)
        else:
            check_suffix(path, faults)
    if len(found) > MAX_FILES:
        message = f"`{shown_name(folder)}` holds more than {MAX_FILES} YAML files"
        faults.append(Diagnostic("too-many-files", message, hint="give the folder of one rulebook"))
        found = []
    read = []
    for path in found:
        text = read_text(path, folder, faults)
        if text is not None:
            read.append((path, shown_name(path), text))
    return read


def check_suffix(path: Path, faults: list[Diagnostic]) -> None:
    """Adds a fault when a file is most likely YAML but, not ending in `.yaml`, would silently not be read."""
    if path.suffix in (".yml", ".YAML", ".YML"):
        message = f"this file would not be read: its name ends in `{path.suffix}`"
        faults.append(Diagnostic("wrong-suffix", message, place(path), hint=f"rename it to `{path.stem}.yaml`"))


def read_text(path: Path, folder: Path, faults: list[Diagnostic]) -> str | None:
    """The text of a regular file that lies in `folder`, or None and a fault."""
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            _refuse("link-out", "this link leads out of the rulebook's folder", path, faults)
            return None
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                _refuse("not-a-file", "this is not a regular file", path, faults)
                return None
            data = file.read(MAX_BYTES + 1)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        _refuse("unreadable", f"this file cannot be read: {reason}", path, faults)
        return None
    return decode(shown_name(path), data, faults)


def place(path: Path) -> Span:
    """The start of a file."""
    return Span(shown_name(path), 1, 1, 1, 2)


def _refuse(code: str, message: str, path: Path, faults: list[Diagnostic]) -> None:
    faults.append(Diagnostic(code, message, place(path), hint="put the file itself into the folder"))


def files_below(folder: Path, faults: list[Diagnostic]) -> Iterator[Path]:
    """Every file below `folder` that is not hidden, sorted; linked folders are refused."""
    seen = 0
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in folders:
            if (Path(here) / name).is_symlink():
                _refuse("linked-folder", "linked folders are not followed", Path(here) / name, faults)
        seen += len(folders) + len(names)
        if seen > MAX_ENTRIES:
            message = f"`{shown_name(folder)}` holds more than {MAX_ENTRIES} files"
            faults.append(Diagnostic("too-many-files", message, hint="give the folder of one rulebook"))
            return
        yield from (Path(here) / name for name in sorted(names) if not name.startswith("."))


def replace_file(path: Path, text: str) -> None:
    """Writes a file so that it is never seen half-written, and keeps its permissions.

    :raises OSError: it cannot be written.
    """
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            fresh.chmod(path.stat().st_mode & 0o7777)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
