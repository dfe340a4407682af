"""`ruleslawyer check RULEBOOK --interactions`: how the features of a rulebook collide."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import echo_json

if TYPE_CHECKING:
    from ruleslawyer.features.possession import Possession
    from ruleslawyer.features.relations import Interactions
    from ruleslawyer.language.law import Law


def check_interactions(
    name: str, type_name: str | None, pair: tuple[str, str] | None, save: Path | None, as_json: bool
) -> int:
    """Prints the matrix, or what is known of two features; the exit code.

    :raises click.UsageError: the rulebook has no such features.
    """
    from ruleslawyer.features.possession import NoFeatures, possession_of, possession_with
    from ruleslawyer.language import load
    from ruleslawyer.report.interacting import interactions_data, print_interactions, print_relation, relation_data

    law = load(name)
    try:
        if pair is not None and type_name is None:
            possession = possession_with(law, pair[0])[0]
        else:
            possession = possession_of(law, type_name)
        two = None if pair is None else _two(law, possession, pair)
    except NoFeatures as error:
        raise click.UsageError(str(error)) from None
    if not as_json:
        entries = f"`{possession.definition}` says who has which"
        click.echo(
            f"{law.title} {law.version}: {len(possession.features)} features of {possession.type.name}; {entries}"
        )
    found = _analysed(law, possession, quiet=as_json)
    if save is not None:
        _save(found, save)
    if two is None:
        if as_json:
            echo_json(interactions_data(law, found))
        else:
            print_interactions(law, found)
        return HOLDS if found.holds else DOES_NOT_HOLD
    relations = [found.relation(*two, together) for together in (True, False)]
    if as_json:
        echo_json([relation_data(one) for one in relations])
    else:
        for one in relations:
            print_relation(law, found, one)
    return DOES_NOT_HOLD if any(one.standing.harmful for one in relations) else HOLDS


def _two(law: Law, possession: Possession, pair: tuple[str, str]) -> tuple[str, str]:
    from ruleslawyer.features.possession import NoFeatures, possession_with

    names = []
    for text in pair:
        of, literal = possession_with(law, text)
        if of != possession:
            raise NoFeatures(f"`{literal}` is no {possession.type.name}")
        names.append(literal)
    if names[0] == names[1]:
        raise NoFeatures(f"`{names[0]}` and `{names[1]}` are one feature; name two")
    return names[0], names[1]


def _analysed(law: Law, possession: Possession, quiet: bool) -> Interactions:
    from ruleslawyer.features.confirm import confirmed
    from ruleslawyer.features.interactions import interactions
    from ruleslawyer.report.progress import progress

    with progress("comparing features", quiet=quiet) as tick:
        found = interactions(law, possession, progress=lambda done, of, name: tick(done, of))
    if found.holds:
        return found
    with progress("playing into conflicts", quiet=quiet) as tick:
        return confirmed(law, possession, found, progress=tick)


def _save(found: Interactions, folder: Path) -> None:
    """Writes every scenario to a file of its own."""
    from ruleslawyer.scenario.write import to_yaml

    folder.mkdir(parents=True, exist_ok=True)
    for relation in (*found.alone, *found.pairs):
        for clash in relation.clashes:
            if clash.scenario is not None:
                (folder / f"{clash.scenario.slug}.yaml").write_text(to_yaml([clash.scenario]), encoding="utf-8")
