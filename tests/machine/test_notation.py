"""Values as people write them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.language.types import (
    BOOL,
    PLAYER,
    CardType,
    EnumType,
    IntType,
    OptionalType,
    SequenceType,
    SetType,
    Type,
)
from ruleslawyer.machine import IllegalDecision, Machine, PositionError
from ruleslawyer.machine.notation import (
    decision_text,
    legal_text,
    listed,
    place_text,
    read_decision,
    read_value,
    value_text,
    write_decision,
    write_value,
)
from ruleslawyer.machine.position import Decision

LawOf = Callable[..., Law]
TILE = CardType(frozenset({"Tile"}))
COLOUR = EnumType("Colour", ("red", "blue"))


@pytest.mark.parametrize(
    ("value", "of", "written"),
    [
        (4, TILE, "blue 2"),
        (1, PLAYER, "p2"),
        ("red", COLOUR, "red"),
        (3, IntType(0, 3), 3),
        (True, BOOL, True),
        (None, OptionalType(TILE), "none"),
        (4, OptionalType(TILE), "blue 2"),
        (frozenset({"blue", "red"}), SetType(COLOUR), ["red", "blue"]),
        ((1, 0), SequenceType(PLAYER), ["p2", "p1"]),
    ],
)
def test_values_are_written_and_read_by_type(law_of: LawOf, value: object, of: Type, written: object) -> None:
    law = law_of()
    assert write_value(law, value, of) == written
    assert read_value(law, written, of, 2) == value


@pytest.mark.parametrize(
    ("written", "of", "message"),
    [
        ("blue 9", TILE, "no card is called `blue 9`"),
        ("p3", PLAYER, "`p3` is no player (write p1 to p2)"),
        (1, PLAYER, "`1` is no player"),
        ("rad", COLOUR, "`rad` is no Colour (did you mean `red`?)"),
        ("4", IntType(0, 3), "4 lies outside its bounds 0..3"),
        ("٣", IntType(0, None), None),
        ("1" * 30, IntType(0, None), "is no number"),
        (True, IntType(0, 3), "`True` is no number"),
        ("maybe", BOOL, "`maybe` is no truth value"),
        ("red", SetType(COLOUR), "`red` is no list"),
    ],
)
def test_what_is_no_value_of_the_type_is_refused(law_of: LawOf, written: object, of: Type, message: str | None) -> None:
    law = law_of()
    if message is None:
        assert read_value(law, written, of, 2) == 3, "any script's digits are a number"
        return
    with pytest.raises(PositionError) as caught:
        read_value(law, written, of, 2)
    assert message in str(caught.value)


def test_places_are_written_with_their_player() -> None:
    assert [place_text(place) for place in (("row", None), ("pouch", 1), None)] == ["row", "pouch[p2]", "held"]


def test_options_are_their_name_or_a_mapping_of_their_parameters(law_of: LawOf) -> None:
    law = law_of(
        "- offer: act()",
        events="act:\n  policy: menu\n  by: active",
        clauses="""
            - id: ACT-1
              at: act
              option: stop
              do: []
            - id: ACT-2
              at: act
              option: give
              with:
                c: stock
                p: players()
              when: c.number == 1
              do:
              - take: c
                from: stock
              - put: c
                into: pouch[p]
            """,
    )
    decision = Machine(law, {}, 2).start().pending
    assert decision is not None
    assert write_decision(law, decision, ("stop", ())) == "stop"
    given = ("give", (3, 1))
    assert write_decision(law, decision, given) == {"give": {"c": "blue 1", "p": "p2"}}
    assert value_text(law, decision, given) == "give(c: blue 1, p: p2)"
    assert read_decision(law, decision, {"give": {"p": "p2", "c": "blue 1"}}) == given
    with pytest.raises(
        IllegalDecision, match=r"`give\(c: blue 2, p: p2\)` is not legal: p1 decides `act`, among: stop;"
    ):
        read_decision(law, decision, {"give": {"c": "blue 2", "p": "p2"}})


def test_choices_are_written_by_name_and_sets_in_any_order(law_of: LawOf) -> None:
    do = """
        - choose:
            c: stock
            p: players()
          by: active
          ask: present
          optional: 'true'
        - choose:
            s: range(4)
          by: chance
          ask: numbers
          size: '2'
        - set:
            count: len(s) if c is none and p is none else 0
        """
    law = law_of(do)
    machine = Machine(law, {}, 2)
    position = machine.start()
    assert position.pending is not None
    assert write_decision(law, position.pending, None) == "none"
    assert write_decision(law, position.pending, (0, 1)) == {"c": "red 1", "p": "p2"}
    assert value_text(law, position.pending, (0, 1)) == "(c: red 1, p: p2)"
    assert read_decision(law, position.pending, "none") is None
    machine.decide(position, None)
    assert position.pending is not None
    assert read_decision(law, position.pending, ["3", "1"]) == frozenset({1, 3})


def decision(kind: str, *values: object) -> Decision:
    return Decision("act" if kind == "option" else "how_many", 0, values, "ASK", kind)


BIDDING = """
    - id: ACT-1
      at: act
      option: stop
      do: []
    - id: ACT-2
      at: act
      option: bid
      with:
        n: range(100)
        p: players()
      do: []
    """


def test_values_that_differ_in_one_number_are_listed_as_one(law_of: LawOf) -> None:
    law = law_of("- offer: act()", events="act:\n  policy: menu\n  by: active", clauses=BIDDING)
    bids = [("bid", (number, player)) for player in (0, 1) for number in (20, 30, 40, 55, 56)]
    lines = listed(law, decision("option", ("stop", ()), *bids))
    assert [one.text for one in lines] == [
        "stop",
        "bid(n: 20 to 40 by 10, p: p1)",
        "bid(n: 55, p: p1)",
        "bid(n: 56, p: p1)",
        "bid(n: 20 to 40 by 10, p: p2)",
        "bid(n: 55, p: p2)",
        "bid(n: 56, p: p2)",
    ]
    assert (lines[1].number, lines[1].numbers, lines[1].values) == ("n", (20, 30, 40), tuple(bids[:3]))
    assert (lines[0].number, lines[0].numbers, lines[0].values) == ("", (), (("stop", ()),))


def test_numbers_by_themselves_are_listed_as_one_too(law_of: LawOf) -> None:
    law = law_of()
    assert [one.text for one in listed(law, decision("number", 1, 2, 4, 5, 6, 3))] == ["1", "2", "4 to 6", "3"]
    assert listed(law, decision("number", 3, 2, 1, 0))[0].text == "3 to 0 by -1"
    assert listed(law, decision("number", *range(4)))[0].number == "how_many"
    assert [one.text for one in listed(law, decision("truth", False, True))] == ["false", "true"]


def test_a_long_list_says_how_many_values_it_leaves_out(law_of: LawOf) -> None:
    cards = law_of()
    numbers = [4 * number + number % 2 for number in range(15)]
    text = legal_text(cards, decision("number", *numbers))
    assert text.endswith("; 40; 45; and 3 more")


def test_a_decision_may_be_written_as_it_is_shown(law_of: LawOf) -> None:
    law = law_of("- offer: act()", events="act:\n  policy: menu\n  by: active", clauses=BIDDING)
    due = decision("option", ("stop", ()), ("bid", (20, 1)))
    assert read_decision(law, due, value_text(law, due, ("bid", (20, 1)))) == ("bid", (20, 1))
    with pytest.raises(IllegalDecision):
        read_decision(law, due, "bid(n: 30, p: p2)")


def test_what_was_written_is_shown_on_one_line() -> None:
    assert decision_text(["a", 1, True]) == "[a, 1, true]"
    assert decision_text({"a": 1}) == "(a: 1)"
