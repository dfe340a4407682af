"""Proofs from the checked tree: the same clauses that are played, as formulas for Z3.

`prove(law)` is the way in. Importing this package does not import Z3; proving does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ruleslawyer.prove.obligations import (
    Change,
    Confirmation,
    Counterexample,
    Cube,
    Kind,
    Obligation,
    Result,
    Verdict,
)
from ruleslawyer.prove.report import Report, Row

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law

Progress = Callable[[int, int, str], None]
"""Called with how many parts are done, how many there are, and the name of the next."""


def prove(
    law: Law,
    *,
    players: range | None = None,
    only: str | None = None,
    progress: Progress | None = None,
    timeout: float = 1800.0,
    effort: int = 60_000_000,
    confirm: bool = True,
) -> Report:
    """Prove everything that a rulebook promises, for all its numbers of players at once and under every reading.

    `players`: a range of numbers of players, consecutive (default: the rulebook's). `only`: an event, a definition,
    `setup`, or the id of a clause or entry: prove nothing else. `effort`: the solver's own steps that each question
    may take; it decides what is proved, on every machine alike. `timeout`: seconds after which one is given up in any
    case, a fence that should never be met. `confirm`: look for a game that reaches each counterexample.
    """
    from ruleslawyer.prove.campaign import run

    return run(law, players=players, only=only, progress=progress, timeout=timeout, effort=effort, confirm=confirm)


__all__ = [
    "Change",
    "Confirmation",
    "Counterexample",
    "Cube",
    "Kind",
    "Obligation",
    "Progress",
    "Report",
    "Result",
    "Row",
    "Verdict",
    "prove",
]
