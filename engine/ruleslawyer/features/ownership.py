"""Which features the clauses ask for, and which entries are a feature's: those that apply because somebody has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.features.holdings import Holdings
from ruleslawyer.features.points import Node
from ruleslawyer.features.possession import Possession
from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import base_cases, cases_of, expressions_of
from ruleslawyer.language.law import Event, Law
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


_Call = tuple[str, str]
"""A definition that is called, and the feature asked for if it is the one that says who has what."""


class Mentions:
    """Which features, definitions and events the clauses lead to; each is worked out once."""

    def __init__(self, law: Law, possession: Possession) -> None:
        self._law = law
        self._possession = possession
        self._below: dict[str, frozenset[_Call]] = {}

    def features(self, expression: t.Expression | None) -> frozenset[str]:
        """The features that an expression asks for, directly or through definitions."""
        reached = self._reached(() if expression is None else (expression,))
        return frozenset(feature for name, feature in reached if name == self._possession.definition)

    def definitions(self, expressions: Iterable[t.Expression]) -> frozenset[str]:
        """The definitions that expressions lead to, the one that says who has what left out."""
        return frozenset(name for name, _ in self._reached(expressions) if name != self._possession.definition)

    def _reached(self, expressions: Iterable[t.Expression]) -> frozenset[_Call]:
        found: set[_Call] = set()
        for expression in expressions:
            for part in t.walk(expression):
                if not isinstance(part, t.Call):
                    continue
                if part.name == self._possession.definition:
                    literal = self._possession.literal_of(part)
                    asked = self._possession.features if literal is None else (literal,)
                    found.update((part.name, feature) for feature in asked)
                else:
                    found |= {(part.name, ""), *self._of(part.name)}
        return frozenset(found)

    def _of(self, name: str) -> frozenset[_Call]:
        if name not in self._below:
            self._below[name] = frozenset()
            self._below[name] = self._reached(expressions_of(self._law.definitions[name]))
        return self._below[name]

    def touched(self, expressions: Iterable[t.Expression], do: t.Block) -> frozenset[str]:
        """The definitions that an entry leads to, and the rules and options of the events that it raises or offers."""
        events = (one.event for one in t.statements(do) if isinstance(one, t.Raise | t.Offer))
        return self.definitions(expressions).union(*(_tops(self._law.events[event]) for event in events))

    def apart(self, ones: frozenset[str], others: frozenset[str]) -> bool:
        """Whether what two features decide is touched in two places, and not as two rules of one event."""
        events = {top: event.name for event in self._law.events.values() for top in _tops(event)}
        return any(one == other or events.get(one, one) != events.get(other, other) for one in ones for other in others)

    def touching(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Every rule and option, with what it touches."""
        for event in self._law.events.values():
            for case in cases_of(event):
                expressions = (one for statement in t.statements(case.do) for one in statement.expressions())
                yield case.id, self.touched(expressions, case.do)


def _tops(event: Event) -> frozenset[str]:
    return frozenset(case.id for case in base_cases(event))


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
