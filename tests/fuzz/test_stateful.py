"""The state machine façade: it plays, its hooks see every step, and a wrong mirror is found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ruleslawyer.fuzz.stateful import state_machine
from ruleslawyer.language import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Record
from ruleslawyer.machine.values import Value

FEW = settings(max_examples=5, stateful_step_count=30, derandomize=True, database=None, deadline=None)


def test_a_mirror_sees_every_step(dead_mans_draw: Law) -> None:
    seen: list[str] = []

    class Mirror(state_machine(dead_mans_draw)):  # type: ignore[misc]
        def begun(self, machine: Machine, position: Position) -> None:
            self.mirrored = position.copy()

        def decided(self, decision: Decision, value: Value, records: Sequence[Record]) -> None:
            self.machine.decide(self.mirrored, value)
            seen.append(decision.label)

        def compare(self, position: Position) -> None:
            assert self.mirrored == position

    run_state_machine_as_test(Mirror, settings=FEW)

    assert "deck" in seen


def test_a_mirror_that_errs_is_found(dead_mans_draw: Law) -> None:
    class Forgetful(state_machine(dead_mans_draw, profiles=["reference"], players=[2])):  # type: ignore[misc]
        """Counts the cards of the draw pile, and takes a look at the top card for a draw."""

        def begun(self, machine: Machine, position: Position) -> None:
            self.cards = len(position.zones["deck", None])

        def decided(self, decision: Decision, value: Value, records: Sequence[Record]) -> None:
            self.cards -= decision.label == "deck"

        def compare(self, position: Position) -> None:
            assert self.cards == len(position.zones["deck", None])

    unshrunk = settings(FEW, max_examples=40, stateful_step_count=60, phases=[Phase.generate])
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Forgetful, settings=unshrunk)


def test_it_may_begin_anywhere(dead_mans_draw: Law) -> None:
    labels = set()

    class Anywhere(state_machine(dead_mans_draw, random_starts=True)):  # type: ignore[misc]
        def begun(self, machine: Machine, position: Position) -> None:
            assert position.pending is not None or position.over
            labels.add(position.pending.label if position.pending else "over")

    run_state_machine_as_test(Anywhere, settings=FEW)

    assert "act" in labels
