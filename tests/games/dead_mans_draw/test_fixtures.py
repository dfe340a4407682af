"""Every fixture of Dead Man's Draw holds under every reading that it claims."""

from __future__ import annotations

import pytest

from ruleslawyer.language import load
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner
from ruleslawyer.scenario.show import result_text

LAW = load("dead-mans-draw")
RUNNER = Runner(LAW, monitor=True)
SCENARIOS = [scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds(scenario: Scenario) -> None:
    result = RUNNER.run(scenario)
    assert result.holds, result_text(result)
    assert not result.warnings


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
