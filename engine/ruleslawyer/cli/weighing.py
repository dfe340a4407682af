"""`ruleslawyer compare RULEBOOK --feature X`: what it changes to have a feature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ruleslawyer.cli.options import echo_json, profile_named
from ruleslawyer.rulebook.diagnostics import did_you_mean

if TYPE_CHECKING:
    from ruleslawyer.features.games import Question
    from ruleslawyer.features.possession import Possession
    from ruleslawyer.language.law import Law


def weigh_feature(
    law: Law,
    feature: str,
    *,
    whole: bool,
    profile: str | None,
    players: int,
    games: int,
    greedy: int | None,
    measure: str | None,
    seed: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Prints what a feature is worth; `whole`: a table of all features of its enumeration.

    :raises click.UsageError: there is no such feature, or it cannot be given.
    """
    from ruleslawyer.features.possession import NoFeatures, possession_of, possession_with
    from ruleslawyer.features.worth import CannotGive, weigh
    from ruleslawyer.report.progress import progress
    from ruleslawyer.report.weighing import answer_data, markdown, print_answer

    try:
        if whole and feature in law.enums:
            possession = possession_of(law, feature)
            features = possession.features
        else:
            possession, name = possession_with(law, feature)
            features = possession.features if whole else (name,)
        questions = [
            _question(law, possession, one, profile, players, games, greedy, measure, seed) for one in features
        ]
        if not as_json and not whole:
            click.echo(f"{law.title} {law.version}: what {features[0]} changes")
        with progress("comparing", quiet=as_json) as tick:
            answers = weigh(law, questions, jobs=jobs, tick=tick)
    except (NoFeatures, CannotGive) as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        data: list[dict[str, Any]] = [answer_data(law, one) for one in answers]
        echo_json(data if whole else data[0])
    elif whole:
        click.echo(markdown(law, answers), nl=False)
    else:
        print_answer(law, answers[0])


def _question(
    law: Law,
    possession: Possession,
    feature: str,
    profile: str | None,
    players: int,
    games: int,
    greedy: int | None,
    measure: str | None,
    seed: int,
) -> Question:
    from ruleslawyer.features.games import Play, Question
    from ruleslawyer.language.outline import measures

    known = measures(law)
    if measure is not None and measure not in law.definitions:
        raise click.UsageError(f"`{law.name}` has no definition `{measure}`; {did_you_mean(measure, law.definitions)}")
    if measure is None and greedy and len(known) != 1:
        listed = ", ".join(known) or "none"
        raise click.UsageError(
            f"greedy players need one number to judge by (the winners depend on: {listed}); give `--measure`"
        )
    chosen = measure or (known[0] if len(known) == 1 else "")
    counts: dict[Play, int] = {"random": games, "greedy": (games // 2 if greedy is None else greedy) if chosen else 0}
    name = profile_named(law, profile)
    return Question(possession, feature, name, players, {play: n for play, n in counts.items() if n}, chosen, seed)
