"""Take any exception or contribution out of the law, and a fixture that used it no longer holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.language.law import Case, Definition
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner

LAW = load("dead-mans-draw")
SCENARIOS = [scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios]


def exceptions(case: Case) -> Iterator[Case]:
    for one in case.exceptions:
        yield one
        yield from exceptions(one)


def removable() -> list[str]:
    definitions = LAW.definitions.values()
    found = {one.id for definition in definitions for case in definition.cases for one in exceptions(case)}
    found |= {case.id for definition in definitions if definition.combine for case in definition.cases}
    return sorted(found)


def without(case: Case, entry: str) -> Case:
    return replace(case, exceptions=tuple(without(one, entry) for one in case.exceptions if one.id != entry))


def law_without(entry: str) -> Law:
    def pruned(definition: Definition) -> Definition:
        cases = tuple(without(case, entry) for case in definition.cases if case.id != entry)
        return replace(definition, cases=cases)

    return replace(LAW, definitions={name: pruned(one) for name, one in LAW.definitions.items()})


@pytest.fixture(scope="module")
def using() -> dict[str, list[Scenario]]:
    """Entry to the fixtures in which it had a part."""
    runner, found = Runner(LAW), {}
    for scenario in SCENARIOS:
        for outcome in runner.run(scenario).outcomes:
            for entry in outcome.trace.entries():
                listed = found.setdefault(entry, [])
                if scenario not in listed:
                    listed.append(scenario)
    return found


def test_there_is_something_to_take_out() -> None:
    assert len(removable()) > 20


UNNOTICED = {"MAP-5", "OWNED/bank"}
"""A Map without a discard pile would find nothing to choose from anyway; only the trace says why. Which cards count as
owned is for the contracts alone."""


@pytest.mark.parametrize("entry", removable())
def test_a_fixture_notices(entry: str, using: dict[str, list[Scenario]]) -> None:
    runner = Runner(law_without(entry))
    noticed = any(not runner.run(replace(scenario, clauses=())).holds for scenario in using.get(entry, []))
    assert noticed == (entry not in UNNOTICED)
