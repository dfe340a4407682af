"""Miniature faulty implementations, each named after its fault and right in everything else.

`python faulty.py NAME` runs one as an adapter. The names are those of the classes, in lower case with `_`.
"""

from __future__ import annotations

import os
import random
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "adapters" / "dead_mans_draw" / "python"))

from dead_mans_draw.adapter import Adapter, serve
from dead_mans_draw.cards import Card, Pile
from dead_mans_draw.game import Game, Play, TurnOver


class BustingCardLost(Game):
    """The card that busts vanishes instead of going to the discard pile."""

    def lose(self, cards: list[Card], busting: Card) -> None:
        self.discard.rest += cards


class AnchorSavesItself(Game):
    """A bust spares the Anchor too."""

    def protected(self) -> list[Card]:
        kept = super().protected()
        return [*kept, *(one for one in self.table if one.suit == "anchor")]


class BonusOffByOne(Game):
    """Key and Chest pay for the other cards only, one too few."""

    def earned(self) -> int:
        return max(0, super().earned() - 1)


class EndsATurnEarly(Game):
    """A turn is over, and collected, as soon as five cards lie in play."""

    def ability(self, one: Card) -> Play:
        yield from super().ability(one)
        if len(self.table) >= 5 and self.may_collect():
            self.collect()


class AbilitySkippedOnAStolenCard(Game):
    """A card that a Sword brings does nothing."""

    def enter_stolen(self, found: Card) -> Play:
        if any(other.suit == found.suit for other in self.table):
            self.bust(found)
        self.table.append(found)
        self.owed = max(0, self.owed - 1)
        yield from ()


class CollectsUnderDebt(Game):
    """A Kraken's demand stops nobody from collecting."""

    def may_collect(self) -> bool:
        return True


class NoTieBreak(Game):
    """Equal scores share the victory, whoever has more cards."""

    def best_players(self) -> list[int]:
        most = max(bank.score() for bank in self.banks)
        return [seat for seat, bank in enumerate(self.banks) if bank.score() == most]


class Nondeterministic(Game):
    """The bonus comes from wherever its own dice say, and not from where the harness says."""

    dice = random.Random()

    def collect(self) -> None:
        earned = self.earned()
        for one in self.table:
            self.bank.add(one)
        self.table = []
        self.discard.shuffle()
        for _ in range(min(earned, len(self.discard))):
            found = self.dice.choice(self.discard.rest)
            self.discard.rest.remove(found)
            self.bank.add(found)
        raise TurnOver


class Crashes(Game):
    """The process ends when a Map is played."""

    def play_map(self) -> Play:
        print("Traceback: no such map", file=sys.stderr, flush=True)
        os._exit(3)
        yield from ()


class Hangs(Game):
    """It thinks for ever about an Oracle."""

    def play_oracle(self) -> Play:
        time.sleep(3600)
        yield from ()


class Garbage(Game):
    """It talks to itself on standard output when a Cannon is fired."""

    def play_cannon(self) -> Play:
        print("BOOM!", flush=True)
        yield from super().play_cannon()


class Flood(Game):
    """It prints without end when a Kraken comes."""

    def play_kraken(self) -> Play:
        for _ in range(64):
            sys.stdout.write("kraken " * 10_000)
        sys.stdout.flush()
        yield from super().play_kraken()


class OwnLuck(Game):
    """It draws by its own dice, whatever the harness says."""

    dice = random.Random()

    def take_top(self, label: str, pile: Pile) -> Card:
        if pile.known:
            return pile.known.pop(0)
        found = self.dice.choice(pile.rest)
        pile.rest.remove(found)
        return found


def name_of(fault: type[Game]) -> str:
    """`no_tie_break` of `NoTieBreak`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", fault.__name__).lower()


SEEDED_FAULTS = {
    name_of(fault): fault
    for fault in (
        BustingCardLost,
        AnchorSavesItself,
        BonusOffByOne,
        EndsATurnEarly,
        AbilitySkippedOnAStolenCard,
        CollectsUnderDebt,
        NoTieBreak,
        Nondeterministic,
        Crashes,
        Hangs,
        Garbage,
        Flood,
        OwnLuck,
    )
}


def adapter_of(game: type[Game], **claims: Any) -> Adapter:
    """An adapter that plays one of them."""
    kind = type("Faulty", (Adapter,), {"make": game})
    adapter = kind()
    assert isinstance(adapter, Adapter)
    return adapter


if __name__ == "__main__":
    serve(adapter_of(SEEDED_FAULTS[sys.argv[1]]))
