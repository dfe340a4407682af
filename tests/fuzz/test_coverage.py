"""What is counted as reached, on a rulebook where that can be worked out by hand."""

from __future__ import annotations

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz import points
from ruleslawyer.fuzz.sites import sites_of
from ruleslawyer.fuzz.tapes import Tapes, play
from ruleslawyer.fuzz.watching import Watcher
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


def reached(watcher: Watcher, answer: str, tapes: Tapes) -> frozenset[str]:
    watch = watcher.watch({"passing": answer}, 2)
    play(watch.machine, tapes, watch=watch.step, trace=watch.trace)
    return watch.points()


def test_the_sites_of_a_rulebook(coins: Law) -> None:
    assert points.universe(sites_of(coins)) == TAKES_ONLY | {
        "entry PASS",
        "condition PASS when is true",
        "answer passing = allowed",
        "pair PASS + PLAY",
        "pair PASS + TAKE",
    }


def test_a_game_without_passing(coins: Law) -> None:
    assert reached(Watcher(coins, Compiled), "barred", Tapes()) == TAKES_ONLY


def test_a_game_with_passing_reaches_the_rest(coins: Law) -> None:
    watcher = Watcher(coins, Compiled)
    everything = points.universe(watcher.sites)

    some = reached(watcher, "allowed", Tapes(b"", bytes([1, 1])))

    assert some == everything - {"answer passing = barred"}


def test_games_do_not_leak_into_one_another(coins: Law) -> None:
    watcher = Watcher(coins, Compiled)
    reached(watcher, "allowed", Tapes(b"", bytes([1, 1])))

    assert reached(watcher, "barred", Tapes()) == TAKES_ONLY


def test_both_backends_reach_the_same(dead_mans_draw: Law) -> None:
    answers = dead_mans_draw.profiles["print-and-play"]
    tapes = Tapes(bytes(range(0, 240, 3)), bytes(range(80)))
    found = []
    for backend in (Reference, Compiled):
        watch = Watcher(dead_mans_draw, backend).watch(answers, 3)
        play(watch.machine, tapes, 60, watch=watch.step, trace=watch.trace)
        found.append(watch.points())

    assert found[0] == found[1]
    assert len(found[0]) > 100


def test_claims_reach_nothing(dead_mans_draw: Law) -> None:
    """`protected` is read by a bust and by invariants, and no bust can come with the first card."""
    watch = Watcher(dead_mans_draw, Compiled).watch(dead_mans_draw.profiles["print-and-play"], 2)
    play(watch.machine, Tapes(), 2, watch=watch.step, trace=watch.trace)

    reached_points = watch.points()

    assert "entry DRW-1" in reached_points
    assert not {point for point in reached_points if point.startswith(("entry ANC-3", "entry BST-4", "entry SCO"))}
