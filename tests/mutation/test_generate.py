"""A generated suite tells most altered rulebooks from the true one, as it should tell ports with a fault each."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from ruleslawyer.compare.looks import same
from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.generate.build import build
from ruleslawyer.generate.request import Request
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, MachineError
from ruleslawyer.machine.notation import Written
from ruleslawyer.scenario.run import Runner, begin

RULEBOOK, READING = "dead-mans-draw", "boxed"
GAMES, SEED = 150, 1
"""Of the search for cases: a small one."""
PLAYERS = (2, 3, 4)
PLAYS, LONG = 90, 20
"""Random plays after which two rulebooks count as alike under the reading, and decisions in each."""
CAUGHT = 0.8
"""Of the altered rulebooks that play otherwise under the reading, the share that a small suite must catch."""


class Judge:
    """Says whether play under two rulebooks is seen to part; it knows nothing of the suite."""

    def __init__(self, law: Law) -> None:
        self.machines = {players: fast_machine(law, law.profiles[READING], players) for players in PLAYERS}
        self.positions = {players: Positions(machine) for players, machine in self.machines.items()}

    def differ(self, other: Law) -> bool:
        machines = {players: fast_machine(other, other.profiles[READING], players) for players in PLAYERS}
        return any(self._part(number, machines[PLAYERS[number % len(PLAYERS)]]) for number in range(PLAYS))

    def _part(self, number: int, other: Machine) -> bool:
        dice = random.Random(number)
        given = self.positions[other.players].random(dice.randbytes(64)) if number % 4 else None
        return part(self.machines[other.players], other, given, dice)


def part(machine: Machine, other: Machine, given: Mapping[str, Written] | None, dice: random.Random) -> bool:
    """Whether a random play parts them."""
    left = begin(machine, given)
    try:
        right = begin(other, given)
        for _ in range(LONG):
            if not same(left, right):
                return True
            if left.pending is None:
                return False
            value = dice.choice(left.pending.values)
            machine.decide(left, value)
            other.decide(right, value)
    except MachineError:
        return True
    return not same(left, right)


@pytest.fixture(scope="module")
def law() -> Law:
    return load(RULEBOOK)


def test_most_altered_rulebooks_fail_a_case(
    law: Law, mutants: list[Any], mutated: Callable[[Any], Law], capsys: pytest.CaptureFixture[str]
) -> None:
    suite = build(law, Request(law.profiles[READING], READING, PLAYERS, seed=SEED, examples=GAMES))
    judge = Judge(law)
    missed, alike, caught = [], [], 0
    for mutant in (one for one in mutants if one.rulebook == RULEBOOK):
        runner = Runner(mutated(mutant), backend=Compiled)
        if any(not runner.run(replace(case.scenario, clauses=())).holds for case in suite.cases):
            caught += 1
        else:
            (missed if judge.differ(runner.law) else alike).append(mutant.name)
    share = caught / (caught + len(missed))
    with capsys.disabled():
        print(
            f"\n{len(suite.cases)} cases with {suite.decisions} decisions catch {caught} of {caught + len(missed)} "
            f"altered rulebooks that play otherwise under `{READING}` ({share:.0%}); missed: {', '.join(missed)}; "
            f"alike: {', '.join(alike)}"
        )
    assert share >= CAUGHT
