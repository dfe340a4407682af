"""What is counted as reached, on a rulebook where that can be worked out by hand."""

from __future__ import annotations

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences, play
from ruleslawyer.fuzz.coverage import Instrumentation
from ruleslawyer.fuzz.coverage_goals import coverage_goals
from ruleslawyer.language import Law
from ruleslawyer.machine.evaluate import Reference

TAKES_ONLY = {
    "entry PLAY",
    "entry TAKE",
    "entry RICH",
    "condition PLAY repeat is true",
    "condition PLAY repeat is false",
    "condition TAKE if is true",
    "condition TAKE if is false",
    "condition PASS when is false",
    "answer passing = barred",
    "pair PLAY + TAKE",
}


def reached(instrumentation: Instrumentation, answer: str, sequences: ChoiceSequences) -> frozenset[str]:
    coverage = instrumentation.game({"passing": answer}, 2)
    play(coverage.machine, sequences, on_step=coverage.step, trace=coverage.trace)
    return coverage.reached()


def test_the_sites_of_a_rulebook(coins: Law) -> None:
    assert coverage_goals(coins).all() == TAKES_ONLY | {
        "entry PASS",
        "condition PASS when is true",
        "answer passing = allowed",
        "pair PASS + PLAY",
        "pair PASS + TAKE",
    }


def test_a_game_without_passing(coins: Law) -> None:
    assert reached(Instrumentation(coins, Compiled), "barred", ChoiceSequences()) == TAKES_ONLY


def test_a_game_with_passing_reaches_the_rest(coins: Law) -> None:
    instrumentation = Instrumentation(coins, Compiled)
    everything = instrumentation.goals.all()

    some = reached(instrumentation, "allowed", ChoiceSequences(b"", bytes([1, 1])))

    assert some == everything - {"answer passing = barred"}


def test_games_do_not_leak_into_one_another(coins: Law) -> None:
    instrumentation = Instrumentation(coins, Compiled)
    reached(instrumentation, "allowed", ChoiceSequences(b"", bytes([1, 1])))

    assert reached(instrumentation, "barred", ChoiceSequences()) == TAKES_ONLY


def test_both_backends_reach_the_same(dead_mans_draw: Law) -> None:
    answers = dead_mans_draw.profiles["print-and-play"]
    sequences = ChoiceSequences(bytes(range(0, 240, 3)), bytes(range(80)))
    found = []
    for backend in (Reference, Compiled):
        coverage = Instrumentation(dead_mans_draw, backend).game(answers, 3)
        play(coverage.machine, sequences, 60, on_step=coverage.step, trace=coverage.trace)
        found.append(coverage.reached())

    assert found[0] == found[1]
    assert len(found[0]) > 100


def test_claims_reach_nothing(dead_mans_draw: Law) -> None:
    """`protected` is read by a bust and by invariants, and no bust can come with the first card."""
    coverage = Instrumentation(dead_mans_draw, Compiled).game(dead_mans_draw.profiles["print-and-play"], 2)
    play(coverage.machine, ChoiceSequences(), 2, on_step=coverage.step, trace=coverage.trace)

    reached_points = coverage.reached()

    assert "entry DRW-1" in reached_points
    assert not {point for point in reached_points if point.startswith(("entry ANC-3", "entry BST-4", "entry SCO"))}
