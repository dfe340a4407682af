"""Theorems with `fails_under`: what is declared to fail is found to, everything else is promised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import InvariantViolated, Machine
from ruleslawyer.prove import Kind, Report, Result, Verdict, prove
from ruleslawyer.rulebook.diagnostics import RulebookError

LawOf = Callable[..., Law]

RULINGS = """
rulings:
  pace:
    asks: How fast does the counter go up?
    answers:
      slow:
        says: By one.
      fast:
        says: By two.
      faster:
        says: By three.
  height:
    asks: May it go up at all when it is high?
    answers:
      low:
        says: No.
      high:
        says: Yes.
"""
EVENTS = """
go:
  policy: one
tick:
  with:
    by: 0..3
  policy: one
"""
CLAUSES = """
- id: STEP
  at: step
  do:
  - raise: go()
  - raise: tick(step_length())
  - choose:
      anybody: players()
    by: first(players())
    ask: whoever
  - if: anybody == first(players())
    do:
    - raise: go()
- id: GO
  at: go
  do:
  - if: count + step_length() <= (5 if ruling.height == low else 10)
    do:
    - set:
        count: count + step_length()
- id: TICK
  at: tick
  do:
  - set:
      count: count if by > 0 else 0
- id: LENGTH
  define: step_length
  gives: 0..3
  is: 1 if ruling.pace == slow else 2 if ruling.pace == fast else 3
"""
ENSURES = """
lemmas:
- id: BY-ONE
  event: go
  ensures: count <= old(count) + 1
