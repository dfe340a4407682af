"""The smallest case for a ruling, by its scenario or by search."""

from __future__ import annotations

import pytest

from ruleslawyer.compare.comparison import Request, compare
from ruleslawyer.compare.lockstep import Lockstep
from ruleslawyer.compare.readings import Contrast, Issue, contrasts, issues_between, issues_of
from ruleslawyer.compare.search import Budget, Witness, find
from ruleslawyer.language import Law, load
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="module")
def fixtures(law: Law) -> dict[str, Scenario]:
    return {one.slug: one for file in read_paths([law.name]) for one in file.scenarios}


def search(law: Law, issue: Issue, *bases: str, fixtures: tuple[Scenario, ...] = (), work: int = 4_000) -> Witness:
    found = find(law, issue, list(contrasts(law, issue, bases)), fixtures, 1, Budget(work=work, steps=1_000))
    assert found is not None
    return found


def displaced(case: Witness) -> int:
    """Cards that the position names a place for."""

    def count(value: object) -> int:
        if isinstance(value, dict):
            return sum(map(count, value.values()))
        return sum(map(count, value)) if isinstance(value, list) else 1

    assert case.scenario.given is not None
    return count(case.scenario.given.get("zones", {}))


def test_the_rulings_on_which_two_profiles_differ(law: Law) -> None:
    found = issues_between(law, law.profiles["reference"], law.profiles["boxed"])
    assert {one.ruling for one in found} == {"anchor_saves", "oracle_seen", "discard_facing"}
    assert issues_of(law, "tie_break", law.profiles["boxed"]) == [Issue("tie_break", "cards_then_shared", "shared")]


def test_a_ruling_is_looked_at_only_where_it_matters(law: Law) -> None:
    """What a short Map does is a question only where the Map goes on until cards are safe, as document 002 has it."""
    issue = Issue("map_short", "those_found", "nothing")
    bases = [one.base for one in contrasts(law, issue, ("reference",))]
    assert bases[0] == "print-and-play"
    assert bases[1] == "reference with map_reveal = until_safe"
    for one in contrasts(law, issue, ("reference",)):
        assert {name for name in one.left if one.left[name] != one.right[name]} == {"map_short"}


@pytest.mark.parametrize(
    ("ruling", "left", "right", "most_cards", "most_decisions"),
    [
        ("anchor_saves", "at_once", "on_bust", 4, 1),  # a card in play, then an Anchor
        ("deck_end", "after_turn", "at_once", 3, 1),  # a card in play, and the last one
        ("hook_bust", "forced", "safe_only", 4, 1),  # a Hook whose only choice busts
        ("sword_bust", "forced", "safe_only", 4, 1),
    ],
)
def test_a_case_found_by_search_is_small(
    law: Law, ruling: str, left: str, right: str, most_cards: int, most_decisions: int
) -> None:
    case = search(law, Issue(ruling, left, right), "reference", "print-and-play")
    assert case.origin == "search"
    assert displaced(case) <= most_cards
    assert case.parting.taken <= most_decisions


def test_what_a_case_shows_can_be_played_again(law: Law) -> None:
    case = search(law, Issue("anchor_saves", "at_once", "on_bust"), "reference")
    again = Lockstep(case.pair).parting(case.scenario)
    assert again is not None
    assert again.script == case.parting.script == case.scenario.decisions


def test_the_rulings_own_scenario_is_taken_first(law: Law, fixtures: dict[str, Scenario]) -> None:
    own = fixtures["q04-anchor-at-once"]
    case = search(law, Issue("anchor_saves", "at_once", "on_bust"), "reference", fixtures=(own,))
    assert case.origin == "fixture"
    assert case.scenario.given == own.given


def test_a_ruling_that_only_changes_what_people_see_is_said_to(law: Law, fixtures: dict[str, Scenario]) -> None:
    own = fixtures["q07-oracle-seen-public"]
    case = search(law, Issue("oracle_seen", "active_only", "public"), "reference", fixtures=(own,), work=200)
    assert case.views


def test_equal_readings_never_part(law: Law) -> None:
    answers = law.profiles["reference"]
    issue = Issue("target", "player_first", "player_first")
    assert find(law, issue, [Contrast("reference", answers, answers)], (), 1, Budget(work=300)) is None


def test_games_in_pairs_with_equal_readings_are_equal(law: Law) -> None:
    answers = law.profiles["reference"]
    found = compare(law, Request((), ("reference", "reference"), (answers, answers), 2, 6, 1, {}), jobs=1)
    assert found.whole is not None
    assert (found.whole.played.count, found.whole.result.count, found.whole.winners.count) == (0, 0, 0)
    assert found.whole.shifts["score"].size.mean == 0


def test_a_tie_break_changes_winners_and_no_score(law: Law) -> None:
    """Document 000 五.4 breaks a tie by the number of cards; document 002 names the highest score and no more."""
    issue = Issue("tie_break", "cards_then_shared", "shared")
    found = compare(law, Request((issue,), ("reference",), None, 2, 120, 1, {}, Budget(work=0)), jobs=2)
    effect = found.verdicts[0].effect
    assert effect is not None
    assert effect.winners.count == effect.result.count > 0
    assert effect.shifts["score"].size.mean == 0
