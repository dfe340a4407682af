"""Every obligation that a rulebook can break while it is played, each broken by a small rulebook."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import Law
from ruleslawyer.machine import ChoiceLimitExceeded, Machine, Position, RuleFault, StepLimitExceeded
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.evaluate import Reference

LawOf = Callable[..., Law]
MachineOf = Callable[..., Machine]


def fault_of(machine: Machine) -> RuleFault:
    """Plays the first legal value of each decision until the rulebook breaks an obligation."""
    with pytest.raises(RuleFault) as caught:
        position = machine.start()
        while not position.over:
            assert position.pending is not None
            machine.decide(position, position.pending.values[0])
    assert isinstance(caught.value.position, Position)
    return caught.value


STATEMENTS = {
    "taking the top of an empty pile": (
        """
        - move: x
          from: stock
          into: row
        - take: c
          top: stock
        - put: c
          into: stock
        """,
        ("empty", "PLAY-1", "`stock`, which is empty"),
    ),
    "taking a random card of an empty zone": (
        """
        - take: c
          random: row
        - put: c
          into: stock
        """,
        ("empty", "PLAY-1", "`row`, which is empty"),
    ),
    "dealing more than there is": (
        """
        - deal: x
          count: '7'
          top: stock
          into: row
        """,
        ("empty", "PLAY-1", "7 cards are dealt from `stock`, which has 6"),
    ),
    "peeking at an empty pile": (
        """
        - move: x
          from: stock
          into: row
        - peek: c
          top: stock
          seen_by: everyone
        - set:
            count: c.number
        """,
        ("empty", "PLAY-1", "`stock`, which is empty"),
    ),
    "taking a card from where it does not lie": (
        """
        - choose:
            c: stock
          by: active
          ask: which
        - take: c
          from: row
        - put: c
          into: stock
        """,
        ("not-there", "PLAY-1", "red 1 is not in `row`"),
    ),
    "taking a chosen card that has gone": (
        """
        - choose:
            c: stock
          by: active
          ask: which
        - move: x
          from: stock
          into: row
        - take: c
          from: stock
        - put: c
          into: row
        """,
        ("not-there", "PLAY-1", "red 1 is not in `stock`"),
    ),
    "putting a card that is not held": (
        """
        - choose:
            c: stock
          by: active
          ask: which
        - put: c
          into: row
        """,
        ("not-held", "PLAY-1", "red 1 is put down but not held"),
    ),
    "putting a card twice": (
        """
        - take: c
          top: stock
        - put: c
          into: row
        - put: c
          into: row
        """,
        ("not-held", "PLAY-1", "red 1 is put down but not held"),
    ),
    "ending a clause with a card in hand": (
        """
        - take: c
          top: stock
        - if: count > 0
          do:
          - put: c
            into: row
        """,
        ("held", "PLAY-1", "the clause ends while red 1 is held"),
    ),
    "state above its bounds": (
        """
        - set:
            count: len(stock)
        """,
        ("bounds", "PLAY-1", "`count` would be 6, outside 0..3"),
    ),
    "state below its bounds": (
        """
        - set:
            count: count - 1
        """,
        ("bounds", "PLAY-1", "`count` would be -1, outside 0..3"),
    ),
    "a forced choice among nothing": (
        """
        - choose:
            c: row
          by: active
          ask: which
        - set:
            count: c.number
        """,
        ("nothing-to-choose", "PLAY-1", "`which` has nothing to choose from"),
    ),
    "a set larger than what it is chosen from": (
        """
        - choose:
            s: row
          by: active
          ask: which
          size: '1'
        - set:
            count: len(s)
        """,
        ("nothing-to-choose", "PLAY-1", "`which` has nothing to choose from"),
    ),
    "the greatest of nothing": (
        """
        - set:
            count: max(c.number for c in row)
        """,
        ("value", "PLAY-1", "`max` of nothing"),
    ),
    "the only element of several": (
        """
        - set:
            count: the(set(c.number for c in stock))
        """,
        ("value", "PLAY-1", "`the` of 3 elements"),
    ),
    "the first element of none": (
        """
        - set:
            count: first(row).number
        """,
        ("value", "PLAY-1", "element 0 of a sequence of 0"),
    ),
    "the top of a pile that nobody knows": (
        """
        - set:
            count: top(stock).number
        """,
        ("value", "PLAY-1", "the top of `stock` is not known"),
    ),
    "what lies before a card that is not there": (
        """
        - choose:
            c: stock
          by: active
          ask: which
        - set:
            count: len(before(row, c))
        """,
        ("not-there", "PLAY-1", "does not lie in `row`"),
    ),
    "numbers beyond all bounds": (
        """
        - let:
            n: len(stock) * 1000000000
        - set:
            count: n * n * n
        """,
        ("value", "PLAY-1", "a product is beyond 64 bits"),
    ),
    "a range beyond all bounds": (
        """
        - set:
            count: len(range(1000000 * len(stock)))
        """,
        ("value", "PLAY-1", "a range of more than"),
    ),
}


@pytest.mark.parametrize("statements", STATEMENTS)
def test_a_statement_that_breaks_its_obligation(machine_of: MachineOf, statements: str) -> None:
    do, (code, clause, message) = STATEMENTS[statements]
    fault = fault_of(machine_of(do))
    assert (fault.code, fault.clause) == (code, clause)
    assert message in fault.message


def test_two_like_cards_in_a_zone_that_keeps_a_field_distinct(machine_of: MachineOf) -> None:
    zones = """
        rainbow:
          holds: Tile
          order: row
          distinct: colour
          seen_by: everyone
        """
    fault = fault_of(machine_of("- move: x\n  from: stock\n  into: rainbow", zones=zones))
    assert (fault.code, fault.clause) == ("distinct", "PLAY-1")
    assert "`rainbow` already has a card like red 2" in fault.message


RAISE = "- raise: happen()"
ONE = "happen:\n  policy: one"


def test_an_event_at_which_no_rule_applies_is_a_gap(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          when: count > 0
          do: []
        """
    fault = fault_of(machine_of(RAISE, events=ONE, clauses=clauses))
    assert (fault.code, fault.clause) == ("gap", "PLAY-1")
    assert "no rule at `happen` applies" in fault.message


