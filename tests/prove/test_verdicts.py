"""Each kind of obligation on the smallest rulebook that breaks it, and the verdicts apart."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.prove import Kind, Report, Result, Verdict, confirm, prove

from .conftest import POINTS

LawOf = Callable[..., Law]


def failed(report: Report) -> dict[str, Result]:
    return {result.obligation.id: result for result in report.failures()}


BROKEN = {
    "a card stays in hand": (
        """
        - id: TAKE
          at: step
          do:
          - if: len(stock) > 0
            do:
            - take: c
              top: stock
            - if: c.number > 1
              do:
              - put: c
                into: stock
        """,
        "TAKE:return:held",
        Kind.HELD,
    ),
    "an empty pile": (
        """
        - id: TAKE
          at: step
          do:
          - repeat:
            - take: c
              top: stock
            - put: c
              into: tower[first(players())]
            while: count == 0
            unbounded: true
        """,
        "TAKE:take:supply",
        Kind.SUPPLY,
    ),
    "two of a colour in the row": (
        """
        - id: TAKE
          at: step
          do:
          - if: len(stock) > 0
            do:
            - take: c
              top: stock
            - put: c
              into: row
        """,
        "TAKE:put:distinct",
        Kind.DISTINCT,
    ),
    "a card that was chosen before it went": (
        """
        - id: TAKE
          at: step
          do:
          - if: len(row) > 0
            do:
            - choose:
                c: row
              by: first(players())
              ask: which
            - move: x
              from: row
              into: stock
            - take: c
              from: row
            - put: c
              into: stock
        """,
        "TAKE:take:membership",
        Kind.MEMBERSHIP,
    ),
    "nothing to choose": (
        """
        - id: PICK
          at: step
          do:
          - choose:
              c: row
            by: first(players())
            ask: which
          - take: c
            from: row
          - put: c
            into: stock
        """,
        "PICK:which:choice",
        Kind.CHOICE,
    ),
    "a counter out of bounds": (
        """
        - id: COUNT
          at: step
          do:
          - set:
              count: count + 1
        """,
        "COUNT:set:bounds",
        Kind.BOUNDS,
    ),
    "a scoped zone that is left full": (
        """
        - id: LEAVE
          at: step
          do:
          - if: len(stock) > 0
            do:
            - scope: reveal
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
        """,
        "LEAVE:scope:scoped",
        Kind.SCOPED,
    ),
    "a loop that never ends": (
        """
        - id: LOOP
          at: step
          do:
          - repeat:
            - set:
                count: count
            while: count > 0
            measure:
            - count
        """,
        "LOOP:repeat:measure",
        Kind.MEASURE,
    ),
    "a minimum of nothing": (
        """
        - id: LEAST
          at: step
          do:
          - set:
              count: min(c.number for c in row)
        """,
        "LEAST:set:defined",
        Kind.DEFINED,
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(name: str, law_of: LawOf) -> None:
    clauses, obligation, kind = BROKEN[name]
    more = "scopes:\n  reveal:\n    ends_with: []\n" if "scope:" in clauses else ""

    found = failed(prove(law_of(clauses, more=more), confirm=False))

    assert {one: (result.obligation.kind, result.verdict) for one, result in found.items()} == {
        obligation: (kind, Verdict.UNPROVED)
    }


def test_a_table_with_a_gap_and_an_overlap(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: GO
          at: step
          do:
          - raise: inner()
        - id: LOW
          at: inner
          when: count < 4
          do: []
        - id: MIDDLE
          at: inner
          when: 3 <= count < 9
          do: []
        """,
        events="inner:\n  policy: one\n",
    )

    assert {"inner:complete", "LOW:overlap:MIDDLE"} <= set(failed(prove(law, confirm=False)))


def test_two_exceptions_that_disagree(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: PRICE
          define: price
          gives: 0..9
          is: '1'
        - id: DEAR
          overrides: PRICE
          when: count > 3
          is: '2'
        - id: CHEAP
          overrides: PRICE
          when: count > 5
          is: '0'
        - id: PAY
          at: step
          do:
          - set:
              count: price()
        """
    )

    assert "DEAR:conflict:CHEAP" in failed(prove(law, confirm=False))


def test_exceptions_to_one_exception_that_disagree(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: PRICE
          define: price
          gives: 0..9
          is: '1'
        - id: SALE
          overrides: PRICE
          when: count > 2
          is: '2'
        - id: DEAR
          overrides: SALE
          when: count > 3
          is: '3'
        - id: CHEAP
          overrides: SALE
          when: count > 5
          is: '0'
        - id: PAY
          at: step
          do:
          - set:
              count: price()
        """
    )

    assert "DEAR:conflict:CHEAP" in failed(prove(law, confirm=False))


def test_an_exception_to_both_resolves_a_conflict(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: PRICE
          define: price
          gives: 0..9
          is: '1'
        - id: DEAR
          overrides: PRICE
          when: count > 3
          is: '2'
        - id: CHEAP
          overrides: PRICE
          when: count > 5
          is: '0'
        - id: BOTH
          overrides: [DEAR, CHEAP]
          when: count > 5
          is: '4'
        - id: PAY
          at: step
          do:
          - set:
              count: price()
        """
    )

    assert not [name for name in failed(prove(law, confirm=False)) if ":conflict:" in name]


def test_two_exceptions_that_agree_where_both_apply(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: PRICE
          define: price
          gives: 0..9
          is: '1'
        - id: DEAR
          overrides: PRICE
          when: count > 3
          is: '2 if count < 6 else 0'
        - id: CHEAP
          overrides: PRICE
          when: count > 5
          is: '0'
        - id: PAY
          at: step
          do:
          - set:
              count: price()
        """
    )

    assert prove(law, confirm=False).verdict is Verdict.PROVED


