"""The sixty loot cards, and the two kinds of place where they lie without being seen: piles and banks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

SUITS = ("anchor", "hook", "cannon", "key", "chest", "map", "oracle", "sword", "kraken", "mermaid")


class Card(NamedTuple):
    """A loot card."""

    suit: str
    rank: int

    def __str__(self) -> str:
        return f"{self.suit} {self.rank}"


def card(name: str) -> Card:
    """The card of a name such as `key 5`."""
    suit, rank = name.split()
    return Card(suit, int(rank))


def ranks(suit: str) -> range:
    """The numbers of a suit: two to seven, but four to nine for mermaids."""
    return range(4, 10) if suit == "mermaid" else range(2, 8)


def all_cards() -> list[Card]:
    """Sixty cards."""
    return [Card(suit, rank) for suit in SUITS for rank in ranks(suit)]


class Pile:
    """A face-down or face-up pile. Which card comes next is luck, unless somebody has looked at it."""

    def __init__(self, cards: Iterable[Card] = (), known: Iterable[Card] = ()) -> None:
        self.rest = list(cards)
        self.known = list(known)
        """Cards on top whose order is known, the top one first."""

    def __len__(self) -> int:
        return len(self.rest) + len(self.known)

    def cards(self) -> list[Card]:
        """Everything in it."""
        return self.known + self.rest

    def shuffle(self) -> None:
        """Forgets what is known."""
        self.rest += self.known
        self.known = []


class Bank:
    """One player's loot: a stack for each suit, the highest card on top."""

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.stacks: dict[str, list[Card]] = {}
        for one in cards:
            self.add(one)

    def __len__(self) -> int:
        return sum(map(len, self.stacks.values()))

    def cards(self) -> list[Card]:
        """Everything in it."""
        return [one for stack in self.stacks.values() for one in stack]

    def add(self, one: Card) -> None:
        """Puts a card into its stack."""
        self.stacks[one.suit] = sorted([*self.stacks.get(one.suit, []), one])

    def take(self, one: Card) -> None:
        """Takes a card out."""
        self.stacks[one.suit].remove(one)
        if not self.stacks[one.suit]:
            del self.stacks[one.suit]

    def tops(self) -> list[Card]:
        """The highest card of every suit."""
        return [stack[-1] for stack in self.stacks.values()]

    def score(self) -> int:
        """Only the highest card of a suit counts."""
        return sum(one.rank for one in self.tops())
