"""JSON Schema of every message of the protocol, for implementers and their editors: `docs/protocol.schema.json`."""

from __future__ import annotations

from typing import Any

from ruleslawyer.conformance.protocol import ILLEGAL, INTERNAL, OUT_OF_LUCK, UNSUPPORTED, VERSION

NAME = {"type": "string", "minLength": 1}
NAMES = {"type": "array", "items": NAME}
VALUE = {
    "description": "A name, a number or a truth value; a list of a set; an object of a choice of several things.",
    "anyOf": [
        {"type": ["string", "integer", "boolean"]},
        {"type": "array", "items": {"$ref": "#/$defs/value"}},
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
    ],
}
LUCK = {
    "description": "What chance decides until the next decision of a player, in order; adds to what is left.",
    "type": "array",
    "items": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": {"$ref": "#/$defs/value"},
    },
}
SEEN_ZONE = {
    "description": "`cards` of a zone that everybody sees, else `count`; `top` where everybody knows the top card.",
    "type": "object",
    "properties": {"cards": NAMES, "count": {"type": "integer", "minimum": 0}, "top": NAME},
    "anyOf": [{"required": ["cards"]}, {"required": ["count"]}],
}
LAID_ZONE = {
    "description": "The cards of a zone; of a pile top first, with a list within for cards in no known order.",
    "type": "array",
    "items": {"anyOf": [NAME, NAMES]},
}
POSITION = {
    "description": "Where play stands: at the menu or event `at`, with every card in its place.",
    "type": "object",
    "required": ["at", "zones", "state"],
    "properties": {
        "at": NAME,
        "begin": {**NAME, "description": "An event that happens at once."},
        "zones": {"type": "object", "additionalProperties": LAID_ZONE},
        "state": {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
        "aside": {**NAMES, "description": "Cards that are no part of this game."},
    },
    "additionalProperties": False,
}
OBSERVATION = {
    "description": "What everybody sees now, and what the player who is to decide may decide.",
    "type": "object",
    "required": ["zones", "state", "values", "over"],
    "properties": {
        "zones": {"type": "object", "additionalProperties": SEEN_ZONE},
        "state": {"type": "object", "additionalProperties": {"$ref": "#/$defs/value"}},
        "values": {"type": "object", "additionalProperties": {"type": "integer"}},
        "decision": {
            "type": ["object", "null"],
            "required": ["label", "by"],
            "properties": {
                "label": NAME,
                "by": NAME,
                "values": {"type": "array", "items": {"$ref": "#/$defs/value"}},
            },
        },
        "over": {"type": "boolean"},
        "winners": {"anyOf": [NAMES, {"type": "null"}]},
    },
}
INTRODUCTION = {
    "type": "object",
    "required": ["protocol", "name"],
    "properties": {
        "protocol": {"const": VERSION},
        "name": {"type": "string"},
        "version": {"type": "string"},
        "capabilities": {
            "type": "object",
            "properties": {
                "setup": {"type": "boolean", "description": "Plays from the set-up (assumed)."},
                "positions": {**NAMES, "description": "Menus and events at which it can take up play."},
                "begins": {**NAMES, "description": "Events that it can let happen on top of a position."},
                "luck": {"type": "boolean", "description": "Its luck can be told (needed)."},
                "legal": {"type": "boolean", "description": "It lists legal values (assumed)."},
                "players": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
                "options": {
                    "description": "By option of play, the answers that it can play; without one, the first alone.",
                    "type": "object",
                    "additionalProperties": {**NAMES, "minItems": 1},
                },
            },
        },
        "claims": {
            "type": "object",
            "properties": {"profile": NAME, "rulings": {"type": "object", "additionalProperties": NAME}},
        },
        "observes": {
            "description": "What it shows; without a list, everything.",
            "type": "object",
            "properties": {"zones": NAMES, "state": NAMES, "values": NAMES},
        },
    },
}
PARAMS: dict[str, Any] = {
    "initialize": {
        "type": "object",
        "required": ["protocol", "rulebook", "version"],
        "properties": {"protocol": {"const": VERSION}, "rulebook": NAME, "version": {"type": "string"}},
    },
    "reset": {
        "type": "object",
        "required": ["players"],
        "properties": {
            "players": {"type": "integer", "minimum": 1},
            "options": {
                "description": "The options of play that are not answered by their first answer.",
                "type": "object",
                "additionalProperties": NAME,
            },
            "position": {"$ref": "#/$defs/position"},
            "luck": {"$ref": "#/$defs/luck"},
        },
        "additionalProperties": False,
    },
    "decide": {
        "type": "object",
        "required": ["by", "label", "value"],
        "properties": {
            "by": NAME,
            "label": NAME,
            "value": {"$ref": "#/$defs/value"},
            "luck": {"$ref": "#/$defs/luck"},
        },
        "additionalProperties": False,
    },
    "observe": {"type": "object", "additionalProperties": False},
    "shutdown": {"type": "object", "additionalProperties": False},
}
RESULTS: dict[str, Any] = {
    "initialize": {"$ref": "#/$defs/introduction"},
    "reset": {"$ref": "#/$defs/observation"},
    "decide": {"$ref": "#/$defs/observation"},
    "observe": {"$ref": "#/$defs/observation"},
    "shutdown": {"type": "null"},
}


def json_schema() -> dict[str, Any]:
    """The schema: a message is a question or an answer; `$defs` has the result of each method as `METHOD_result`."""
    definitions: dict[str, Any] = {
        "value": VALUE,
        "luck": LUCK,
        "position": POSITION,
        "observation": OBSERVATION,
        "introduction": INTRODUCTION,
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"enum": [UNSUPPORTED, OUT_OF_LUCK, ILLEGAL, INTERNAL]},
                "message": {"type": "string"},
            },
        },
    }
    for method, params in PARAMS.items():
        definitions[f"{method}_question"] = _question(method, params)
        definitions[f"{method}_answer"] = _answer(RESULTS[method])
    names = [f"{method}_{kind}" for method in PARAMS for kind in ("question", "answer")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"ruleslawyer conform, protocol {VERSION}: JSON-RPC 2.0, one message a line",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in names],
        "$defs": definitions,
    }


def _question(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["jsonrpc", "id", "method", "params"],
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": "integer"},
            "method": {"const": method},
            "params": params,
        },
        "additionalProperties": False,
    }


def _answer(result: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "required": ["jsonrpc", "id"],
        "properties": {
            "jsonrpc": {"const": "2.0"},
            "id": {"type": "integer"},
            "result": result,
            "error": {"$ref": "#/$defs/error"},
        },
        "oneOf": [{"required": ["result"]}, {"required": ["error"]}],
        "additionalProperties": False,
    }
