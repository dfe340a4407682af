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


def load_with_bases(name_or_path: str) -> tuple[Law, ...]:
    """The law of a rulebook, and those of the rulebooks that it extends, nearest first: each is checked as itself.

    :raises RulebookError: with every fault found in the first of them that has some.
    """
    law = load(name_or_path)
    return law, *(load(str(base.folder)) for base in law.rulebook.bases)


__all__ = ["Law", "check", "load", "load_with_bases"]
