"""What players and outside observers see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.snapshot import (
    EVERYTHING,
    NOTHING_DUE,
    Due,
    Snapshot,
    ZoneView,
    diff,
    everyone,
    snapshot,
)

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


def seen_by(game: tuple[Machine, Position], *seats: int) -> Snapshot:
    """What some seats see together."""
    return snapshot(*game, frozenset(seats))


def closed(size: int, *cards: str, top: tuple[str, ...] | None = None) -> ZoneView:
    """A zone that is not open, with the cards in it that are known."""
    return ZoneView(size, cards, top, open=False)


def test_a_hidden_pile_is_counted_and_its_top_known_to_those_who_saw_it(game: tuple[Machine, Position]) -> None:
    assert seen_by(game, 1).zones["stock"] == closed(5, "blue 3", top=("blue 3",))
    assert seen_by(game, 0).zones["stock"] == closed(5, top=())
    assert seen_by(game, 0, 1).zones["stock"] == closed(5, top=())


def test_a_hand_is_seen_by_its_owner(game: tuple[Machine, Position]) -> None:
    assert seen_by(game, 0).zones["pouch[p1]"] == ZoneView(1, ("blue 1",))
    assert seen_by(game, 1).zones["pouch[p1]"] == closed(1)
    assert seen_by(game, 0, 1).zones["pouch[p2]"] == closed(0)


def test_who_sees_everything_sees_every_card(game: tuple[Machine, Position]) -> None:
    seen = snapshot(*game, EVERYTHING)
    assert seen.zones["pouch[p1]"] == ZoneView(1, ("blue 1",))
    assert len(seen.zones["stock"].cards or ()) == 5
    assert seen.due == Due("which", "p1", ("none", "blue 1"))


def test_the_legal_values_are_shown_to_those_who_see_the_cards_in_them(game: tuple[Machine, Position]) -> None:
    assert seen_by(game, 0).due == Due("which", "p1", ("none", "blue 1"))
    assert seen_by(game, 1).due == Due("which", "p1")


def test_what_was_revealed_is_seen_by_all_and_numbers_are_public(game: tuple[Machine, Position]) -> None:
    machine, position = game
    machine.decide(position, None)
    assert seen_by(game, 1).zones["pouch[p1]"] == closed(1, "blue 1")
    assert seen_by(game, 0).due == Due("number", "p2", ("0", "1"))


def test_the_end_shows_the_winners(game: tuple[Machine, Position]) -> None:
    machine, position = game
    machine.decide(position, None)
    machine.decide(position, 1)
    seen = snapshot(machine, position, everyone(machine))
    assert (seen.over, seen.winners, seen.due) == (True, ("p1",), NOTHING_DUE)
    assert seen.state == {"active": "p1", "count": "1"}


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
    assert seen_by((machine, position), 0).zones["stock"].top == ("red 3",)
    assert seen_by((machine, position), 1).zones["stock"].top == ()


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
    seen = snapshot(machine, position, everyone(machine)).zones
    assert (seen["fan"].cards, seen["fan #2"].cards) == (("red 2",), ("blue 2",)), (
        "the inner one, and the one around it"
    )


# -- differences ----------------------------------------------------------------------------------------------------

WHOLE = Snapshot(
    zones={
        "row": ZoneView(2, ("a", "b"), ordered=True),
        "hand": ZoneView(2, ("a", "b")),
        "pile": ZoneView(3, (), ("c",)),
    },
    state={"count": "1"},
    values={"score[p1]": "7"},
    due=Due("act", "p1", ("draw", "stop")),
    over=False,
)


def test_nothing_differs_from_itself_and_nothing_is_said_of_what_is_not_expected() -> None:
    assert diff(WHOLE, WHOLE) == diff(Snapshot(), WHOLE) == []
    assert diff(Snapshot(zones={"hand": ZoneView(cards=("b", "a"))}, due=Due(None, "p1")), WHOLE) == []


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (Snapshot(zones={"row": ZoneView(cards=("b", "a"))}), ("row", "b, a", "a, b", (), ())),
        (Snapshot(zones={"hand": ZoneView(cards=("a", "c"))}), ("hand", "a, c", "a, b", ("c",), ("b",))),
        (Snapshot(zones={"hand": ZoneView(3)}), ("count of hand", "3", "2", (), ())),
        (Snapshot(zones={"pile": ZoneView(top=("d",))}), ("top of pile", "d", "c", ("d",), ("c",))),
        (Snapshot(zones={"pile": ZoneView(top=())}), ("top of pile", "(none)", "c", (), ("c",))),
        (Snapshot(zones={"fan": ZoneView(cards=("a",))}), ("fan", "a", "not open", ("a",), ())),
        (Snapshot(state={"count": "2"}), ("count", "2", "1", (), ())),
        (Snapshot(values={"score[p1]": "8"}), ("score[p1]", "8", "7", (), ())),
        (Snapshot(due=Due("draw")), ("decision due", "draw", "act", (), ())),
        (Snapshot(due=Due(None, "p2")), ("decided by", "p2", "p1", (), ())),
        (Snapshot(due=Due("act", "p2")), ("decision due", "p2 decides act", "p1 decides act", (), ())),
        (Snapshot(due=Due("act", "p1", ("draw",))), ("legal", "draw", "draw; stop", (), ("stop",))),
        (Snapshot(over=True), ("game", "over", "going on", (), ())),
        (Snapshot(winners=("p1",)), ("winners", "p1", "not decided", (), ())),
    ],
)
def test_each_thing_that_is_expected_can_differ(expected: Snapshot, found: tuple[object, ...]) -> None:
    (one,) = diff(expected, WHOLE)
    assert (one.what, one.expected, one.actual, one.missing, one.extra) == found


def test_legal_values_that_are_not_shown_are_no_legal_values() -> None:
    hidden = replace(WHOLE, due=Due("act", "p1"))
    assert [one.actual for one in diff(Snapshot(due=Due(None, None, ("draw",))), hidden)] == ["not shown"]
    over = replace(WHOLE, due=NOTHING_DUE)
    assert [one.actual for one in diff(Snapshot(due=Due(None, None, ())), over)] == ["no decision is due"]


def test_a_zone_of_which_only_the_other_speaks_is_looked_at_if_both_count() -> None:
    assert diff(Snapshot(), Snapshot(zones={"fan": ZoneView(1, ("a",))})) == []
    (one,) = diff(Snapshot(), Snapshot(zones={"fan": ZoneView(1, ("a",))}), both=True)
    assert (one.what, one.expected, one.actual) == ("fan", "not open", "a")
