"""What lies in a zone, by the order that the zone declares. Cards are indices into `Law.cards`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple, Self

from ruleslawyer.language.tree import PilePlace
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.model import ZoneOrder

Place = tuple[str, int | None]
"""A zone's name and, for a zone of a player, the seat."""
Viewers = frozenset[int]
NOBODY: Viewers = frozenset()


class Bag(NamedTuple):
    """Cards whose order among themselves is undecided, ascending; a bag of one is a known card.

    `viewers` are the seats that have seen what is in it, over and above those that the zone shows itself to.
    """

    cards: tuple[int, ...]
    viewers: Viewers = NOBODY


class Content(ABC):
    """The cards of one zone. Mutable; `copy` is independent, `key` is hashable and equal for equal contents."""

    __slots__ = ("place",)
    order: ZoneOrder

    def __init__(self, place: Place) -> None:
        self.place = place

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __contains__(self, card: object) -> bool: ...

    @abstractmethod
    def cards(self) -> frozenset[int]: ...

    @abstractmethod
    def bags_in_order(self) -> list[Bag]:
        """Everything here: cards whose order matters apart, cards without order together (by viewers)."""

    @abstractmethod
    def copy(self) -> Content: ...

    @abstractmethod
    def key(self) -> object: ...

    @abstractmethod
    def remove(self, card: int) -> Viewers:
        """Takes the card out and says who had seen it. The card must be here."""

    @abstractmethod
    def insert(self, cards: tuple[int, ...], viewers: Viewers, at: PilePlace = "top") -> None:
        """Puts cards, in no order among themselves where this zone can say so, at the 'top' or the 'bottom'."""

    @abstractmethod
    def reveal(self, to: Viewers) -> None:
        """Lets those seats know what is here."""

    def listed(self) -> tuple[int, ...]:
        """The cards in the canonical order: as they lie in a row, else ascending."""
        return tuple(sorted(self.cards()))

    @abstractmethod
    def elements(self) -> Iterable[int]:
        """The cards, in whatever order is cheapest; a card as often as it is here."""


def plain(value: Value) -> Value:
    """The value as an expression means it: a zone is the set of its cards."""
    return value.cards() if type(value) in _CONTENTS else value


def elements(value: Value) -> Iterable[Value]:
    """What a collection holds, in whatever order is cheapest."""
    found: Iterable[Value] = value.elements() if type(value) in _CONTENTS else value
    return found


def sequence(value: Value) -> tuple[Value, ...]:
    """A sequence, or the cards of a row from left to right."""
    found: tuple[Value, ...] = value.listed() if type(value) in _CONTENTS else value
    return found


class Pile(Content):
    """A list of bags, top first."""

    __slots__ = ("bags", "size")
    order = "pile"

    def __init__(self, place: Place, bags: Iterable[Bag] = ()) -> None:
        super().__init__(place)
        self.bags = list(bags)
        self.size = sum(len(bag.cards) for bag in self.bags)

    def __len__(self) -> int:
        return self.size

    def __contains__(self, card: object) -> bool:
        return any(card in bag.cards for bag in self.bags)

    def cards(self) -> frozenset[int]:
        return frozenset(self.elements())

    def elements(self) -> Iterable[int]:
        return chain.from_iterable([bag.cards for bag in self.bags])

    def bags_in_order(self) -> list[Bag]:
        return list(self.bags)

    def copy(self) -> Pile:
        twin = Pile.__new__(Pile)
        twin.place, twin.bags, twin.size = self.place, self.bags.copy(), self.size
        return twin

    def key(self) -> object:
        return tuple(self.bags)

    def remove(self, card: int) -> Viewers:
        for index, bag in enumerate(self.bags):
            if card in bag.cards:
                if len(bag.cards) == 1:
                    del self.bags[index]
                else:
                    spot = bisect_left(bag.cards, card)
                    self.bags[index] = Bag(bag.cards[:spot] + bag.cards[spot + 1 :], bag.viewers)
                self.size -= 1
                return bag.viewers
        raise KeyError(card)

    def insert(self, cards: tuple[int, ...], viewers: Viewers, at: PilePlace = "top") -> None:
        self.bags.insert(0 if at == "top" else len(self.bags), Bag(cards, viewers))
        self.size += len(cards)

    def reveal(self, to: Viewers) -> None:
        self.bags = [Bag(bag.cards, bag.viewers | to) for bag in self.bags]

    def shuffle(self) -> None:
        """Forgets the order, and who has seen what."""
        if self.bags:
            self.bags = [Bag(tuple(sorted(self.cards())))]

    def decide_top(self, card: int, viewers: Viewers) -> None:
        """Makes a card of the first bag the known top, seen by `viewers` as well."""
        seen = self.remove(card)
        self.insert((card,), seen | viewers)

    def top(self) -> int:
        """The top card, which must be decided."""
        if not self.bags:
            raise ObligationBroken("empty", f"the top of `{self.place[0]}`, which is empty")
        if len(self.bags[0].cards) > 1:
            raise ObligationBroken("value", f"the top of `{self.place[0]}` is not known; `peek` at it first")
        return self.bags[0].cards[0]


