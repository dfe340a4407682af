"""Every fixture of Dead Man's Draw holds under every reading that it claims."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.report.scenarios import result_text
from ruleslawyer.rulebook.model import EntryKind, RulingDecl
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner

LAW = load("dead-mans-draw")
RUNNER = Runner(LAW, monitor=True)
FAST = Runner(LAW, backend=Compiled)
SCENARIOS = [scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds(scenario: Scenario) -> None:
    result = RUNNER.run(scenario)
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


@pytest.mark.parametrize("name", LAW.rulings)
def test_every_answer_of_a_question_has_a_position_that_depends_on_it(name: str) -> None:
    ruling = next(one for one in LAW.rulebook.rulings if one.name.value == name)
    assert ruling.fixture is not None
    number = ruling.fixture.value.partition("-")[0]
    answered = {
        reading.rulings[name]
        for scenario in SCENARIOS
        if scenario.slug.startswith(f"{number}-")
        for reading in scenario.readings
        if name in reading.rulings
    }
    assert answered == set(LAW.rulings[name].type.literals)


def test_every_clause_has_a_part_in_some_fixture() -> None:
    at_work = {
        entry
        for scenario in SCENARIOS
        for outcome in RUNNER.run(scenario).outcomes
        for entry in outcome.trace.entries()
    }
    rules = {
        entry.id
        for clause in LAW.clauses.values()
        for entry in clause.entries
        if not clause.helper and entry.combine is None and entry.kind is not EntryKind.UNDERCUT
    }
    assert rules - at_work == set()


OPEN = [scenario for scenario in SCENARIOS if not any(reading.profile for reading in scenario.readings)]
COMPLETIONS = [
    {name: random.Random(f"{seed} {name}").choice(ruling.type.literals) for name, ruling in LAW.rulings.items()}
    for seed in range(3)
]


@pytest.mark.parametrize("scenario", OPEN, ids=lambda scenario: scenario.slug)
def test_fixture_depends_on_no_ruling_that_it_does_not_list(scenario: Scenario) -> None:
    listed = scenario.readings[0].rulings if scenario.readings else {}
    readings = tuple(Reading(rulings={**answers, **listed}) for answers in COMPLETIONS)
    result = RUNNER.run(replace(scenario, readings=readings))
    assert result.holds, result_text(result)


@pytest.mark.parametrize(
    ("scenario", "name"),
    [
        pytest.param(scenario, name, id=f"{scenario.slug}-{name}")
        for scenario in OPEN
        for reading in scenario.readings
        for name in reading.rulings
    ],
)
def test_fixture_depends_on_every_ruling_that_it_lists(scenario: Scenario, name: str) -> None:
    """Another answer breaks it, or else the question that it is about would no longer make a difference."""
    listed = scenario.readings[0].rulings
    asked = [one.name.value for one in LAW.rulebook.rulings if one.fixture is not None and number(one) in scenario.slug]
    assert breaks(scenario, {name}) or any(
        not breaks(scenario, {name, one}) for one in asked if one != name and one in listed
    )


def number(ruling: RulingDecl) -> str:
    assert ruling.fixture is not None
    return ruling.fixture.value.partition("-")[0] + "-"


def breaks(scenario: Scenario, names: set[str]) -> bool:
    """Whether the scenario no longer holds when these questions, which it answers, are answered otherwise."""
    (reading,) = scenario.readings
    asked = [name for name in reading.rulings if name in names]
    others = [[one for one in LAW.rulings[name].type.literals if one != reading.rulings[name]] for name in asked]
    bare = replace(scenario, clauses=())
    return any(
        not RUNNER.run(replace(bare, readings=(Reading(rulings={**answers, **reading.rulings, **flipped}),))).holds
        for answers in LAW.profiles.values()
        for flipped in (dict(zip(asked, other, strict=True)) for other in product(*others))
    )
