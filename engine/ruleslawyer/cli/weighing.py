"""`ruleslawyer compare RULEBOOK --feature X`: what it changes to have a feature."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from ruleslawyer.cli.options import echo_json, profile_named
from ruleslawyer.rulebook.diagnostics import did_you_mean

if TYPE_CHECKING:
    from ruleslawyer.features.games import Question
    from ruleslawyer.features.possession import Possession
    from ruleslawyer.language.law import Law

NAMED = "features named by their field"
"""Where the context keeps options that may be names of fields: pairs of an option and its value."""


class FieldCommand(click.Command):
    """A command to which any field of a card may be an option, whose value is one of its literals."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Sets aside every long option that is not declared, with its value, until the rulebook is known."""
        declared = {name for parameter in self.get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)}
        kept: list[str] = []
        named: list[tuple[str, str]] = []
        rest = iter(args)
        for one in rest:
            name, equals, value = one.partition("=")
            if one == "--":
                kept += [one, *rest]
            elif name.startswith("--") and name not in declared:
                named.append((name, value if equals else next(rest, "")))
            else:
                kept.append(one)
        ctx.meta[NAMED] = tuple(named)
        return super().parse_args(ctx, kept)


def feature_asked(ctx: click.Context, law: Law, feature: str | None) -> str | None:
    """The feature that `--feature X` or `--FIELD X` names, as `TYPE.X`.

    :raises click.NoSuchOption: an option is neither declared nor the name of a field of features.
    """
    from ruleslawyer.features.possession import possessions

    types = {one.type.name for one in possessions(law)}
    fields = {
        f"--{name}": str(type_) for kind in law.kinds.values() for name, type_ in kind.items() if str(type_) in types
    }
    for option, value in ctx.meta.get(NAMED, ()):
        if option not in fields:
            known = [name for parameter in ctx.command.get_params(ctx) for name in parameter.opts] + list(fields)
            raise click.NoSuchOption(option, possibilities=get_close_matches(option, known), ctx=ctx)
        if feature is not None:
            raise click.UsageError("name one feature")
        feature = f"{fields[option]}.{value}"
    return feature


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
    from ruleslawyer.features.games import GREEDY, RANDOM, Question
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
    counts = {RANDOM: games, GREEDY: (games // 2 if greedy is None else greedy) if chosen else 0}
    name = profile_named(law, profile)
    return Question(possession, feature, name, players, {play: n for play, n in counts.items() if n}, chosen, seed)
