"""What a game breaks is not proved: rulebooks of each kind that the prover once believed.

In each, one obligation must stay unproved, everything else is proved, and the machine plays a game that breaks it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from ruleslawyer.language import Law
from ruleslawyer.prove import prove

from .soundness import Tally, faults, read

CASES = yaml.safe_load((Path(__file__).parent / "false_proofs.yaml").read_text("utf-8"))
FRAME = yaml.safe_load((Path(__file__).parent / "frame.yaml").read_text("utf-8"))
NAMED = {one["name"]: one for one in CASES}


def law_of(case: dict[str, Any]) -> Law:
    """The frame with what a case adds to it."""
    book = dict(FRAME)
    for part in ("zones", "state", "events", "scopes", "options"):
        if part in FRAME or part in case:
            book[part] = {**FRAME.get(part, {}), **case.get(part, {})}
    book |= {part: case[part] for part in ("levels", "players") if part in case}
    said = [{**one, "title": one["id"], "says": f"What {one['id']} says."} for one in case["clauses"]]
    book["clauses"] = [*FRAME["clauses"], *({**one, "helper": True} for one in said)]
    if "lemmas" in case:
        book["lemmas"] = [{**one, "title": one["id"], "says": f"What {one['id']} says."} for one in case["lemmas"]]
    law = read(book)
    assert law is not None, case["name"]
    return law


@pytest.mark.parametrize("name", NAMED)
def test_what_a_game_breaks_is_not_proved(name: str) -> None:
    case = NAMED[name]
    law = law_of(case)

    assert [one.obligation.id for one in prove(law, confirm=False).failures()] == [case["unproved"]]
    assert next(faults(law, Tally()), None) is not None, "no game breaks it"
