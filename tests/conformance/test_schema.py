"""Every message that is really sent is of the schema that implementers are given, and the page of it is current."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ruleslawyer.conformance.campaign import Plan, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.protocol import request
from ruleslawyer.conformance.protocol_schema import json_schema
from ruleslawyer.language import Law
from ruleslawyer.scenario.model import Reading, Scenario

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.schema.json"


def validator(definition: str) -> Draft202012Validator:
    schema = json_schema()
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]})


@pytest.fixture(scope="module")
def messages(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> list[tuple[str, Any]]:
    """Questions and answers of a run, each with the name of its definition."""
    found: list[tuple[str, Any]] = []
    adapter = faulty.Adapter()

    def listened(method: str, params: Any) -> Any:
        result = adapter.handle(method, params)
        number = len(found)
        found.append((f"{method}_question", json.loads(json.dumps(request(number, method, params)))))
        found.append((f"{method}_answer", json.loads(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}))))
        return result

    plan = Plan("dead-mans-draw", law.profiles["boxed"], Reading(profile="boxed"), suite[::3], games=3)
    assert conform(law, lambda: InProcess(listened), plan).conforms
    return found


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json_schema())


def test_the_page_is_current() -> None:
    assert json.loads(PAGE.read_text(encoding="utf-8")) == json_schema()


def test_every_message_is_of_its_schema(messages: list[tuple[str, Any]]) -> None:
    assert {"initialize_question", "reset_answer", "decide_question", "shutdown_answer"} <= {
        name for name, _ in messages
    }
    validators = {name: validator(name) for name, _ in messages}
    for name, message in messages[:400]:
        validators[name].validate(message)


@pytest.mark.parametrize(
    ("definition", "spoil"),
    [
        ("reset_question", lambda message: message["params"].update(seed=3)),
        ("reset_question", lambda message: message["params"].pop("players")),
        ("decide_question", lambda message: message["params"].pop("label")),
        ("decide_answer", lambda message: message["result"].pop("over")),
        ("decide_answer", lambda message: message["result"]["zones"].update(table={})),
        ("decide_answer", lambda message: message.update(error={"code": 1, "message": ""})),
        ("initialize_answer", lambda message: message["result"].update(protocol=99)),
        ("initialize_question", lambda message: message.update(jsonrpc="1.0")),
    ],
)
def test_a_spoilt_message_is_refused(messages: list[tuple[str, Any]], definition: str, spoil: Any) -> None:
    message = copy.deepcopy(next(one for name, one in messages if name == definition))
    spoil(message)
    assert not validator(definition).is_valid(message)
