"""Every mutant that proofs must catch leaves the obligation unproved that the table names, and nothing else of the
rulebook is needed to see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleslawyer.language import Law
from ruleslawyer.prove import Verdict, prove

CHECK = "prove"
THREE = range(3, 4)
"""Players: with fewer, left and right are the same; with more, no other fault shows."""


def test_caught(mutant: Any, mutated: Callable[[Any], Law], record_property: Callable[[str, object], None]) -> None:
    obligation = mutant.by[CHECK]

    report = prove(mutated(mutant), players=THREE, only=obligation.split(":")[0] or "setup", confirm=False)

    failed = {result.obligation.id: result for result in report.failures()}
    record_property("caught by", ", ".join(failed))
    assert obligation in failed
    assert failed[obligation].verdict is Verdict.UNPROVED
    assert failed[obligation].counterexample is not None
    assert failed[obligation].fails
