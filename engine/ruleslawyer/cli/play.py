"""`ruleslawyer play`: watch a random game, or take a seat."""

from __future__ import annotations

import click

import ruleslawyer
from ruleslawyer.cli.options import echo_json, json_option, make_command, players_option, rulebook_argument, seed_option
from ruleslawyer.rulebook.diagnostics import UsageError


@make_command(
    "play", "play RULEBOOK --seed 7", "play RULEBOOK --players 3 --hands 1", "play RULEBOOK --profile P --json"
)
@rulebook_argument
@click.option("--profile", metavar="P", help="Play by the answers of this profile. [default: the first]")
@players_option("Number of players. [default: the least]")
@seed_option
@click.option("--hands", type=click.IntRange(0), default=0, metavar="H", help="Seats played by people at the keyboard.")
@json_option
def command(
    rulebook: str, profile: str | None, players: int | None, seed: int | None, hands: int, as_json: bool
) -> None:
    """Play a game of RULEBOOK and print what happens: who did what, what moved, which clause, which source.

    Chance and the seats that nobody plays follow the seed. A person is shown only what the seat may see.
    """
    from ruleslawyer.api.choices import pick_seed, players_allowed, profile_named
    from ruleslawyer.machine.machine import Machine
    from ruleslawyer.machine.snapshot import EVERYTHING
    from ruleslawyer.narration.citing import Citing
    from ruleslawyer.report.playing import game_data
    from ruleslawyer.report.printer import Printer

    law = ruleslawyer.load(rulebook)
    name, seats = profile_named(law, profile), players_allowed(law, players)
    if hands > seats:
        raise UsageError(f"{hands} people cannot play {seats} seats")
    if hands and as_json:
        raise UsageError("`--json` is for games that nobody plays; leave out `--hands`")
    seed = pick_seed(seed)
    if as_json:
        echo_json(game_data(ruleslawyer.play(law, profile=name, players=seats, seed=seed)))
        return
    title = next((one.title for one in law.rulebook.profiles if one.name.value == name), "")
    click.echo(f"{law.title} {law.version} · {seats} players · {name}{f' ({title})' if title else ''} · seed {seed}")
    machine = Machine(law, law.profiles[name], seats)
    if hands:
        from ruleslawyer.cli.keyboard import Keyboard

        Keyboard(machine, name, seed, hands).play()
    else:
        printer = Printer(machine, EVERYTHING, Citing(law, name))
        game = ruleslawyer.play(law, profile=name, players=seats, seed=seed, show=printer.show)
        printer.result(game.position)
