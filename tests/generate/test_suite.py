"""A suite covers what it says, holds, is the same for the same seed, and fails where a clause is changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleslawyer.generate.build import Disagreement, Suite, build
from ruleslawyer.generate.goals import SuiteGoals, slug_of
from ruleslawyer.generate.playing import CasePlayer
from ruleslawyer.generate.request import Request
from ruleslawyer.generate.suite import Covering, chosen, own_goals, without_covered
from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder, rulebook_names
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner, run_scenario
from ruleslawyer.scenario.write import to_yaml

Altered = Callable[..., Law]
Asked = Callable[..., Request]

WITHOUT_TRUE = {"entry WORTH-2", "condition WORTH-2 when is true"}
"""What needs the answer `twice`, which the profile does not give."""
ENTRIES = {"entry GAME-1", "entry PLAY-1", "entry PLAY-2", "entry LAY-1", "entry WORTH-1"}
CONDITIONS = {
    "condition GAME-1 repeat is true",
    "condition GAME-1 repeat is false",
    "condition PLAY-1 when is true",
    "condition PLAY-1 when is false",
    "condition WORTH-2 when is false",
}


def goals_reached(suite: Suite, scenarios: list[Scenario]) -> set[str]:
    """What cases reach when they are played again, by a player that knows nothing of how they were found."""
    player = CasePlayer(suite.law, suite.request)
    player.goals.all.update(goal for case in suite.cases for goal in case.own)
    found: set[str] = set()
    for scenario in scenarios:
        reached = player.play(scenario)
        assert reached is not None, scenario.id
        found |= reached.goals
    return found


def test_it_covers_every_entry_and_both_sides_of_every_condition_that_the_reading_allows(suite: Suite) -> None:
    reached = goals_reached(suite, [case.scenario for case in suite.cases])

    assert reached >= ENTRIES | CONDITIONS
    assert not WITHOUT_TRUE & reached
    missing = {one.goal: one for one in suite.missing}
    assert all(not missing[goal].possible for goal in WITHOUT_TRUE)
    assert "red_counts = twice" in missing["entry WORTH-2"].why


def test_pairs_are_those_that_meet_in_one_round(suite: Suite) -> None:
    reached = goals_reached(suite, [case.scenario for case in suite.cases])

    assert {goal for goal in reached if goal.startswith("pair ")} == {"pair LAY-1 + PLAY-1"}
    [pairs] = [one for one in suite.coverage if one.kind == "pair"]
    assert (pairs.reached, pairs.total, pairs.impossible) == (1, 10, 4)


def test_a_case_that_is_left_out_is_missed(suite: Suite) -> None:
    everything = goals_reached(suite, [case.scenario for case in suite.cases])

    for case in suite.cases:
        others = [other.scenario for other in suite.cases if other is not case]
        assert everything - goals_reached(suite, others) == set(case.own)
        assert case.own


def test_every_case_holds_and_says_whose_word_it_is(suite: Suite) -> None:
    for case in suite.cases:
        result = run_scenario(suite.law, case.scenario)
        assert result.holds and not result.warnings
        assert case.scenario.origin == "generated"
        assert case.scenario.then and not any(one.stated_by for one in case.scenario.then)
        assert case.scenario.info["seed"] == "3"
        assert any(f"`{clause.title}`" in case.scenario.because for clause in suite.law.clauses.values())


def test_cases_are_small(suite: Suite) -> None:
    assert max(len(case.scenario.decisions) for case in suite.cases) <= 3
    assert len(suite.cases) <= 8


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is: card.rank\n", "is: card.rank + 1\n"),
        ("into: hand[mover]\n      - offer", "into: hand[next(mover)]\n      - offer"),
        ("into: hand[mover]\n    - set", "into: hand[next(mover)]\n    - set"),
        ("mover: next(mover)", "mover: mover"),
        ("points[mover]: min(18, points[mover] + worth(card))", "points[next(mover)]: worth(card)"),
        ("when: len(hand[mover]) > 0", "when: len(hand[mover]) > 1"),
        ("== max(points[q]", "<= max(points[q]"),
    ],
    ids=["worth", "deal", "sweep", "turn", "whose", "offer", "winners"],
)
def test_a_changed_clause_fails_a_case(suite: Suite, altered: Altered, old: str, new: str) -> None:
    runner = Runner(altered(old, new))

    results = [runner.run(replace(case.scenario, clauses=())) for case in suite.cases]
    assert any(not result.holds for result in results)


def test_an_unchanged_copy_fails_none(suite: Suite, altered: Altered) -> None:
    runner = Runner(altered("title: A small game without profiles", "title: Another title"))

    assert all(runner.run(case.scenario).holds for case in suite.cases)


def test_the_same_seed_and_number_of_games_is_the_same_suite(tiny: Law, suite: Suite, ask: Asked) -> None:
    def files(one: Suite) -> dict[str, str]:
        return {name: to_yaml(cases) for name, cases in one.files().items()}

    assert files(build(tiny, ask(tiny))) == files(suite)
    limited = ask(tiny, seconds=0.3, examples=None)
    by_time = build(tiny, limited)
    again = replace(limited, seconds=None, examples=by_time.harvest.examples)
    assert files(build(tiny, again)) == files(by_time)
    assert files(build(tiny, ask(tiny, seed=4))) != files(suite)


def test_only_the_players_asked_for(tiny: Law, ask: Asked) -> None:
    three = build(tiny, ask(tiny, players=(3,), examples=20))

    assert {case.scenario.players for case in three.cases} == {3}


def test_a_variant_of_play_is_played_and_said(altered: Altered, ask: Asked) -> None:
    dear = "max(0, min(6, card.rank + (3 if options.prices == dear else 0)))"
    variants = "options:\n  prices: [cheap, dear]\nrulings:"
    law = altered("rulings:", variants, "  gives: 0..6\n  is: card.rank", f"  gives: 0..6\n  is: {dear}")

    suite = build(law, ask(law, options={"prices": "dear"}, examples=40))
    assert all(case.scenario.options == {"prices": "dear"} for case in suite.cases)
    laid = [case for case in suite.cases if "effect LAY-1 changes points" in case.own]
    assert laid and not run_scenario(law, replace(laid[0].scenario, options={"prices": "cheap"})).holds


def test_a_rulebook_that_breaks_its_claims_is_told_of(altered: Altered, ask: Asked) -> None:
    law = altered("    - len(heap) == 0", "    - len(heap) == 1")

    broken = build(law, ask(law, examples=20))
    assert broken.harvest.broken > 0


def test_back_ends_that_disagree_are_no_suite(tiny: Law, monkeypatch: pytest.MonkeyPatch, ask: Asked) -> None:
    from ruleslawyer.generate import build as module

    original = module.expectations
    monkeypatch.setattr(
        module, "expectations", lambda machine, case: (replace(original(machine, case)[0], asks="nothing"),)
    )
    with pytest.raises(Disagreement):
        build(tiny, ask(tiny, examples=5))


def test_no_fixture_of_ours_is_generated() -> None:
    folder = data_folder("fixtures")
    files = read_paths([path.name for path in folder.iterdir() if path.is_dir()])

    assert not [one.id for file in files for one in file.scenarios if one.origin == "generated"]


# -- the choice of cases ----------------------------------------------------------------------------------------------


def covering(slug: str, goals: str, decisions: int) -> Covering:
    script = tuple(("play", "pass_on") for _ in range(decisions))
    case = Scenario(slug, "tiny", "1", 2, "It is a test.", decisions=script)
    return Covering(case, frozenset(goals), (decisions, 0, 2, 0), "")


def test_what_others_cover_is_left_out() -> None:
    small, other, both = covering("a", "12", 1), covering("b", "34", 2), covering("c", "23", 3)

    assert without_covered([small, other, both]) == [small, other]
    assert without_covered([small, both]) == [small, both]


def test_the_case_that_covers_most_for_its_length_is_chosen_first() -> None:
    long, short, useless = covering("a", "1234", 7), covering("b", "123", 1), covering("c", "1", 1)

    assert chosen([long, useless, short]) == [short, long]
    assert [own_goals(one, [short, long]) for one in (short, long)] == [set(), {"4"}]


@pytest.mark.parametrize("name", rulebook_names())
def test_every_goal_of_every_rulebook_can_be_said_in_words(name: str, ask: Asked) -> None:
    law = load(name)
    goals = SuiteGoals(law, ask(law, players=(law.players[0], law.players[1])))

    for goal in goals.all:
        assert f"`{law.clauses[goals.clauses_of(goal)[0]].title}`" in goals.in_words(goal)
        assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug_of(goal))
