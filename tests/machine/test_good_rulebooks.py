"""Every rulebook of `good/` is played to its end, alike by both back-ends, with its claims held."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.machine import Machine
from ruleslawyer.machine.evaluate import Reference

GOOD = Path(__file__).parents[1] / "language" / "good"


@pytest.mark.parametrize("name", sorted(path.name for path in GOOD.iterdir()))
def test_games_end_alike_with_both_back_ends(name: str) -> None:
    law = load(str(GOOD / name))
    for seed in range(12):
        luck = random.Random(seed)
        answers = {ruling: luck.choice(of.type.literals) for ruling, of in law.rulings.items()}
        players = luck.randint(*law.players)
        machines = [Machine(law, answers, players, backend=backend, monitor=True) for backend in (Reference, Compiled)]
        positions = [machine.start() for machine in machines]
        while positions[0].pending is not None:
            value = luck.choice(positions[0].pending.values)
            for machine, position in zip(machines, positions, strict=True):
                machine.decide(position, value)
            assert positions[0].key() == positions[1].key()
        assert positions[0].over and positions[0].winners == positions[1].winners


def test_the_stall_is_what_its_clauses_say() -> None:
    """A 1 is two less favour, so that half of a rug's seven, or a lamp's five, is too much. Two figs have one name."""
    law = load(str(GOOD / "stall"))
    assert [card.name for card in law.cards] == ["fig", "fig #2", "rug", "lamp", "clover", "raven"]
    machine = Machine(law, {}, 2)
    for die, goods in (
        (1, {"fig", "fig #2"}),
        (5, {"fig", "fig #2", "rug", "lamp"}),
        (6, {"fig", "fig #2", "rug", "lamp"}),
    ):
        position = machine.start()
        machine.decide(position, die)
        assert position.pending is not None
        taken = {law.cards[value[1][0]].name for value in position.pending.values if value[0] == "take_card"}
        assert taken == goods | {"clover"}
