"""`ruleslawyer conform`: hold somebody's implementation against a rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import SEEDS, examples

OUTPUT = click.Path(dir_okay=False, path_type=Path)
INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(
    "conform",
    epilog=examples(
        'conform --adapter "node my-adapter.js"',
        'conform --adapter "./my-adapter" --suite ./cases --profile P --workers 4',
        'conform --adapter "./my-adapter" --known known.yaml --junit report.xml --html report.html',
        'conform --adapter "./my-adapter" --fingerprint',
        "conform --trace game.jsonl",
        "conform --words",
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
@click.option("--fingerprint", is_flag=True, help="Find out which reading the adapter follows, and hold it to that.")
@click.option("--known", type=OUTPUT, metavar="FILE", help="Known failures: a clause or id, and a reason.")
@click.option("--update-known", is_flag=True, help="Rewrite that file: drop stale entries, add new failures.")
@click.option("--trace", "logs", multiple=True, type=INPUT, metavar="LOG", help="Check a game log, or an ITF trace.")
@click.option("--words", is_flag=True, help="Print the names that the protocol uses for this rulebook.")
@click.option("--junit", type=OUTPUT, metavar="FILE", help="Write JUnit XML.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write one self-contained page.")
@click.option("--itf", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Write cases as ITF.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines, with a header and a footer.")
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Hold an implementation against a rulebook: its scenarios first, then random games, step by step.

    The adapter is a program that speaks the protocol of docs/adapter.md on its standard input and output. Of each
    clause that it does not follow, prints what the clause demands, what the implementation did, and the shortest game
    that shows it. Programs that cannot be driven are checked by their logs: --trace.
    """
    from ruleslawyer.cli.conforming import Case, check_logs, run_adapters, show_words

    modes = [name for name in ("adapters", "logs", "words") if options[name]]
    if len(modes) != 1:
        raise click.UsageError("name the program to be tested: --adapter CMD (or a log: --trace LOG, or --words)")
    if options["update_known"] and options["known"] is None:
        raise click.UsageError("which file? --update-known goes with --known FILE")
    case = Case(**options)
    run = {"adapters": run_adapters, "logs": check_logs, "words": show_words}[modes[0]]
    ctx.exit(HOLDS if run(case) else DOES_NOT_HOLD)
