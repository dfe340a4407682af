"""Every mutant that the fuzzer must catch is caught within a bounded number of games, by what the table names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.state import Campaign, Task
from ruleslawyer.language import Law

CHECK = "fuzz"
BATCHES, GAMES = 24, 5


def test_caught(mutant: Any, mutated: Callable[[Any], Law], record_property: Callable[[str, object], None]) -> None:
    law = mutated(mutant)
    fuzzer = Fuzzer(law, Compiled)
    met: dict[str, str] = {}
    for seed in range(BATCHES):
        task = Task(Campaign(tuple(law.profiles), players=(2, 3, 4), max_decisions=500), seed, GAMES)
        met |= {key.claim: key.clause for key in fuzzer.search(task)}
        if mutant.by[CHECK] in met:
            break
    record_property("caught by", ", ".join(f"{claim} in {clause}" for claim, clause in met.items()))
    if mutant.by[CHECK] not in met:
        pytest.fail(f"not caught by {mutant.by[CHECK]}, but by {met or 'nothing'}")