def test_an_event_at_which_two_rules_apply_is_an_overlap(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do: []
        - id: HAP-2
          at: happen
          when: count == 0
          do:
          - set:
              count: 1
        """
    fault = fault_of(machine_of(RAISE, events=ONE, clauses=clauses))
    assert fault.code == "overlap"
    assert "HAP-1, HAP-2" in fault.message


CONFLICT = """
    - id: HAP-1
      at: happen
      do: []
    - id: HAP-2
      overrides: HAP-1
      when: count == 0
      do:
      - set:
          count: 1
    - id: HAP-3
      overrides: HAP-1
      when: len(row) == 0
      do:
      - set:
          count: {other}
    """


def test_two_exceptions_that_apply_with_different_outcomes_conflict(machine_of: MachineOf) -> None:
    fault = fault_of(machine_of(RAISE, events=ONE, clauses=CONFLICT.format(other=2)))
    assert fault.code == "conflict"
    assert "HAP-2, HAP-3" in fault.message


def test_two_exceptions_that_agree_are_no_conflict(machine_of: MachineOf) -> None:
    machine = machine_of(RAISE, events=ONE, clauses=CONFLICT.format(other=1))
    assert machine.start().state["count", None] == 1


def test_exceptions_to_a_definition_that_differ_conflict(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          is: '0'
        - id: DEF-2
          overrides: DEF-1
          when: count == 0
          is: '1'
        - id: DEF-3
          overrides: DEF-1
          when: len(row) == 0
          is: '2'
        """
    fault = fault_of(machine_of("- set:\n    count: worth()", clauses=clauses))
    assert (fault.code, fault.clause) == ("conflict", "DEF-2")
    assert "DEF-2 and DEF-3 both apply" in fault.message


def test_a_definition_of_which_no_case_applies_is_a_gap(machine_of: MachineOf) -> None:
    clauses = """
        - id: DEF-1
          define: worth
          gives: 0..3
          when: count > 0
          is: '0'
        """
    fault = fault_of(machine_of("- set:\n    count: worth()", clauses=clauses))
    assert (fault.code, fault.clause) == ("gap", "DEF-1")


MENU = "act:\n  policy: menu\n  by: active"


def test_a_menu_of_which_no_option_applies_is_stuck(machine_of: MachineOf) -> None:
    clauses = """
        - id: ACT-1
          at: act
          option: stop
          when: count > 0
          do: []
        """
    fault = fault_of(machine_of("- offer: act()", events=MENU, clauses=clauses))
    assert (fault.code, fault.clause) == ("stuck", "PLAY-1")


GIVES = "happen:\n  policy: one\n  gives: 0..3"
RAISE_FOR = "- raise: happen()\n  gives: n\n- set:\n    count: n"


def test_an_event_that_gives_must_give_on_each_path(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - if: count > 0
            do:
            - give: count
        """
    fault = fault_of(machine_of(RAISE_FOR, events=GIVES, clauses=clauses))
    assert (fault.code, fault.clause) == ("give", "HAP-1")


def test_an_event_gives_once(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - give: count
          - give: count
        """
    fault = fault_of(machine_of(RAISE_FOR, events=GIVES, clauses=clauses))
    assert (fault.code, fault.clause) == ("give", "HAP-1")
    assert "second result" in fault.message


BOUNDS = """
    - id: DEF-1
      define: doubled
      with:
        n: 0..2
      gives: 0..3
      is: n + n
    """


@pytest.mark.parametrize("backend", [Reference, Compiled])
@pytest.mark.parametrize(
    ("argument", "message"),
    [("len(stock)", "`n` of `doubled` would be 6, outside 0..2"), ("2", "`doubled` would be 4, outside 0..3")],
)
def test_arguments_and_values_of_definitions_stay_in_their_bounds(
    law_of: LawOf, backend: MakeBackend, argument: str, message: str
) -> None:
    law = law_of(f"- set:\n    count: doubled({argument})", clauses=BOUNDS)
    fault = fault_of(Machine(law, {}, 2, backend=backend))
    assert fault.code == "bounds"
    assert fault.message == message


@pytest.mark.parametrize("backend", [Reference, Compiled])
def test_what_contributions_come_to_stays_in_its_bounds(law_of: LawOf, backend: MakeBackend) -> None:
    clauses = """
        - id: DEF-1
          define: total
          gives: 0..3
          combine: sum
        - id: DEF-2
          adds_to: DEF-1
          is: '2'
        - id: DEF-3
          adds_to: DEF-1
          is: '3'
        """
    fault = fault_of(Machine(law_of("- set:\n    count: total()", clauses=clauses), {}, 2, backend=backend))
    assert (fault.code, fault.clause, fault.message) == ("bounds", "DEF-1", "`total` would be 5, outside 0..3")


def test_arguments_of_events_stay_in_their_bounds(machine_of: MachineOf) -> None:
    events = "happen:\n  with:\n    n: 0..2\n  policy: one"
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - set:
              count: n
        """
    fault = fault_of(machine_of("- raise: happen(len(stock))", events=events, clauses=clauses))
    assert (fault.code, fault.clause) == ("bounds", "PLAY-1")
    assert fault.message == "`n` of `happen` would be 6, outside 0..2"


def test_the_result_of_an_event_stays_in_its_bounds(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - give: len(stock)
        """
    fault = fault_of(machine_of(RAISE_FOR, events=GIVES, clauses=clauses))
    assert (fault.code, fault.clause) == ("bounds", "HAP-1")
    assert fault.message == "the result of `happen` would be 6, outside 0..3"


OWNED = "happen:\n  with:\n    c: own Tile\n  policy: one"
KEEPS = """
    - id: HAP-1
      at: happen
      do:
      - put: c
        into: row
    """


def test_a_card_that_is_not_held_cannot_be_handed_over(machine_of: MachineOf) -> None:
    do = """
        - choose:
            c: stock
          by: active
          ask: which
        - raise: happen(c)
        """
    fault = fault_of(machine_of(do, events=OWNED, clauses=KEEPS))
    assert (fault.code, fault.clause) == ("not-held", "PLAY-1")


def test_an_event_that_does_nothing_with_what_it_was_handed(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - if: c.number == 3
            do:
            - put: c
              into: row
        """
    fault = fault_of(machine_of("- take: c\n  top: stock\n- raise: happen(c)", events=OWNED, clauses=clauses))
    assert (fault.code, fault.clause) == ("held", "HAP-1")


SCOPES = """
    scopes:
      round:
        ends_with:
        - {claims}
    """


def test_a_card_in_hand_while_an_event_may_end_a_scope(machine_of: MachineOf) -> None:
    do = """
        - scope: round
          do:
          - take: c
            top: stock
          - raise: happen()
          - put: c
            into: row
        """
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - if: count > 2
            do:
            - end: round
        """
    machine = machine_of(do, events=ONE, clauses=clauses, more=SCOPES.format(claims="len(stock) >= 0"))
    fault = fault_of(machine)
    assert (fault.code, fault.clause) == ("held", "PLAY-1")
    assert "`happen` may end a scope while red 1 is held" in fault.message


def test_a_card_in_hand_when_its_own_clause_ends_a_scope(machine_of: MachineOf) -> None:
    do = """
        - scope: round
          do:
          - take: c
            top: stock
          - if: count == 0
            do:
            - end: round
          - put: c
            into: row
        """
    fault = fault_of(machine_of(do, more=SCOPES.format(claims="len(stock) >= 0")))
    assert (fault.code, fault.clause) == ("held", "PLAY-1")
    assert "`round` is ended while red 1 is held" in fault.message


def test_a_scoped_zone_that_its_scope_leaves_full(machine_of: MachineOf) -> None:
    do = """
        - scope: round
          zones:
            fan:
              holds: Tile
              order: row
              seen_by: everyone
          do:
          - take: c
            top: stock
          - put: c
            into: fan
        """
    fault = fault_of(machine_of(do, more=SCOPES.format(claims="len(stock) >= 0")))
    assert (fault.code, fault.clause) == ("scope-not-empty", "PLAY-1")
    assert "`fan` still has red 1 when `round` ends" in fault.message


def test_a_scope_that_ends_without_what_it_promises(machine_of: MachineOf) -> None:
    do = """
        - scope: round
          do:
          - set:
              count: 1
        """
    fault = fault_of(machine_of(do, more=SCOPES.format(claims="count == 0")))
    assert (fault.code, fault.clause) == ("ends-with", "PLAY-1")


def test_a_loop_without_a_decision_meets_the_step_limit(machine_of: MachineOf) -> None:
    machine = machine_of("- repeat:\n  - set:\n      count: 1\n  unbounded: true")
    with pytest.raises(StepLimitExceeded, match="PLAY-1: no decision within 2000 steps"):
        machine.start()


def test_events_without_end_meet_the_depth_limit(machine_of: MachineOf) -> None:
    clauses = """
        - id: HAP-1
          at: happen
          do:
          - raise: happen()
        """
    fault = fault_of(machine_of(RAISE, events=ONE, clauses=clauses))
    assert "without end" in fault.message


def test_a_decision_of_too_many_values_meets_the_choice_limit(machine_of: MachineOf) -> None:
    do = """
        - choose:
            a: range(200)
            b: range(200)
          by: active
          ask: pair
        - set:
            count: 0 if a > b else 1
        """
    with pytest.raises(ChoiceLimitExceeded, match="PLAY-1: more than 20000 legal values"):
        machine_of(do).start()


def test_a_card_that_vanishes_breaks_conservation(machine_of: MachineOf) -> None:
    """No statement can lose a card, so the test does what only a broken machine would do."""
    do = """
        - choose:
            n: range(3)
          by: active
          ask: one
        - choose:
            m: range(n)
          by: active
          ask: two
          optional: 'true'
        - set:
            count: n if m is none else m
        """
    machine = machine_of(do)
    position = machine.start()
    position.zones["stock", None].remove(3)
    position.zones["row", None].insert((4,), frozenset())
    with pytest.raises(RuleFault, match="missing: blue 1; duplicated: blue 2") as caught:
        machine.decide(position, 2)
    assert caught.value.code == "conservation"
