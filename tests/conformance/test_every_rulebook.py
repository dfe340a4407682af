"""The protocol carries every rulebook: the machine behind it conforms to itself, through JSON, in whole games."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.conformance.campaign import Plan, conform
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


@pytest.mark.parametrize("name", rulebook_names())
def test_the_machine_conforms_to_itself(name: str) -> None:
    law = load(name)
    profile = next(iter(law.profiles))
    mirror = mirror_module().Mirror(law, profile)

    def through_json(method: str, params: Any) -> Any:
        return json.loads(json.dumps(mirror.handle(method, json.loads(json.dumps(params)))))

    plan = Plan(name, law.profiles[profile], Reading(profile=profile), games=4, seed=2)
    report = conform(law, lambda: InProcess(through_json), plan)
    assert report.conforms, [one.execution.differences or one.execution.message for one in report.findings]
    assert report.played == 4 and not report.unplayable