def test_a_clause_that_never_applies_is_vacuous(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: GO
          at: step
          do:
          - raise: inner()
        - id: ALWAYS
          at: inner
          when: count <= 10
          do: []
        - id: NEVER
          at: inner
          when: count > 10
          do: []
        """,
        events="inner:\n  policy: one\n",
    )

    report = prove(law, confirm=False)

    vacuous = [result.obligation.id for result in report.results if result.verdict is Verdict.VACUOUS]
    assert vacuous == ["NEVER:reached"]
    assert report.failures() == ()


TWO_BY_TWO = """
- id: GO
  at: step
  do:
  - repeat:
    - set:
        count: count + 2
    while: count < 8
    measure:
    - 10 - count
"""


def test_true_but_not_inductive_is_unproved(law_of: LawOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter is always even, but that it is not 5 does not say so: 3 would lead there."""
    monkeypatch.setattr(confirm, "BATCHES", 3)
    law = law_of(TWO_BY_TWO, invariants="lemmas:\n- id: FIVE\n  holds: count != 5\n")

    report = prove(law)

    assert {result.obligation.claim for result in report.failures()} == {"FIVE"}
    assert report.verdict is Verdict.UNPROVED


def test_false_and_reached_is_violated(law_of: LawOf) -> None:
    clauses = """
    - id: GO
      at: step
      do:
      - choose:
          n: values(Colour)
        by: first(players())
        ask: colour
      - set:
          count: 5 if n == red else 4
      - choose:
          m: values(Colour)
        by: first(players())
        ask: again
      - set:
          count: 1 if m == red else 0
    """
    law = law_of(clauses, invariants="lemmas:\n- id: FIVE\n  holds: count != 5\n")

    report = prove(law)

    (result,) = report.failures()
    assert result.verdict is Verdict.VIOLATED
    assert result.counterexample is not None and result.counterexample.confirmed is not None
    assert result.counterexample.confirmed.decisions[-1] == ("colour", "red")
    assert "FIVE" in result.counterexample.confirmed.message


def test_a_measure_that_does_not_shrink_is_violated_by_a_game(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: DOWN
          at: step
          do:
          - set:
              count: '3'
          - repeat:
            - choose:
                amount: range(0, 2)
              by: first(players())
              ask: amount
            - set:
                count: max(0, count - amount)
            while: count > 0
            measure:
            - count
        """
    )

    (result,) = prove(law).failures()

    assert (result.obligation.kind, result.verdict) == (Kind.MEASURE, Verdict.VIOLATED)
    assert result.counterexample is not None and result.counterexample.confirmed is not None
    assert result.counterexample.confirmed.decisions[-1] == ("amount", "0")


def test_a_set_of_players_asks_nothing_of_seats_that_are_not_taken(law_of: LawOf) -> None:
    """With two players the third seat has no other seat that is on."""
    clauses = """
    - id: PAY
      at: step
      do:
      - pay: min(1, box)
        from: box
        into: points[first(players())]
      - if: any(points[p] > 0 for p in players()) and len(set(p for p in players() if points[other(p)] > 0)) > 1
        do:
        - set:
            count: '1'
    - id: OTHER
      define: other
      with:
        p: Player
      gives: Player
      is: the(set(q for q in players() if q == p))
    """
    assert prove(law_of(clauses, more=POINTS), only="step", confirm=False).failures() == ()


def test_what_has_no_encoding_is_unproved_and_says_so(law_of: LawOf) -> None:
    clauses = """
    - id: GO
      at: step
      do:
      - if: count * count > 3
        do:
        - set:
            count: '3'
    """

    (result,) = prove(law_of(clauses), confirm=False).failures()

    assert (result.obligation.kind, result.verdict) == (Kind.ENCODING, Verdict.UNPROVED)
    assert result.obligation.text == "no encoding for a product of two unknowns"


@pytest.mark.parametrize(("most", "broken"), [("10", set()), ("11", {"COUNT:set:bounds"})])
def test_rules_that_run_once_for_every_player(law_of: LawOf, most: str, broken: set[str]) -> None:
    law = law_of(
        f"""
        - id: GO
          at: step
          do:
          - raise: inner()
        - id: COUNT
          at: inner
          do:
          - set:
              count: min(count + len(tower[seat]) + 1, {most})
        """,
        events="inner:\n  policy: each\n  order: seats\n",
    )

    assert set(failed(prove(law, confirm=False))) == broken


def test_whoever_relies_on_a_clause_is_proved_again_with_it(law_of: LawOf) -> None:
    law = law_of(
        """
        - id: GO
          at: step
          do:
          - raise: inner()
        - id: OTHER
          at: inner
          when: count > 3
          do: []
        - id: IN
          at: inner
          when: count <= 3
          do:
          - set:
              count: 4
        """,
        events="inner:\n  policy: one\n",
    )

    returned = {one.obligation.id for one in prove(law, only="IN", confirm=False).results}

    assert {"IN:return:conservation", "GO:return:conservation"} <= returned
    assert "OTHER:return:conservation" not in returned


def test_a_question_past_its_limit_says_so(law_of: LawOf) -> None:
    """Next to no steps are allowed: what is not settled at once is unproved, for that reason, and so each time."""
    law = law_of("- id: GO\n  at: step\n  do:\n  - set:\n      count: (count + 1) // 2\n")

    first, again = (prove(law, effort=1, confirm=False) for _ in range(2))

    assert first.verdict is Verdict.UNPROVED
    assert any("--effort" in one.reason for one in first.failures())
    assert [(one.obligation.id, one.verdict) for one in first.results] == [
        (one.obligation.id, one.verdict) for one in again.results
    ]
