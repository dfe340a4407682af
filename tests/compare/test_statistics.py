"""Intervals against published values."""

from __future__ import annotations

import math

import pytest

from ruleslawyer.compare.statistics import Mean, Share, mean_of


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, Statistics in Medicine 17, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_newcombe_prints_it(count: int, of: int, low: float, high: float) -> None:
    assert Share(count, of).interval == pytest.approx((low, high), abs=5e-5)


def test_a_share_of_nothing_is_unknown() -> None:
    assert Share(0, 0).interval == (0.0, 1.0)


@pytest.mark.parametrize("of", [1, 10, 1000])
def test_the_interval_holds_the_share_and_no_more_than_everything(of: int) -> None:
    for count in {0, 1, of // 2, of}:
        low, high = Share(count, of).interval
        assert 0 <= low <= count / of <= high <= 1


def test_the_mean_of_paired_differences() -> None:
    """Values 1, 2, 3, 4: mean 2.5, variance 5/3, so the margin is 1.96 * sqrt(5/12)."""
    found = mean_of([1, 2, 3, 4])
    assert found.mean == 2.5
    assert found.margin == pytest.approx(1.959964 * math.sqrt(5 / 12), abs=1e-6)


def test_one_game_has_no_margin() -> None:
    assert mean_of([3]) == Mean(3, None)
    assert mean_of([]) == Mean(0, None)
