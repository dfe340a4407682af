"""The JSON Schema is current, accepts every fixture, and refuses what the reader refuses."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.schema import scenario_schema, schema_text
from ruleslawyer.scenario.write import plain_file

VALIDATOR = jsonschema.Draft202012Validator(scenario_schema())
DOCS = Path(__file__).parents[2] / "docs" / "scenario.schema.json"


def test_the_schema_in_docs_is_current() -> None:
    assert DOCS.read_text(encoding="utf-8") == schema_text(), (
        "write it anew with ruleslawyer.scenario.schema.schema_text"
    )


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(scenario_schema())


def test_every_fixture_agrees_with_it() -> None:
    assert data_folder("fixtures").is_dir()
    for file in read_paths(["dead-mans-draw"]):
        VALIDATOR.validate(plain_file(file.scenarios))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 2),
        (("scenarios",), []),
        (("scenarios", 0, "origin"), "dream"),
        (("scenarios", 0, "id"), "Not A Slug"),
        (("scenarios", 0, "players"), "two"),
        (("scenarios", 0, "luck"), "good"),
        (("scenarios", 0, "surprise"), 1),
        (("scenarios", 0, "then", 0, "after"), "later"),
        (("scenarios", 0, "then", 0, "seen_by"), "nobody"),
        (("scenarios", 0, "then", 0, "winners"), "p1"),
    ],
)
def test_it_refuses_what_the_reader_refuses(path: tuple[str | int, ...], value: object) -> None:
    data: Any = copy.deepcopy(plain_file(read_paths(["dead-mans-draw"])[0].scenarios))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(data)
