"""A suite of small cases for testing other implementations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ruleslawyer.api.choices import (
    Rulebook,
    load,
    numbers_of_players,
    options_known,
    pick_seed,
    profile_named,
    rulings_known,
    unheard,
)
from ruleslawyer.generate.build import Suite, build
from ruleslawyer.generate.folder import check_folder, write_suite
from ruleslawyer.generate.request import Request
from ruleslawyer.report.generating import suite_page
from ruleslawyer.report.progress import Progress
from ruleslawyer.rulebook.diagnostics import UsageError

GAMES = 500
"""Games that are played for a suite that is bounded neither by their number nor by time."""


def generate(
    rulebook: Rulebook,
    *,
    profile: str | None = None,
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    players: int | None = None,
    pairs: bool = False,
    games: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    into: str | Path | None = None,
    force: bool = False,
    progress: Progress = unheard,
) -> Suite:
    """Makes a suite that covers a rulebook under one reading. The same seed and number of games give the same suite.

    :param rulings: answers in place of the profile's.
    :param pairs: cover every pair of clauses that can meet in one scope as well.
    :param into: write it there, a file for each clause; `force`: although other files are there.
    :raises RulebookError: that folder holds other files.
    :raises Disagreement: the two back-ends do not agree, which is a fault of this program.
    """
    law = load(rulebook)
    if force and into is None:
        raise UsageError("`--force` goes with `--into`")
    base = profile_named(law, profile) if law.profiles or profile else ""
    answers = {**law.profiles.get(base, {}), **rulings_known(law, rulings)}
    missing = [name for name in law.rulings if name not in answers]
    if missing:
        raise UsageError(f"nothing answers {', '.join(missing)}: give --rulings {missing[0]}=ANSWER")
    request = Request(
        answers=answers,
        base=base,
        players=tuple(numbers_of_players(law, players)),
        pairs=pairs,
        seed=pick_seed(seed),
        examples=GAMES if games is None and seconds is None else games,
        seconds=seconds,
        options=options_known(law, options),
    )
    folder = None if into is None else Path(into)
    if folder is not None:
        check_folder(folder, force=force)
    suite = build(law, request, progress)
    if folder is not None:
        write_suite(suite, folder, suite_page(suite), force=force)
    return suite
