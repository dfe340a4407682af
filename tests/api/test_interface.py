"""What `import ruleslawyer` gives: it costs nothing until it is used, is typed, and fails in one way."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import ruleslawyer
from ruleslawyer.cli.main import COMMANDS

MODULES = ruleslawyer._modules()
HEAVY = ("click", "hypothesis", "jsonschema", "rich", "yaml", "z3")


@pytest.mark.parametrize("name", sorted(MODULES))
def test_every_name_is_what_its_module_has(name: str) -> None:
    module = import_module(MODULES[name])
    assert getattr(ruleslawyer, name) is getattr(module, name)
    assert name in dir(ruleslawyer)


def test_every_command_that_works_on_a_rulebook_is_a_function() -> None:
    reading = {"check", "fmt", "show"}
    assert set(COMMANDS) - reading <= set(MODULES)


def test_the_import_brings_in_nothing_heavy() -> None:
    program = f"import sys, ruleslawyer; print([one for one in {HEAVY} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_package_of_the_same_name_does_not_take_the_place_of_a_function() -> None:
    program = "import ruleslawyer.fuzz.state, ruleslawyer.prove, ruleslawyer; print(ruleslawyer.fuzz.__module__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "ruleslawyer.api.checking\n"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute `lode`"):
        ruleslawyer.lode  # noqa: B018


# -- errors -----------------------------------------------------------------------------------------------------------


def test_every_fault_of_a_rulebook_is_a_diagnostic_with_its_place() -> None:
    with pytest.raises(ruleslawyer.RuleslawyerError) as caught:
        ruleslawyer.load(Path(__file__).parents[1] / "language" / "bad" / "bad_name")
    assert all(one.span is not None and one.code for one in caught.value.diagnostics)


def test_what_does_not_fit_the_rulebook_is_a_usage_error_with_a_diagnostic() -> None:
    with pytest.raises(ruleslawyer.UsageError, match="is for 2 to 4 players, not for 9") as caught:
        ruleslawyer.play("dead-mans-draw", players=9)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.message) == ("usage-error", str(caught.value))


def test_a_fault_of_the_machine_says_what_to_write_instead() -> None:
    with pytest.raises(ruleslawyer.MachineError) as caught:
        ruleslawyer.ask({"rulebook": "dead-mans-draw", "at": "act", "zones": {"nowhere": ["key 3"]}})
    (fault,) = caught.value.diagnostics
    assert fault.code == "position-error" and "nowhere" in fault.message


def test_what_compares_and_conforms_to_an_extension_has_the_scenarios_of_its_base() -> None:
    extension = ruleslawyer.suite_for("dead-mans-draw-traits")
    assert {one.rulebook for one in extension.suite} == {"dead-mans-draw", "dead-mans-draw-traits"}
    assert {one.rulebook for one in ruleslawyer.suite_for("dead-mans-draw").suite} == {"dead-mans-draw"}
    of_the_base = ["fixtures/dead-mans-draw/q01-hook-forced.yaml"]
    assert len(ruleslawyer.suite_for("dead-mans-draw-traits", of_the_base).suite) == 2
    with pytest.raises(ruleslawyer.UsageError, match="not about `death-and-taxes`"):
        ruleslawyer.suite_for("death-and-taxes", of_the_base)
    found = ruleslawyer.compare("dead-mans-draw-traits", ruling="kraken_again", games=0, seed=1)
    (verdict,) = found.verdicts
    assert verdict.finding is not None and verdict.finding.origin == "fixture"
