"""What is left of a scenario when everything that does not matter has been left out."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import write_decision
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.minimise import minimise, size
from ruleslawyer.scenario.model import Expectation, Reading, Scenario
from ruleslawyer.scenario.run import Runner

Case = Callable[[str], Scenario]


def differs_in(runner: Runner, what: str) -> Callable[[Scenario], bool]:
    def shows(scenario: Scenario) -> bool:
        try:
            outcomes = runner.run(scenario).outcomes
        except RulebookError:
            return False
        return all(
            outcome.stop is None and any(difference.what == what for difference in outcome.differences)
            for outcome in outcomes
        )

    return shows


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
    small = minimise(law, large, differs_in(runner, "active"))
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
    small = minimise(law, game, differs_in(runner, "bank[p1]"))
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
    first, second = (minimise(law, scenario, differs_in(runner, "table")) for _ in range(2))
    assert first == second
    assert first.decisions == ()
    assert first.given == {"at": "act", "rest": "deck"}
    assert minimise(law, first, differs_in(runner, "table")) == first


def test_what_holds_cannot_be_minimised(case: Case, law: Law, runner: Runner) -> None:
    scenario = case("players: 2\nthen:\n- zones: {table: []}\n")
    with pytest.raises(ValueError, match="does not show"):
        minimise(law, scenario, differs_in(runner, "table"))


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
    small = minimise(law, scenario, lambda one: ("c", "3") in one.decisions)
    assert small.decisions == (("c", "3"),)
    assert small.then == (
        Expectation(after=0, asks="a"),
        Expectation(after=0, asks="c"),
        Expectation(after=1, finished=True),
    )


def test_the_number_of_trials_is_bounded(law: Law) -> None:
    asked = []

    def shows(scenario: Scenario) -> bool:
        asked.append(scenario)
        return len(scenario.decisions) == 30

    scenario = Scenario("case", law.name, law.version, 2, "It is a test.", decisions=tuple([("a", "1")] * 30))
    assert minimise(law, scenario, shows, most_trials=10) == scenario
    assert len(asked) <= 11
    assert replace(scenario, decisions=()) != scenario
