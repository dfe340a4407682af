"""`ruleslawyer compare`: where two readings part, and how often it matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.options import (
    echo_json,
    examples,
    json_option,
    pick_seed,
    players_allowed,
    profile_named,
    rulebook_argument,
    seed_option,
)
from ruleslawyer.cli.weighing import weigh_feature
from ruleslawyer.rulebook.diagnostics import RulebookError, did_you_mean

if TYPE_CHECKING:
    from ruleslawyer.compare.comparison import Request
    from ruleslawyer.language.law import Law
    from ruleslawyer.scenario.model import Scenario

GAMES = 200


@click.command(
    "compare",
    epilog=examples(
        "compare RULEBOOK",
        "compare RULEBOOK --profiles A B --games 1000",
        "compare RULEBOOK --ruling R",
        "compare RULEBOOK --feature X --games 400",
        "compare RULEBOOK --feature TYPE --table > page.md",
    ),
)
@rulebook_argument
@click.option(
    "--profiles", nargs=2, metavar="A B", help="Hold these two profiles against each other. [default: the first two]"
)
@click.option("--ruling", metavar="R", help="Hold the answers to one ruling against each other.")
@click.option(
    "--feature",
    metavar="X",
    help="Weigh a feature: what having it changes. X is a literal that players can have, or TYPE.X.",
)
@click.option("--table", "whole", is_flag=True, help="With --feature: weigh all features of its TYPE; prints Markdown.")
@click.option(
    "--greedy",
    type=click.IntRange(0),
    metavar="N",
    help="With --feature: pairs of games of players who take what puts them farthest ahead. [default: half of --games]",
)
@click.option(
    "--measure",
    metavar="F",
    help="With --feature: the definition by which that is judged. [default: what decides who wins]",
)
@click.option(
    "--profile", metavar="P", help="With --ruling or --feature: all else is answered as in P. [default: the first]"
)
@click.option(
    "--games", type=click.IntRange(0), default=GAMES, show_default=True, metavar="N", help="Pairs of random games."
)
@click.option("--players", type=int, metavar="N", help="Players of the random games. [default: the least]")
@seed_option
@click.option("--jobs", type=click.IntRange(1), metavar="J", help="Processes. [default: one for each processor]")
@json_option
def command(
    rulebook: str,
    profiles: tuple[str, str] | None,
    ruling: str | None,
    feature: str | None,
    whole: bool,
    greedy: int | None,
    measure: str | None,
    profile: str | None,
    games: int,
    players: int | None,
    seed: int | None,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Compare readings of RULEBOOK, or games with and without a feature.

    For each ruling on which they differ, prints the smallest position found on which the outcome differs, with the
    clauses and sources on either side; and from random games how often it matters to the play and to the result.
    """
    from ruleslawyer.compare.comparison import compare
    from ruleslawyer.language import load
    from ruleslawyer.report.progress import progress

    if profiles and ruling:
        raise click.UsageError("give either `--profiles` or `--ruling`")
    law = load(rulebook)
    if feature is not None:
        if profiles or ruling:
            raise click.UsageError("a feature is weighed under one profile: give neither `--profiles` nor `--ruling`")
        weigh_feature(
            law,
            feature,
            whole=whole,
            profile=profile,
            players=players_allowed(law, players),
            games=games,
            greedy=greedy,
            measure=measure,
            seed=pick_seed(seed),
            jobs=jobs,
            as_json=as_json,
        )
        return
    if whole or greedy is not None or measure:
        raise click.UsageError("`--table`, `--greedy` and `--measure` go with `--feature`")
    if profile and not ruling:
        raise click.UsageError("`--profile` goes with `--ruling` or `--feature`")
    names = None if ruling else _two_profiles(law, profiles)
    seats, seed = players_allowed(law, players), pick_seed(seed)
    request = _request(law, names, ruling, profile, seats, games, seed)
    if not as_json:
        click.echo(_heading(law, names, ruling, len(request.issues)))
    with progress("comparing", quiet=as_json) as tick:
        found = compare(law, request, jobs=jobs, tick=tick)
    from ruleslawyer.report.comparing import comparison_data, print_comparison

    if as_json:
        echo_json(comparison_data(law, found, names))
    else:
        print_comparison(law, found, names)


def _two_profiles(law: Law, profiles: tuple[str, str] | None) -> tuple[str, str]:
    if profiles:
        return profile_named(law, profiles[0]), profile_named(law, profiles[1])
    if len(law.profiles) < 2:
        raise click.UsageError(f"`{law.name}` has no two profiles to compare; give `--ruling`")
    left, right, *_ = law.profiles
    return left, right


def _heading(law: Law, names: tuple[str, str] | None, ruling: str | None, issues: int) -> str:
    if names is None:
        return f"{law.title} {law.version}: the answers to {ruling}"
    return f"{law.title} {law.version}: {names[0]} and {names[1]} differ on {issues} of {len(law.rulings)} rulings"


def _request(
    law: Law,
    names: tuple[str, str] | None,
    ruling: str | None,
    profile: str | None,
    players: int,
    games: int,
    seed: int,
) -> Request:
    from ruleslawyer.compare.comparison import Request
    from ruleslawyer.compare.readings import issues_between, issues_of

    if names is not None:
        left, right = (law.profiles[name] for name in names)
        issues = tuple(issues_between(law, left, right))
        return Request(issues, names, (left, right), players, games, seed, _fixtures(law))
    assert ruling is not None
    if ruling not in law.rulings:
        raise click.UsageError(f"`{law.name}` has no ruling `{ruling}`; {did_you_mean(ruling, law.rulings)}")
    base = profile_named(law, profile)
    issues = tuple(issues_of(law, ruling, law.profiles[base]))
    return Request(issues, (base,), None, players, games, seed, _fixtures(law))


def _fixtures(law: Law) -> dict[str, list[Scenario]]:
    """The scenarios that answer each ruling, if the rulebook's come with the program; first that which it names."""
    from ruleslawyer.scenario.paths import read_paths

    try:
        scenarios = [one for file in read_paths([law.name]) for one in file.scenarios if one.rulebook == law.name]
    except RulebookError:
        return {}
    named = {one.name.value: one.fixture.value for one in law.rulebook.rulings if one.fixture is not None}
    return {
        ruling: sorted(
            (one for one in scenarios if one.slug == named.get(ruling) or _answers(one, ruling)),
            key=lambda one: one.slug != named.get(ruling),
        )
        for ruling in law.rulings
    }


def _answers(scenario: Scenario, ruling: str) -> bool:
    return any(ruling in reading.rulings for reading in scenario.readings)
