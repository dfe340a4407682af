"""The examples of docs/scenarios.md are what they say they are."""

from __future__ import annotations

import re
from pathlib import Path

from ruleslawyer.report.scenarios import result_text
from ruleslawyer.scenario.grammar import EXPECTATION, SCENARIO, ZONE
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.run import Runner

TEXT = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")


def test_the_example_holds_and_its_result_is_shown_as_described(runner: Runner) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    (scenario,) = read_text_of("example.yaml", example).scenarios
    assert runner.run(scenario).holds
    wrong = example.replace("discard: [cannon 3, hook 4, cannon 5]", "discard: [cannon 3, hook 4, key 2]")
    shown = result_text(runner.run(read_text_of("wrong.yaml", wrong).scenarios[0]))
    for line in shown.splitlines():
        assert f"    {line}\n" in TEXT


def test_every_key_is_described() -> None:
    described = set(re.findall(r"`([a-z_]+):?`", TEXT))
    keys = {key.name for record in (SCENARIO, EXPECTATION, ZONE) for key in record.keys}
    assert keys - described == set()
