"""The JSON Schema of scenario files, made from the table that the reader checks with."""

from __future__ import annotations

import json
import re

from ruleslawyer.rulebook.schema import Schema, json_schema, shape_schema
from ruleslawyer.scenario.grammar import FILE, FORMAT

_REFERENCE = re.compile(r'"#/\$defs/(\w+)"')


def scenario_schema() -> Schema:
    """JSON Schema 2020-12 of a scenario file, as YAML or as JSON."""
    schema: Schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"ruleslawyer scenarios, format {FORMAT}",
        **shape_schema(FILE),
    }
    schema["description"] = (
        "Cases of a rulebook: where play begins, what is decided, what must then be so; see docs/scenarios.md."
    )
    schema["properties"]["format"] = {"description": "the version of the format", "enum": [FORMAT, str(FORMAT)]}
    known, needed = json_schema()["$defs"], {}
    waiting = _REFERENCE.findall(json.dumps(schema))
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = known[name]
            waiting += _REFERENCE.findall(json.dumps(known[name]))
    schema["$defs"] = dict(sorted(needed.items()))
    return schema


def schema_text() -> str:
    """The file docs/scenario.schema.json."""
    return json.dumps(scenario_schema(), indent=2, ensure_ascii=False) + "\n"
