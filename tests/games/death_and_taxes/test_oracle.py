"""Side pots against PokerKit: where the rulebook and poker must agree, they pay every player the same.

What is compared, how many settlements, and where the two differ and why: docs/oracle-death-and-taxes.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ruleslawyer.language import load
from ruleslawyer.machine.position_io import read_position

from .copies import tampered
from .oracle import Divide, Refused, exactly, payouts, whole_chips
from .oracle_cases import SMALLEST_CHIP, Case, every_case, rankings
from .oracle_settlement import DIRECTIONS, Settlement, settled, written

Say = Callable[[str], None]

DOCUMENT = Path(__file__).parents[3] / "docs" / "oracle-death-and-taxes.md"
LAW = load("death-and-taxes")
SUGGESTED = LAW.profiles["suggested"]
WHOLE = whole_chips(SMALLEST_CHIP)
AS_IN_POKER = {"odd_chips": "first_seat", "folder_layer": "no_side_pot"}
"""The reading under which odd chips go as PokerKit has them: by the pots that it forms, all to the first seat."""
IN_FRACTIONS = Settlement(LAW, SUGGESTED)
IN_CHIPS = Settlement(LAW, SUGGESTED | AS_IN_POKER)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Prints a line even when the test passes."""

    def aloud(line: str) -> None:
        with capsys.disabled():
            print(f"\n  {line}", end="")

    return aloud


@cache
def in_poker(stakes: tuple[int, ...], ranks: tuple[int | None, ...], ante: int, divide: Divide) -> tuple[Fraction, ...]:
    """PokerKit's payouts. It knows no order in which players fold other than that of the seats."""
    return payouts(Case(stakes, ranks, (), ante), divide)


def theirs(case: Case, divide: Divide = exactly) -> tuple[Fraction, ...]:
    return in_poker(case.stakes, case.ranks, case.ante, divide)


def must_agree(case: Case) -> bool:
    """Whether poker can be played, and nobody who folded has staked more than all who are left."""
    return case.is_a_hand and not case.folder_above


def both(cases: Iterable[Case], ours: Settlement, divide: Divide) -> Iterator[tuple[Case, object, object]]:
    """Each case with what either pays, higher and lower totals winning by turns."""
    for number, case in enumerate(cases):
        yield case, ours.payouts(case, DIRECTIONS[number % 2]), theirs(case, divide)


def compared(cases: Iterable[Case], ours: Settlement, divide: Divide = exactly) -> int:
    """How many settlements were compared; each pays the same to everybody, and nothing else."""
    number = 0
    for case, rulebook, poker in both(cases, ours, divide):
        assert rulebook == poker, case
        assert sum(rulebook) == case.total, case
        number += 1
    return number


def differ(cases: Iterable[Case], ours: Settlement, divide: Divide = exactly) -> bool:
    return any(rulebook != poker for _, rulebook, poker in both(cases, ours, divide))


def has_odd_chips(case: Case) -> bool:
    """Whether somebody's exact share is no multiple of the smallest chip."""
    return any(share % SMALLEST_CHIP for share in theirs(case))


SMALL = [case for seats in (2, 3) for case in every_case(seats, (1, 2, 3)) if must_agree(case)]


# -- where they must agree --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "stakes", "settlements", "in_fractions", "in_chips"),
    [
        (2, (0, 1, 2, 3), 5 * 4**2, 45, 0),
        (3, (0, 1, 2, 3), 28 * 4**3, 1317, 108),
        (4, (1, 2, 3), 187 * 3**4, 10107, 1196),
    ],
)
def test_every_settlement_of_small_stakes(
    seats: int, stakes: tuple[int, ...], settlements: int, in_fractions: int, in_chips: int, say: Say
) -> None:
    """Every stake, every ranking with its ties, every set of players who folded and every order in which they did.

    Of four seats at least one stakes the least: what all have staked beyond that is one more layer that all are in.
    """
    every = list(every_case(seats, stakes))
    cases = [case for case in every if must_agree(case) and (seats < 4 or min(case.stakes) == SMALLEST_CHIP)]
    exact = compared(cases, IN_FRACTIONS)
    odd = compared((case for case in cases if has_odd_chips(case)), IN_CHIPS, WHOLE)
    say(f"{exact} settlements of {seats} seats in fractions, {odd} of them with odd chips in chips")
    assert (len(every), exact, odd) == (settlements, in_fractions, in_chips)


@pytest.mark.parametrize(
    "answers",
    [
        LAW.profiles["literal"],
        {"folder_layer": "no_side_pot"},
        {"folder_excess": "to_the_best"},
        {"folded_pots_count": "live_pots_only"},
        {"common_pot_in": "every_side_pot"},
        {"common_pot_in": "own_pot"},
        {"tied_first": "joint_firsts"},
        {"folders_total": "total_zero"},
    ],
    ids=lambda answers: "-".join(answers.values()) if len(answers) < 3 else "literal",
)
def test_questions_that_make_no_difference_there(answers: dict[str, str], say: Say) -> None:
    number = compared(SMALL[::3], Settlement(LAW, SUGGESTED | answers))
    say(f"{number} settlements under {', '.join(answers.values()) if len(answers) < 3 else 'literal'}")
    assert number == len(SMALL[::3]) >= 200


