"""The settlement of the rulebook against one written from the document alone, under every two answers at once.

Stakes, some of nothing, ties, folds, a common pot that the box or everybody has paid; what goes back and what is won is
compared to the last part of a chip.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load

from .by_hand import pay_out
from .copies import tampered
from .oracle_cases import Case, fold_orders, rankings
from .oracle_settlement import DIRECTIONS, Settlement, divided

LAW = load("death-and-taxes")
SUGGESTED = LAW.profiles["suggested"]
ABOUT_POTS = (
    "unequal_tie",
    "common_pot_in",
    "empty_pot",
    "folder_layer",
    "folder_excess",
    "folded_pots_count",
    "odd_chips",
    "taken_back",
)
STAKES = (0, 10, 20, 30, 70, 120, 300)
COMMON = (0, 10, 100, 150, 300, 310)


@cache
def every_ranking(seats: int) -> tuple[tuple[tuple[int | None, ...], tuple[int, ...]], ...]:
    return tuple((ranks, folds) for ranks in rankings(seats) for folds in fold_orders(ranks))


def random_case(luck: random.Random) -> Case:
    """A settlement of two to four seats; equal stakes, stakes of nothing and extra stakes are likely."""
    seats = luck.choice((2, 3, 3, 4, 4, 4))
    ranks, folds = luck.choice(every_ranking(seats))
    some = luck.sample(STAKES, luck.randint(1, 4))
    ante = luck.choice((0, 0, 10, 150))
    stakes = tuple(luck.choice(some) for _ in range(seats))
    return Case(stakes, ranks, folds, ante, common=luck.choice(COMMON))


def cases(seed: object, number: int) -> Iterator[Case]:
    luck = random.Random(f"settlement {seed}")
    return (random_case(luck) for _ in range(number))


def agree(ours: Settlement, answers: Mapping[str, str], case: Case, direction: str) -> None:
    position = ours.position(case, direction)
    paid = pay_out(case, answers)
    assert divided(position, case) == (paid.back, paid.won), (answers, case)
    assert position.state["carried", None] == paid.carried, (answers, case)
    noted = sum(12 * position.state["twelfths", seat] + position.state["grains", seat] for seat in case.seats)
    assert noted == 144 * position.state["undivided", None]
    assert sum(paid.back) + sum(paid.won) + paid.carried + paid.boxed == case.total


def compare(law: Law, answers: Mapping[str, str], seed: object, number: int) -> None:
    ours = Settlement(law, answers)
    for index, case in enumerate(cases(seed, number)):
        agree(ours, answers, case, DIRECTIONS[index % 2])


@pytest.mark.parametrize("pair", list(combinations(ABOUT_POTS, 2)), ids="-".join)
def test_two_answers_at_once(pair: tuple[str, str]) -> None:
    """All answers to both questions; what one of them overrides the other does not undo."""
    one, other = pair
    for first, second in product(LAW.rulings[one].type.literals, LAW.rulings[other].type.literals):
        compare(LAW, {**SUGGESTED, one: first, other: second}, pair, 24)


@pytest.mark.parametrize("part", range(6))
def test_all_answers_at_random(part: int) -> None:
    luck = random.Random(f"answers {part}")
    for number in range(10):
        answers = {**SUGGESTED, **{name: luck.choice(LAW.rulings[name].type.literals) for name in ABOUT_POTS}}
        compare(LAW, answers, (part, number), 24)


@pytest.mark.parametrize("profile", ["suggested", "literal"])
def test_the_profiles(profile: str) -> None:
    compare(LAW, LAW.profiles[profile], profile, 600)


def test_the_example_of_the_document() -> None:
    """A folds 100, B wins with 300, C and D share the third place with 300 and 400."""
    paid = pay_out(Case((100, 300, 300, 400), (None, 0, 1, 1), (1, 0, 0, 0)), SUGGESTED)
    assert (paid.back, paid.won) == ([0, 300, 0, 100], [0, 700, 0, 0])


MISTAKES = {
    "a pot of nothing makes a layer": (
        "set(personal_pot[p] for p in players() if personal_pot[p] > 0 and\n",
        "set(personal_pot[p] for p in players() if personal_pot[p] >= 0 and\n",
        {"folder_layer": "no_side_pot", "common_pot_in": "every_side_pot"},
    ),
    "nobody need be in the lowest side pot": (
        "level_below(level) == 0 and not any(personal_pot[p] == 0 for p in players())",
        "level_below(level) == 0",
        {},
    ),
    "pooling undoes what goes to the best": (
        " and (ruling.folder_excess == by_place or any(stays_in(p) for p in in_side_pot(level)))",
        "",
        {"unequal_tie": "pooled", "folder_excess": "to_the_best"},
    ),
    "one part for a whole pool": (
        "raise: common_part_out(takers, parts, everybody_in)",
        "raise: common_part_out(takers, min(1, parts), everybody_in)",
        {"unequal_tie": "pooled", "common_pot_in": "every_side_pot"},
    ),
    "a twelfth is dropped": (
        "spoils_twelfths: rest\n",
        "spoils_twelfths: 0\n",
        {"common_pot_in": "every_side_pot"},
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_noticed(mistake: str, tmp_path: Path) -> None:
    old, new, answers = MISTAKES[mistake]
    law = tampered(tmp_path, "money.yaml", old, new)
    with pytest.raises(AssertionError):
        compare(law, {**SUGGESTED, **answers}, mistake, 400)
