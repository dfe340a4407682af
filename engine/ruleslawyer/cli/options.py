"""What all commands share: how they end, arguments and options of several of them, and JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.rulebook.diagnostics import UsageError
from ruleslawyer.rulebook.locate import rulebook_names

Function = TypeVar("Function", bound=Callable[..., Any])


class Command(click.Command):
    """A command whose function says whether what it looked at holds (None: there was nothing that could fail)."""

    def invoke(self, ctx: click.Context) -> None:
        """Runs it; the exit code is 1 if it does not hold, and 2 for what does not fit the rulebook."""
        try:
            holds = super().invoke(ctx)
        except UsageError as error:
            raise click.UsageError(str(error), ctx) from None
        ctx.exit(DOES_NOT_HOLD if holds is False else HOLDS)


def make_command(name: str, *lines: str) -> Callable[[Callable[..., bool | None]], Command]:
    """A command of that name, with examples at the end of its help text."""
    return click.command(name, cls=Command, epilog=examples(*lines))


def examples(*lines: str) -> str:
    """The end of a command's help text; RULEBOOK in a line becomes a rulebook that comes with the program."""
    name = next(iter(rulebook_names()), "my-rulebook")
    return "\b\nExamples:\n" + "\n".join(f"  ruleslawyer {line.replace('RULEBOOK', name)}" for line in lines)


def rulebook_argument(function: Function) -> Function:
    """The name of a shipped rulebook or the path of a folder."""
    return click.argument("rulebook")(function)


def json_option(function: Function) -> Function:
    """`--json`: the same facts for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(function)


def seed_option(function: Function) -> Function:
    """`--seed`: what chance and random players follow."""
    return click.option(
        "--seed", type=click.IntRange(0), metavar="S", help="Follow this seed; without it one is picked and printed."
    )(function)


def players_option(text: str) -> Callable[[Function], Function]:
    """`--players`: how many."""
    return click.option("--players", type=int, metavar="N", help=text)


def echo_json(data: object) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


ASSIGNMENT = re.compile(r"([^=]+)=(.*)", re.DOTALL)


def assignments(ctx: click.Context, option: click.Parameter, texts: tuple[str, ...]) -> Mapping[str, str]:
    """`NAME=VALUE` options as a mapping; a callback of click.

    :raises click.BadParameter: one has no `=`, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        match = ASSIGNMENT.fullmatch(text)
        if match is None:
            raise click.BadParameter(f"`{text}` is not NAME=VALUE")
        name, value = match[1].strip(), match[2].strip()
        if name in found:
            raise click.BadParameter(f"`{name}` is given twice")
        found[name] = value
    return found


def answers_option(name: str, text: str) -> Callable[[Function], Function]:
    """`--NAME X=ANSWER`, which may be given several times."""
    metavar = f"{name[0].upper()}=ANSWER"
    return click.option(f"--{name}", multiple=True, callback=assignments, metavar=metavar, help=text)


def games_option(other: str) -> Callable[[Function], Function]:
    """`--examples`: how many games, where `other` is the other bound."""
    text = f"Play so many games (500 unless {other} is given)."
    return click.option("--examples", "games", type=click.IntRange(1), metavar="N", help=text)
