"""JSON Schema of every message of the protocol, for implementers and their editors: `docs/protocol.schema.json`."""

from __future__ import annotations

from typing import Any

import msgspec

from ruleslawyer.conformance.protocol import METHODS, VALUE, VERSION, Error


def json_schema() -> dict[str, Any]:
    """The schema: a message is a question or an answer; `$defs` has both of each method, and what they are made of."""
    kinds = {kind for pair in METHODS.values() for kind in pair if kind is not None} | {Error}
    listed = sorted(kinds, key=lambda kind: str(kind.__name__))
    _, definitions = msgspec.json.schema_components(listed, ref_template="#/$defs/{name}")
    definitions["value"] = VALUE
    for method, (params, result) in METHODS.items():
        definitions[f"{method}_question"] = _message(
            {"method": {"const": method}, "params": _reference(params)}, required=["method", "params"]
        )
        definitions[f"{method}_answer"] = {
            **_message({"result": _reference(result), "error": _reference(Error)}),
            "oneOf": [{"required": ["result"]}, {"required": ["error"]}],
        }
    names = [f"{method}_{kind}" for method in METHODS for kind in ("question", "answer")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"ruleslawyer conform, protocol {VERSION}: JSON-RPC 2.0, one message a line",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": dict(sorted(definitions.items())),
    }


def _reference(kind: Any) -> dict[str, str]:
    return {"type": "null"} if kind is None else {"$ref": f"#/$defs/{kind.__name__}"}


def _message(parts: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["jsonrpc", "id", *(required or [])],
        "properties": {"jsonrpc": {"const": "2.0"}, "id": {"type": "integer"}, **parts},
        "additionalProperties": False,
    }
