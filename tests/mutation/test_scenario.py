"""Every mutant that no claim can tell from the rulebook fails the fixture that the table names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import run_scenario

CHECK = "scenario"
RULEBOOKS = ("dead-mans-draw", "dead-mans-draw-traits")
FIXTURES = {scenario.slug: scenario for file in read_paths(RULEBOOKS) for scenario in file.scenarios}


@pytest.fixture(scope="module")
def laws() -> dict[str, Law]:
    return {name: load(name) for name in RULEBOOKS}


def test_caught(mutant: Any, laws: dict[str, Law], mutated: Callable[[Any], Law]) -> None:
    fixture = FIXTURES[mutant.by[CHECK]]

    assert run_scenario(laws[mutant.rulebook], fixture).holds
    assert not run_scenario(mutated(mutant), fixture).holds
