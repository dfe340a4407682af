"""Tabletop rulebooks as law that a machine can run, attack and prove; docs/api.md says what is here."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleslawyer.api.checking import fuzz as fuzz, replay as replay, run as run
    from ruleslawyer.api.choices import load as load
    from ruleslawyer.api.comparing import compare as compare, interactions as interactions, weigh as weigh
    from ruleslawyer.api.conforming import (
        Conformed as Conformed,
        Target as Target,
        conform as conform,
        suite_for as suite_for,
    )
    from ruleslawyer.api.generating import generate as generate
    from ruleslawyer.api.logs import check_log_file as check_log_file
    from ruleslawyer.api.playing import ask as ask, play as play
    from ruleslawyer.api.proving import prove as prove, verify as verify
    from ruleslawyer.compare.comparison import Comparison as Comparison
    from ruleslawyer.compile import fast_machine as fast_machine
    from ruleslawyer.conformance.checked import CheckedLog as CheckedLog, CheckedTrace as CheckedTrace
    from ruleslawyer.conformance.testing import (
        adapter_state_machine as adapter_state_machine,
        check_game as check_game,
        connect as connect,
    )
    from ruleslawyer.features.relations import Interactions as Interactions
    from ruleslawyer.fuzz.outcome import Fuzzed as Fuzzed
    from ruleslawyer.fuzz.stateful import state_machine as state_machine
    from ruleslawyer.fuzz.strategies import (
        decisions as decisions,
        games as games,
        machines as machines,
        positions as positions,
        rulings as rulings,
    )
    from ruleslawyer.generate.build import Suite as Suite
    from ruleslawyer.language.law import Law as Law
    from ruleslawyer.machine import (
        IllegalDecision as IllegalDecision,
        Machine as Machine,
        MachineError as MachineError,
        Position as Position,
        Trace as Trace,
    )
    from ruleslawyer.machine.trace import Moved as Moved
    from ruleslawyer.narration.asking import Asked as Asked
    from ruleslawyer.narration.game import Game as Game
    from ruleslawyer.prove.report import Report as Report
    from ruleslawyer.report.scenarios import result_text as result_text
    from ruleslawyer.report.verification import Verification as Verification
    from ruleslawyer.rulebook.diagnostics import (
        Diagnostic as Diagnostic,
        RulebookError as RulebookError,
        RuleslawyerError as RuleslawyerError,
        UsageError as UsageError,
    )
    from ruleslawyer.scenario import (
        Scenario as Scenario,
        read_paths as read_paths,
        run_scenario as run_scenario,
        to_json as to_json,
        to_yaml as to_yaml,
    )
    from ruleslawyer.scenario.results import Result as Result
    from ruleslawyer.scenario.shrink import Failing as Failing, shrink as shrink

__version__ = "0.1.0"

_NAMES = {
    "api.checking": "fuzz replay run",
    "api.choices": "load",
    "api.comparing": "compare interactions weigh",
    "api.conforming": "Conformed Target conform suite_for",
    "api.generating": "generate",
    "api.logs": "check_log_file",
    "api.playing": "ask play",
    "api.proving": "prove verify",
    "compare.comparison": "Comparison",
    "compile": "fast_machine",
    "conformance.checked": "CheckedLog CheckedTrace",
    "conformance.testing": "adapter_state_machine check_game connect",
    "features.relations": "Interactions",
    "fuzz.outcome": "Fuzzed",
    "fuzz.stateful": "state_machine",
    "fuzz.strategies": "decisions games machines positions rulings",
    "generate.build": "Suite",
    "language.law": "Law",
    "machine": "IllegalDecision Machine MachineError Position Trace",
    "machine.trace": "Moved",
    "narration.asking": "Asked",
    "narration.game": "Game",
    "prove.report": "Report",
    "report.scenarios": "result_text",
    "report.verification": "Verification",
    "rulebook.diagnostics": "Diagnostic RulebookError RuleslawyerError UsageError",
    "scenario": "Scenario read_paths run_scenario to_json to_yaml",
    "scenario.shrink": "Failing shrink",
    "scenario.results": "Result",
}
"""The names of each module, which is imported when one of them is used."""
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module `ruleslawyer` has no attribute `{name}`")
    return getattr(import_module(f"ruleslawyer.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])


class _Interface(ModuleType):
    """The package. Some of its functions have the name of a package in it, which importing that would put here."""


def _shadowed(name: str) -> property:
    def keep(module: ModuleType, package: ModuleType) -> None:
        """The package is imported from `sys.modules`."""

    return property(lambda module: __getattr__(name), keep)


for _name in ("compare", "fuzz", "generate", "prove"):
    setattr(_Interface, _name, _shadowed(_name))
sys.modules[__name__].__class__ = _Interface
