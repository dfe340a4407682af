"""Where luck comes from: dice of our own, or what a harness tells."""

from __future__ import annotations

import random
from typing import Protocol

from dead_mans_draw.cards import Card, Pile, card


class OutOfLuck(Exception):
    """Chance was to decide something that nobody told."""


class Luck(Protocol):
    """Decides what the rules leave to chance."""

    def top(self, label: str, pile: Pile) -> Card:
        """Which card lies on top of a pile in which no order is known."""

    def starter(self, players: int) -> int:
        """Which seat begins."""


class Dice:
    """Luck for playing alone."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def top(self, label: str, pile: Pile) -> Card:
        """See `Luck`."""
        return self._random.choice(pile.rest)

    def starter(self, players: int) -> int:
        """See `Luck`."""
        return self._random.randrange(players)


class Told:
    """Luck that somebody else decides, a list of `{label: value}`."""

    def __init__(self) -> None:
        self._told: list[tuple[str, str]] = []

    def tell(self, luck: list[dict[str, str]]) -> None:
        """Notes what comes after what was told before."""
        self._told += [next(iter(one.items())) for one in luck]

    def top(self, label: str, pile: Pile) -> Card:
        """See `Luck`. What is certain anyway is not told."""
        if len(pile.rest) == 1:
            return pile.rest[0]
        found = card(self._next(label))
        if found not in pile.rest:
            raise OutOfLuck(f"{found} is to be on top of {label}, where it does not lie")
        return found

    def starter(self, players: int) -> int:
        """See `Luck`."""
        return int(self._next("first_player")[1:]) - 1

    def _next(self, label: str) -> str:
        for index, (told, value) in enumerate(self._told):
            if told == label:
                del self._told[index]
                return value
        raise OutOfLuck(f"no luck for {label}")
