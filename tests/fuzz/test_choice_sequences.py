"""ChoiceSequences: bytes as choices, and games played by them."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from ruleslawyer.fuzz.choice_sequences import FIRSTS, ChoiceSequence, ChoiceSequences, play
from ruleslawyer.language import Law
from ruleslawyer.machine import Machine


def test_a_tape_chooses_by_its_bytes_and_then_the_first() -> None:
    sequence = ChoiceSequence(bytes([5, 7]))

    assert [sequence.pick(6), sequence.pick(4), sequence.pick(9), sequence.pick(2)] == [5, 3, 0, 0]


def test_long_after_its_end_a_sequence_goes_on_by_lot_and_always_the_same() -> None:
    ends = [tuple(sequence.pick(6) for _ in range(FIRSTS + 300)) for sequence in map(ChoiceSequence, (b"", b"a", b"a"))]

    assert not any(any(picks[1:FIRSTS]) for picks in ends)
    assert all(set(picks[-300:]) == set(range(6)) for picks in ends)
    assert ends[1] == ends[2] != ends[0]


def test_a_single_value_takes_no_byte() -> None:
    sequence = ChoiceSequence(bytes([1]))

    assert [sequence.pick(1), sequence.pick(2)] == [0, 1]


def test_two_bytes_choose_among_more_than_256() -> None:
    assert ChoiceSequence(bytes([1, 44])).pick(1000) == 300


@settings(derandomize=True, database=None)
@given(st.binary(max_size=8), st.lists(st.integers(1, 70_000), max_size=10))
def test_every_choice_is_one_of_those_offered(data: bytes, counts: list[int]) -> None:
    sequence = ChoiceSequence(data)

    assert all(0 <= sequence.pick(count) < count for count in counts)


def test_empty_tapes_play_first_cards_and_first_choices(coins: Law) -> None:
    played = play(Machine(coins, coins.profiles["lenient"], 2), ChoiceSequences())

    assert played.finished
    labels = [decision.label for decision in played.decisions]
    assert labels[:2] == ["choose_one", "heap"]
    assert [value for label, value in zip(labels, played.values, strict=True) if label == "heap"] == list(range(8))


def test_a_game_is_left_after_so_many_decisions(coins: Law) -> None:
    played = play(Machine(coins, coins.profiles["strict"], 2), ChoiceSequences(), 3)

    assert not played.finished
    assert len(played.values) == 3
