"""The JSON Schema of rulebook and invariants files, made from the same tables that the reader checks with.

Editors complete and check with it; only the reader decides.
"""

from __future__ import annotations

import json
from typing import Any

from ruleslawyer.rulebook import grammar, model, words
from ruleslawyer.rulebook.declared import TABLES
from ruleslawyer.rulebook.fields import (
    Anything,
    Choice,
    Data,
    Either,
    Extensible,
    Items,
    Key,
    Record,
    Scalar,
    Shape,
    Statements,
    Table,
)
from ruleslawyer.rulebook.statement_keys import STATEMENTS

Schema = dict[str, Any]

_SCALARS = ["string", "number", "boolean"]
_NAMED: dict[Shape, str] = {table: declared.__name__.removesuffix("Decl").lower() for declared, table in TABLES.items()}
_NAMED |= {
    shape: name.lower()
    for name, shape in {**vars(words), **vars(model), **vars(grammar)}.items()
    if name.isupper() and isinstance(shape, Shape)
}
_NAMED = {shape: name for shape, name in _NAMED.items() if shape not in (grammar.RULEBOOK, grammar.INVARIANTS)}
"""Shapes with a name in the tables are written once, under `$defs`."""
_STATEMENT = {"$ref": "#/$defs/statement"}


def json_schema() -> Schema:
    """JSON Schema 2020-12 that describes one file of a rulebook's folder or of its invariants."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ruleslawyer rulebook",
        "description": "One file of a rulebook, or of the invariants of a rulebook; see docs/language.md.",
        **_record("a rulebook or invariants file", grammar.RULEBOOK.keys, ()),
        "$defs": {
            **{name: _inline(shape) for shape, name in _NAMED.items()},
            "statement": {
                "description": "a statement; its first key is its keyword",
                "type": "object",
                "oneOf": [_record(record.what, record.keys, record.one_of) for record in STATEMENTS.values()],
            },
        },
    }


def schema_text() -> str:
    """The file docs/rulebook.schema.json."""
    return json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n"


def shape_schema(shape: Shape) -> Schema:
    """A shape of these or of other tables; it may refer to the `$defs` of `json_schema`."""
    name = _NAMED.get(shape)
    return _inline(shape) if name is None else {"$ref": f"#/$defs/{name}"}


def _inline(shape: Shape) -> Schema:
    if isinstance(shape, Scalar):
        return _scalar(shape)
    if isinstance(shape, Items):
        listed: Schema = {"description": shape.what, "type": "array", "items": shape_schema(shape.item)}
        if not shape.empty:
            listed["minItems"] = 1
        if shape.unique:
            listed["uniqueItems"] = True
        return {"anyOf": [shape_schema(shape.item), listed]} if shape.alone else listed
    if isinstance(shape, Table):
        names = _scalar(shape.name)
        return {
            "description": shape.what,
            "type": "object",
            "propertyNames": {key: value for key, value in names.items() if key != "type"},
            "additionalProperties": shape_schema(shape.value),
        }
    if isinstance(shape, Record):
        return _record(shape.what, shape.keys, shape.one_of)
    if isinstance(shape, Choice):
        return _choice(shape)
    if isinstance(shape, Either):
        return {"anyOf": [shape_schema(shape.scalar), shape_schema(shape.other)]}
    if isinstance(shape, Extensible):
        return {"anyOf": [shape_schema(shape.declared), shape_schema(shape.added)]}
    if isinstance(shape, Statements):
        return {"description": shape.what, "type": "array", "items": _STATEMENT}
    if isinstance(shape, Data):
        return {"description": shape.what}
    assert isinstance(shape, Anything)
    return {"description": shape.what, "type": "object"}


def _scalar(shape: Scalar) -> Schema:
    """Patterns bind strings only: YAML readers of editors make `2` and `yes` numbers and truth values."""
    schema: Schema = {"description": shape.what, "type": _SCALARS}
    if shape.pattern is not None:
        schema["pattern"] = f"^(?:{shape.pattern})$"
    if shape.reserved:
        schema["not"] = {"enum": sorted(shape.reserved)}
    return schema


def _record(what: str, keys: tuple[Key, ...], one_of: tuple[tuple[str, ...], ...]) -> Schema:
    properties = {}
    for key in keys:
        properties[key.name] = shape_schema(key.shape)
        if key.says:
            properties[key.name] = {**properties[key.name], "description": key.says}
    schema: Schema = {"description": what, "type": "object", "properties": properties, "additionalProperties": False}
    required = [key.name for key in keys if key.required]
    if required:
        schema["required"] = required
    if one_of:
        schema["allOf"] = [{"oneOf": [{"required": [name]} for name in group]} for group in one_of]
    return schema


def _choice(shape: Choice) -> Schema:
    return {
        "description": shape.what,
        "type": "object",
        "oneOf": [_record(record.what, (*shape.common, *record.keys), record.one_of) for _, record in shape.variants],
    }
