"""From rulebook text to checked law."""

from __future__ import annotations

from ruleslawyer.language.check import check, faults_of
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.locate import companion_folder, rulebook_folder
from ruleslawyer.rulebook.reader import read_leniently


def load(name_or_path: str) -> Law:
    """The law of a rulebook that ships with the package (by name), or of anybody's folder (by path).

    :raises RulebookError: with every fault found.
    """
    folder = rulebook_folder(name_or_path)
    rulebook, faults = read_leniently(folder, companion_folder(folder, "invariants"))
    if faults:
        raise RulebookError(faults_of(rulebook, faults), rulebook.files)
    return check(rulebook)


__all__ = ["Law", "check", "load"]
