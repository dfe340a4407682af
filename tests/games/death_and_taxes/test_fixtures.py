"""Every fixture of Death & Taxes holds under every reading that it claims, and tells answers of its question apart."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.machine.trace import Raised
from ruleslawyer.report.scenarios import result_text
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.results import Result
from ruleslawyer.scenario.run import Runner

LAW = load("death-and-taxes")
RUNNER = Runner(LAW)
FAST = Runner(LAW, backend=Compiled)
SCENARIOS = [scenario for file in read_paths(["death-and-taxes"]) for scenario in file.scenarios]
BY_SLUG = {scenario.slug: scenario for scenario in SCENARIOS}
QUESTIONS = {
    ruling.name.value: ruling.fixture.value.partition("-")[0]
    for ruling in LAW.rulebook.rulings
    if ruling.fixture is not None
}


@cache
def result_of(slug: str) -> Result:
    """What came of a scenario: several tests look at it."""
    return RUNNER.run(BY_SLUG[slug])


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds(scenario: Scenario) -> None:
    result = result_of(scenario.slug)
    assert result.holds, result_text(result)
    assert not result.warnings


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds_when_compiled(scenario: Scenario) -> None:
    result = FAST.run(scenario)
    assert result.holds, result_text(result)


def test_every_fixture_has_its_own_name() -> None:
    names = [scenario.slug for scenario in SCENARIOS]
    assert sorted(set(names)) == sorted(names)


def test_every_question_has_its_fixture() -> None:
    promised = {ruling.fixture.value for ruling in LAW.rulebook.rulings if ruling.fixture is not None}
    assert promised <= {scenario.slug for scenario in SCENARIOS}
    assert len(promised) == len(LAW.rulings)


def about(name: str) -> list[Scenario]:
    """The scenarios of a question that answer it."""
    return [
        scenario
        for scenario in SCENARIOS
        if scenario.slug.startswith(f"{QUESTIONS[name]}-") and any(name in one.rulings for one in scenario.readings)
    ]


@pytest.mark.parametrize("name", LAW.rulings)
def test_every_answer_has_a_position(name: str) -> None:
    answered = {reading.rulings[name] for scenario in about(name) for reading in scenario.readings}
    assert answered == set(LAW.rulings[name].type.literals)


@pytest.mark.parametrize("name", LAW.rulings)
def test_any_two_answers_part_in_some_position(name: str) -> None:
    for one in LAW.rulings[name].type.literals:
        for other in LAW.rulings[name].type.literals:
            if one < other:
                assert any(parts(scenario, name, one, other) for scenario in about(name)), f"{one} and {other}"


def parts(scenario: Scenario, name: str, one: str, other: str) -> bool:
    """Whether what a scenario expects holds under exactly one of two answers."""
    (reading,) = scenario.readings
    rest = LAW.profiles[scenario.otherwise]
    bare = replace(scenario, clauses=(), otherwise="")
    holds = [
        RUNNER.run(replace(bare, readings=(Reading(rulings={**rest, **reading.rulings, name: answer}),))).holds
        for answer in (one, other)
    ]
    return holds[0] != holds[1]


def test_every_clause_has_a_part_in_some_fixture() -> None:
    at_work = {
        entry.partition("/row ")[0]
        for slug in BY_SLUG
        for outcome in result_of(slug).outcomes
        for entry in outcome.trace.entries()
    }
    rules = {
        entry.id
        for clause in LAW.clauses.values()
        for entry in clause.entries
        if not clause.helper and entry.combine is None
    }
    assert rules - at_work == set()


def test_every_keyword_occasion_and_cue_comes_up_in_some_fixture() -> None:
    """The effects that are carried out: what they do, and on what occasion."""
    raised = [
        record
        for slug in BY_SLUG
        for outcome in result_of(slug).outcomes
        for step in outcome.trace.steps
        for record in step.records
        if isinstance(record, Raised)
    ]
    carried_out = [LAW.cards[one.arguments[1]].fields for one in raised if one.event == "carry_out"]
    assert {one.arguments[1] for one in raised if one.event == "apply_keyword"} >= keywords()
    assert {card["occasion"] for card in carried_out} == set(LAW.enums["Occasion"].literals) - {"no_occasion"}
    assert {card["cue"] for card in carried_out} == set(LAW.enums["Cue"].literals)
    assert {card["number_is_free"] for card in carried_out} == {True, False}


def keywords() -> set[str]:
    return set(LAW.enums["CardKeyword"].literals) - {"no_keyword"}
