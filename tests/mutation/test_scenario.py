"""Every mutant that no claim can tell from the rulebook fails the fixture that the table names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import run_scenario

CHECK = "scenario"
RULEBOOK = "dead-mans-draw"
FIXTURES = {scenario.slug: scenario for file in read_paths([RULEBOOK]) for scenario in file.scenarios}


@pytest.fixture(scope="module")
def law() -> Law:
    return load(RULEBOOK)


def test_caught(mutant: Any, law: Law, mutated: Callable[[Any], Law]) -> None:
    fixture = FIXTURES[mutant.by[CHECK]]

    assert run_scenario(law, fixture).holds
    assert not run_scenario(mutated(mutant), fixture).holds
