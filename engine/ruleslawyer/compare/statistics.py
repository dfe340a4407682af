"""Intervals for what a number of random games shows. All are at 95 % confidence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


@dataclass(frozen=True)
class Share:
    """How many of a number of games, with Wilson's score interval for the share."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """Between 0 and 1."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Lower and upper bound of the share: no single point even when nothing, or everything, was seen."""
        if not self.of:
            return 0.0, 1.0
        spread = Z * math.sqrt(self.share * (1 - self.share) / self.of + Z**2 / (4 * self.of**2))
        middle, scale = self.share + Z**2 / (2 * self.of), 1 + Z**2 / self.of
        # Rounding must not put the share itself outside.
        return max(0.0, min(self.share, (middle - spread) / scale)), min(
            1.0, max(self.share, (middle + spread) / scale)
        )


@dataclass(frozen=True)
class Mean:
    """The mean of paired differences, with the half-width of its interval (None for fewer than two games)."""

    mean: float
    margin: float | None


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of one value a game; the interval is the normal one, for tens of games or more."""
    if not values:
        return Mean(0.0, None)
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return Mean(mean, None)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return Mean(mean, Z * math.sqrt(variance / len(values)))
