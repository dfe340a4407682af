"""Scenarios that hold, that differ, and that cannot be played to their end."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from ruleslawyer.report.scenarios import result_data, result_text
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.results import Difference
from ruleslawyer.scenario.run import Runner

Case = Callable[[str], Scenario]

HOOK = """
rulings:
  hook_bust: forced
players: 2
given:
  at: act
  zones:
    table: [cannon 3]
    deck: [hook 4]
    bank: {p1: [cannon 5]}
  rest: deck
decisions:
- act: draw
"""


def test_a_right_expectation_holds(case: Case, runner: Runner) -> None:
    scenario = case(HOOK + "then:\n- zones:\n    table: []\n    discard: [cannon 5, hook 4, cannon 3]\n")
    result = runner.run(scenario)
    assert result.holds
    assert [outcome.reading for outcome in result.outcomes] == [
        f"hook_bust = forced, otherwise {profile}" for profile in ("reference", "print-and-play", "boxed")
    ]
    assert result_text(result) == "case: holds"


def test_a_wrong_expectation_fails_and_shows_the_zone_and_only_that(case: Case, runner: Runner) -> None:
    scenario = case(HOOK + "then:\n- zones:\n    table: []\n    discard: [cannon 3, key 2, hook 4]\n")
    result = runner.run(scenario)
    assert not result.holds
    texts = "hook 4, cannon 3, key 2", "hook 4, cannon 3, cannon 5"
    difference = Difference("zone", "discard", *texts, ("key 2",), ("cannon 5",), after=1)
    assert {outcome.differences for outcome in result.outcomes} == {(difference,)}
    text = result_text(result)
    assert text.startswith("case: does not hold under 3 of 3 readings\n")
    assert "after 1. act: draw\n      discard\n        expected: hook 4, cannon 3, key 2\n" in text
    assert "missing:  key 2\n        extra:    cannon 5\n" in text
    assert "at work: TRN-6/draw, DRW-1, TRN-3, HOK-1/play, BST-1, BST-3" in text
    assert text.count("expected:") == 1, "three readings that differ alike are shown once"
    assert "table" not in text


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ("zones: {bank: {p1: [cannon 5]}}", "bank[p1]"),
        ("zones: {table: {count: 1}}", "count of table"),
        ("zones: {discard: {top: [key 2]}}", "top of discard"),
        ("zones: {fan: []}", "fan"),
        ("state: {active: p1}", "active"),
        ("asks: act", "decision due"),
        ("by: p2", "decided by"),
        ("legal: [key 2]", "legal"),
        ("forced:\n  - hook: cannon 3", "forced"),
        ("values: {score(p1): 5}", "score(p1)"),
        ("winners: [p1]", "winners"),
        ("finished: true", "game"),
        ("after: 0\n  zones: {table: []}", "table"),
        ("seen_by: p2\n  zones: {discard: [cannon 3, cannon 5, hook 4, key 2]}", "discard"),
        ("seen_by: p2\n  legal: [key 2]", "legal"),
    ],
)
def test_each_kind_of_expectation_can_fail(case: Case, runner: Runner, wrong: str, what: str) -> None:
    result = runner.run(case(f"{HOOK}then:\n- {wrong}\n"))
    assert {difference.what for outcome in result.outcomes for difference in outcome.differences} == {what}
    assert not any(outcome.holds for outcome in result.outcomes)


def test_a_stated_value_that_differs_names_the_document(case: Case, runner: Runner) -> None:
    stated = "stated_by: reference 五.2 ¶1,2\n"
    result = runner.run(case(f"{HOOK}then:\n- values: {{score(p1): 5}}\n  {stated}"))
    assert "expected: 5   stated by reference 五.2 ¶1-2" in result_text(result)


def test_an_illegal_decision_shows_the_legal_ones(case: Case, runner: Runner) -> None:
    result = runner.run(case(HOOK.replace("act: draw", "act: fold")))
    stops = {outcome.stop.message for outcome in result.outcomes if outcome.stop is not None}
    assert stops == {"`fold` is not legal: p1 decides `act`, among: draw; collect"}
    assert "at the start, at 1. act: fold" in result_text(result)


def test_a_decision_that_is_not_due_shows_the_one_that_is(case: Case, runner: Runner) -> None:
    result = runner.run(case(HOOK.replace("act: draw", "map: key 2")))
    assert result.outcomes[0].stop is not None
    assert result.outcomes[0].stop.message == (
        "`map` is not to be decided here: p1 decides `act`, among: draw; collect"
    )


def test_nothing_is_decided_after_the_end(case: Case, runner: Runner) -> None:
    scenario = case(
        """
        profile: reference
        players: 2
        given:
          at: act
          zones:
            table: [key 3]
            deck: [mermaid 9]
          rest: discard
        decisions:
        - act: draw
        - act: draw
        """
    )
    stop = runner.run(scenario).outcomes[0].stop
    assert stop is not None
    assert (stop.after, stop.message) == (1, "the game is over, so `act` cannot be decided")


UNLISTED = """
profile: reference
players: 2
{luck}
given:
  at: act
  zones:
    table: [oracle 3]
    discard: [[cannon 2, mermaid 4]]
  rest: deck
