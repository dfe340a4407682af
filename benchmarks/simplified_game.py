"""A hand-written loop of Dead Man's Draw without abilities: what a program that knows the game needs for it.

It is the yardstick of `games.py` only. Nothing in the engine or its tests reads it.
"""

from __future__ import annotations

import random

SUITS = range(10)


def play_simplified(rng: random.Random, players: int = 2) -> tuple[list[int], int]:
    """Plays one random game: draw or collect, a repeated suit busts. Gives the scores and the number of decisions."""
    deck = [(suit, rank) for suit in SUITS for rank in range(3, 8)]
    rng.shuffle(deck)
    banks: list[dict[int, list[int]]] = [{suit: [] for suit in SUITS} for _ in range(players)]
    discard = [(suit, 2) for suit in SUITS]
    active = decisions = 0
    while deck:
        table: list[tuple[int, int]] = []
        while deck:
            card = deck.pop()
            decisions += 1
            if any(card[0] == other[0] for other in table):
                discard += [*table, card]
                table = []
                break
            table.append(card)
            decisions += 1
            if rng.random() < 0.5:
                break
        for suit, rank in table:
            banks[active][suit].append(rank)
        active = (active + 1) % players
    return [sum(max(stack, default=0) for stack in bank.values()) for bank in banks], decisions
