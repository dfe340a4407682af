"""A scenario as one word, to be given on a command line."""

from __future__ import annotations

import base64
import json
import zlib

from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.write import to_json

LONGEST_REPLAY = 200_000
"""Characters of a scenario that was packed into a word."""


def pack(scenario: Scenario) -> str:
    """The word for a scenario."""
    return base64.urlsafe_b64encode(zlib.compress(to_json([scenario]).encode(), 9)).decode().rstrip("=")


def unpack(word: str) -> Scenario:
    """The scenario that a word stands for.

    :raises RulebookError: it stands for none.
    """
    try:
        data = base64.urlsafe_b64decode(word[:LONGEST_REPLAY] + "=" * (-len(word) % 4))
        text = zlib.decompressobj().decompress(data, LONGEST_REPLAY).decode()
        json.loads(text)
    except (ValueError, zlib.error, RecursionError):
        message = "this is no packed scenario"
        raise RulebookError([Diagnostic("bad-replay", message, hint="copy the whole word of the report")]) from None
    return read_text_of("the packed scenario", text).scenarios[0]
