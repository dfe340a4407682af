"""Chance and choices: what is a decision, what is legal, and what is taken without asking."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.machine import IllegalDecision, Machine, Trace
from ruleslawyer.machine.trace import Forced, Moved

MachineOf = Callable[..., Machine]
RED = (0, 1, 2)


def test_the_top_of_a_shuffled_pile_is_a_chance_decision_among_its_first_bag(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - take: c
          top: stock
        - put: c
          into: row
        """
    )
    position = machine.start()
    assert position.pending is not None
    assert (position.pending.label, position.pending.by, position.pending.kind) == ("stock", None, "card")
    assert position.pending.values == (0, 1, 2, 3, 4, 5)
    machine.decide(position, 4)
    assert position.over
    assert position.zones["row", None].listed() == (4,)


def test_a_known_card_on_top_is_taken_without_asking_and_the_trace_says_so(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - take: c
          top: stock
        - put: c
          into: stock
        - take: d
          top: stock
        - put: d
          into: row
        """
    )
    position, trace = machine.start(), Trace()
    machine.decide(position, 2, trace)
    assert position.over
    forced = [record for record in trace.steps[0].records if isinstance(record, Forced)]
    assert [(record.decision.label, record.value) for record in forced] == [("stock", 2)]
    moves = [(record.source, record.target) for record in trace.steps[0].records if isinstance(record, Moved)]
    stock, row = ("stock", None), ("row", None)
    assert moves == [(stock, None), (None, stock), (stock, None), (None, row)]


def test_a_card_put_at_the_bottom_comes_last(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - take: c
          top: stock
        - put: c
          into: stock
          at: bottom
        - deal: x
          count: '6'
          top: stock
          into: row
        """
    )
    position = machine.start()
    machine.decide(position, 0)
    for card in (5, 1, 2, 3):
        assert position.pending is not None and 0 not in position.pending.values
        machine.decide(position, card)
    assert position.zones["row", None].listed() == (5, 1, 2, 3, 4, 0)


def test_random_decides_among_all_cards_of_a_zone(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - take: c
          top: stock
        - put: c
          into: stock
        - take: d
          random: stock
        - put: d
          into: row
        """
    )
    position = machine.start()
    machine.decide(position, 2)
    assert position.pending is not None and position.pending.values == (0, 1, 2, 3, 4, 5)


def test_shuffle_forgets_a_known_top_and_who_has_seen_it(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - peek: c
          top: stock
          seen_by: set(active)
        - shuffle: stock
        - take: d
          top: stock
        - put: d
          into: row
        - set:
            count: 1 if c.colour == red else 0
        """
    )
    position = machine.start()
    machine.decide(position, 3)
    assert position.pending is not None and len(position.pending.values) == 6
    assert all(not bag.viewers for bag in position.zones["stock", None].bags_in_order())


def test_a_peeked_card_stays_on_top_and_is_known_to_those_who_saw_it(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - peek: c
          top: stock
          seen_by: set(active)
        - choose:
            n: range(2)
          by: active
          ask: how_many
        - set:
            count: n if c.number > 1 else 0
        - take: d
          top: stock
        - put: d
          into: row
        """
    )
    position = machine.start()
    machine.decide(position, 4)
    top = position.zones["stock", None].bags_in_order()[0]
    assert (top.cards, top.viewers) == ((4,), frozenset({0}))
    assert position.pending is not None and position.pending.label == "how_many"
    machine.decide(position, 1)
    assert position.zones["row", None].listed() == (4,)
    assert position.state["count", None] == 1


def test_roll_is_a_number_by_chance(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - roll: die
          of: 1..3
        - set:
            count: die
        """
    )
    position = machine.start()
    assert position.pending is not None
    assert (position.pending.label, position.pending.by, position.pending.values) == ("die", None, (1, 2, 3))
    machine.decide(position, 2)
    assert position.state["count", None] == 2


def test_a_choice_of_several_names_is_one_decision_over_dependent_tuples(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - choose:
            a: range(3)
            b: range(a)
          by: last(players())
          ask: pair
        - set:
            count: a + b
        """
    )
    position = machine.start()
    assert position.pending is not None
    assert (position.pending.by, position.pending.kind) == (1, "tuple")
    assert position.pending.values == ((1, 0), (2, 0), (2, 1))
    machine.decide(position, (2, 1))
    assert position.state["count", None] == 3


def test_an_optional_choice_is_asked_even_when_nothing_can_be_chosen(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - choose:
            c: row
          by: active
          ask: maybe
          optional: 'true'
        - set:
            count: 1 if c is none else 2
        """
    )
    position = machine.start()
    assert position.pending is not None and position.pending.values == (None,)
    machine.decide(position, None)
    assert position.state["count", None] == 1


def test_a_choice_by_size_is_a_set_of_exactly_that_many(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - choose:
            some: values(Colour)
          by: active
          ask: colours
          size: '2'
        - choose:
            few: range(3)
          by: chance
          ask: few
          size: '2'
        - set:
            count: len(some) if red in some else max(x for x in few)
        """
    )
    position = machine.start()
    assert position.pending is not None and position.pending.label == "few", "the only pair of colours is taken unasked"
    assert position.pending.values == (frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2}))
    machine.decide(position, frozenset({0, 2}))
    assert position.state["count", None] == 2


def test_literals_are_offered_in_the_order_declared(machine_of: MachineOf) -> None:
    machine = machine_of(
        """
        - choose:
            c: set(blue, red)
          by: active
          ask: colour
        - set:
            count: 1 if c == blue else 0
        """
    )
    position = machine.start()
    assert position.pending is not None and position.pending.values == ("red", "blue")


MENU = {
    "do": """
        - offer: act()
        """,
    "events": """
        act:
          policy: menu
          by: active
        """,
    "clauses": """
        - id: ACT-1
          at: act
          option: stop
          do: []
        - id: ACT-2
          at: act
          option: bid
          with:
            n: range(4)
          when: n > 1
          do:
          - set:
              count: n
        """,
}


def test_a_menu_offers_every_option_that_applies_with_every_value(machine_of: MachineOf) -> None:
    machine = machine_of(**MENU)
    position = machine.start()
    assert position.pending is not None
    assert (position.pending.label, position.pending.by, position.pending.kind) == ("act", 0, "option")
    assert position.pending.values == (("stop", ()), ("bid", (2,)), ("bid", (3,)))
    machine.decide(position, ("bid", (3,)))
    assert position.state["count", None] == 3


def test_an_illegal_decision_lists_the_legal_ones_and_changes_nothing(machine_of: MachineOf) -> None:
    machine = machine_of(**MENU)
    position = machine.start()
    before = position.copy()
    with pytest.raises(
        IllegalDecision, match=r"`bid\(n: 9\)` is not legal: p1 decides `act`, among: stop; bid\(n: 2\)"
    ):
        machine.decide(position, ("bid", (9,)))
    assert position == before and position.pending == before.pending
    machine.decide(position, ("stop", ()))
    with pytest.raises(IllegalDecision, match="the game is over"):
        machine.decide(position, ("stop", ()))


@pytest.mark.parametrize("value", [None, "stop", 17, ("stop",), ("what", ()), frozenset({1})])
def test_values_of_another_shape_are_illegal_too(machine_of: MachineOf, value: object) -> None:
    machine = machine_of(**MENU)
    with pytest.raises(IllegalDecision):
        machine.decide(machine.start(), value)
