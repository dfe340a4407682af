"""What the tests of conformance share: the rulebook, its scenarios, and miniature implementations."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths

HERE = Path(__file__).parent
FAULTY = HERE / "adapters" / "faulty.py"
RUDE = HERE / "adapters" / "rude.py"


def _module(path: Path) -> ModuleType:
    name = f"conformance_adapters_{path.stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def faulty() -> ModuleType:
    """The module of the faulty implementations; through it also the good one."""
    return _module(FAULTY)


@pytest.fixture(scope="session")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="session")
def suite() -> tuple[Scenario, ...]:
    return tuple(scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios)
