"""The course of a game: set-up, turns, busting, collecting, the end.

A game is a generator that yields the choices players have and is sent what they choose; so it can stop anywhere.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from dead_mans_draw.abilities import Abilities
from dead_mans_draw.cards import Bank, Card, Pile, all_cards, ranks
from dead_mans_draw.luck import Luck


class Choice(NamedTuple):
    """A player has to choose one of `values`."""

    label: str
    by: int
    values: list[str]


Play = Generator[Choice, str, None]
"""Something that may ask players on the way."""


class TurnOver(Exception):
    """The turn has ended, wherever in it we are."""


class Game(Abilities):
    """One game.

    The bank of seat 0 is `banks[0]`. `owed` is how many cards the Kraken still wants.
    """

    def __init__(self, players: int, luck: Luck) -> None:
        self.luck = luck
        self.deck = Pile()
        self.discard = Pile()
        self.table: list[Card] = []
        self.fan: list[Card] | None = None
        self.banks = [Bank() for _ in range(players)]
        self.active = 0
        self.owed = 0
        self.winners: list[int] | None = None

    @property
    def bank(self) -> Bank:
        """That of the player whose turn it is."""
        return self.banks[self.active]

    @property
    def others(self) -> list[int]:
        """The other players, clockwise from the left neighbour."""
        players = len(self.banks)
        return [(self.active + step) % players for step in range(1, players)]

    # -- the game --------------------------------------------------------------------------------------------------

    def from_the_start(self) -> Play:
        """A whole game."""
        self.set_up()
        self.active = self.luck.starter(len(self.banks))
        yield from self.turns()

    def turns(self, *, drawn: bool = False) -> Play:
        """Turns, until one ends with an empty draw pile. `drawn`: we are in the middle of the first of them."""
        while drawn or len(self.deck):
            try:
                yield from self.turn(drawn)
            except TurnOver:
                drawn = False
                self.owed = 0
                if len(self.deck):
                    self.active = self.others[0]
        self.winners = self.best_players()

    def set_up(self) -> None:
        """The lowest card of each suit makes the discard pile, the others the draw pile."""
        for one in all_cards():
            pile = self.discard if one.rank == ranks(one.suit)[0] else self.deck
            pile.rest.append(one)

    def best_players(self) -> list[int]:
        """Most points; among equals most cards; among equals again all of them."""
        most = max((bank.score(), len(bank)) for bank in self.banks)
        return [seat for seat, bank in enumerate(self.banks) if (bank.score(), len(bank)) == most]

    # -- a turn ----------------------------------------------------------------------------------------------------

    def turn(self, drawn: bool) -> Play:
        """Draw, then again and again draw or collect; it ends by `TurnOver`."""
        if not drawn:
            yield from self.draw()
        while True:
            choice = yield Choice("act", self.active, self.acts())
            if choice == "collect":
                self.collect()
            yield from self.draw()

    def acts(self) -> list[str]:
        """Drawing needs a card, collecting a satisfied Kraken."""
        return ["draw"] * (len(self.deck) > 0) + ["collect"] * self.may_collect()

    def may_collect(self) -> bool:
        """Not while the Kraken wants cards that the pile can still give."""
        return self.owed == 0 or not len(self.deck)

    def draw(self) -> Play:
        """The top card of the draw pile is played."""
        yield from self.enter(self.take_top("deck", self.deck))

    def take_top(self, label: str, pile: Pile) -> Card:
        """Takes the top card of a pile."""
        if pile.known:
            return pile.known.pop(0)
        found = self.luck.top(label, pile)
        pile.rest.remove(found)
        return found

    def enter(self, one: Card) -> Play:
        """A card is played, wherever it comes from: it busts, or its ability happens."""
        if any(other.suit == one.suit for other in self.table):
            self.bust(one)
        self.table.append(one)
        self.owed = max(0, self.owed - 1)
        yield from self.ability(one)

    def ability(self, one: Card) -> Play:
        """What the card does."""
        yield from getattr(self, f"play_{one.suit}")()

    # -- how a turn ends -------------------------------------------------------------------------------------------

    def bust(self, busting: Card) -> None:
        """What an Anchor protects is kept; the rest, and the card that busted, is lost."""
        for one in self.protected():
            self.table.remove(one)
            self.bank.add(one)
        self.lose(self.table, busting)
        self.table = []
        raise TurnOver

    def protected(self) -> list[Card]:
        """The cards that came before the Anchor."""
        suits = [one.suit for one in self.table]
        return self.table[: suits.index("anchor")] if "anchor" in suits else []

    def lose(self, cards: list[Card], busting: Card) -> None:
        """Cards go to the discard pile."""
        self.discard.rest += [*cards, busting]

    def collect(self) -> None:
        """All cards in play are banked; Key and Chest together earn as many from the discard pile."""
        earned = self.earned()
        for one in self.table:
            self.bank.add(one)
        self.table = []
        self.discard.shuffle()
        for _ in range(min(earned, len(self.discard))):
            self.bank.add(self.take_top("discard", self.discard))
        raise TurnOver

    def earned(self) -> int:
        """The bonus for what lies in play."""
        suits = {one.suit for one in self.table}
        return len(self.table) if {"key", "chest"} <= suits else 0
