"""Arguments and options that several commands share, and how their values are checked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.locate import rulebook_names

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law

Command = TypeVar("Command", bound=Callable[..., Any])

SEEDS = 2**32
"""Seeds that the program picks are below this, so that people can type them."""


def examples(*lines: str) -> str:
    """The end of a command's help text; RULEBOOK in a line becomes a rulebook that comes with the program."""
    name = next(iter(rulebook_names()), "my-rulebook")
    return "\b\nExamples:\n" + "\n".join(f"  ruleslawyer {line.replace('RULEBOOK', name)}" for line in lines)


def rulebook_argument(command: Command) -> Command:
    """The name of a shipped rulebook or the path of a folder."""
    return click.argument("rulebook")(command)


def json_option(command: Command) -> Command:
    """`--json`: the same facts for programs."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def seed_option(command: Command) -> Command:
    """`--seed`: what chance and random players follow."""
    return click.option(
        "--seed", type=click.IntRange(0), metavar="S", help="Follow this seed; without it one is picked and printed."
    )(command)


def pick_seed(seed: int | None) -> int:
    """The seed that was given, or a fresh one."""
    import random

    return random.SystemRandom().randrange(SEEDS) if seed is None else seed


def echo_json(data: object) -> None:
    """One JSON document on standard output."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def profile_named(law: Law, name: str | None) -> str:
    """The profile of that name; without a name the first.

    :raises click.UsageError: there is none of that name, or the rulebook has none at all.
    """
    if not law.profiles:
        raise click.UsageError(f"`{law.name}` has no profiles")
    if name is None:
        return next(iter(law.profiles))
    if name not in law.profiles:
        raise click.UsageError(f"`{law.name}` has no profile `{name}`; {did_you_mean(name, law.profiles)}")
    return name


def profiles_named(law: Law, names: tuple[str, ...]) -> tuple[str, ...]:
    """The profiles of those names, each once; without names all of them."""
    return tuple(dict.fromkeys(profile_named(law, name) for name in names)) or tuple(law.profiles)


def players_allowed(law: Law, players: int | None) -> int:
    """The number of players; without one the least that the rulebook allows.

    :raises click.UsageError: the rulebook is for another number.
    """
    low, high = law.players
    if players is None:
        return low
    if not low <= players <= high:
        raise click.UsageError(f"{law.title} is for {low} to {high} players, not for {players}")
    return players


def options_named(law: Law, texts: tuple[str, ...]) -> Mapping[str, str]:
    """Options of play given one by one as `O=ANSWER`.

    :raises click.UsageError: the rulebook has no such option, or that is no answer to it.
    """
    return answers_named(law, texts, "option", {name: of.literals for name, of in law.options.items()})


def answers_named(law: Law, texts: tuple[str, ...], what: str, known: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """The answers given one by one, each a known answer to a known ruling or option of play (`what`).

    :raises click.UsageError: one is unknown.
    """
    found = assignments(texts, f"--{what}s")
    for name, answer in found.items():
        if name not in known:
            raise click.UsageError(f"`{law.name}` has no {what} `{name}`; {did_you_mean(name, known)}")
        if answer not in known[name]:
            hint = did_you_mean(answer, known[name])
            raise click.UsageError(f"`{answer}` is no answer to the {what} `{name}`; {hint}")
    return found


ASSIGNMENT = re.compile(r"([^=]+)=(.*)", re.DOTALL)


def assignments(texts: tuple[str, ...], option: str) -> Mapping[str, str]:
    """`NAME=VALUE` options as a mapping.

    :raises click.BadParameter: one has no `=`, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in texts:
        match = ASSIGNMENT.fullmatch(text)
        if match is None:
            raise click.BadParameter(f"`{text}` is not NAME=VALUE", param_hint=option)
        name, value = match[1].strip(), match[2].strip()
        if name in found:
            raise click.BadParameter(f"`{name}` is given twice", param_hint=option)
        found[name] = value
    return found