decisions:
- act: draw
- act: collect
then:
- zones:
    bank: {{p1: [oracle 3, anchor 2]}}
"""


def test_chance_must_be_listed(case: Case, runner: Runner) -> None:
    stop = runner.run(case(UNLISTED.format(luck=""))).outcomes[0].stop
    assert stop is not None
    assert stop.message == "chance decides `deck` before `act`: list `deck:`, or write `luck: any`"


def test_luck_first_takes_the_first_card(case: Case, runner: Runner) -> None:
    right = UNLISTED.format(luck="luck: first")
    assert [(one.luck, one.holds) for one in runner.run(case(right)).outcomes] == [("first", True)]
    assert not runner.run(case(right.replace("oracle 3, anchor 2", "oracle 3, anchor 3"))).holds


def test_luck_any_must_hold_with_the_first_and_with_the_last_card(case: Case, runner: Runner) -> None:
    result = runner.run(case(UNLISTED.format(luck="luck: any")))
    assert [(outcome.luck, outcome.holds) for outcome in result.outcomes] == [("first", True), ("last", False)]
    both = case(UNLISTED.format(luck="luck: any").replace("bank: {p1: [oracle 3, anchor 2]}", "table: {count: 0}"))
    assert runner.run(both).holds


def test_a_clause_that_had_no_part_in_it_is_named(case: Case, runner: Runner) -> None:
    result = runner.run(case(HOOK + "clauses: [BST-3, HOK-1/play, KRA-1, ANC-1]\n"))
    assert {outcome.missing_clauses for outcome in result.outcomes} == {("KRA-1", "ANC-1")}
    assert "no part in it had: KRA-1, ANC-1" in result_text(result)


def test_readings_are_run_one_by_one(case: Case, runner: Runner) -> None:
    under = (
        "under:\n- profile: boxed\n- rulings: {hook_bust: forced}\n- profile: print-and-play\notherwise: reference\n"
    )
    scenario = case(HOOK.replace("rulings:\n  hook_bust: forced\n", under) + "then:\n- zones: {table: []}\n")
    result = runner.run(scenario)
    assert [(outcome.reading, outcome.holds) for outcome in result.outcomes] == [
        ("boxed", True),
        ("hook_bust = forced, otherwise reference", True),
        ("print-and-play", False),
    ]
    text = result_text(result)
    assert "under 1 of 3 readings" in text
    assert "  under print-and-play\n" in text


def test_another_version_of_the_rulebook_is_a_warning(case: Case, runner: Runner) -> None:
    scenario = case(HOOK + "info: {rulebook_digest: abc}\n")
    object.__setattr__(scenario, "version", "0.9.0")
    result = runner.run(scenario)
    assert result.holds
    assert result.warnings == (
        "written for version 0.9.0 of `dead-mans-draw`, run with version 1.0.0",
        "made with another text of `dead-mans-draw` than the one it is run with",
    )


def test_results_as_plain_data_say_the_same(case: Case, runner: Runner) -> None:
    data = json.loads(json.dumps(result_data(runner.run(case(HOOK + "then:\n- zones: {table: [key 2]}\n")))))
    assert data["holds"] is False
    assert data["outcomes"][0]["differences"] == [
        {
            "after": 1,
            "what": "table",
            "expected": "key 2",
            "actual": "(none)",
            "missing": ["key 2"],
            "extra": [],
            "stated_by": [],
        }
    ]
