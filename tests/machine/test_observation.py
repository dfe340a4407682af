"""What players and outside observers see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.observe import observe

LawOf = Callable[..., Law]
DO = """
    - peek: c
      top: stock
      seen_by: set(last(players()))
    - take: d
      random: stock
    - put: d
      into: pouch[active]
    - choose:
        e: pouch[active]
      by: active
      ask: which
      optional: 'true'
    - set:
        count: 1 if c.number == 3 or e is none else 2
    - reveal: pouch[active]
      to: everyone
    - choose:
        n: range(2)
      by: last(players())
      ask: number
    - finish: players_with(n)
    """
CLAUSES = """
    - id: DEF-1
      define: players_with
      with:
        n: Int
      gives: set of Player
      is: set(p for p in players() if len(pouch[p]) == n)
    """


@pytest.fixture
def game(law_of: LawOf) -> tuple[Machine, Position]:
    """p2 has seen the top of the stock (blue 3); p1 has blue 1 in the pouch and chooses."""
    machine = Machine(law_of(DO, clauses=CLAUSES), {}, 2)
    position = machine.start()
    machine.decide(position, 5)
    machine.decide(position, 3)
    return machine, position


def zones(game: tuple[Machine, Position], viewer: int | None) -> Any:
    """The zones that a viewer sees."""
    return observe(*game, viewer)["zones"]


def test_a_hidden_pile_is_counted_and_its_top_known_to_those_who_saw_it(game: tuple[Machine, Position]) -> None:
    assert zones(game, 1)["stock"] == {"count": 5, "cards": ["blue 3"], "top": "blue 3"}
    assert zones(game, 0)["stock"] == {"count": 5}
    assert zones(game, None)["stock"] == {"count": 5}


def test_a_hand_is_seen_by_its_owner(game: tuple[Machine, Position]) -> None:
    assert zones(game, 0)["pouch[p1]"] == {"count": 1, "cards": ["blue 1"]}
    assert zones(game, 1)["pouch[p1]"] == {"count": 1}
    assert zones(game, None)["pouch[p2]"] == {"count": 0, "cards": []}


def test_the_legal_values_are_shown_to_those_who_see_the_cards_in_them(game: tuple[Machine, Position]) -> None:
    assert observe(*game, 0)["decision"] == {"label": "which", "by": "p1", "values": ["none", "blue 1"]}
    assert observe(*game, 1)["decision"] == {"label": "which", "by": "p1"}


def test_what_was_revealed_is_seen_by_all_and_numbers_are_public(game: tuple[Machine, Position]) -> None:
    machine, position = game
    machine.decide(position, None)
    assert zones(game, 1)["pouch[p1]"] == {"count": 1, "cards": ["blue 1"]}
    assert observe(machine, position, 0)["decision"] == {"label": "number", "by": "p2", "values": [0, 1]}


def test_the_end_shows_the_winners(game: tuple[Machine, Position]) -> None:
    machine, position = game
    machine.decide(position, None)
    machine.decide(position, 1)
    seen = observe(machine, position, None)
    assert (seen["over"], seen["winners"], seen["state"]) == (True, ["p1"], {"active": "p1", "count": 1})


def test_a_card_that_a_player_saw_go_into_a_hidden_pile_stays_known_to_that_player(law_of: LawOf) -> None:
    do = """
        - take: c
          top: stock
        - put: c
          into: pouch[active]
        - take: c
          from: pouch[active]
        - put: c
          into: stock
        - choose:
            n: range(2)
          by: active
          ask: number
        - set:
            count: n
        """
    machine = Machine(law_of(do), {}, 2)
    position = machine.start()
    machine.decide(position, 2)
    assert zones((machine, position), 0)["stock"]["top"] == "red 3"
    assert "top" not in zones((machine, position), 1)["stock"]


def test_a_zone_of_a_scope_that_is_open_twice_is_seen_twice(law_of: LawOf) -> None:
    clauses = """
        - id: NST-1
          at: nest
          do:
          - scope: look
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
            - if: len(stock) > 4
              do:
              - raise: nest()
            - choose:
                d: fan
              by: active
              ask: which
              optional: 'true'
            - set:
                count: 0 if d is none else 1
            finally:
            - move: x
              from: fan
              into: row
        """
    scopes = """
        scopes:
          look:
            ends_with:
            - len(row) >= 0
        """
    machine = Machine(law_of("- raise: nest()", events="nest:\n  policy: one", clauses=clauses, more=scopes), {}, 2)
    position = machine.start()
    machine.decide(position, 4)
    machine.decide(position, 1)
    seen = zones((machine, position), None)
    assert (seen["fan"]["cards"], seen["fan #2"]["cards"]) == (["blue 2"], ["red 2"])
