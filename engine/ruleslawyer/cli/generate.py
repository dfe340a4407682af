"""`ruleslawyer generate`: make a suite of small cases for testing other implementations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import (
    answers_named,
    echo_json,
    examples,
    json_option,
    options_named,
    pick_seed,
    players_allowed,
    profile_named,
    rulebook_argument,
    seed_option,
)

if TYPE_CHECKING:
    from ruleslawyer.generate.request import Request
    from ruleslawyer.language.law import Law

EXAMPLES = 500


@click.command(
    "generate",
    epilog=examples(
        "generate RULEBOOK --into ./cases --seed 1",
        "generate RULEBOOK --profile P --pairs --seconds 60 --into ./cases",
        "generate RULEBOOK --rulings R=ANSWER --players 2 --examples 2000 --json",
    ),
)
@rulebook_argument
@click.option("--profile", metavar="P", help="Under the answers of this profile. [default: the first]")
@click.option(
    "--rulings", multiple=True, metavar="R=ANSWER", help="This answer in place of the profile's (repeatable)."
)
@click.option("--options", multiple=True, metavar="O=ANSWER", help="With this variant of play (repeatable).")
@click.option("--players", type=int, metavar="N", help="Only for so many players. [default: every number]")
@click.option("--pairs", is_flag=True, help="Cover every pair of clauses that can meet in one scope as well.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Play for so long.")
@click.option(
    "--examples",
    type=click.IntRange(1),
    metavar="N",
    help=f"Play so many games ({EXAMPLES} unless --seconds is given).",
)
@seed_option
@click.option(
    "--into", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the cases there, a file for each clause."
)
@click.option("--force", is_flag=True, help="Write them there although other files are there.")
@click.option("-v", "--verbose", is_flag=True, help="List everything that is not covered.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    rulebook: str,
    into: Path | None,
    force: bool,
    verbose: bool,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Make a small suite of cases that covers RULEBOOK, for testing other implementations of it.

    Plays at random from the set-up and from positions, keeps for every clause and both sides of every condition the
    cheapest case found, makes it as small as it gets, and leaves out what others cover. What the cases expect is what
    the reference engine does. The same seed and number of games give the same files.

    Making cases small takes time of its own, on top of --seconds.
    """
    from ruleslawyer.generate.build import JOBS, build
    from ruleslawyer.generate.folder import check_folder, write_suite
    from ruleslawyer.language import load
    from ruleslawyer.report.generating import suite_data, suite_page, suite_text
    from ruleslawyer.report.progress import several

    if force and into is None:
        raise click.UsageError("`--force` goes with `--into`")
    law = load(rulebook)
    request = _request(law, wanted)
    if into is not None:
        check_folder(into, force=force)
    if not as_json:
        click.echo(_heading(law, request))
    with several(JOBS, quiet=as_json) as tick:
        suite = build(law, request, tick)
    written = () if into is None else write_suite(suite, into, suite_page(suite), force=force)
    if as_json:
        echo_json(suite_data(suite, bool(written)))
    else:
        click.echo(suite_text(suite, everything=verbose))
        click.echo(
            f"written: {len(written)} files in {into}" if written else "nothing is written without --into FOLDER"
        )
    ctx.exit(DOES_NOT_HOLD if suite.harvest.broken else HOLDS)


def _heading(law: Law, request: Request) -> str:
    reading = request.reading_name(law)
    return f"Generating cases for {law.title} {law.version}{f', {reading}' if reading else ''}, seed {request.seed}"


def _request(law: Law, wanted: dict[str, Any]) -> Request:
    from ruleslawyer.generate.request import Request

    base = profile_named(law, wanted["profile"]) if law.profiles or wanted["profile"] else ""
    rulings = {name: ruling.type.literals for name, ruling in law.rulings.items()}
    answers = {**law.profiles.get(base, {}), **answers_named(law, wanted["rulings"], "ruling", rulings)}
    missing = [name for name in law.rulings if name not in answers]
    if missing:
        raise click.UsageError(f"nothing answers {', '.join(missing)}: give --rulings {missing[0]}=ANSWER")
    low, high = law.players
    chosen = wanted["players"]
    examples_, seconds = wanted["examples"], wanted["seconds"]
    return Request(
        answers=answers,
        base=base,
        players=tuple(range(low, high + 1)) if chosen is None else (players_allowed(law, chosen),),
        pairs=wanted["pairs"],
        seed=pick_seed(wanted["seed"]),
        examples=EXAMPLES if examples_ is None and seconds is None else examples_,
        seconds=seconds,
        options=options_named(law, wanted["options"]),
    )
