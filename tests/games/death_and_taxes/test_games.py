"""Whole games at random, under random readings, with every claim held at every decision."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.language import load
from ruleslawyer.machine import MachineError
from ruleslawyer.machine.machine import Machine

from .copies import copied
from .playing import pick, play_out

LAW = load("death-and-taxes")
MATCHED = """\
lemmas:
- id: Q66
  title: Whoever is still in has staked the most
  says: Where nobody is all-in, nobody has staked more than a player who is still in the rotation.
  event: settle_round
  requires: >-
    any(is_all_in(p) for p in players())
    or all(personal_pot[p] >= personal_pot[q] for p in players() if stays_in(p) for q in players())
"""
"""Question 66, which is no ruling: that it holds follows from answering the highest pot."""


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


def test_nobody_in_the_rotation_has_staked_less_where_the_highest_pot_is_answered(tmp_path: Path) -> None:
    spec = copied(tmp_path)
    (tmp_path / "invariants" / "death-and-taxes" / "question-66.yaml").write_text(MATCHED, "utf-8")
    law = load(str(spec))
    for seed in range(6):
        play_out(fast_machine(law, law.profiles["suggested"], 2 + seed % 3, monitor=True), random.Random(seed))
    with pytest.raises(MachineError, match="Q66"):
        for seed in range(20):
            play_out(fast_machine(law, law.profiles["literal"], 3, monitor=True), random.Random(seed))
