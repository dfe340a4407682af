"""`ruleslawyer compare`: where two readings part, and how often it matters; or what it changes to have a feature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command, players_option, rulebook_argument, seed_option
from ruleslawyer.rulebook.diagnostics import UsageError

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law


@make_command(
    "compare",
    "compare RULEBOOK",
    "compare RULEBOOK --profiles A B --games 1000",
    "compare RULEBOOK --ruling R",
    "compare RULEBOOK --feature X --games 400",
    "compare RULEBOOK --feature TYPE --table > page.md",
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
@click.option("--table", "every", is_flag=True, help="With --feature: weigh all features of its TYPE; prints Markdown.")
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
    "--games", type=click.IntRange(0), default=200, show_default=True, metavar="N", help="Pairs of random games."
)
@players_option("Players of the random games. [default: the least]")
@seed_option
@click.option("--jobs", type=click.IntRange(1), metavar="J", help="Processes. [default: one for each processor]")
@json_option
def command(
    rulebook: str,
    profiles: tuple[str, str] | None,
    ruling: str | None,
    feature: str | None,
    every: bool,
    greedy: int | None,
    measure: str | None,
    as_json: bool,
    **wanted: Any,
) -> None:
    """Compare readings of RULEBOOK, or games with and without a feature.

    For each ruling on which they differ, prints the smallest position found on which the outcome differs, with the
    clauses and sources on either side; and from random games how often it matters to the play and to the result.
    """
    from ruleslawyer.report.comparing import comparison_data, print_comparison
    from ruleslawyer.report.progress import progress

    law = ruleslawyer.load(rulebook)
    if feature is not None:
        if profiles or ruling:
            raise UsageError("a feature is weighed under one profile: give neither `--profiles` nor `--ruling`")
        _weigh(law, feature, as_json, every=every, greedy=greedy, measure=measure, **wanted)
        return
    if every or greedy is not None or measure:
        raise UsageError("`--table`, `--greedy` and `--measure` go with `--feature`")
    with progress(_heading(law, profiles, ruling), quiet=as_json) as told:
        found = ruleslawyer.compare(law, profiles=profiles, ruling=ruling, progress=told, **wanted)
    if as_json:
        echo_json(comparison_data(law, found))
    else:
        print_comparison(law, found)


def _heading(law: Law, profiles: tuple[str, str] | None, ruling: str | None) -> str:
    """What is compared, as far as it is known before it is held against the rulebook."""
    names = profiles or tuple(law.profiles)[:2]
    if ruling is not None:
        return f"{law.title} {law.version}: the answers to {ruling}"
    answers = [law.profiles.get(name, {}) for name in names]
    differ = sum(len({one.get(name) for one in answers}) > 1 for name in law.rulings)
    return f"{law.title} {law.version}: {' and '.join(names)} differ on {differ} of {len(law.rulings)} rulings"


def _weigh(law: Law, feature: str, as_json: bool, every: bool, **wanted: Any) -> None:
    from ruleslawyer.report.progress import progress
    from ruleslawyer.report.weighing import answer_data, markdown, print_answer

    with progress(quiet=as_json) as told:
        answers = ruleslawyer.weigh(law, feature, every=every, progress=told, **wanted)
    if as_json:
        data = [answer_data(law, one) for one in answers]
        echo_json(data if every else data[0])
    elif every:
        click.echo(markdown(law, answers), nl=False)
    else:
        click.echo(f"{law.title} {law.version}: what {answers[0].question.feature} changes")
        print_answer(law, answers[0])
