"""The JSON Schema: current, sound, and of one mind with the reader."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.rulebook.schema import json_schema, schema_text

CHECKED_IN = Path(__file__).parents[2] / "docs" / "rulebook.schema.json"
SHIPPED = sorted([*data_folder("spec").glob("*/**/*.yaml"), *data_folder("invariants").glob("*/**/*.yaml")])


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json_schema())


def errors(validator: jsonschema.Draft202012Validator, document: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(document)]


def test_the_checked_in_file_is_current() -> None:
    assert CHECKED_IN.read_text(encoding="utf-8") == schema_text(), "write schema_text() to docs/rulebook.schema.json"


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json.loads(CHECKED_IN.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_accepts_what_ships(validator: jsonschema.Draft202012Validator, path: Path) -> None:
    assert errors(validator, yaml.safe_load(path.read_text(encoding="utf-8"))) == []


def test_it_accepts_the_invented_game(validator: jsonschema.Draft202012Validator, game: str) -> None:
    assert errors(validator, yaml.safe_load(game)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("zones:", "zonez:"),
        ("policy: one", "policy: some"),
        ("    order: bag\n", ""),
        ("    order: bag\n", "    order: heap\n"),
        ("    seen_by: nobody\n", "    seen_by: nobody\n    sean_by: nobody\n"),
        ("[red, blue]", "[]"),
        ("[red, blue]", "[red, red]"),
        ("[red, blue]", "[red, none]"),
        ("  at: play\n", ""),
        ("  at: play\n", "  at: play\n  define: f\n"),
        ("  says: The", "  say: The"),
        ("- finish: everyone", "- finich: everyone"),
        ("- finish: everyone", "- take: c"),
        ("- finish: everyone", "- take: c\n    from: bag\n    top: bag"),
        ("- finish: everyone", "- finish: everyone\n    into: bag"),
        ("  weight: 1..3\n\ncards", "  weight: [1]\n\ncards"),
    ],
)
def test_it_refuses(validator: jsonschema.Draft202012Validator, game: str, old: str, new: str) -> None:
    assert old in game
    assert errors(validator, yaml.safe_load(game.replace(old, new))) != []