"""


def declared(report: Report) -> dict[str, Result]:
    return {one.obligation.id: one for one in report.results if one.obligation.kind is Kind.FINDING}


def report_of(law_of: LawOf, theorem: str, fails_under: str = "", *, confirm: bool = True) -> Report:
    text = theorem + (f"  fails_under:\n{fails_under}" if fails_under else "")
    return prove(law_of(CLAUSES, events=EVENTS, more=RULINGS, invariants=text), confirm=confirm)


BOTH = "  - pace: fast\n  - pace: faster\n"


def test_what_is_declared_to_fail_is_found_by_a_game_and_does_not_count_as_a_failure(law_of: LawOf) -> None:
    report = report_of(law_of, ENSURES, BOTH)
    assert report.failures() == ()
    found = declared(report)
    assert {one.verdict for one in found.values()} == {Verdict.FOUND}
    assert [one.obligation.id for one in report.findings()] == ["BY-ONE:fails_under:1", "BY-ONE:fails_under:2"]
    for answer, one in zip(("fast", "faster"), found.values(), strict=True):
        assert one.counterexample is not None and one.counterexample.confirmed is not None
        game = one.counterexample.confirmed
        assert game.answers["pace"] == answer
        assert "BY-ONE" in game.message


def test_without_a_game_it_stays_unproved(law_of: LawOf) -> None:
    report = report_of(law_of, ENSURES, BOTH, confirm=False)
    assert {one.verdict for one in declared(report).values()} == {Verdict.UNPROVED}
    assert len(report.failures()) == 2


def test_a_reading_that_is_not_declared_must_not_fail(law_of: LawOf) -> None:
    report = report_of(law_of, ENSURES, "  - pace: fast\n", confirm=False)
    failed = {one.obligation.id: one for one in report.failures()}
    assert failed["GO:return:BY-ONE"].verdict is Verdict.UNPROVED


def test_a_reading_under_which_it_holds_is_stale(law_of: LawOf) -> None:
    report = report_of(law_of, ENSURES, BOTH + "  - pace: slow\n", confirm=False)
    stale = declared(report)["BY-ONE:fails_under:3"]
    assert stale.verdict is Verdict.VIOLATED
    assert "it holds there" in stale.obligation.text
    assert stale in report.failures()


def test_a_reading_must_fail_on_its_own(law_of: LawOf) -> None:
    """`height: high` fails only together with a pace that is declared itself."""
    report = report_of(law_of, ENSURES, BOTH + "  - height: high\n", confirm=False)
    assert declared(report)["BY-ONE:fails_under:3"].verdict is Verdict.VIOLATED


def test_a_reading_may_name_several_answers(law_of: LawOf) -> None:
    low = ENSURES.replace("count <= old(count) + 1", "count <= 5 or count == old(count)")
    report = report_of(
        law_of, low, "  - height: high\n    pace: slow\n  - height: high\n    pace: fast\n", confirm=False
    )
    failed = [one.obligation.id for one in report.failures() if one.obligation.kind is not Kind.FINDING]
    assert failed == ["GO:return:BY-ONE"]
    report = report_of(law_of, low, "  - height: high\n")
    assert report.failures() == ()


def test_requirements_may_fail_too(law_of: LawOf) -> None:
    requires = ENSURES.replace("event: go\n  ensures: count <= old(count) + 1", "event: tick\n  requires: by == 1")
    report = report_of(law_of, requires, BOTH)
    assert report.failures() == ()
    assert {one.verdict for one in declared(report).values()} == {Verdict.FOUND}


def test_a_part_of_the_proofs_does_not_call_a_reading_stale_that_may_fail_elsewhere(law_of: LawOf) -> None:
    requires = (
        ENSURES.replace("event: go\n  ensures: count <= old(count) + 1", "event: tick\n  requires: by == 1")
        + "  fails_under:\n"
        + BOTH
    )
    law = law_of(CLAUSES, events=EVENTS, more=RULINGS, invariants=requires)
    assert declared(prove(law, only="tick", confirm=False)) == {}
    assert len(declared(prove(law, only="step", confirm=False))) == 2


def test_a_theorem_that_is_never_met_is_stale(law_of: LawOf) -> None:
    """Nothing raises the event in which the first step of a game would have to keep it."""
    requires = ENSURES.replace("event: go\n  ensures: count <= old(count) + 1", "event: play\n  requires: count == 0")
    report = report_of(law_of, requires, "  - pace: fast\n", confirm=False)
    assert declared(report)["BY-ONE:fails_under:1"].verdict is Verdict.VIOLATED


@pytest.mark.parametrize(("answer", "fails"), [("slow", False), ("fast", False), ("faster", True)])
def test_a_monitor_promises_nothing_under_the_readings_declared(law_of: LawOf, answer: str, fails: bool) -> None:
    text = ENSURES + "  fails_under:\n  - pace: fast\n"
    law = law_of(CLAUSES, events=EVENTS, more=RULINGS, invariants=text)
    machine = Machine(law, {"pace": answer, "height": "high"}, 2, monitor=True)
    if not fails:
        machine.start()
        return
    with pytest.raises(InvariantViolated):
        machine.start()


def test_a_finding_comes_with_a_scenario_that_replays_it(law_of: LawOf) -> None:
    report = report_of(law_of, ENSURES, BOTH)
    counterexample = report.findings()[0].counterexample
    assert counterexample is not None and counterexample.confirmed is not None
    (scenario,) = counterexample.confirmed.scenario["scenarios"]
    assert scenario["because"] == counterexample.confirmed.message


@pytest.mark.parametrize(
    ("readings", "code", "words"),
    [
        ("  - pase: fast\n", "unknown-ruling", "did you mean `pace`?"),
        ("  - pace: fist\n", "unknown-answer", "did you mean `fast`?"),
        ("  - pace: fast\n  - pace: fast\n    height: low\n", "covered-reading", "delete one"),
        ("  - pace: fast\n    height: low\n  - pace: fast\n", "covered-reading", "delete one"),
        ("    pace: fast\n", "expected-list", "a list of readings"),
    ],
)
def test_readings_that_make_no_sense_are_refused(law_of: LawOf, readings: str, code: str, words: str) -> None:
    with pytest.raises(RulebookError) as caught:
        report_of(law_of, ENSURES, readings)
    assert f"[{code}]" in str(caught.value)
    assert words in str(caught.value)
