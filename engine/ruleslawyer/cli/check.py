"""`ruleslawyer check`: every fault of a rulebook at once, or its source ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import echo_json, examples, json_option
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.locate import rulebook_folder, rulebook_names

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law


@click.command(
    "check",
    epilog=examples(
        "check",
        "check ./my-rulebook",
        "check RULEBOOK --ledger",
        "check RULEBOOK --interactions",
        "check --schema > rulebook.schema.json",
    ),
)
@click.argument("rulebooks", nargs=-1, metavar="[RULEBOOK]...")
@click.option("--ledger", "show_ledger", is_flag=True, help="Print what encodes each paragraph of each source.")
@click.option(
    "--interactions",
    "features",
    is_flag=False,
    flag_value="",
    metavar="[TYPE]",
    help="Print how the features of a rulebook (the literals of the enumeration TYPE that players have) collide.",
)
@click.option("--pair", nargs=2, metavar="A B", help="With --interactions: all that is known of two features.")
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="With --interactions: write a scenario for each conflict that was played into.",
)
@click.option("--schema", "show_schema", is_flag=True, help="Print the JSON Schema of rulebook files, for editors.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    rulebooks: tuple[str, ...],
    show_ledger: bool,
    features: str | None,
    pair: tuple[str, str] | None,
    save: Path | None,
    show_schema: bool,
    as_json: bool,
) -> None:
    """Check rulebooks: all that come with the program, or those named.

    Reads every file, and reports every fault in one run: its place, the line, the clause, and what to write instead.
    """
    if show_schema:
        from ruleslawyer.rulebook.schema import schema_text

        click.echo(schema_text(), nl=False)
        return
    names = rulebooks or tuple(rulebook_names())
    if not names:
        raise click.UsageError("no rulebook comes with this installation; name a folder")
    for name in names:
        rulebook_folder(name)
    if features is not None:
        from ruleslawyer.cli.interacting import check_interactions

        if len(names) != 1:
            raise click.UsageError("name one rulebook: its features are compared with one another")
        ctx.exit(check_interactions(names[0], features or None, pair, save, as_json))
    if pair or save is not None:
        raise click.UsageError("`--pair` and `--save` go with `--interactions`")
    results = [_check(name) for name in names]
    if as_json:
        from ruleslawyer.report.checks import as_data, ledger_data

        data = [as_data(name, outcome) for name, outcome in results]
        if show_ledger:
            for entry, (_, outcome) in zip(data, results, strict=True):
                entry["ledger"] = [] if isinstance(outcome, RulebookError) else ledger_data(outcome)
        echo_json(data)
    else:
        for name, outcome in results:
            _print(name, outcome, show_ledger)
    ctx.exit(DOES_NOT_HOLD if any(isinstance(outcome, RulebookError) for _, outcome in results) else HOLDS)


def _check(name: str) -> tuple[str, Law | RulebookError]:
    from ruleslawyer.language import load

    try:
        return name, load(name)
    except RulebookError as error:
        return name, error


def _print(name: str, outcome: Law | RulebookError, show_ledger: bool) -> None:
    from ruleslawyer.report.checks import counts_line, print_ledger

    if isinstance(outcome, RulebookError):
        faults = len(outcome.diagnostics)
        click.echo(str(outcome), err=True)
        click.echo(f"\n{name}: {faults} fault{'' if faults == 1 else 's'}", err=True)
        return
    if show_ledger:
        print_ledger(outcome)
    click.echo(counts_line(outcome))
