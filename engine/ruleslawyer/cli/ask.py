"""`ruleslawyer ask`: what a rulebook says about one position."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.options import ASSIGNMENT, echo_json, examples, json_option, players_allowed, profiles_named
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, did_you_mean

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law
    from ruleslawyer.machine.notation import Written
    from ruleslawyer.report.asking import Question
    from ruleslawyer.scenario.model import Scenario

AS_SHOWN = re.compile(r"\w+\(.*\)")
"""An option with its arguments as a list of legal values has it: `bid(n: 20)`."""


@click.command(
    "ask",
    epilog=examples(
        "ask position.yaml",
        "ask position.yaml --decide LABEL=VALUE --decide LABEL=VALUE",
        "ask cases.yaml --scenario SLUG --profile A --profile B",
    ),
)
@click.argument("position", type=click.Path(exists=True, dir_okay=False))
@click.option("--decide", multiple=True, metavar="LABEL=VALUE", help="Take this decision; may be given several times.")
@click.option("--profile", "profiles", multiple=True, metavar="P", help="Under this profile. [default: all]")
@click.option("--scenario", "slug", metavar="SLUG", help="Of a file of scenarios, this one. [default: the first]")
@click.option("--rulebook", metavar="RULEBOOK", help="Ask this one, not the one that the file names.")
@json_option
def command(
    position: str,
    decide: tuple[str, ...],
    profiles: tuple[str, ...],
    slug: str | None,
    rulebook: str | None,
    as_json: bool,
) -> None:
    """Say what may happen in a position, and what follows from decisions, under each profile side by side.

    POSITION is a YAML file: `rulebook:` and a position, or a file of scenarios. The decisions of a scenario are taken
    unless others are given. Chance is decided like everything else: `--decide ZONE=CARD`.
    """
    from ruleslawyer.report.asking import answers, answers_data, print_answers

    law, question = _read(Path(position), slug, rulebook, decide)
    found = answers(law, question, profiles_named(law, profiles))
    if all(answer.refused for answer in found):
        raise click.UsageError(found[0].stages[-1].stuck)
    if as_json:
        echo_json(answers_data(law, question, found))
    else:
        print_answers(law, question, found)


def _read(path: Path, slug: str | None, rulebook: str | None, decide: tuple[str, ...]) -> tuple[Law, Question]:
    from ruleslawyer.rulebook.files import read_text
    from ruleslawyer.rulebook.nodes import Mapping
    from ruleslawyer.rulebook.yaml_reader import parse

    faults: list[Diagnostic] = []
    text = read_text(path, path.parent, faults)
    node = None if text is None else parse(str(path), text, faults, flow=True)
    if text is None or node is None or faults:
        raise RulebookError(faults, {str(path): text or ""})
    if isinstance(node, Mapping) and node.get("scenarios") is not None:
        return _from_scenario(path, slug, rulebook, decide)
    if slug is not None:
        raise click.UsageError(f"`{path}` holds a position, so there is no scenario to choose")
    if not isinstance(node, Mapping):
        fault = Diagnostic("expected-mapping", "a position is a mapping", node.span, hint="write `key: value` lines")
        raise RulebookError([fault], {str(path): text})
    return _from_position(node, path, rulebook, decide)


def _from_position(node: object, path: Path, rulebook: str | None, decide: tuple[str, ...]) -> tuple[Law, Question]:
    from ruleslawyer.language import load
    from ruleslawyer.report.asking import Question
    from ruleslawyer.rulebook.nodes import Mapping
    from ruleslawyer.scenario.read import plain

    assert isinstance(node, Mapping)
    given = plain(node)
    assert isinstance(given, dict)
    named = given.pop("rulebook", None)
    if rulebook is None and not isinstance(named, str):
        raise click.UsageError(f"`{path}` names no rulebook; add `rulebook: NAME`, or give `--rulebook`")
    law = load(rulebook or str(named))
    players = given.pop("players", None)
    if players is not None and not str(players).isdecimal():
        raise click.UsageError(f"`players: {players}` is no number")
    seats = players_allowed(law, None if players is None else int(str(players)))
    return law, Question(seats, given or None, _script(decide), {})


def _from_scenario(path: Path, slug: str | None, rulebook: str | None, decide: tuple[str, ...]) -> tuple[Law, Question]:
    from ruleslawyer.language import load
    from ruleslawyer.report.asking import Question
    from ruleslawyer.scenario.read import read_file

    scenario = _chosen(read_file(path).scenarios, slug)
    law = load(rulebook or scenario.rulebook)
    seats = players_allowed(law, scenario.players)
    return law, Question(seats, scenario.given, _script(decide) or scenario.decisions, scenario.options)


def _chosen(scenarios: tuple[Scenario, ...], slug: str | None) -> Scenario:
    if slug is None:
        return scenarios[0]
    for one in scenarios:
        if slug in (one.slug, one.id):
            return one
    raise click.UsageError(f"there is no scenario `{slug}`; {did_you_mean(slug, (one.slug for one in scenarios))}")


def _script(decide: tuple[str, ...]) -> tuple[tuple[str, Written], ...]:
    """The decisions given on the command line; a value is written as in a scenario, or as `ask` shows it."""
    from ruleslawyer.rulebook.yaml_reader import parse
    from ruleslawyer.scenario.read import plain

    script: list[tuple[str, Written]] = []
    for text in decide:
        match = ASSIGNMENT.fullmatch(text)
        if match is None:
            raise click.BadParameter(f"`{text}` is not LABEL=VALUE", param_hint="--decide")
        if AS_SHOWN.fullmatch(match[2].strip()):
            script.append((match[1].strip(), match[2].strip()))
            continue
        faults: list[Diagnostic] = []
        node = parse("--decide", match[2].strip(), faults, flow=True)
        if node is None or faults:
            raise RulebookError(faults, {"--decide": match[2]})
        script.append((match[1].strip(), plain(node)))
    return tuple(script)
