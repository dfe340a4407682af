"""Accounts: what is paid arrives, nothing is made or lost, and nobody pays what they have not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import Law, load
from ruleslawyer.machine.faults import PositionError, RuleFault
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.trace import Paid, Trace

COINS = Path(__file__).parents[1] / "language" / "good" / "coins"


@pytest.fixture(scope="module")
def law() -> Law:
    return load(str(COINS))


@pytest.fixture
def machine(law: Law) -> Machine:
    return Machine(law, {}, 2, monitor=True)


def broken(tmp_path: Path, old: str, new: str) -> Machine:
    """The game with one line changed."""
    text = (COINS / "rulebook.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "rulebook.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return Machine(load(str(tmp_path)), {}, 2, monitor=True)


def test_what_is_paid_leaves_one_account_and_reaches_the_other(machine: Machine) -> None:
    trace = Trace()
    position = machine.start()
    assert position.state["purse", 0] == position.state["purse", 1] == 10
    assert position.state["box", None] == position.state["pot", None] == 0
    machine.decide(position, ("coins", (3,)), trace)
    assert (position.state["purse", 0], position.state["pot", None]) == (7, 3)
    paid = [one for step in trace.steps for one in step.records if isinstance(one, Paid)]
    assert paid == [Paid(3, ("purse", 0), ("pot", None), "STAKE-1")]


def test_a_whole_game_ends_with_all_coins_in_the_purses(machine: Machine) -> None:
    position = machine.start()
    for _ in range(3):
        machine.decide(position, ("coins", (2,)))
    assert position.winners == frozenset({1})
    assert (position.state["purse", 0], position.state["purse", 1]) == (6, 14)


def test_the_total_may_depend_on_the_number_of_players(law: Law) -> None:
    assert [Machine(law, {}, players).total for players in (2, 3)] == [20, 30]


def test_the_fast_backend_pays_the_same(law: Law, machine: Machine) -> None:
    fast = fast_machine(law, {}, 2)
    slow_position, fast_position = machine.start(), fast.start()
    for value in (("coins", (1,)), ("nothing", ()), ("coins", (3,))):
        machine.decide(slow_position, value)
        fast.decide(fast_position, value)
        assert slow_position.state == fast_position.state


def test_paying_more_than_there_is_is_a_fault(tmp_path: Path) -> None:
    machine = broken(tmp_path, "  when: n <= purse[mover]\n", "")
    position = read_position(machine, {"at": "stake", "state": {"purse": {"p1": 1, "p2": 19}}})
    with pytest.raises(RuleFault, match="3 is paid from `purse`, which holds 1"):
        machine.decide(position, ("coins", (3,)))


def test_a_negative_payment_is_a_fault(tmp_path: Path) -> None:
    machine = broken(tmp_path, "  - pay: pot\n", "  - pay: pot - 1\n")
    position = read_position(machine, {"at": "stake", "state": {"purse": {"p1": 1, "p2": 19}, "rounds": 2}})
    with pytest.raises(RuleFault, match="-1 is paid"):
        machine.decide(position, ("nothing", ()))


def test_the_monitor_sees_coins_that_come_from_nowhere(machine: Machine) -> None:
    position = machine.start()
    position.state["pot", None] = 5
    with pytest.raises(RuleFault, match="the accounts hold 25 together"):
        machine.decide(position, ("nothing", ()))


def test_a_position_may_leave_the_rest_to_the_first_account(machine: Machine) -> None:
    position = read_position(machine, {"at": "stake", "state": {"purse": {"p1": 4}, "pot": 1}})
    assert position.state["box", None] == 15
    assert position.state["purse", 1] == 0
    again = read_position(machine, write_position(machine, position))
    assert again.key() == position.key()


@pytest.mark.parametrize(
    "state", [{"pot": 21}, {"pot": -1}, {"pot": 1, "box": 2}, {"purse": {"p3": 1}}, {"pot": 5, "box": 20}]
)
def test_unsound_accounts_are_no_position(machine: Machine, state: dict[str, object]) -> None:
    with pytest.raises(PositionError):
        read_position(machine, {"at": "stake", "state": state})
