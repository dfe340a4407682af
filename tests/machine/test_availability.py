"""Zones and state that are part of the game only under some options of play: elsewhere nobody is shown them, no
position may name them, and a rulebook that uses them all the same is at fault."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, RuleFault
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.snapshot import everyone, snapshot

RULEBOOK = """
rulebook: fair
title: The fair
version: 1.0.0
says: Coins, and in one variant of play a market.
players: 2..2
begins: play
options:
  variant: [plain, trading]
kinds:
  Coin:
    worth: 1..4
cards:
- kind: Coin
  each:
    worth: 1..4
scopes:
  round:
    ends_with: []
zones:
  purse:
    holds: Coin
    order: bag
    seen_by: everyone
    starts: set(c for c in cards() if c.worth < 4 or options.variant == plain)
  market:
    when: options.variant == trading
    holds: Coin
    order: bag
    seen_by: everyone
    starts: set(c for c in cards() if c.worth == 4)
state:
  active:
    type: Player
    starts: first(players())
  fee:
    when: not (options.variant == plain)
    of: Player
    type: 0..3
    starts: '1'
    per: round
events:
  play:
    policy: one
  turn:
    policy: menu
    by: active
clauses:
- id: PLAY
  title: The game
  says: The first player may buy, and wins.
  helper: true
  at: play
  do:
  - scope: round
    do:
    - offer: turn()
  - finish: set(active)
- id: PAY
  title: Paying the fee
  says: Whoever pays takes the coins up to the fee to the market.
  helper: true
  at: turn
  option: pay
  do:
DO
- id: WAIT
  title: Waiting
  says: Nothing happens.
  helper: true
  at: turn
  option: wait
  when: len(market) + len(purse) + fee[active] < 9
  do: []
"""
MOVE = """
- move: c
  from: purse
  into: market
  where: c.worth <= fee[active]
"""
MOVE_NOTHING = """
- move: c
  from: purse
  into: market
  where: c.worth == fee[active] + 3
"""
PUT = """
- choose:
    c: set(c for c in purse if c.worth == 1)
  by: active
  ask: coin
- take: c
  from: purse
- put: c
  into: market
"""
SET = """
- set:
    fee[active]: 1
"""

LawOf = Callable[[str], Law]


@pytest.fixture
def law(tmp_path: Path) -> LawOf:
    """The rulebook with some statements as what happens to whoever pays."""

    def make(do: str = MOVE) -> Law:
        text = RULEBOOK.replace("DO", textwrap.indent(do.strip("\n"), "  "))
        (tmp_path / "rulebook.yaml").write_text(text, encoding="utf-8")
        return load(str(tmp_path))

    return make


@pytest.fixture(params=[Reference, Compiled])
def backend(request: pytest.FixtureRequest) -> MakeBackend:
    made: MakeBackend = request.param
    return made


def plain(law: Law, backend: MakeBackend = Reference) -> Machine:
    return Machine(law, {}, 2, backend=backend, monitor=True)


def trading(law: Law, backend: MakeBackend = Reference) -> Machine:
    return Machine(law, {}, 2, options={"variant": "trading"}, backend=backend, monitor=True)


def pay(machine: Machine) -> Machine:
    position = machine.start()
    machine.decide(position, ("pay", ()))
    return machine


def test_what_is_no_part_of_the_game_starts_empty_or_at_its_start(law: LawOf, backend: MakeBackend) -> None:
    position = plain(law(), backend).start()
    assert len(position.zones["market", None]) == 0
    assert position.state["fee", 0] == 1
    assert not position.aside

    position = trading(law(), backend).start()
    assert [law().cards[card].name for card in position.zones["market", None].cards()] == ["4"]


def test_nobody_is_shown_it(law: LawOf) -> None:
    machine = plain(law())
    seen = snapshot(machine, machine.start(), everyone(machine))
    assert "market" not in str(seen.zones) and "fee" not in str(seen.state)

    machine = trading(law())
    seen = snapshot(machine, machine.start(), everyone(machine))
    assert "market" in str(seen.zones) and "fee[p1]" in str(seen.state)


def test_it_is_not_written_and_all_is_read_back(law: LawOf) -> None:
    for machine, there in ((plain(law()), False), (trading(law()), True)):
        position = machine.start()
        written = write_position(machine, position)
        assert ("market" in str(written), "fee" in str(written)) == (there, there)
        assert read_position(machine, written) == position


@pytest.mark.parametrize(
    "named",
    [
        {"zones": {"market": []}, "rest": "purse"},
        {"zones": {}, "rest": "market"},
        {"state": {"fee": {"p1": 1}}, "rest": "purse"},
    ],
)
def test_a_position_may_not_name_it(law: LawOf, named: dict[str, object]) -> None:
    given = {"players": 2, "at": "turn", **named}
    with pytest.raises(PositionError, match=r"in this game .it is part of the game only with `") as caught:
        read_position(plain(law()), given)
    assert "options.variant == " in str(caught.value)
    read_position(trading(law()), given)


@pytest.mark.parametrize("do", [MOVE, PUT])
def test_a_card_that_comes_there_is_a_fault(law: LawOf, do: str, backend: MakeBackend) -> None:
    with pytest.raises(
        RuleFault, match=r"1 into `market`, but it is part of the game only with `options.variant"
    ) as caught:
        pay(plain(law(do), backend))
    assert (caught.value.code, caught.value.clause) == ("absent", "PAY")
    pay(trading(law(do), backend))


def test_moving_no_card_there_is_none(law: LawOf, backend: MakeBackend) -> None:
    machine = plain(law(MOVE_NOTHING.replace("+ 3", "+ 9")), backend)
    pay(machine)
    with pytest.raises(RuleFault, match="4 into `market`"):
        pay(plain(law(MOVE_NOTHING), backend))


def test_setting_it_is_a_fault_even_to_what_it_is(law: LawOf, backend: MakeBackend) -> None:
    with pytest.raises(RuleFault, match=r"`fee` is set, but it is part of the game only with `not") as caught:
        pay(plain(law(SET), backend))
    assert (caught.value.code, caught.value.clause) == ("absent", "PAY")
    pay(trading(law(SET), backend))
