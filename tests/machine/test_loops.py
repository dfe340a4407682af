"""Loops: their order, what they keep, and with monitoring their invariants and measures."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml

from ruleslawyer.language import Law
from ruleslawyer.machine import InvariantViolated, Machine, RuleFault, Trace
from ruleslawyer.machine.position_io import read_position, write_position
from ruleslawyer.machine.trace import Assigned

MachineOf = Callable[..., Machine]
LawOf = Callable[..., Law]
DRAIN = """
    - repeat:
      - take: c
        top: stock
      - put: c
        into: {into}
      while: len(stock) > {left}
      invariant:
      - {invariant}
      measure:
      - {measure}
    """


def drained(machine: Machine) -> int:
    """Plays the first card each time; gives the number of decisions."""
    position, decisions = machine.start(), 0
    while position.pending is not None:
        machine.decide(position, position.pending.values[0])
        decisions += 1
    return decisions


def loop(left: int, measure: str, invariant: str, into: str = "row") -> str:
    """A loop that moves tiles from the stock until so many are left."""
    return DRAIN.format(left=left, measure=measure, invariant=invariant, into=into)


GOOD = "len(row) + len(stock) == old(len(row) + len(stock))"


def test_a_loop_that_keeps_its_promises_is_silent(machine_of: MachineOf) -> None:
    assert drained(machine_of(loop(2, "len(stock)", GOOD))) == 4


def test_a_measure_that_does_not_shrink_is_a_fault(machine_of: MachineOf) -> None:
    machine = machine_of(loop(2, "len(row)", GOOD))
    with pytest.raises(
        RuleFault, match=r"the measure of `repeat` does not shrink: it is \(1,\), after \(0,\)"
    ) as caught:
        drained(machine)
    assert (caught.value.code, caught.value.clause) == ("measure", "PLAY-1")


def test_a_measure_below_zero_is_a_fault(machine_of: MachineOf) -> None:
    with pytest.raises(RuleFault, match=r"does not shrink: it is \(-1,\)"):
        drained(machine_of(loop(2, "len(stock) - 4", GOOD)))


def test_an_invariant_that_a_round_breaks_is_named(machine_of: MachineOf) -> None:
    with pytest.raises(InvariantViolated, match="invariant 1 of the loop `repeat` does not hold"):
        drained(machine_of(loop(2, "len(stock)", "len(row) == old(len(row))")))


def test_loops_are_not_watched_without_monitoring(law_of: LawOf) -> None:
    machine = Machine(law_of(loop(2, "len(row)", "len(row) == old(len(row))")), {}, 2)
    assert drained(machine) == 4


def test_a_position_within_a_watched_loop_is_written_and_read(machine_of: MachineOf) -> None:
    machine = machine_of(loop(2, "len(stock)", GOOD))
    position = machine.start()
    machine.decide(position, 0)
    again = read_position(machine, yaml.safe_load(yaml.safe_dump(write_position(machine, position))))
    assert again == position and again.pending == position.pending
    assert len(again.frames[-1].locals) == 2, "what the loop's measure and `old` were"


def test_a_for_goes_through_a_set_in_the_canonical_order(machine_of: MachineOf) -> None:
    do = """
        - for: c
          in: set(blue, red)
          do:
          - set:
              count: count * 2 + (1 if c == blue else 0)
        """
    trace = Trace()
    machine_of(do).start(trace)
    changes = [record.after for record in trace.steps[0].records if isinstance(record, Assigned)]
    assert changes == [1], "red first (no change), then blue"


def test_what_a_for_goes_through_is_frozen_at_the_start(machine_of: MachineOf) -> None:
    do = """
        - for: n
          in: range(len(row) + 2)
          do:
          - set:
              count: n
          - take: c
            top: stock
          - put: c
            into: row
        """
    machine = machine_of(do)
    assert drained(machine) == 2, "two rounds, although the row has grown by then"


STARTED = """
    - let:
        at_first: len(stock)
    - repeat:
      - offer: act()
      while: len(stock) > {least}
      invariant:
      - len(stock) <= at_first
      measure:
      - len(stock)
    """
ACT = """
    - id: ACT-1
      at: act
      option: lay
      do:
      - take: c
        top: stock
      - put: c
        into: row
    - id: ACT-2
      at: act
      option: lay_two
      when: len(stock) > 1
      do:
      - deal: x
        count: '2'
        top: stock
        into: row
    """
MENU = "act:\n  policy: menu\n  by: active"


def test_an_invariant_about_what_a_position_does_not_say_is_passed_over(machine_of: MachineOf) -> None:
    machine = machine_of(STARTED.format(least=3), events=MENU, clauses=ACT)
    position = read_position(machine, {"at": "act", "rest": "stock"})
    machine.decide(position, ("lay", ()))
    machine.decide(position, 0)
    assert position.pending is not None and position.pending.label == "act"


def test_a_statement_about_what_a_position_does_not_say_is_a_fault(machine_of: MachineOf) -> None:
    machine = machine_of(STARTED.format(least="at_first - 1"), events=MENU, clauses=ACT)
    position = read_position(machine, {"at": "act", "rest": "stock"})
    machine.decide(position, ("lay", ()))
    with pytest.raises(
        RuleFault, match="`at_first` has no value: the position was started after it was bound"
    ) as caught:
        machine.decide(position, 0)
    assert caught.value.code == "unbound"
