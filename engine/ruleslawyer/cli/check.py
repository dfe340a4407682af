"""`ruleslawyer check`: every fault of a rulebook at once, its source ledger, or how its features collide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command
from ruleslawyer.rulebook.diagnostics import RulebookError, UsageError
from ruleslawyer.rulebook.locate import rulebook_folder, rulebook_names

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law


@make_command(
    "check",
    "check",
    "check ./my-rulebook",
    "check RULEBOOK --ledger",
    "check RULEBOOK --interactions",
    "check --schema > rulebook.schema.json",
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
def command(
    rulebooks: tuple[str, ...],
    show_ledger: bool,
    features: str | None,
    pair: tuple[str, str] | None,
    save: Path | None,
    show_schema: bool,
    as_json: bool,
) -> bool:
    """Check rulebooks: all that come with the program, or those named.

    Reads every file, and reports every fault in one run: its place, the line, the clause, and what to write instead.
    """
    if show_schema:
        from ruleslawyer.rulebook.schema import schema_text

        click.echo(schema_text(), nl=False)
        return True
    names = rulebooks or tuple(rulebook_names())
    if not names:
        raise UsageError("no rulebook comes with this installation; name a folder")
    for name in names:
        rulebook_folder(name)
    if features is not None:
        if len(names) != 1:
            raise UsageError("name one rulebook: its features are compared with one another")
        return _interactions(ruleslawyer.load(names[0]), features or None, pair, save, as_json)
    if pair or save is not None:
        raise UsageError("`--pair` and `--save` go with `--interactions`")
    results = [(name, _check(name)) for name in names]
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
    return not any(isinstance(outcome, RulebookError) for _, outcome in results)


def _check(name: str) -> Law | RulebookError:
    from ruleslawyer.language import load_with_bases

    try:
        return load_with_bases(name)[0]
    except RulebookError as error:
        return error


def _print(name: str, outcome: Law | RulebookError, show_ledger: bool) -> None:
    from ruleslawyer.report.checks import counts_line, print_ledger, touches_lines

    if isinstance(outcome, RulebookError):
        faults = len(outcome.diagnostics)
        click.echo(str(outcome), err=True)
        click.echo(f"\n{name}: {faults} fault{'' if faults == 1 else 's'}", err=True)
        return
    if show_ledger:
        print_ledger(outcome)
    click.echo(counts_line(outcome))
    for line in touches_lines(outcome):
        click.echo(line)


def _interactions(
    law: Law, type_name: str | None, pair: tuple[str, str] | None, save: Path | None, as_json: bool
) -> bool:
    """Prints the matrix, or what is known of two features; whether nothing of it is harmful."""
    from ruleslawyer.features.possession import possession_of, two_features
    from ruleslawyer.report.interacting import interactions_data, print_interactions, print_relation, relation_data
    from ruleslawyer.report.progress import progress
    from ruleslawyer.scenario.write import to_yaml

    possession, two = (possession_of(law, type_name), None) if pair is None else two_features(law, type_name, *pair)
    if not as_json:
        entries = f"`{possession.definition}` says who has which"
        click.echo(
            f"{law.title} {law.version}: {len(possession.features)} features of {possession.type.name}; {entries}"
        )
    with progress(quiet=as_json) as told:
        found = ruleslawyer.interactions(law, possession, progress=told)
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
        for scenario in found.scenarios():
            (save / f"{scenario.slug}.yaml").write_text(to_yaml([scenario]), encoding="utf-8")
    if two is None:
        if as_json:
            echo_json(interactions_data(law, found))
        else:
            print_interactions(law, found)
        return found.holds
    relations = [found.relation(*two, together) for together in (True, False)]
    if as_json:
        echo_json([relation_data(one) for one in relations])
    else:
        for one in relations:
            print_relation(law, found, one)
    return not any(one.standing.harmful for one in relations)
