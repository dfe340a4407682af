"""The compiled back-end and the reference agree on every step of random games under random rulings."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ruleslawyer.compile import Compiled, fast_machine
from ruleslawyer.language import Law, load
from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.machine import Machine, MachineError, Trace

RULEBOOKS = Path(__file__).parent / "rulebooks"


@pytest.fixture(scope="module", params=["everything", "dead-mans-draw"])
def law(request: pytest.FixtureRequest) -> Law:
    """A rulebook that uses the whole language, and the real one."""
    name: str = request.param
    return load(str(RULEBOOKS / name) if (RULEBOOKS / name).is_dir() else name)


def play_both(law: Law, seed: int) -> tuple[int, bool]:
    """Plays one random game on both machines, comparing every step; gives the steps and whether the game ended."""
    rng = random.Random(seed)
    answers = {name: rng.choice(ruling.type.literals) for name, ruling in law.rulings.items()}
    options = {name: rng.choice(of.literals) for name, of in law.options.items()}
    players = rng.randint(*law.players)
    monitor = seed % 5 == 0
    reference = Machine(law, answers, players, options=options, monitor=monitor)
    compiled = fast_machine(law, answers, players, options=options, monitor=monitor)
    traces = Trace(), Trace()
    positions = reference.start(traces[0]), compiled.start(traces[1])
    for _ in range(400):
        assert positions[0] == positions[1]
        assert traces[0].steps[-1] == traces[1].steps[-1]
        assert positions[0].pending == positions[1].pending
        if positions[0].pending is None:
            return len(traces[0].steps), True
        value = rng.choice(positions[0].pending.values)
        failures = []
        for machine, position, trace in zip((reference, compiled), positions, traces, strict=True):
            try:
                machine.decide(position, value, trace)
            except MachineError as failure:
                failures.append(failure)
        if failures:
            assert len(failures) == 2 and str(failures[0]) == str(failures[1])
            return len(traces[0].steps), False
    return len(traces[0].steps), False


def test_both_back_ends_agree_on_every_step(law: Law) -> None:
    played = [play_both(law, seed) for seed in range(20)]
    assert sum(steps for steps, _ in played) > 1_000
    assert sum(ended for _, ended in played) >= 18, "nearly all games must be played to their end to be worth comparing"


def test_random_games_of_everything_use_nearly_all_of_it() -> None:
    law = load(str(RULEBOOKS / "everything"))
    used: set[str] = set()
    for seed in range(60):
        rng = random.Random(seed)
        answers = {name: rng.choice(ruling.type.literals) for name, ruling in law.rulings.items()}
        machine, trace = fast_machine(law, answers, rng.randint(2, 4)), Trace()
        position = machine.start(trace)
        while position.pending is not None:
            machine.decide(position, rng.choice(position.pending.values), trace)
        used |= trace.entries()
    cases = [case for one in law.definitions.values() for case in one.cases]
    cases += [case for event in law.events.values() for case in event.rules]
    cases += [option.case for event in law.events.values() for option in event.options]
    assert {one.id for case in cases for one in with_exceptions(case)} - used == set()


def test_definitions_agree_when_asked_directly() -> None:
    law = load("dead-mans-draw")
    for answers in law.profiles.values():
        machines = [Machine(law, answers, 3), Machine(law, answers, 3, backend=Compiled)]
        position = machines[0].start()
        for name, definition in law.definitions.items():
            arguments = [
                {"Player": 1, "Bool": True}.get(str(one.type), getattr(one.type, "literals", (7,))[0])
                for one in definition.parameters
            ]
            if all(str(one.type) in ("Player", "Bool", "Loot") for one in definition.parameters):
                values = []
                for machine in machines:
                    try:
                        values.append(machine.evaluate_definition(position, name, arguments))
                    except MachineError as failure:
                        values.append(str(failure))
                assert values[0] == values[1], name
