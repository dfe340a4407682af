"""A machine keeps nothing of a game: games that share one, in turn, in one another or in threads, do not meet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Decision, Machine, Position, Trace
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.trace import Step

DECISIONS = 40


@pytest.fixture(scope="module")
def law() -> Law:
    """A shipped rulebook, whose definitions decide a lot."""
    return load("dead-mans-draw")


@pytest.fixture(params=[Reference, Compiled], ids=["reference", "compiled"])
def backend(request: pytest.FixtureRequest) -> MakeBackend:
    """Either back-end."""
    made: MakeBackend = request.param
    return made


def played(machine: Machine, seed: int, trace: Trace | None) -> Iterator[Position]:
    """A random game, decision by decision."""
    rng = random.Random(seed)
    position = machine.start(trace)
    for _ in range(DECISIONS):
        yield position
        if position.pending is None:
            return
        machine.decide(position, rng.choice(position.pending.values), trace)


def alone(machine: Machine, seed: int) -> list[Step]:
    """The steps of a game that nothing else disturbs."""
    trace = Trace()
    for _ in played(machine, seed, trace):
        pass
    assert any(step.consulted for step in trace.steps)
    return trace.steps


def test_two_machines_of_one_law_played_in_turn_do_not_disturb_each_other(law: Law, backend: MakeBackend) -> None:
    readings = list(law.profiles.values())[:2]
    machines = [Machine(law, answers, 2, backend=backend, monitor=True) for answers in readings]
    expected = [alone(Machine(law, answers, 2, backend=backend, monitor=True), 5) for answers in readings]

    traces = [Trace(), Trace()]
    for _ in zip_longest(*(played(machine, 5, trace) for machine, trace in zip(machines, traces, strict=True))):
        pass

    assert [trace.steps for trace in traces] == expected


def test_games_of_one_machine_have_their_own_tracers(law: Law, backend: MakeBackend) -> None:
    machine = Machine(law, law.profiles["boxed"], 2, backend=backend)
    traces = [Trace(), Trace(), None]
    for _ in zip_longest(*(played(machine, seed, trace) for seed, trace in enumerate(traces))):
        pass
    assert [None if trace is None else trace.steps for trace in traces] == [alone(machine, 0), alone(machine, 1), None]


def test_a_tracer_may_play_another_game_while_it_is_told(law: Law, backend: MakeBackend) -> None:
    machine = Machine(law, law.profiles["boxed"], 2, backend=backend)
    inner: list[list[Step]] = []

    class Playing(Step):
        def decided(self, entry: str) -> None:
            if len(inner) < 3:
                inner.append(alone(machine, 7))
            super().decided(entry)

    class Traced(Trace):
        def begin(self, decision: Decision | None, value: object) -> Step:
            self.steps.append(Playing(decision, value))
            return self.steps[-1]

    trace = Traced()
    for _ in played(machine, 3, trace):
        pass

    assert inner == [alone(machine, 7)] * 3
    told = [(step.decision, step.value, step.records, step.consulted) for step in trace.steps]
    assert told == [(step.decision, step.value, step.records, step.consulted) for step in alone(machine, 3)]


def test_threads_may_share_a_machine(law: Law, backend: MakeBackend) -> None:
    machine = Machine(law, law.profiles["print-and-play"], 3, backend=backend, monitor=True)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda seed: alone(machine, seed), range(8)))
    assert found == [alone(machine, seed) for seed in range(8)]


def test_nothing_listens_to_a_position_between_decisions(law: Law, backend: MakeBackend) -> None:
    machine = Machine(law, law.profiles["boxed"], 2, backend=backend)
    assert all(position.tracer is None for position in played(machine, 1, Trace()))


def test_what_claims_consult_is_not_told(law: Law, backend: MakeBackend) -> None:
    """Monitoring looks at claims at every decision; play and its traces are the same without."""
    steps = [
        alone(Machine(law, law.profiles["boxed"], 2, backend=backend, monitor=monitor), 2) for monitor in (True, False)
    ]
    assert steps[0] == steps[1]
