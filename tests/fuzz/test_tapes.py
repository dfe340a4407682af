"""Tapes: bytes as choices, and games played by them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslawyer.fuzz.tapes import Tape, Tapes, play
from ruleslawyer.language import Law
from ruleslawyer.machine import Machine


def test_a_tape_chooses_by_its_bytes_and_then_the_first() -> None:
    tape = Tape(bytes([5, 7]))

    assert [tape.pick(6), tape.pick(4), tape.pick(9), tape.pick(2)] == [5, 3, 0, 0]


def test_a_single_value_takes_no_byte() -> None:
    tape = Tape(bytes([1]))

    assert [tape.pick(1), tape.pick(2)] == [0, 1]


def test_two_bytes_choose_among_more_than_256() -> None:
    assert Tape(bytes([1, 44])).pick(1000) == 300


@settings(derandomize=True, database=None)
@given(st.binary(max_size=8), st.lists(st.integers(1, 70_000), max_size=10))
def test_every_choice_is_one_of_those_offered(data: bytes, counts: list[int]) -> None:
    tape = Tape(data)

    assert all(0 <= tape.pick(count) < count for count in counts)


def test_empty_tapes_play_first_cards_and_first_choices(coins: Law) -> None:
    played = play(Machine(coins, coins.profiles["lenient"], 2), Tapes())

    assert played.finished
    labels = [decision.label for decision in played.decisions]
    assert labels[:2] == ["choose_one", "heap"]
    assert [value for label, value in zip(labels, played.values, strict=True) if label == "heap"] == list(range(8))


def test_a_game_is_left_after_so_many_decisions(coins: Law) -> None:
    played = play(Machine(coins, coins.profiles["strict"], 2), Tapes(), 3)

    assert not played.finished
    assert len(played.values) == 3
