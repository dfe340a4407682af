"""What is asked for, held against the rulebook: profiles, numbers of players, answers, seeds."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from ruleslawyer.language import load as load_by_name
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.diagnostics import UsageError, did_you_mean

SEEDS = 2**32
"""Seeds that are picked are below this, so that people can type them."""

Rulebook: TypeAlias = Law | str | Path
"""A law, the name of a rulebook that comes with the program, or the path of somebody's folder."""


def unheard(job: str, done: int, of: int) -> None:
    """The `Progress` that nobody follows."""


def load(rulebook: Rulebook) -> Law:
    """The checked law of a rulebook.

    :raises RulebookError: with every fault found.
    """
    return rulebook if isinstance(rulebook, Law) else load_by_name(str(rulebook))


def pick_seed(seed: int | None) -> int:
    """The seed that was given, or a fresh one."""
    return random.SystemRandom().randrange(SEEDS) if seed is None else seed


def profile_named(law: Law, name: str | None) -> str:
    """The profile of that name; without a name the first.

    :raises UsageError: there is none of that name, or the rulebook has none at all.
    """
    if not law.profiles:
        raise UsageError(f"`{law.name}` has no profiles")
    if name is None:
        return next(iter(law.profiles))
    if name not in law.profiles:
        raise UsageError(f"`{law.name}` has no profile `{name}`; {did_you_mean(name, law.profiles)}")
    return name


def profiles_named(law: Law, names: Iterable[str]) -> tuple[str, ...]:
    """The profiles of those names, each once; without names all of them."""
    return tuple(dict.fromkeys(profile_named(law, name) for name in names)) or tuple(law.profiles)


def players_allowed(law: Law, players: int | None) -> int:
    """The number of players; without one the least that the rulebook allows.

    :raises UsageError: the rulebook is for another number.
    """
    low, high = law.players
    if players is None:
        return low
    if not low <= players <= high:
        raise UsageError(f"{law.title} is for {low} to {high} players, not for {players}")
    return players


def numbers_of_players(law: Law, players: int | None) -> range:
    """That number alone, or every number that the rulebook allows."""
    low, high = law.players
    return range(low, high + 1) if players is None else range(players_allowed(law, players), players + 1)


def options_known(law: Law, options: Mapping[str, str] | None) -> dict[str, str]:
    """Answers to options of play.

    :raises UsageError: the rulebook has no such option, or that is no answer to it.
    """
    return _known(law, options, "option", {name: of.literals for name, of in law.options.items()})


def rulings_known(law: Law, rulings: Mapping[str, str] | None) -> dict[str, str]:
    """Answers to rulings.

    :raises UsageError: the rulebook has no such ruling, or that is no answer to it.
    """
    return _known(law, rulings, "ruling", {name: of.type.literals for name, of in law.rulings.items()})


def _known(law: Law, given: Mapping[str, str] | None, what: str, known: Mapping[str, Sequence[str]]) -> dict[str, str]:
    for name, answer in (given or {}).items():
        if name not in known:
            raise UsageError(f"`{law.name}` has no {what} `{name}`; {did_you_mean(name, known)}")
        if answer not in known[name]:
            hint = did_you_mean(answer, known[name])
            raise UsageError(f"`{answer}` is no answer to the {what} `{name}`; {hint}")
    return dict(given or {})
