"""Traces in the Informal Trace Format: written as Apalache and Quint read them, and read back to the same game."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.expected_run import ExpectedRun, ReferencePlayer
from ruleslawyer.conformance.itf import first_wrong_state, read_itf, write_itf
from ruleslawyer.language import Law
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario


@pytest.fixture(scope="module")
def run(law: Law, suite: tuple[Scenario, ...]) -> ExpectedRun:
    scenario = next(one for one in suite if one.slug == "kraken-demands-two-more-cards")
    return ReferencePlayer(fast_machine(law, law.profiles["boxed"], scenario.players)).run(scenario)


def test_values_are_of_the_format(run: ExpectedRun) -> None:
    data = json.loads(json.dumps(write_itf(run)))
    assert data["#meta"]["format"] == "ITF"
    assert len(data["states"]) == len(run.scenario.decisions) + 1
    for index, state in enumerate(data["states"]):
        assert state["#meta"] == {"index": index}
        assert set(state) == {*data["vars"], "#meta"}
        assert set(state["owed"]) == {"#bigint"}
        assert isinstance(state["table"], list)
        assert all(set(bag) == {"#set"} for bag in state["deck"])
        assert [pair[0] for pair in state["bank"]["#map"]] == ["p1", "p2"]
    assert data["states"][-1]["decision"] == {"label": "", "by": "", "value": ""}


def test_what_is_written_reads_back(law: Law, suite: tuple[Scenario, ...]) -> None:
    for scenario in suite[::6]:
        machine = fast_machine(law, law.profiles["boxed"], scenario.players)
        try:
            run = ReferencePlayer(machine).run(replace(scenario, luck="first"))
        except Exception:
            continue
        data = json.loads(json.dumps(write_itf(run)))
        again = read_itf(law, data)
        assert (again.players, again.given, again.decisions) == (
            run.scenario.players,
            run.scenario.given,
            run.scenario.decisions,
        )
        assert first_wrong_state(machine, again, data) is None


def test_a_changed_state_is_found(law: Law, run: ExpectedRun) -> None:
    data = json.loads(json.dumps(write_itf(run)))
    wrong = copy.deepcopy(data)
    wrong["states"][1]["owed"] = {"#bigint": "3"}
    scenario = read_itf(law, data)
    assert first_wrong_state(run.machine, scenario, wrong) == (1, "owed")
    wrong = copy.deepcopy(data)
    wrong["states"][0]["table"] = []
    assert first_wrong_state(run.machine, scenario, wrong) == (0, "table")


def test_sets_in_another_order_and_plain_numbers_are_the_same(law: Law, run: ExpectedRun) -> None:
    data = json.loads(json.dumps(write_itf(run)))
    state = data["states"][0]
    state["deck"] = [{"#set": list(reversed(bag["#set"]))} for bag in state["deck"]]
    state["owed"] = int(state["owed"]["#bigint"])
    assert first_wrong_state(run.machine, read_itf(law, data), data) is None


@pytest.mark.parametrize(
    "data", [[], {}, {"#meta": {}}, {"#meta": {"ruleslawyer": {"rulebook": "chess"}}, "states": []}, "text"]
)
def test_what_is_no_trace_of_this_rulebook_is_refused(law: Law, data: Any) -> None:
    with pytest.raises(RulebookError):
        read_itf(law, data)
