"""Cases of a rulebook: written, read, run, and made smaller. docs/scenarios.md describes the format."""

from ruleslawyer.scenario.model import Expectation, Reading, Scenario
from ruleslawyer.scenario.paths import read_paths, run_paths
from ruleslawyer.scenario.read import ScenarioFile, read_file
from ruleslawyer.scenario.results import Difference, Outcome, Result, Stop
from ruleslawyer.scenario.run import Runner, run_scenario
from ruleslawyer.scenario.shrink import shrink
from ruleslawyer.scenario.write import to_json, to_yaml

__all__ = [
    "Difference",
    "Expectation",
    "Outcome",
    "Reading",
    "Result",
    "Runner",
    "Scenario",
    "ScenarioFile",
    "Stop",
    "read_file",
    "read_paths",
    "run_paths",
    "run_scenario",
    "shrink",
    "to_json",
    "to_yaml",
]
