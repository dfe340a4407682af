"""Every fixture of the extension holds, monitored and compiled; so do those of the base, but for what it names."""

from __future__ import annotations

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import load
from ruleslawyer.report.scenarios import result_text
from ruleslawyer.rulebook.model import EntryKind
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner

LAW = load("dead-mans-draw-traits")
RUNNER = Runner(LAW, monitor=True)
FAST = Runner(LAW, backend=Compiled)
SCENARIOS = [scenario for file in read_paths(["dead-mans-draw-traits"]) for scenario in file.scenarios]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds(scenario: Scenario) -> None:
    result = RUNNER.run(scenario)
    assert result.holds, result_text(result)
    assert not result.warnings


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.slug)
def test_fixture_holds_when_compiled(scenario: Scenario) -> None:
    result = FAST.run(scenario)
    assert result.holds, result_text(result)


def test_every_question_has_its_fixture() -> None:
    own = [ruling for ruling in LAW.rulebook.rulings if LAW.rulebook.owns(ruling.name.span)]
    promised = {ruling.fixture.value for ruling in own if ruling.fixture is not None}
    assert promised <= {scenario.slug for scenario in SCENARIOS}
    assert len(promised) == len(own) == 27


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
        if LAW.rulebook.owns(clause.span)
        and not clause.helper
        and entry.combine is None
        and entry.kind is not EntryKind.UNDERCUT
    }
    assert rules - at_work == set()


def test_only_the_print_and_play_rules_answer_questions_about_traits() -> None:
    """The others follow them, and say once why."""
    declared = {profile.name.value: profile for profile in LAW.rulebook.profiles}
    own = {ruling.name.value for ruling in LAW.rulebook.rulings if LAW.rulebook.owns(ruling.name.span)}
    assert own <= {one.name.value for one in declared["print-and-play"].answers}
    for name in ("reference", "boxed"):
        assert not own & {one.name.value for one in declared[name].answers}
        assert str(declared[name].like) == "print-and-play"
        assert "has neither traits nor characters" in str(declared[name].default_silent)
        assert {ruling: LAW.profiles[name][ruling] for ruling in own} == {
            ruling: LAW.profiles["print-and-play"][ruling] for ruling in own
        }
