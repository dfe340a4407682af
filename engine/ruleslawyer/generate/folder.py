"""A suite in a folder: one file of scenarios for each clause, and a page that says what they are."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.generate.build import Suite
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.files import replace_file
from ruleslawyer.scenario.write import to_yaml

MARK = "Made by `ruleslawyer generate`"
"""Stands in the first line of every file that is written, so that it is known again."""
PAGE = "README.md"


def write_suite(suite: Suite, folder: Path, page: str, *, force: bool = False) -> tuple[Path, ...]:
    """Writes a suite, each file as a whole, and deletes the files of an earlier one; gives the files written.

    :param page: what the page says, as Markdown.
    :param force: write also where other files are, over those of the same names; the rest is left alone.
    :raises RulebookError: there are other files.
    :raises OSError: it cannot be written.
    """
    earlier = check_folder(folder, force=force)
    folder.mkdir(parents=True, exist_ok=True)
    about = f"{MARK}: what the reference engine does, for testing other implementations. Not to be edited."
    texts = {name: f"# {about}\n\n{to_yaml(cases)}" for name, cases in suite.files().items()}
    texts[PAGE] = f"<!-- {about} -->\n\n{page}"
    for path in earlier:
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        replace_file(folder / name, text)
    return tuple(folder / name for name in texts)


def check_folder(folder: Path, *, force: bool = False) -> tuple[Path, ...]:
    """The files of an earlier suite.

    :raises RulebookError: it is no folder, or holds other files and that is not `force`d.
    """
    if not folder.exists():
        return ()
    if not folder.is_dir():
        raise RulebookError([Diagnostic("not-a-folder", f"`{folder}` is a file", hint="name a folder")])
    listed = sorted(folder.iterdir())
    earlier = tuple(path for path in listed if _ours(path))
    others = [path.name for path in listed if path not in earlier]
    if others and not force:
        shown = ", ".join(others[:5]) + (f" and {len(others) - 5} more" if len(others) > 5 else "")
        message = f"`{folder}` holds files that are no part of a suite: {shown}"
        raise RulebookError([Diagnostic("folder-in-use", message, hint="name another folder, or add --force")])
    return earlier


def _ours(path: Path) -> bool:
    if not path.is_file() or path.is_symlink():
        return False
    with path.open("rb") as file:
        return MARK.encode() in file.readline(400)
