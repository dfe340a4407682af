from __future__ import annotations

import textwrap
from collections.abc import Callable

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.run import Runner

HEAD = "format: 1\nrulebook: dead-mans-draw\nversion: 1.0.0\nscenarios:\n"
COMMON = "- id: case\n  because: It is a test.\n  origin: hand\n"


@pytest.fixture(scope="session")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="session")
def runner(law: Law) -> Runner:
    return Runner(law)


@pytest.fixture(scope="session")
def case() -> Callable[[str], Scenario]:
    """One scenario from the keys that follow `origin`."""

    def make(text: str) -> Scenario:
        body = textwrap.indent(textwrap.dedent(text).strip("\n"), "  ")
        return read_text_of("case.yaml", f"{HEAD}{COMMON}{body}\n").scenarios[0]

    return make
