"""Random positions: made up, but never against the rulebook's claims."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.position_io import lay_out
from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.scenario.consistency import Consistency


@pytest.fixture(scope="module")
def positions(coins: Law) -> Positions:
    return Positions(Machine(coins, coins.profiles["lenient"], 3))


def made_up(positions: Positions, seed: int) -> Position:
    given = positions.random(Random(seed).randbytes(200))
    assert given is not None
    return lay_out(positions.machine, given)


def test_they_begin_at_menus(positions: Positions) -> None:
    assert positions.menus == ("choose_one",)


def test_every_card_is_somewhere_and_every_claim_holds(positions: Positions) -> None:
    for seed in range(50):
        position = made_up(positions, seed)
        assert sorted(position.all_cards()) == list(range(9))
        positions.machine.check(position)


def test_they_differ_in_all_that_may_differ(positions: Positions) -> None:
    many = [made_up(positions, seed) for seed in range(100)]

    assert {position.state["passes", None] for position in many} == {0, 1, 2}
    assert {position.state["mover", None] for position in many} == {0, 1, 2}
    assert {len(position.zones["heap", None]) for position in many} >= set(range(1, 9))
    assert {len(position.zones["spent", None]) for position in many} == {0, 1}
    assert any(len(bag.cards) == 1 for position in many for bag in position.zones["heap", None].bags_in_order()[:1])


def test_a_position_against_a_claim_is_not_consistent(positions: Positions) -> None:
    rest = {"at": "choose_one", "rest": "heap"}

    assert positions.consistency.holds({**rest, "zones": {"spent": ["gold"]}})
    assert not positions.consistency.holds({**rest, "zones": {"spent": ["silver"]}})


def test_a_position_that_a_condition_around_it_excludes_is_not_consistent(dead_mans_draw: Law, tmp_path: Path) -> None:
    """Where only a draw pile with cards lets a player go on, nobody chooses whether to go on with an empty one."""
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / "dead-mans-draw", tmp_path / kind / "dead-mans-draw")
    folder = tmp_path / "spec" / "dead-mans-draw"
    file = folder / "turn.yaml"
    choice = "    at: continue_turn\n"
    text = file.read_text("utf-8")
    assert text.count(choice) == 1
    stop = "  - part: no_choice\n    at: continue_turn\n    when: len(deck) == 0\n    do:\n    - raise: abandon()\n"
    file.write_text(
        text.replace("  - part: choice\n" + choice, stop + "  - part: choice\n" + choice + "    when: len(deck) > 0\n"),
        "utf-8",
    )

    def holds(law: Law) -> bool:
        machine = Machine(law, law.profiles["reference"], 2)
        return Consistency(machine).holds({"at": "act", "zones": {"table": ["key 3"], "deck": []}, "rest": "discard"})

    assert holds(dead_mans_draw)
    assert not holds(load(str(folder)))


def test_a_position_without_what_an_event_requires_is_not_consistent(dead_mans_draw: Law) -> None:
    machine = Machine(dead_mans_draw, dead_mans_draw.profiles["reference"], 2)

    assert not Consistency(machine).holds({"at": "act", "rest": "deck"})


def test_the_set_up_is_always_consistent(positions: Positions) -> None:
    assert positions.consistency.holds(None)
