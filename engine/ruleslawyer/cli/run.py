"""`ruleslawyer run`: hold scenarios against their rulebook."""

from __future__ import annotations

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command


@make_command("run", "run", "run RULEBOOK", "run ./cases/one.yaml --rulebook ./my-rulebook", "run ./cases --verbose")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--rulebook", metavar="RULEBOOK", help="Hold them against this one, not against that which each names.")
@click.option("-v", "--verbose", is_flag=True, help="Name the scenarios that hold as well.")
@json_option
def command(paths: tuple[str, ...], rulebook: str | None, verbose: bool, as_json: bool) -> bool:
    """Run scenarios: all that come with the program, or those in files and folders.

    Of each that does not hold, prints what was expected and what came, under which reading, and which clauses were at
    work. A PATH is a file, a folder, or the name of a rulebook that comes with the program. An extension is held to the
    scenarios of its base too, save those that it names below `departs:`, which must go otherwise.
    """
    from ruleslawyer.report.scenarios import result_data, result_text

    results = []
    for result in ruleslawyer.run(*paths, rulebook=rulebook):
        results.append(result)
        if not as_json and (verbose or not result.holds):
            click.echo(result_text(result))
    failed = sum(not result.holds for result in results)
    if as_json:
        echo_json({"holds": not failed, "scenarios": [result_data(result) for result in results]})
    else:
        runs = sum(len(result.outcomes) for result in results)
        click.echo(f"{len(results)} scenarios, {runs} runs: {f'{failed} do not hold' if failed else 'all hold'}")
    return not failed
