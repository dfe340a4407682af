"""Edges between entries of two features that both can apply, and what both add to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from ruleslawyer.features.holdings import Holdings
from ruleslawyer.features.ownership import BOTH_WAYS, Owned, because_of, may
from ruleslawyer.features.points import Node, Point
from ruleslawyer.features.relations import Edge
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.terms import Bool, conj

Key = tuple[str, str, bool]
"""Two features in the order declared, and whether one player has both."""


class Edges:
    """Collects them, point by point."""

    def __init__(self, context: Context, features: tuple[str, ...]) -> None:
        self.context = context
        self.features = features
        self.alone: dict[str, set[Edge]] = defaultdict(set)
        """By feature, the edges from its entries to others."""
        self.found: dict[Key, set[Edge]] = defaultdict(set)
        self.combined: dict[Key, set[str]] = defaultdict(set)

    def add(self, point: Point, owned: Mapping[Node, Owned], holdings: Holdings) -> None:
        """Those of one point."""
        for node, needs in owned.items():
            if node.parent is not None:
                edge = _edge(node, node.parent, point)
                for feature in needs.alone - owned[node.parent].alone:
                    self.alone[feature].add(edge)
                for two in needs.both:
                    self._of_both(two, node, edge, holdings)
        for one, other in combinations([node for node in point.nodes if owned[node].alone], 2):
            for key in self._pairs(owned[one].alone, owned[other].alone):
                reasons = [
                    because_of(feature, node, holdings)
                    for node in (one, other)
                    for feature in owned[node].hanging.intersection(key[:2])
                ]
                self._between(point, one, other, key, (*holdings.pair(*key), *reasons))

    def _pairs(self, ones: frozenset[str], others: frozenset[str]) -> Iterator[Key]:
        pairs = {self._in_order(one, other) for one in ones for other in others if one != other}
        for one, other in sorted(pairs):
            for together in BOTH_WAYS:
                yield one, other, together

    def _in_order(self, one: str, other: str) -> tuple[str, str]:
        return (one, other) if self.features.index(one) < self.features.index(other) else (other, one)

    def _of_both(self, two: frozenset[str], node: Node, edge: Edge, holdings: Holdings) -> None:
        """An entry that needs two features says what comes of them."""
        one, other = self._in_order(*sorted(two))
        for together in BOTH_WAYS:
            if may(self.context, node.raw, holdings.pair(one, other, together)):
                self.found[one, other, together].add(edge)

    def _between(self, point: Point, one: Node, other: Node, key: Key, held: tuple[Bool, ...]) -> None:
        """What two entries of different features have to do with each other, when two features are held."""
        if one.id == other.id:
            return
        both = conj(one.raw, other.raw)
        if not may(self.context, both, held):
            return
        edges = [edge for pair in ((one, other), (other, one)) if (edge := _acts(*pair, point)) is not None]
        if edges:
            self.found[key].update(edges)
        elif one.undercut or other.undercut:
            return
        elif point.policy == "combined":
            self.combined[key].add(point.name)
        elif not may(self.context, conj(one.decides, other.decides), held):
            self.found[key].update(self._third(point, (one, other), both, held))

    def _third(self, point: Point, pair: tuple[Node, Node], both: Bool, held: tuple[Bool, ...]) -> Iterator[Edge]:
        """What keeps two entries that could both apply from both deciding."""
        for node in pair:
            for each in (node, *node.ancestors()):
                for child in each.children:
                    acts = child.undercut or each is node
                    if child not in pair and acts and may(self.context, conj(both, child.raw), held):
                        yield _edge(child, each, point)


def _edge(node: Node, of: Node, point: Point) -> Edge:
    return Edge("disables" if node.undercut else "overrides", node.id, of.id, point.name)


def _acts(one: Node, other: Node, point: Point) -> Edge | None:
    """The edge by which one entry decides over another, if there is one."""
    if one in other.ancestors():
        return None
    if one.undercut:
        target = one.parent
        if target is not None and (target is other or target in other.ancestors()):
            return _edge(one, target, point)
        return None
    if other in one.ancestors():
        return _edge(one, other, point)
    if not other.undercut and one.parent is other.parent and one.level > other.level:
        return Edge("outranks", one.id, other.id, point.name)
    return None
