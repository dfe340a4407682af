"""`ruleslawyer prove`: what a rulebook promises, for games of any length and under every reading at once."""

from __future__ import annotations

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS, INTERNAL
from ruleslawyer.cli.options import echo_json, examples, json_option, players_allowed, rulebook_argument
from ruleslawyer.rulebook.diagnostics import did_you_mean


@click.command(
    "prove", epilog=examples("prove RULEBOOK", "prove ./my-rulebook --only EVENT --timeout 60", "prove RULEBOOK --json")
)
@rulebook_argument
@click.option("--players", type=int, metavar="N", help="Only for this number of players. [default: every number]")
@click.option("--only", metavar="NAME", help="Only what concerns this event, definition or clause, or `setup`.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="S",
    help="Seconds for each question.",
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
    no_confirm: bool,
    as_json: bool,
) -> None:
    """Prove what RULEBOOK promises: its invariants and theorems, and that no clause ever asks for the impossible.

    The proofs are for games of any length, for every number of players and under every answer to every ruling. What is
    violated comes with a counterexample; what is unproved is said as such, and counts as not holding. Where a theorem
    is declared to fail under a reading, a game is found that shows it.
    """
    from ruleslawyer.language import load
    from ruleslawyer.report.checks import claim_counts
    from ruleslawyer.report.progress import progress

    law = load(rulebook)
    numbers = None if players is None else range(players_allowed(law, players), players + 1)
    known = {"setup", *law.events, *law.definitions, *law.clauses}
    if only is not None and only not in known:
        raise click.UsageError(f"`{law.name}` has no event, definition or clause `{only}`; {did_you_mean(only, known)}")
    if not as_json:
        counts = ", ".join(f"{count} {what}" for what, count in claim_counts(law.rulebook).items())
        click.echo(f"{law.title} {law.version}: {counts}")
    from ruleslawyer.cli.proving import ProverStopped, Proving, Wanted

    wanted = Wanted(numbers, only, timeout, not no_confirm)
    try:
        with progress("proving", quiet=as_json) as tick, Proving(law, wanted) as proving:
            report = proving.report(tick)
    except ProverStopped as stopped:
        click.echo(f"the prover stopped: {stopped}", err=True)
        ctx.exit(INTERNAL)
    from ruleslawyer.report.proofs import holds, lemmas, print_proofs

    if as_json:
        echo_json({"holds": holds(report), **report.as_json(), "lemmas": sorted(lemmas(law))})
    else:
        print_proofs(law, report)
    ctx.exit(HOLDS if holds(report) else DOES_NOT_HOLD)
