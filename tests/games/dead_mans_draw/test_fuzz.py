"""A short fuzz of the whole rulebook: every reading, two to four players, from the set-up and from anywhere."""

from __future__ import annotations

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.coverage_goals import coverage_goals
from ruleslawyer.fuzz.state import Campaign, State, Tally, Task
from ruleslawyer.fuzz.unreached import unreached
from ruleslawyer.language import Law, load


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="module")
def tally(law: Law) -> Tally:
    fuzzer = Fuzzer(law, Compiled)
    tally = Tally()
    for seed in range(3):
        campaign = Campaign(tuple(law.profiles), players=(2, 3, 4))
        tally.add(fuzzer.run(Task(campaign, seed, 50, frozenset(tally.goals))))
    return tally


def test_no_claim_and_no_obligation_is_ever_broken(tally: Tally) -> None:
    assert tally.games == 150
    assert not tally.failures, tally.findings


def test_every_game_ends(tally: Tally) -> None:
    assert tally.unfinished == 0


def test_nearly_everything_is_reached(law: Law, tally: Tally) -> None:
    reached = {one.kind: one for one in coverage_goals(law).coverage(tally.goals)}

    assert reached["answer"].reached == reached["answer"].total
    assert reached["entry"].total - reached["entry"].reached <= 4
    assert reached["condition"].total - reached["condition"].reached <= 6


def test_what_only_proofs_read_is_known_to_be_out_of_reach(law: Law, tally: Tally) -> None:
    state = State(Campaign(tuple(law.profiles), True, (2, 3, 4)), law.digest, tally=tally)

    impossible = {one.goal: one.why for one in unreached(law, coverage_goals(law), state) if not one.possible}

    assert impossible["entry ROOM"] == "only measures, contracts and invariants read `room`"
