"""Whole games at random, under random readings, with every claim held at every decision."""

from __future__ import annotations

import random

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.machine.machine import Machine

from .playing import pick, play_out

LAW = load("death-and-taxes")


@pytest.mark.parametrize("seed", range(12))
def test_a_game_under_random_readings_keeps_every_claim(seed: int) -> None:
    luck = random.Random(f"death and taxes {seed}")
    answers = {name: luck.choice(ruling.type.literals) for name, ruling in LAW.rulings.items()}
    players = luck.randint(2, 4)
    play_out(Machine(LAW, answers, players, monitor=True, backend=Compiled), luck)


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