@pytest.mark.parametrize("taken_back", ["own_pot", "all_staked"])
def test_extra_stakes_are_antes(taken_back: str, say: Say) -> None:
    """Everybody pays the extra stake and stakes something besides; the common pot lies in the lowest side pot."""
    answers = SUGGESTED | {"extra_from": "all_pay", "taken_back": taken_back}
    cases = [case.with_ante(ante) for case in SMALL[::6] for ante in (10, 150, 300)]
    number = compared(cases, Settlement(LAW, answers))
    odd = [case for case in cases if has_odd_chips(case)]
    chips = compared(odd, Settlement(LAW, answers | AS_IN_POKER), WHOLE)
    say(f"{number} settlements with extra stakes, {chips} of them with odd chips in chips")
    assert number == len(cases) >= 300 and chips == len(odd) >= 20


def test_an_extra_stake_alone_is_a_share_in_the_lowest_side_pot(say: Say) -> None:
    """Somebody has staked nothing but the extra stake. The common pot lies in the side pot that everybody is in."""
    cases = [case.with_ante(10) for seats in (2, 3) for case in every_case(seats, (0, 1, 2)) if 0 in case.stakes]
    number = compared(filter(must_agree, cases), Settlement(LAW, SUGGESTED | {"extra_from": "all_pay"}))
    say(f"{number} settlements in which somebody has staked nothing but the extra stake")
    assert number == 457


@st.composite
def large_cases(draw: st.DrawFn) -> Case:
    """Stakes up to 1200 each, often equal ones, of two to four players, often tied ones."""
    seats = draw(st.integers(2, 4))
    ties = [ranks for ranks in rankings(seats) if any(ranks.count(rank) > 1 for rank in ranks if rank is not None)]
    ranks = draw(st.sampled_from(list(rankings(seats))) | st.sampled_from(ties))
    amounts = draw(st.lists(st.integers(1, 120), min_size=1, max_size=seats))
    stakes = [SMALLEST_CHIP * draw(st.sampled_from(amounts)) for _ in range(seats)]
    top = max(stake for stake, rank in zip(stakes, ranks, strict=True) if rank is not None)
    order = iter(draw(st.permutations(range(1, ranks.count(None) + 1))))
    return Case(
        tuple(stake if rank is not None else min(stake, top) for stake, rank in zip(stakes, ranks, strict=True)),
        ranks,
        tuple(0 if rank is not None else next(order) for rank in ranks),
    )


def test_settlements_of_large_stakes(say: Say) -> None:
    seen: Counter[str] = Counter()

    @settings(max_examples=400, deadline=None, derandomize=True, database=None)
    @given(large_cases())
    def check(case: Case) -> None:
        seen["in fractions"] += compared([case], IN_FRACTIONS)
        if has_odd_chips(case):
            seen["in chips"] += compared([case], IN_CHIPS, WHOLE)

    check()
    say(f"{seen['in fractions']} settlements of large stakes in fractions, {seen['in chips']} with odd chips in chips")
    assert seen["in fractions"] >= 400 and seen["in chips"] >= 40


def test_the_example_of_the_document() -> None:
    """A folds 100, B wins with 300, C and D share the third place with 300 and 400."""
    case = Case((100, 300, 300, 400), (None, 0, 1, 1), (1, 0, 0, 0))
    assert theirs(case) == IN_FRACTIONS.payouts(case, "higher_wins") == (0, 1000, 0, 100)


def test_a_position_is_what_one_would_write() -> None:
    machine = IN_FRACTIONS.machines[4]
    for number, case in enumerate(list(every_case(4, (1, 2)))[::100]):
        direction = DIRECTIONS[number % 2]
        position = read_position(machine, written(case, direction))
        assert settled(position, case) == IN_FRACTIONS.payouts(case, direction)


# -- where they need not ----------------------------------------------------------------------------------------------


def verdict(case: Case, ours: Settlement) -> str:
    try:
        poker = theirs(case)
    except Refused:
        return "no payout"
    if sum(poker) != case.total:
        return "chips lost"
    return "same" if poker == ours.payouts(case, "higher_wins") else "other"


