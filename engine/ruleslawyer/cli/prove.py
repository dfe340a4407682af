"""`ruleslawyer prove`: what a rulebook promises, for games of any length and under every reading at once."""

from __future__ import annotations

import click

import ruleslawyer
from ruleslawyer.cli.exits import INTERNAL
from ruleslawyer.cli.options import echo_json, json_option, make_command, players_option, rulebook_argument


@make_command("prove", "prove RULEBOOK", "prove ./my-rulebook --only EVENT --effort 600", "prove RULEBOOK --json")
@rulebook_argument
@players_option("Only for this number of players. [default: every number]")
@click.option("--only", metavar="NAME", help="Only what concerns this event, definition or clause, or `setup`.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=1800.0,
    show_default=True,
    metavar="S",
    help="Seconds after which a question is given up in any case.",
)
@click.option(
    "--effort",
    type=click.FloatRange(0, min_open=True),
    default=60.0,
    show_default=True,
    metavar="M",
    help="Millions of the solver's steps for each question: the same on every machine.",
)
@click.option(
    "--no-confirm",
    is_flag=True,
    help="Do not look for games that reach the counterexamples; what is declared to fail stays unproved then.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    rulebook: str,
    players: int | None,
    only: str | None,
    timeout: float,
    effort: float,
    no_confirm: bool,
    as_json: bool,
) -> bool:
    """Prove what RULEBOOK promises: its invariants and theorems, and that no clause ever asks for the impossible.

    The proofs are for games of any length, for every number of players and under every answer to every ruling. What is
    violated comes with a counterexample; what is unproved is said as such, and counts as not holding. Where a theorem
    is declared to fail under a reading, a game is found that shows it.
    """
    from ruleslawyer.prove.apart import ProverStopped
    from ruleslawyer.report.checks import claim_counts
    from ruleslawyer.report.progress import progress
    from ruleslawyer.report.proofs import holds, lemmas, print_proofs

    law = ruleslawyer.load(rulebook)
    claims = ", ".join(f"{count} {what}" for what, count in claim_counts(law.rulebook).items())
    try:
        with progress(f"{law.title} {law.version}: {claims}", quiet=as_json) as told:
            report = ruleslawyer.prove(
                law,
                players=players,
                only=only,
                timeout=timeout,
                effort=int(effort * 1_000_000),
                confirm=not no_confirm,
                apart=True,
                progress=told,
            )
    except ProverStopped as stopped:
        click.echo(f"the prover stopped: {stopped}", err=True)
        ctx.exit(INTERNAL)
    if as_json:
        echo_json({"holds": holds(report), **report.as_json(), "lemmas": sorted(lemmas(law))})
    else:
        print_proofs(law, report)
    return holds(report)