class Unpiled(Content):
    """A zone that keeps who has seen a card beside the cards; only cards that somebody has seen are listed."""

    __slots__ = ("viewers",)

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.viewers: dict[int, Viewers] = {}

    def _note(self, cards: Iterable[int], viewers: Viewers) -> None:
        if viewers:
            for card in cards:
                self.viewers[card] = self.viewers.get(card, NOBODY) | viewers

    def _seen_key(self) -> frozenset[tuple[int, Viewers]]:
        return frozenset(self.viewers.items())

    def reveal(self, to: Viewers) -> None:
        self._note(self.cards(), to)

    def bags_in_order(self) -> list[Bag]:
        together: dict[Viewers, list[int]] = {}
        for card in self.listed():
            together.setdefault(self.viewers.get(card, NOBODY), []).append(card)
        return [Bag(tuple(cards), viewers) for viewers, cards in together.items()]


class Together(Unpiled):
    """A zone whose cards stand in one collection."""

    __slots__ = ("members",)
    members: list[int] | set[int]

    def __len__(self) -> int:
        return len(self.members)

    def __contains__(self, card: object) -> bool:
        return card in self.members

    def cards(self) -> frozenset[int]:
        return frozenset(self.members)

    def elements(self) -> Iterable[int]:
        return self.members

    def copy(self) -> Self:
        twin = self.__new__(type(self))
        twin.place, twin.members, twin.viewers = self.place, self.members.copy(), self.viewers.copy()
        return twin

    def remove(self, card: int) -> Viewers:
        self.members.remove(card)
        return self.viewers.pop(card, NOBODY)


class Row(Together):
    """Cards from left to right; the 'top' is the right end."""

    __slots__ = ()
    order = "row"
    members: list[int]

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.members = []

    def listed(self) -> tuple[int, ...]:
        return tuple(self.members)

    def bags_in_order(self) -> list[Bag]:
        return [Bag((card,), self.viewers.get(card, NOBODY)) for card in self.members]

    def key(self) -> object:
        return tuple(self.members), self._seen_key()

    def insert(self, cards: tuple[int, ...], viewers: Viewers, at: PilePlace = "top") -> None:
        if at == "top":
            self.members.extend(cards)
        else:
            self.members[:0] = cards
        self._note(cards, viewers)

    def before(self, card: int) -> frozenset[int]:
        """The cards left of `card`, which must lie here."""
        try:
            return frozenset(self.members[: self.members.index(card)])
        except ValueError:
            raise ObligationBroken("not-there", f"`before` a card that does not lie in `{self.place[0]}`") from None


class Loose(Together):
    """Cards without an order (a zone of order `bag`)."""

    __slots__ = ()
    order = "bag"
    members: set[int]

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.members = set()

    def key(self) -> object:
        return frozenset(self.members), self._seen_key()

    def insert(self, cards: tuple[int, ...], viewers: Viewers, at: PilePlace = "top") -> None:
        self.members.update(cards)
        self._note(cards, viewers)


class Stacks(Unpiled):
    """Cards in stacks by a field, the top of each being the greatest by another field (then by index)."""

    __slots__ = ("fields", "stacks")
    order = "stacks"

    def __init__(self, place: Place, fields: StackFields) -> None:
        super().__init__(place)
        self.fields = fields
        self.stacks: dict[Value, list[tuple[int, int]]] = {}

    def __len__(self) -> int:
        return sum(map(len, self.stacks.values()))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and self._entry(card) in self.stacks.get(self.fields.stack[card], ())

    def cards(self) -> frozenset[int]:
        return frozenset(self.elements())

    def elements(self) -> Iterable[int]:
        return [card for stack in self.stacks.values() for _, card in stack]

    def tops(self) -> frozenset[int]:
        """The top card of every stack."""
        return frozenset([stack[-1][1] for stack in self.stacks.values()])

    def copy(self) -> Stacks:
        twin = Stacks.__new__(Stacks)
        twin.place, twin.fields, twin.viewers = self.place, self.fields, self.viewers.copy()
        twin.stacks = {name: stack.copy() for name, stack in self.stacks.items()}
        return twin

    def key(self) -> object:
        return self.cards(), self._seen_key()

    def remove(self, card: int) -> Viewers:
        name = self.fields.stack[card]
        self.stacks[name].remove(self._entry(card))
        if not self.stacks[name]:
            del self.stacks[name]
        return self.viewers.pop(card, NOBODY)

    def insert(self, cards: tuple[int, ...], viewers: Viewers, at: PilePlace = "top") -> None:
        for card in cards:
            insort(self.stacks.setdefault(self.fields.stack[card], []), self._entry(card))
        self._note(cards, viewers)

    def _entry(self, card: int) -> tuple[int, int]:
        return self.fields.rank[card], card


class StackFields(NamedTuple):
    """For every card index, the stack that it belongs to and its rank in it."""

    stack: Sequence[Value]
    rank: Sequence[int]


_CONTENTS = frozenset({Pile, Row, Loose, Stacks})
"""What a zone may be. Asking an abstract class whether a number is one of its own takes several times as long."""
