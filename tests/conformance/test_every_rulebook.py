"""The protocol carries every rulebook: the machine behind it conforms to itself, through JSON, in whole games."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.language import load
from ruleslawyer.rulebook.locate import rulebook_names
from ruleslawyer.scenario.model import Reading


def mirror_module() -> Any:
    path = Path(__file__).parent / "adapters" / "mirror.py"
    spec = importlib.util.spec_from_file_location("conformance_mirror", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(name: str, spoil: Callable[[str, Any], None]) -> Report:
    """Games of a rulebook, played by the machine on the other side of JSON; `spoil` may change what it answers."""
    law = load(name)
    profile = next(iter(law.profiles))
    mirror = mirror_module().Mirror(law, profile)

    def through_json(method: str, params: Any) -> Any:
        result = json.loads(json.dumps(mirror.handle(method, json.loads(json.dumps(params)))))
        spoil(method, result)
        return result

    plan = Plan(name, law.profiles[profile], Reading(profile=profile), games=4, seed=2)
    return conform(law, lambda: InProcess(through_json), plan)


@pytest.mark.parametrize("name", rulebook_names())
def test_everything_that_is_seen_of_a_game_passes_through_the_protocol(name: str) -> None:
    report = played(name, lambda method, result: None)
    assert report.conforms, [one.execution.differences or one.execution.message for one in report.findings]
    assert report.played == 4 and not report.unplayable


@pytest.mark.parametrize("name", rulebook_names())
def test_a_decision_that_is_shown_to_somebody_else_is_found(name: str) -> None:
    def spoil(method: str, result: Any) -> None:
        if method == "decide" and result.get("decision"):
            result["decision"]["by"] = "p1" if result["decision"]["by"] != "p1" else "p2"

    (finding,) = played(name, spoil).findings[:1]
    assert [one.kind for one in finding.execution.differences] == ["due"]
