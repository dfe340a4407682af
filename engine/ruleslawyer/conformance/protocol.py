"""The protocol's words: methods, error codes, and the two kinds of message. `protocol_schema` describes each in full.

One message a line, UTF-8, JSON-RPC 2.0. The harness asks, the implementation answers, one question at a time:

    initialize  who are you, what can you do      -> name, version, capabilities, claims, observes
    reset       set up, or take up this position  -> observation
    decide      this player decides this          -> observation
    observe     show me again what you see        -> observation
    shutdown    end                               -> null

`reset` and `decide` bring the luck: what chance decides from here to the next decision of a player.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleslawyer.machine.notation import Written

VERSION = 1
"""Of the protocol; `initialize` names it in both directions."""

UNSUPPORTED = -32001
"""The implementation knows that it cannot do this. Never held against it."""
OUT_OF_LUCK = -32002
"""Chance is to decide something for which no luck was given."""
ILLEGAL = -32003
"""The decision is not legal, or it is not its turn."""
INTERNAL = -32603
"""JSON-RPC: the implementation failed."""

Message = Mapping[str, Any]
Luck = Sequence[tuple[str, Written]]
"""Label and value of decisions of chance, in order."""


def request(number: int, method: str, params: Mapping[str, object]) -> dict[str, object]:
    """A question."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def luck_message(luck: Luck) -> list[dict[str, Written]]:
    """Luck as it is sent: one `{label: value}` for each decision of chance."""
    return [{label: value} for label, value in luck]
