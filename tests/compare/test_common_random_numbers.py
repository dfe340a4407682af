"""CommonRandomNumbers: uniform, and the same on both sides for as long as both ask the same."""

from __future__ import annotations

from collections import Counter

from ruleslawyer.compare.common_random_numbers import CommonRandomNumbers, stable_text
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Shuffled, Step


def draw(*cards: int) -> Decision:
    return Decision("deck", None, cards, "DRAW", "card")


def choice(*values: object) -> Decision:
    return Decision("act", 0, values, "ACT", "option")


def test_equal_seeds_give_equal_luck_and_others_other_luck() -> None:
    def sequence(seed: str) -> list[int]:
        common, left, taken = CommonRandomNumbers(seed), set(range(30)), []
        while left:
            taken.append(common.choose(draw(*sorted(left))))
            left.remove(taken[-1])
        return taken

    assert sequence("a") == sequence("a") != sequence("b")


def test_a_side_that_draws_one_card_more_sees_the_rest_in_the_same_order() -> None:
    cards = set(range(20))
    first = CommonRandomNumbers("seed").choose(draw(*sorted(cards)))
    left, right = CommonRandomNumbers("seed"), CommonRandomNumbers("seed")
    right.choose(choice("x", "y"))
    assert left.choose(draw(*sorted(cards - {first}))) == right.choose(draw(*sorted(cards - {first})))


def test_a_shuffle_makes_a_new_order() -> None:
    common, cards = CommonRandomNumbers("seed"), tuple(range(40))
    before = common.choose(draw(*cards))
    assert common.choose(draw(*cards)) == before
    common.note(Step(None, None, [Shuffled(("deck", None), "SHUFFLE")]))
    after = {common.choose(draw(*cards))}
    for _ in range(3):
        common.note(Step(None, None, [Shuffled(("deck", None), "SHUFFLE")]))
        after.add(common.choose(draw(*cards)))
    assert len(after | {before}) > 1


def test_every_value_is_equally_likely() -> None:
    """Chi-square with 5 degrees of freedom: 20.5 is its 99.9 % point."""
    games = 3_000
    for decision in (draw(*range(6)), choice(*"abcdef")):
        counts = Counter(CommonRandomNumbers(str(seed)).choose(decision) for seed in range(games))
        expected = games / 6
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 20.5


def test_a_player_who_is_asked_again_chooses_anew() -> None:
    common = CommonRandomNumbers("seed")
    assert len({common.choose(choice(*range(50))) for _ in range(10)}) > 1


def test_values_have_one_text_whatever_the_order_of_sets() -> None:
    assert stable_text(frozenset(["b", "a"])) == stable_text(frozenset(["a", "b"])) == "{'a', 'b'}"
    assert stable_text(("x", (1, frozenset([2, 1])))) == "('x', (1, {1, 2}))"
