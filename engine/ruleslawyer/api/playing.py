"""A game by lot, and what a rulebook says about a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ruleslawyer.api.choices import (
    Rulebook,
    load,
    options_known,
    pick_seed,
    players_allowed,
    profile_named,
    profiles_named,
)
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.narration.asking import Asked, answers
from ruleslawyer.narration.game import Game, Show, random_game
from ruleslawyer.narration.questions import read_decisions, read_question
from ruleslawyer.rulebook.diagnostics import UsageError


def play(
    rulebook: Rulebook,
    *,
    profile: str | None = None,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    show: Show = lambda lines: None,
) -> Game:
    """Plays a game in which every decision is taken by lot.

    :param profile: whose answers are played by; the first if None.
    :param players: how many; the fewest if None.
    :param options: variants of play that are not the first of their kind.
    :param seed: what the lot follows; a fresh one if None.
    :param show: told the lines of each step as it is played.
    :raises MachineError: the rulebook fails on the way.
    """
    law = load(rulebook)
    name = profile_named(law, profile)
    machine = Machine(law, law.profiles[name], players_allowed(law, players), options=options_known(law, options))
    return random_game(machine, name, pick_seed(seed), show)


def ask(
    position: str | Path | Mapping[str, Written],
    *,
    decide: Iterable[str | tuple[str, Written]] = (),
    profiles: Iterable[str] = (),
    scenario: str | None = None,
    rulebook: Rulebook | None = None,
) -> Asked:
    """Says what may happen in a position, and what follows from decisions, under several profiles.

    :param position: a position as a file has it, with the key `rulebook`; the path of such a file or of scenarios.
    :param decide: decisions to take from there, as `LABEL=VALUE` or as a label and a written value; without any, those
        of the scenario.
    :param profiles: all if empty.
    :param scenario: the slug of one in a file of scenarios; the first if None.
    :param rulebook: asked in place of the one that is named.
    :raises UsageError: every profile refuses what is asked.
    """
    script = read_decisions(decide)
    law, question = read_question(position, scenario, None if rulebook is None else load(rulebook), script)
    players_allowed(law, question.players)
    found = tuple(answers(law, question, profiles_named(law, profiles)))
    if all(answer.refused for answer in found):
        raise UsageError(found[0].stages[-1].stuck)
    return Asked(law, question, found)
