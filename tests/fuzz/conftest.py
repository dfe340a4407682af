"""Two rulebooks: the shipped one, and one of a few lines in which everything can be counted by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load

COINS = """\
rulebook: coins
title: Coins
version: 1.0.0
says: Each player in turn takes a coin from the heap, until the heap is empty. Most coins win.
players: 2..3
begins: play

types:
  Metal: [copper, silver, gold]

kinds:
  Coin:
    metal: Metal

cards:
- kind: Coin
  each:
    metal: Metal
  copies: 3

zones:
  heap:
    holds: Coin
    order: pile
    seen_by: nobody
    starts: cards()
  purse:
    of: Player
    holds: Coin
    order: bag
    seen_by: everyone
  spent:
    holds: Coin
    order: row
    distinct: metal
    seen_by: everyone

state:
  mover:
    type: Player
    starts: first(players())
  passes:
    type: 0..2
    starts: '0'

events:
  play:
    policy: one
  choose_one:
    policy: menu
    by: mover
    requires:
    - len(heap) > 0

rulings:
  passing:
    asks: May a player pass?
    answers:
      allowed:
        says: Yes, twice in a game.
      barred:
        says: No.

profiles:
  strict:
    title: Without passing
    answers:
      passing: barred
  lenient:
    title: With passing
    answers:
      passing: allowed

clauses:
- id: PLAY
  title: The game
  says: Players choose in turn while coins are left.
  helper: true
  at: play
  do:
  - shuffle: heap
  - repeat:
    - offer: choose_one()
    - set:
        mover: next(mover)
    while: len(heap) > 0
    unbounded: true
  - finish: richest()

- id: RICH
  title: The richest
  says: Whoever has most coins wins.
  helper: true
  define: richest
  gives: set of Player
  is: set(p for p in players() if all(len(purse[q]) <= len(purse[p]) for q in players()))

- id: TAKE
  title: Taking
  says: A player may take the top coin.
  helper: true
  at: choose_one
  option: take
  do:
  - take: c
    top: heap
  - if: c.metal == gold and not any(s.metal == gold for s in spent)
    do:
    - put: c
      into: spent
    else:
    - put: c
      into: purse[mover]

- id: PASS
  title: Passing
  says: A player may pass, twice in a game.
  helper: true
  at: choose_one
  option: skip
  when: ruling.passing == allowed and passes < 2
  do:
  - set:
      passes: passes + 1
"""
CLAIMS = """\
lemmas:
- id: SPENT
  title: One gold coin is spent
  says: Of the coins that are spent at most one is gold, and no other is spent.
  holds: len(spent) <= 1 and all(c.metal == gold for c in spent)
"""


@pytest.fixture(scope="session")
def dead_mans_draw() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="session")
def write_coins(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Writes the rulebook of coins, with some of its text replaced, and gives its folder."""

    def write(*changes: tuple[str, str]) -> Path:
        folder: Path = tmp_path_factory.mktemp("coins")
        text = COINS
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        for kind, content in (("spec", text), ("invariants", CLAIMS)):
            (folder / kind / "coins").mkdir(parents=True)
            (folder / kind / "coins" / "coins.yaml").write_text(content, "utf-8")
        return folder / "spec" / "coins"

    return write


@pytest.fixture(scope="session")
def make_coins(write_coins: Callable[..., Path]) -> Callable[..., Law]:
    """Makes the law of coins, with some of its text replaced."""
    return lambda *changes: load(str(write_coins(*changes)))


@pytest.fixture(scope="session")
def coins(make_coins: Callable[..., Law]) -> Law:
    return make_coins()
