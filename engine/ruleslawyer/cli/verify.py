"""`ruleslawyer verify`: check, scenarios, a short fuzz and the proofs, in one go."""

from __future__ import annotations

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command, rulebook_argument
from ruleslawyer.rulebook.locate import rulebook_folder


@make_command("verify", "verify RULEBOOK", "verify ./my-rulebook --scenarios ./my-scenarios", "verify RULEBOOK --json")
@rulebook_argument
@click.option(
    "--scenarios", multiple=True, metavar="PATH", help="Files or folders. [default: those that come with RULEBOOK]"
)
@click.option(
    "--games", type=click.IntRange(1), default=200, show_default=True, metavar="N", help="Games of the short fuzz."
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="S", help="Seed of the short fuzz."
)
@json_option
def command(rulebook: str, scenarios: tuple[str, ...], games: int, seed: int, as_json: bool) -> bool:
    """Verify RULEBOOK: check it, run its scenarios, fuzz it for a while under all profiles, and prove what it promises.

    Uses two processes. Ends in a table; what fails is shown in full above it.
    """
    rulebook_folder(rulebook)
    if not as_json:
        click.echo(f"{rulebook}: verifying")
    from ruleslawyer.report.progress import progress
    from ruleslawyer.report.verification import print_verification, verification_data

    with progress(quiet=as_json) as told:
        found = ruleslawyer.verify(rulebook, scenarios=scenarios, games=games, seed=seed, apart=True, progress=told)
    if as_json:
        echo_json(verification_data(found))
    else:
        print_verification(found)
    return found.holds
