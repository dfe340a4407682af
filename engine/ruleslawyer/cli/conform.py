"""`ruleslawyer conform`: hold somebody's implementation against a rulebook."""

from __future__ import annotations

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import SEEDS, examples


@click.command(
    "conform",
    epilog=examples(
        'conform --adapter "node my-adapter.js"',
        'conform --adapter "./my-adapter" --suite ./cases --profile P --workers 4',
        'conform --adapter "./my-adapter" --replay WORD',
    ),
)
@click.option("--adapter", "adapters", multiple=True, metavar="CMD", help="The command that runs the adapter.")
@click.option("--rulebook", metavar="RULEBOOK", help="Name or folder. [default: the one of the suite]")
@click.option("--suite", "suites", multiple=True, metavar="PATH", help="Scenarios. [default: those of the rulebook]")
@click.option("--profile", metavar="P", help="The reading. [default: the one that the adapter claims]")
@click.option("--games", type=click.IntRange(0), default=300, show_default=True, help="Random games after the suite.")
@click.option("--seed", type=click.IntRange(0, SEEDS), default=0, show_default=True, help="Of the random games.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Each has its own child.")
@click.option("--timeout", type=click.FloatRange(0.05, 600), default=2.0, show_default=True, help="Seconds an answer.")
@click.option("--replay", metavar="WORD", help="Play one case that a report has packed into a word.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines, with a header and a footer.")
@click.pass_context
def command(
    ctx: click.Context,
    adapters: tuple[str, ...],
    rulebook: str | None,
    suites: tuple[str, ...],
    profile: str | None,
    games: int,
    seed: int,
    workers: int,
    timeout: float,
    replay: str | None,
    as_json: bool,
) -> None:
    """Hold an implementation against a rulebook: its scenarios first, then random games, step by step.

    The adapter is a program that speaks the protocol of docs/adapter.md on its standard input and output. Of each
    clause that it does not follow, prints what the clause demands, what the implementation did, and the shortest game
    that shows it.
    """
    from ruleslawyer.cli.conforming import Case, run_adapters
    from ruleslawyer.report.conformance_jsonl import jsonl
    from ruleslawyer.report.conformance_text import report_text

    if not adapters:
        raise click.UsageError("name the program to be tested: --adapter CMD")
    case = Case(rulebook, suites, profile, games, seed, workers, timeout, replay)
    reports = run_adapters(case, adapters, quiet=as_json)
    for number, report in enumerate(reports):
        if as_json:
            for line in jsonl(report):
                click.echo(line)
        else:
            click.echo(("\n" if number else "") + report_text(report))
    ctx.exit(HOLDS if all(report.conforms for report in reports) else DOES_NOT_HOLD)
