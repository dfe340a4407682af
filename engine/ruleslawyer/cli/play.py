"""`ruleslawyer play`: watch a random game, or take a seat."""

from __future__ import annotations

import random
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

if TYPE_CHECKING:
    from ruleslawyer.machine.machine import Machine

MOST_DECISIONS = 100_000
"""A game with more decisions than this is given up."""


@click.command(
    "play",
    epilog=examples(
        "play RULEBOOK --seed 7", "play RULEBOOK --players 3 --hands 1", "play RULEBOOK --profile P --json"
    ),
)
@rulebook_argument
@click.option("--profile", metavar="P", help="Play by the answers of this profile. [default: the first]")
@click.option("--players", type=int, metavar="N", help="Number of players. [default: the least]")
@seed_option
@click.option("--hands", type=click.IntRange(0), default=0, metavar="H", help="Seats played by people at the keyboard.")
@json_option
def command(
    rulebook: str, profile: str | None, players: int | None, seed: int | None, hands: int, as_json: bool
) -> None:
    """Play a game of RULEBOOK and print what happens: who did what, what moved, which clause, which source.

    Chance and the seats that nobody plays follow the seed. A person is shown only what the seat may see.
    """
    from ruleslawyer.language import load
    from ruleslawyer.machine.machine import Machine

    law = load(rulebook)
    name = profile_named(law, profile)
    seats = players_allowed(law, players)
    if hands > seats:
        raise click.UsageError(f"{hands} people cannot play {seats} seats")
    if hands and as_json:
        raise click.UsageError("`--json` is for games that nobody plays; leave out `--hands`")
    machine = Machine(law, law.profiles[name], seats)
    seed = pick_seed(seed)
    if as_json:
        echo_json(_as_data(machine, name, seed))
        return
    title = next((one.title for one in law.rulebook.profiles if one.name.value == name), "")
    click.echo(f"{law.title} {law.version} · {seats} players · {name}{f' ({title})' if title else ''} · seed {seed}")
    if hands:
        from ruleslawyer.cli.keyboard import Keyboard

        Keyboard(machine, name, seed, hands).play()
    else:
        _watch(machine, name, seed)


def _watch(machine: Machine, profile: str, seed: int) -> None:
    """Prints a game at random from beginning to end."""
    from ruleslawyer.machine.trace import Trace
    from ruleslawyer.report.board import EVERYTHING
    from ruleslawyer.report.citing import Citing
    from ruleslawyer.report.narration import Narrator
    from ruleslawyer.report.printer import Printer

    citing = Citing(machine.law, profile)
    printer = Printer(machine, EVERYTHING, citing)
    narrator = Narrator(machine, EVERYTHING, citing)
    dice = random.Random(seed)
    trace = Trace()
    position = machine.start(trace)
    printer.show(narrator.narrate(trace.steps[-1], None))
    for _ in range(MOST_DECISIONS):
        if position.pending is None:
            break
        before = position.copy()
        trace.steps.clear()
        machine.decide(position, dice.choice(position.pending.values), trace)
        printer.show(narrator.narrate(trace.steps[-1], before))
    printer.result(position)


def _as_data(machine: Machine, profile: str, seed: int) -> dict[str, object]:
    """A random game as JSON: every decision, and how it ended."""
    from ruleslawyer.language.outline import measures
    from ruleslawyer.machine.notation import decider_text, player_text, write_decision
    from ruleslawyer.machine.trace import Trace
    from ruleslawyer.report.citing import Citing

    dice = random.Random(seed)
    trace = Trace()
    position = machine.start(trace)
    while position.pending is not None and len(trace.steps) < MOST_DECISIONS:
        machine.decide(position, dice.choice(position.pending.values), trace)
    law, seats = machine.law, range(machine.players)
    citing = Citing(law, profile)
    steps = [
        {
            "by": decider_text(step.decision),
            "label": step.decision.label,
            "value": write_decision(law, step.decision, step.value),
            "clauses": list(
                dict.fromkeys(clause.id.value for entry in step.fired() if (clause := citing.clause(entry)))
            ),
        }
        for step in trace.steps
        if step.decision is not None
    ]
    return {
        "rulebook": law.name,
        "version": law.version,
        "profile": profile,
        "players": machine.players,
        "seed": seed,
        "decisions": steps,
        "over": position.over,
        "measures": {
            name: {player_text(seat): machine.evaluate_definition(position, name, [seat]) for seat in seats}
            for name in measures(law)
        },
        "winners": [player_text(seat) for seat in sorted(position.winners or ())],
    }
