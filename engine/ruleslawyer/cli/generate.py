"""`ruleslawyer generate`: make a suite of small cases for testing other implementations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import ruleslawyer
from ruleslawyer.cli.options import (
    answers_option,
    echo_json,
    games_option,
    json_option,
    make_command,
    players_option,
    rulebook_argument,
    seed_option,
)


@make_command(
    "generate",
    "generate RULEBOOK --into ./cases --seed 1",
    "generate RULEBOOK --profile P --pairs --seconds 60 --into ./cases",
    "generate RULEBOOK --rulings R=ANSWER --players 2 --examples 2000 --json",
)
@rulebook_argument
@click.option("--profile", metavar="P", help="Under the answers of this profile. [default: the first]")
@answers_option("rulings", "This answer in place of the profile's (repeatable).")
@answers_option("options", "With this variant of play (repeatable).")
@players_option("Only for so many players. [default: every number]")
@click.option("--pairs", is_flag=True, help="Cover every pair of clauses that can meet in one scope as well.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Play for so long.")
@games_option("--seconds")
@seed_option
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the cases there, a file for each clause."
)
@click.option("--force", is_flag=True, help="Write them there although other files are there.")
@click.option("-v", "--verbose", is_flag=True, help="List everything that is not covered.")
@json_option
def command(rulebook: str, verbose: bool, as_json: bool, **wanted: Any) -> bool:
    """Make a small suite of cases that covers RULEBOOK, for testing other implementations of it.

    Plays at random from the set-up and from positions, keeps for every clause and both sides of every condition the
    cheapest case found, makes it as small as it gets, and leaves out what others cover. What the cases expect is what
    the reference engine does. The same seed and number of games give the same files.

    Making cases small takes time of its own, on top of --seconds.
    """
    from ruleslawyer.report.generating import suite_data, suite_text
    from ruleslawyer.report.progress import progress

    into = wanted["into"]
    with progress(quiet=as_json) as told:
        suite = ruleslawyer.generate(rulebook, progress=told, **wanted)
    if as_json:
        echo_json(suite_data(suite, into is not None))
    else:
        click.echo(suite_text(suite, everything=verbose))
        number = len(suite.files()) + 1
        click.echo(f"written: {number} files in {into}" if into else "nothing is written without --into FOLDER")
    return not suite.harvest.broken
