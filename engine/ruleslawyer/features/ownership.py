"""Which entries are a feature's: those that apply because somebody has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.features.holdings import Holdings
from ruleslawyer.features.mentions import Mentions
from ruleslawyer.features.points import Node
from ruleslawyer.prove.context import UNSAT, Context
from ruleslawyer.prove.terms import Bool, conj, neg

BOTH_WAYS = (True, False)
"""Two features with one player, and with two."""


@dataclass(frozen=True)
class Owned:
    """Which features an entry needs. `alone`: each of these is enough for it; `both`: so is each of these two.

    `hanging`: those of `alone` that are a reason among others; without any feature it may apply too.
    """

    alone: frozenset[str] = frozenset()
    both: frozenset[frozenset[str]] = frozenset()
    hanging: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[str]:
        yield from self.alone.union(*self.both)


def may(context: Context, fact: Bool, held: tuple[Bool, ...]) -> bool:
    """Whether a fact is not known to be excluded when features are held so."""
    return fact is not False and context.check(*held, fact) != UNSAT


class Ownership:
    """Finds out whose each entry is, once."""

    def __init__(self, context: Context, mentions: Mentions) -> None:
        self.context = context
        self.mentions = mentions
        self._known: dict[str, Owned] = {}

    def of(self, node: Node, added: bool, holdings: Holdings) -> Owned:
        """`added`: the entry is there to change others; otherwise it is no feature's unless features must be held."""
        if node.id not in self._known:
            self._known[node.id] = self._needed(node, added, holdings)
        return self._known[node.id]

    def alone(self, entry: str) -> frozenset[str]:
        """The features each of which is enough for an entry that was looked at before."""
        return self._known[entry].alone

    def _needed(self, node: Node, added: bool, holdings: Holdings) -> Owned:
        asked = self.mentions.features(node.when)
        if not asked:
            return Owned()
        if may(self.context, node.own, holdings.nobody()):
            hanging = frozenset(one for one in asked if added and self._hangs_on(node, one, holdings))
            return Owned(alone=hanging, hanging=hanging)
        alone = frozenset(one for one in asked if may(self.context, node.own, holdings.only(one)))
        both = (
            frozenset(two)
            for two in combinations(sorted(asked - alone), 2)
            if any(may(self.context, node.own, holdings.pair(two[0], two[1], together)) for together in BOTH_WAYS)
        )
        return Owned(alone, frozenset(both))

    def _hangs_on(self, node: Node, feature: str, holdings: Holdings) -> bool:
        """Whether an entry may apply because of a feature alone, although it may apply for another reason too."""
        return may(self.context, because_of(feature, node, holdings), holdings.only(feature))


def because_of(feature: str, node: Node, holdings: Holdings) -> Bool:
    """That an entry's condition is met, and would not be if nobody had the feature."""
    return conj(node.own, neg(holdings.without(feature, node.own)))
