"""What is left of a scenario when everything that does not matter has been left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Expectation, Reading, Scenario
from ruleslawyer.scenario.run import Runner
from ruleslawyer.scenario.shrink import Failing, Judge, Spent, shrink, size

Case = Callable[[str], Scenario]


def failing_if(shows: Callable[[Scenario], bool]) -> Judge:
    return lambda scenario: Failing("it") if shows(scenario) else None


def differs_in(runner: Runner, what: str) -> Judge:
    def shows(scenario: Scenario) -> bool:
        try:
            outcomes = runner.run(scenario).outcomes
        except RulebookError:
            return False
        return all(
            outcome.stop is None and any(difference.what == what for difference in outcome.differences)
            for outcome in outcomes
        )

    return failing_if(shows)


def test_only_what_is_needed_for_a_bust_is_left(case: Case, law: Law, runner: Runner) -> None:
    large = case(
        """
        profile: boxed
        players: 4
        given:
          at: act
          zones:
            table: [key 3, mermaid 5, hook 7]
            deck: [chest 4, cannon 3, key 6, sword 5]
            discard: [[cannon 2, map 2]]
            bank: {p1: [oracle 7], p2: [sword 7, sword 3], p4: [kraken 3]}
          state: {active: p2}
          rest: deck
        decisions:
        - act: draw
        - act: draw
        - cannon_player: p1
        - act: draw
        then:
        - zones: {bank: {p1: [key 2]}}
          state: {active: p2}
        """
    )
    small = shrink(law, large, differs_in(runner, "active"))
    assert small.players == 2
    assert small.decisions == (("act", "draw"),)
    assert small.given == {
        "at": "act",
        "zones": {"table": ["key 3"], "deck": ["key 6"]},
        "state": {"active": "p2"},
        "rest": "deck",
    }
    assert size(law, small) < size(law, large)


def test_a_random_game_shrinks_to_a_few_decisions(law: Law, runner: Runner) -> None:
    machine = Machine(law, law.profiles["boxed"], 2)
    for seed in range(50):
        rng = random.Random(seed)
        position, decisions = machine.start(), []
        while position.pending is not None:
            value = rng.choice(position.pending.values)
            decisions.append((position.pending.label, write_decision(law, position.pending, value)))
            machine.decide(position, value)
        if len(decisions) > 40 and len(position.zones["bank", 0]) > 0:
            break
    game = Scenario(
        slug="game",
        rulebook=law.name,
        version=law.version,
        players=2,
        because="Somebody has a card.",
        readings=(Reading("boxed"),),
        decisions=tuple(decisions),
        luck="first",
        then=(Expectation(zones={"bank": {"p1": []}}),),
    )
    small = shrink(law, game, differs_in(runner, "bank[p1]"))
    assert small.decisions == (("act", "collect"),)
    assert not runner.run(small).holds


def test_the_result_is_the_same_each_time(case: Case, law: Law, runner: Runner) -> None:
    scenario = case(
        """
        profile: reference
        players: 3
        given:
          at: act
          zones:
            table: [mermaid 5]
            deck: [key 3, chest 3]
          rest: deck
        decisions:
        - act: draw
        - act: draw
        then:
        - zones: {table: [mermaid 9]}
        """
    )
    first, second = (shrink(law, scenario, differs_in(runner, "table")) for _ in range(2))
    assert first == second
    assert first.decisions == ()
    assert first.given == {"at": "act", "rest": "deck"}
    assert shrink(law, first, differs_in(runner, "table")) == first


def test_what_holds_cannot_be_made_smaller(case: Case, law: Law, runner: Runner) -> None:
    scenario = case("players: 2\nthen:\n- zones: {table: []}\n")
    with pytest.raises(ValueError, match="does not fail"):
        shrink(law, scenario, differs_in(runner, "table"))


def test_expectations_move_with_the_decisions(law: Law) -> None:
    scenario = Scenario(
        slug="case",
        rulebook=law.name,
        version=law.version,
        players=2,
        because="It is a test.",
        decisions=(("a", "1"), ("b", "2"), ("c", "3")),
        then=(Expectation(after=0, asks="a"), Expectation(after=2, asks="c"), Expectation(after=3, finished=True)),
    )
    small = shrink(law, scenario, failing_if(lambda one: ("c", "3") in one.decisions))
    assert small.decisions == (("c", "3"),)
    assert small.then == (
        Expectation(after=0, asks="a"),
        Expectation(after=0, asks="c"),
        Expectation(after=1, finished=True),
    )


def test_what_is_played_is_bounded(law: Law) -> None:
    asked = []

    def shows(scenario: Scenario) -> bool:
        asked.append(scenario)
        return len(scenario.decisions) == 30

    scenario = Scenario("case", law.name, law.version, 2, "It is a test.", decisions=tuple([("a", "1")] * 30))
    assert shrink(law, scenario, failing_if(shows), steps=100) == scenario
    assert sum(1 + len(one.decisions) for one in asked[1:]) <= 100


# -- the contract -----------------------------------------------------------------------------------------------------


def game(law: Law, *decisions: str) -> Scenario:
    listed = tuple((label, value) for label, _, value in (one.partition(" ") for one in decisions))
    return Scenario("case", law.name, law.version, 2, "It is a test.", decisions=listed)


@pytest.mark.parametrize("other", [Failing("that"), Failing("this", "B-2"), Failing("this", "A-1", "nothing of it")])
def test_what_fails_otherwise_is_no_smaller_case(law: Law, other: Failing) -> None:
    """Another claim, another clause, or the same in another way."""
    failing = Failing("this", "A-1", "too much of it")

    def judge(scenario: Scenario) -> Failing:
        return failing if len(scenario.decisions) >= 2 else other

    assert len(shrink(law, game(law, "a 1", "b 2", "c 3"), judge).decisions) == 2


def test_a_judge_that_has_spent_its_own_budget_ends_it(law: Law) -> None:
    left = 3

    def judge(scenario: Scenario) -> Failing:
        nonlocal left
        left -= 1
        if left < 0:
            raise Spent
        return Failing("this")

    assert len(shrink(law, game(law, *(f"{letter} 1" for letter in "abcdefgh")), judge).decisions) < 8


def test_only_the_passes_that_are_named_are_run(law: Law) -> None:
    assert shrink(law, game(law, "a 1", "b 2"), lambda one: Failing("this"), only=("cards",)) == game(law, "a 1", "b 2")


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_from_the_set_up_stays_one(law: Law, players: int) -> None:
    seen = []

    def judge(scenario: Scenario) -> Failing | None:
        seen.append(scenario.given)
        return Failing("this") if scenario.decisions else None

    large = replace(game(law, "deck key 2", "act draw", "deck map 2", "act draw"), players=players, luck="first")
    assert shrink(law, large, judge).given is None
    assert set(seen) == {None}


@pytest.mark.parametrize(
    ("zones", "needed", "left"),
    [
        ({"table": ["key 2", "map 2", "hook 2", "oracle 2"]}, ["map 2"], {"table": ["map 2"]}),
        ({"bank": {"p1": ["key 2"], "p2": ["map 2", "hook 2"]}}, ["hook 2"], {"bank": {"p2": ["hook 2"]}}),
        ({"deck": ["key 2", "map 2"], "discard": [["hook 2"]]}, ["map 2"], {"deck": ["map 2"]}),
        ({"table": [{"cards": ["key 2"], "seen_by": ["p1"]}]}, ["key 2"], {"table": [{"cards": ["key 2"]}]}),
    ],
)
def test_cards_that_do_not_matter_lie_with_the_rest(
    law: Law, zones: dict[str, Written], needed: list[str], left: dict[str, Written]
) -> None:
    large = replace(game(law), given={"at": "act", "zones": zones, "rest": "deck"})
    small = shrink(law, large, failing_if(lambda one: all(card in str(one.given) for card in needed)))
    assert small.given == {"at": "act", "zones": left, "rest": "deck"}
