"""Contracts with `old`, theorems and invariants, checked while a game is played with `monitor=True`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import InvariantViolated, Machine
from ruleslawyer.machine.position_io import lay_out

MachineOf = Callable[..., Machine]
LawOf = Callable[..., Law]
HAPPEN = """
    happen:
      with:
        n: 0..3
      policy: one
      {part}:
      - {claim}
    """
ADDS = """
    - id: HAP-1
      at: happen
      do:
      - set:
          count: count + n
    """


def play(machine_of: MachineOf, part: str, claim: str) -> None:
    """Plays a game in which `count` goes from 0 to 2, with a contract."""
    machine_of("- raise: happen(2)", events=HAPPEN.format(part=part, claim=claim), clauses=ADDS).start()


def test_a_contract_that_holds_is_silent(machine_of: MachineOf) -> None:
    play(machine_of, "requires", "n > 0 and count == 0")
    play(machine_of, "ensures", "count == old(count) + n")
    play(machine_of, "always", "count >= old(count)")


@pytest.mark.parametrize(
    ("part", "claim"),
    [("requires", "count > 0"), ("ensures", "count == old(count)"), ("always", "count < old(count)")],
)
def test_a_broken_contract_names_its_claim(machine_of: MachineOf, part: str, claim: str) -> None:
    with pytest.raises(InvariantViolated) as caught:
        play(machine_of, part, claim)
    assert caught.value.claim.id.startswith(f"happen.{part}")
    assert caught.value.position.frames


def test_contracts_are_not_checked_without_monitoring(law_of: LawOf) -> None:
    law = law_of("- raise: happen(2)", events=HAPPEN.format(part="ensures", claim="count == old(count)"), clauses=ADDS)
    assert Machine(law, {}, 2).start().over


ENDS = """
    - id: HAP-1
      at: happen
      do:
      - set:
          count: n
      - end: game
    """


def test_always_holds_on_unwinding_and_ensures_only_on_return(machine_of: MachineOf) -> None:
    ensures = HAPPEN.format(part="ensures", claim="count == old(count)")
    assert machine_of("- raise: happen(2)", events=ensures, clauses=ENDS).start().over
    always = HAPPEN.format(part="always", claim="count == old(count)")
    with pytest.raises(InvariantViolated):
        machine_of("- raise: happen(2)", events=always, clauses=ENDS).start()


def test_ensures_may_speak_of_the_result(machine_of: MachineOf) -> None:
    events = """
        happen:
          policy: one
          gives: 0..3
          ensures:
          - result == {expected}
        """
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - give: 2
        """
    do = "- raise: happen()\n  gives: n\n- set:\n    count: n"
    assert machine_of(do, events=events.format(expected=2), clauses=clauses).start().over
    with pytest.raises(InvariantViolated):
        machine_of(do, events=events.format(expected=3), clauses=clauses).start()


def test_the_contract_of_an_each_event_covers_all_its_rules(machine_of: MachineOf) -> None:
    events = """
        happen:
          policy: each
          ensures:
          - count == old(count) + 2
        """
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - set:
              count: count + 1
        - id: HAP-2
          at: happen
          after: HAP-1
          do:
          - set:
              count: count + 1
        """
    assert machine_of("- raise: happen()", events=events, clauses=clauses).start().state["count", None] == 2


INVARIANT = """
    lemmas:
    - id: INV-1
      title: Nobody has a second tile
      says: Each pouch has one tile at most.
      for:
        p: players()
      holds: len(pouch[p]) <= {most}
    """
FILLS = """
    - repeat:
      - take: c
        top: stock
      - put: c
        into: pouch[last(players())]
      while: len(stock) > 0
      measure:
      - len(stock)
    """


def test_an_invariant_is_checked_at_every_decision_for_every_value(machine_of: MachineOf) -> None:
    machine = machine_of(FILLS, invariants=INVARIANT.format(most=1))
    position = machine.start()
    machine.decide(position, 0)
    with pytest.raises(InvariantViolated, match=r"INV-1: Nobody has a second tile does not hold for p = p2"):
        machine.decide(position, 1)


def test_violations_can_be_asked_for_without_monitoring(law_of: LawOf) -> None:
    machine = Machine(law_of(FILLS, invariants=INVARIANT.format(most=1)), {}, 2)
    position = machine.start()
    machine.decide(position, 0)
    assert machine.violations(position) == []
    machine.decide(position, 1)
    assert [violated.claim.id for violated in machine.violations(position)] == ["INV-1"]


MENU = """
    happen:
      with:
        n: 0..3
      policy: one
      always:
      - count <= n
      - count >= old(count)
    act:
      policy: menu
      by: active
    """
OFFERS = """
    - id: HAP-1
      at: happen
      do:
      - offer: act()
    - id: ACT-1
      at: act
      option: add
      do:
      - set:
          count: count + 1
    - id: ACT-2
      at: act
      option: end
      do:
      - set:
          count: '0'
    """


@pytest.mark.parametrize(("option", "claims"), [("add", ["happen.always"]), ("end", [])])
def test_a_position_that_was_built_keeps_what_needs_no_beginning(
    machine_of: MachineOf, option: str, claims: list[str]
) -> None:
    """`happen(2)` is under way with `count` at 2: adding breaks the first line, ending what `old` would speak of."""
    machine = machine_of("- raise: happen(2)", events=MENU, clauses=OFFERS)
    position = lay_out(machine, {"at": "act", "state": {"count": 2}, "rest": "stock"})
    assert machine.contracts is not None
    machine.contracts.take_up(position)
    machine.resume(position)

    broken = []
    try:
        machine.decide(position, (option, ()))
    except InvariantViolated as violated:
        broken.append(violated.claim.id)

    assert [claim[: len("happen.always")] for claim in broken] == claims
