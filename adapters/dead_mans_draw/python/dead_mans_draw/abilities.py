"""What the ten suits do when they enter the play area. Choices among one card are not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dead_mans_draw.cards import Card

if TYPE_CHECKING:
    from collections.abc import Generator

    from dead_mans_draw.game import Choice, Game, Play


class Abilities:
    """One method for each suit."""

    def play_anchor(self: Game) -> Play:
        """It protects when the turn busts, and does nothing now."""
        yield from ()

    def play_key(self: Game) -> Play:
        """It waits for the Chest."""
        yield from ()

    def play_chest(self: Game) -> Play:
        """It waits for the Key."""
        yield from ()

    def play_mermaid(self: Game) -> Play:
        """It has no ability."""
        yield from ()

    def play_kraken(self: Game) -> Play:
        """Two more cards must be played before collecting."""
        self.owed += 2
        yield from ()

    def play_hook(self: Game) -> Play:
        """Plays the top card of one of your own stacks, even to a bust."""
        if not len(self.bank):
            return
        found = yield from self.pick("hook", self.bank.tops())
        self.bank.take(found)
        yield from self.enter(found)

    def play_cannon(self: Game) -> Play:
        """Discards the top card of another player's stack."""
        targets = {seat: self.banks[seat].tops() for seat in self.others if len(self.banks[seat])}
        if not targets:
            return
        seat = yield from self.pick_player("cannon_player", list(targets))
        found = yield from self.pick("cannon", targets[seat])
        self.banks[seat].take(found)
        self.discard.rest.append(found)

    def play_sword(self: Game) -> Play:
        """Plays the top card of another player's stack, of a suit that you have not banked, even to a bust."""
        targets = {seat: self.stealable(seat) for seat in self.others if self.stealable(seat)}
        if not targets:
            return
        seat = yield from self.pick_player("sword_player", list(targets))
        found = yield from self.pick("sword", targets[seat])
        self.banks[seat].take(found)
        yield from self.enter_stolen(found)

    def enter_stolen(self: Game, found: Card) -> Play:
        """A stolen card is played like any other."""
        yield from self.enter(found)

    def stealable(self: Game, seat: int) -> list[Card]:
        """The cards that a Sword may take from a player."""
        return [one for one in self.banks[seat].tops() if one.suit not in self.bank.stacks]

    def play_oracle(self: Game) -> Play:
        """Shows the next card of the draw pile: play it, or leave it there and collect."""
        if not len(self.deck):
            return
        shown = self.take_top("deck", self.deck)
        self.deck.known.insert(0, shown)
        options = ["play", "decline"] if self.may_collect() else ["play"]
        if (yield self.choice("foresee", options)) == "decline":
            self.collect()
        yield from self.draw()

    def play_map(self: Game) -> Play:
        """Shows three cards of the shuffled discard pile, one of which must be played, even to a bust."""
        if not len(self.discard):
            return
        self.discard.shuffle()
        self.fan = [self.take_top("discard", self.discard) for _ in range(min(3, len(self.discard)))]
        found = yield from self.pick("map", self.fan)
        self.fan.remove(found)
        self.discard.rest += self.fan
        self.fan = None
        yield from self.enter(found)

    # -- choosing --------------------------------------------------------------------------------------------------

    def choice(self: Game, label: str, values: list[str]) -> Choice:
        """A choice of the player whose turn it is."""
        from dead_mans_draw.game import Choice

        return Choice(label, self.active, values)

    def pick(self: Game, label: str, cards: list[Card]) -> Generator[Choice, str, Card]:
        """One of some cards."""
        if len(cards) == 1:
            return cards[0]
        name = yield self.choice(label, [str(one) for one in cards])
        return next(one for one in cards if str(one) == name)

    def pick_player(self: Game, label: str, seats: list[int]) -> Generator[Choice, str, int]:
        """One of some players."""
        if len(seats) == 1:
            return seats[0]
        name = yield self.choice(label, [f"p{seat + 1}" for seat in seats])
        return int(name[1:]) - 1