@pytest.mark.filterwarnings("ignore:Due to non-standard folds, some chips will be burned")
@pytest.mark.parametrize(
    ("excess", "expected"),
    [
        ("by_place", {("same", 1): 295, ("no payout", 2): 126, ("no payout", 3): 24, ("chips lost", 2): 12}),
        ("to_the_best", {("other", 1): 295, ("no payout", 2): 126, ("no payout", 3): 24, ("chips lost", 2): 12}),
    ],
)
def test_a_folder_above_all_who_are_left(excess: str, expected: dict[tuple[str, int], int], say: Say) -> None:
    """Counted by what comes of it and how many such folders there are: of two, PokerKit has no sound answer."""
    ours = Settlement(LAW, SUGGESTED | {"folder_excess": excess})
    cases = [case for seats, top in ((2, 3), (3, 3), (4, 2)) for case in every_case(seats, range(1, top + 1))]
    found = Counter(
        (verdict(case, ours), sum(stake > case.live_top for stake in case.stakes))
        for case in cases
        if case.folder_above
    )
    say(f"a folder above all who are left, {excess}: {dict(found)}")
    assert found == expected


DIFFERENCES = {
    "Q20-cut-off": (
        {"all_in_answer": "cut_off"},
        Case((20, 10), (1, 0), (0, 0), unanswered=True),
        (10, 20),
        (0, 30),
    ),
    "Q58-pooled": (
        {"unequal_tie": "pooled"},
        Case((20, 10, 20), (None, 0, 0), (1, 0, 0)),
        (0, 15, 35),
        (0, 20, 30),
    ),
    "Q60-one-each": (
        {"odd_chips": "one_each"},
        Case((20, 20, 20, 20), (0, 0, 0, None), (0, 0, 0, 1)),
        (40, 20, 20, 0),
        (30, 30, 20, 0),
    ),
    "Q60-next-round": (
        {"odd_chips": "next_round"},
        Case((20, 20, 20, 20), (0, 0, 0, None), (0, 0, 0, 1)),
        (40, 20, 20, 0),
        (20, 20, 20, 0),
    ),
    "Q60-to-the-box": (
        {"odd_chips": "to_the_box"},
        Case((20, 20, 20, 20), (0, 0, 0, None), (0, 0, 0, 1)),
        (40, 20, 20, 0),
        (20, 20, 20, 0),
    ),
    "Q62-every-side-pot": (
        {"extra_from": "all_pay", "common_pot_in": "every_side_pot"},
        Case((10, 20), (0, 0), (0, 0), ante=10),
        (20, 30),
        (15, 35),
    ),
    "Q64-to-the-best": (
        {"folder_excess": "to_the_best"},
        Case((20, 10), (None, 0), (1, 0)),
        (10, 20),
        (0, 30),
    ),
    "Q64-two-folders": (
        {},
        Case((20, 20, 10, 10), (None, None, 0, 0), (1, 2, 0, 0)),
        (0, 0, 20, 20),
        (0, 20, 20, 20),
    ),
    "Q65-live-pots-only": (
        {"folded_pots_count": "live_pots_only"},
        Case((20, 10), (None, 0), (1, 0)),
        (10, 20),
        (0, 30),
    ),
}
"""By question: the answers that differ from `suggested`, a settlement, what PokerKit pays, what the rulebook pays."""


@pytest.mark.filterwarnings("ignore:Due to non-standard folds, some chips will be burned")
@pytest.mark.parametrize("difference", DIFFERENCES)
def test_a_difference_is_as_listed(difference: str) -> None:
    answers, case, poker, rulebook = DIFFERENCES[difference]
    divide = WHOLE if "odd_chips" in answers else exactly
    assert theirs(case, divide) == poker
    assert Settlement(LAW, SUGGESTED | answers).payouts(case, "higher_wins") == rulebook


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_a_difference_is_in_the_document(difference: str) -> None:
    _, _, poker, rulebook = DIFFERENCES[difference]
    cells = f"| {' '.join(map(str, poker))} | {' '.join(map(str, rulebook))} |"
    rows = [row for row in DOCUMENT.read_text("utf-8").splitlines() if cells in row]
    assert any(row.startswith(f"| {difference.partition('-')[0]} |") for row in rows)


# -- a comparison that can fail ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("money.yaml", "is: best_among(in_side_pot(level))", "is: best_placed()"),
        ("money.yaml", "floor_level: level_below(level)", "floor_level: '0'"),
        (
            "money.yaml",
            "any(stays_in(p) and is_all_in(p) and",
            "any(stays_in(p) and is_all_in(p) and personal_pot[p] > 10 and",
        ),
        (
            "setup.yaml",
            "steps(small_blind, p) <= steps(small_blind, q)",
            "steps(small_blind, p) >= steps(small_blind, q)",
        ),
    ],
    ids=["best-of-all", "one-layer", "small-stakes", "last-seat"],
)
def test_a_tampered_rulebook_is_noticed(file: str, old: str, new: str, tmp_path: Path) -> None:
    law = tampered(tmp_path, file, old, new)
    odd = [case for case in SMALL if has_odd_chips(case)]
    assert differ(SMALL, Settlement(law, SUGGESTED)) or differ(odd, Settlement(law, SUGGESTED | AS_IN_POKER), WHOLE)
