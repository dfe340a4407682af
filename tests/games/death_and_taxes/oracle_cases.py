"""Settlements to compare: who staked how much, who folded when, and how those who stayed in rank."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product

SMALLEST_CHIP = 10


@dataclass(frozen=True)
class Case:
    """One settlement, by seat from the small blind: chips staked, and the rank of the hand.

    `ranks` are 0 for the best, 1 for the next.., equal for a tie, and None for a player who folded; `folds` are 1 for
    the player who folded first, 2 for the next.., and 0 for those in the rotation. `ante` is what each seat has put
    into the common pot besides, and `common` what the box has. `unanswered` says that betting ended before those with
    less could answer an all-in.
    """

    stakes: tuple[int, ...]
    ranks: tuple[int | None, ...]
    folds: tuple[int, ...]
    ante: int = 0
    unanswered: bool = False
    common: int = 0

    @property
    def seats(self) -> range:
        return range(len(self.stakes))

    @property
    def total(self) -> int:
        return sum(self.stakes) + self.in_common

    @property
    def in_common(self) -> int:
        return self.common + self.ante * len(self.stakes)

    @property
    def live_top(self) -> int:
        """The largest stake of those in the rotation."""
        return max(stake for stake, rank in zip(self.stakes, self.ranks, strict=True) if rank is not None)

    @property
    def folder_above(self) -> bool:
        """Whether a player who folded has staked more than everybody in the rotation: question 64."""
        return self.live_top < max(self.stakes)

    @property
    def dealt_in(self) -> tuple[int, ...]:
        """The seats that take part in a hand of poker: all but those who go all-in for nothing."""
        return tuple(seat for seat in self.seats if self.stakes[seat] or self.ante or self.ranks[seat] is None)

    @property
    def is_a_hand(self) -> bool:
        """Whether poker can be played: by two or more, for something."""
        return len(self.dealt_in) > 1 and self.total > 0

    def has_chips_behind(self, seat: int) -> bool:
        """Whether a seat has chips left: to fold one must have some, and whoever has not matched the most has none.

        The other way about where an all-in was not answered.
        """
        return self.ranks[seat] is None or (self.stakes[seat] == max(self.stakes)) is not self.unanswered

    def with_ante(self, ante: int) -> Case:
        return replace(self, ante=ante)


def rankings(seats: int) -> Iterator[tuple[int | None, ...]]:
    """Every way in which the seats can rank or have folded, ties included, with at least one seat left."""
    for ranks in product((None, *range(seats)), repeat=seats):
        live = {rank for rank in ranks if rank is not None}
        if live and live == set(range(len(live))):
            yield ranks


def fold_orders(ranks: Sequence[int | None]) -> Iterator[tuple[int, ...]]:
    """Every order in which those who folded can have done so."""
    for order in permutations(range(1, ranks.count(None) + 1)):
        left = iter(order)
        yield tuple(next(left) if rank is None else 0 for rank in ranks)


def every_case(seats: int, stakes: Sequence[int]) -> Iterator[Case]:
    """Every settlement in which each seat has staked one of some numbers of the smallest chip."""
    for ranks in rankings(seats):
        for staked in product(stakes, repeat=seats):
            for folds in fold_orders(ranks):
                yield Case(tuple(SMALLEST_CHIP * stake for stake in staked), ranks, folds)
