"""Whole games at random, under random readings, with every claim held at every decision."""

from __future__ import annotations

import random

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value

LAW = load("death-and-taxes")
BOX = 5050
ACCOUNTS = {"purse", "personal_pot", "score_zone", "common_pot", "spoils", "undivided", "chip_box"}


def pick(decision: Decision, luck: random.Random) -> Value:
    """Any legal value; bets are small at times, so that not every game is all-in by the second round."""
    modest = [value for value in decision.values if decision.kind == "option" and not value[1]]
    return luck.choice(modest if modest and luck.random() < 0.5 else decision.values)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_under_random_readings_keeps_every_claim(seed: int) -> None:
    luck = random.Random(f"death and taxes {seed}")
    answers = {name: luck.choice(ruling.type.literals) for name, ruling in LAW.rulings.items()}
    players = luck.randint(2, 4)
    machine = Machine(LAW, answers, players, monitor=True, backend=Compiled)
    position = machine.start()
    while position.pending is not None:
        machine.decide(position, pick(position.pending, luck))
    assert position.winners
    assert position.state["round_number", None] == 9
    chips = [value for (name, _), value in position.state.items() if name in ACCOUNTS]
    assert sum(chips) == BOX and min(chips) >= 0


@pytest.mark.parametrize("profile", ["suggested", "literal"])
def test_the_back_ends_agree_on_a_game(profile: str) -> None:
    luck = random.Random(profile)
    machines = [Machine(LAW, LAW.profiles[profile], 3), Machine(LAW, LAW.profiles[profile], 3, backend=Compiled)]
    positions = [machine.start() for machine in machines]
    while positions[0].pending is not None:
        value = pick(positions[0].pending, luck)
        for machine, position in zip(machines, positions, strict=True):
            machine.decide(position, value)
        assert positions[0].key() == positions[1].key()
    assert positions[1].pending is None
