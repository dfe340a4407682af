"""`ruleslawyer ask`: what a rulebook says about one position."""

from __future__ import annotations

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command


@make_command(
    "ask",
    "ask position.yaml",
    "ask position.yaml --decide LABEL=VALUE --decide LABEL=VALUE",
    "ask cases.yaml --scenario SLUG --profile A --profile B",
)
@click.argument("position", type=click.Path(exists=True, dir_okay=False))
@click.option("--decide", multiple=True, metavar="LABEL=VALUE", help="Take this decision; may be given several times.")
@click.option("--profile", "profiles", multiple=True, metavar="P", help="Under this profile. [default: all]")
@click.option("--scenario", metavar="SLUG", help="Of a file of scenarios, this one. [default: the first]")
@click.option("--rulebook", metavar="RULEBOOK", help="Ask this one, not the one that the file names.")
@json_option
def command(
    position: str,
    decide: tuple[str, ...],
    profiles: tuple[str, ...],
    scenario: str | None,
    rulebook: str | None,
    as_json: bool,
) -> None:
    """Say what may happen in a position, and what follows from decisions, under each profile side by side.

    POSITION is a YAML file: `rulebook:` and a position, or a file of scenarios. The decisions of a scenario are taken
    unless others are given. Chance is decided like everything else: `--decide ZONE=CARD`.
    """
    from ruleslawyer.report.asking import answers_data, print_answers

    asked = ruleslawyer.ask(position, decide=decide, profiles=profiles, scenario=scenario, rulebook=rulebook)
    if as_json:
        echo_json(answers_data(asked))
    else:
        print_answers(asked)
