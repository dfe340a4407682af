"""What a suite is to cover: entries, both sides of conditions, and pairs of clauses that act in one scope."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ruleslawyer.fuzz import points
from ruleslawyer.fuzz.sites import Sites
from ruleslawyer.language.law import Law

KINDS = (points.ENTRY, points.CONDITION, points.PAIR)
"""Points that are goals, in the order in which they are seen to. Which ruling was read is none: a suite has one
reading."""


class Goals:
    """The goals of a suite, in order. A set of them is a number in which each goal has its bit."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._bits = {name: 1 << number for number, name in enumerate(self.names)}

    def __contains__(self, name: str) -> bool:
        return name in self._bits

    def bit(self, name: str) -> int:
        """The set of that one goal."""
        return self._bits[name]

    def set_of(self, names: Iterable[str]) -> int:
        """The set of those of the names that are goals."""
        found = 0
        for name in names:
            found |= self._bits.get(name, 0)
        return found

    def listed(self, some: int) -> Iterator[str]:
        """The goals of a set, in order."""
        return (name for name in self.names if self._bits[name] & some)


def goals_of(sites: Sites, *, pairs: bool) -> Goals:
    """The goals that a rulebook sets."""
    kinds = KINDS if pairs else KINDS[:-1]
    rank = {kind: number for number, kind in enumerate(kinds)}
    some = [(rank[kind], point) for point in points.universe(sites) if (kind := points.parse(point).kind) in rank]
    return Goals([point for _, point in sorted(some)])


def clauses_of(sites: Sites, goal: str) -> tuple[str, ...]:
    """The clauses that a goal is about."""
    kind, about = points.parse(goal)
    if kind == points.ENTRY:
        return (sites.entries[about[0]].clause,)
    return (sites.conditions[about[0]].clause,) if kind == points.CONDITION else about


def in_words(law: Law, sites: Sites, goal: str) -> str:
    """A goal as part of a sentence that names clauses by their titles."""
    kind, about = points.parse(goal)
    titles = [f"`{law.clauses[clause].title}`" for clause in clauses_of(sites, goal)]
    if kind == points.PAIR:
        return f"{titles[0]} meets {titles[1]}"
    if kind == points.ENTRY:
        return f"{titles[0]} {'happens' if sites.entries[about[0]].event else 'decides'}"
    where = about[0].removeprefix(sites.conditions[about[0]].entry).strip()
    condition = "its condition" if where == "when" else f"its condition at `{where}`"
    return f"{titles[0]} finds {condition} {about[1]}"
