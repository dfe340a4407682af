"""Cards that are no part of a game, and where the rest of the cards lies, by kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.position_io import read_position, write_position

RULEBOOK = """
rulebook: two-kinds
title: Two kinds of cards
version: 1.0.0
says: Coins, and medals in one variant.
players: 2..2
begins: play
options:
  medals: [left_out, used]
kinds:
  Coin:
    worth: 1..3
  Medal:
    metal: 1..2
cards:
- kind: Coin
  each:
    worth: 1..3
- kind: Medal
  each:
    metal: 1..2
  copies: 2
zones:
  purse:
    holds: Coin
    order: bag
    seen_by: everyone
    starts: set(c for c in cards() if c is Coin and c.worth > 0)
  case:
    holds: [Coin, Medal]
    order: bag
    seen_by: everyone
    starts: set(c for c in cards() if c is Medal and c.metal > 0 and options.medals == used)
events:
  play:
    policy: one
  pick:
    policy: one
clauses:
- id: PLAY
  title: One coin is picked
  says: The first player picks a coin.
  helper: true
  parts:
  - part: game
    at: play
    do:
    - raise: pick()
    - finish: set(first(players()))
  - part: coin
    at: pick
    do:
    - choose:
        c: purse
      by: first(players())
      ask: coin
    - take: c
      from: purse
    - put: c
      into: case
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Law:
    folder = tmp_path_factory.mktemp("two-kinds")
    Path(folder, "rulebook.yaml").write_text(RULEBOOK, encoding="utf-8")
    return load(str(folder))


def names(law: Law, cards: frozenset[int]) -> list[str]:
    return sorted(law.cards[card].kind for card in cards)


def test_cards_with_which_no_zone_starts_are_out_of_play(law: Law) -> None:
    assert names(law, Machine(law, {}, 2).out_of_play) == ["Medal"] * 4
    assert Machine(law, {}, 2, options={"medals": "used"}).out_of_play == frozenset()


def test_what_is_out_of_play_is_neither_written_nor_laid_with_the_rest(law: Law) -> None:
    machine = Machine(law, {}, 2)
    position = machine.start()
    written = write_position(machine, position)
    assert "aside" not in written
    assert read_position(machine, written) == position
    laid = read_position(machine, {"players": 2, "at": "pick", "zones": {"purse": ["1", "2"]}, "rest": "case"})
    assert [law.cards[card].name for card in laid.zones["case", None].cards()] == ["3"]
    assert names(law, laid.aside) == ["Medal"] * 4


def test_the_rest_lies_by_kind(law: Law) -> None:
    machine = Machine(law, {}, 2, options={"medals": "used"})
    laid = read_position(
        machine, {"players": 2, "at": "pick", "zones": {"purse": ["1"]}, "rest": {"Coin": "purse", "Medal": "aside"}}
    )
    assert len(laid.zones["purse", None].cards()) == 3
    assert names(law, laid.aside) == ["Medal"] * 4


@pytest.mark.parametrize(
    "rest", [{"Coin": "purse"}, {"Coin": "purse", "Stone": "case"}, {"Coin": "purse", "Medal": "purse"}]
)
def test_a_rest_that_leaves_cards_or_names_no_kind_is_refused(law: Law, rest: dict[str, str]) -> None:
    machine = Machine(law, {}, 2, options={"medals": "used"})
    with pytest.raises(PositionError):
        read_position(machine, {"players": 2, "at": "pick", "zones": {"purse": ["1"]}, "rest": rest})
