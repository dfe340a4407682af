"""What a suite is to cover.

Entries, both sides of conditions, what entries do, entries that ask who sits where with more than the fewest players,
and, if wanted, pairs of clauses that act in one scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from ruleslawyer.fuzz.coverage_goals import CONDITION, ENTRY, PAIR, CoverageGoals, entry_goal, parse_goal
from ruleslawyer.generate.effects import EFFECT, SEATS, entries_by_seats
from ruleslawyer.generate.request import Request
from ruleslawyer.language.law import Law

KINDS = (ENTRY, CONDITION, SEATS, EFFECT, PAIR)
"""The kinds of goals in the order in which they are seen to. Which ruling was read is none: a suite has one reading."""


def kind_of(goal: str) -> str:
    """The kind of a goal."""
    return goal.partition(" ")[0]


class Goals:
    """The goals of a suite. A set of them is a number in which each goal has its bit."""

    def __init__(self, names: Iterable[str]) -> None:
        self._bits: dict[str, int] = {}
        for name in names:
            self.add(name)

    def __contains__(self, name: str) -> bool:
        return name in self._bits

    def __iter__(self) -> Iterator[str]:
        """All goals in order: by kind, then by name."""
        return iter(sorted(self._bits, key=lambda name: (KINDS.index(kind_of(name)), name)))

    def add(self, name: str) -> None:
        """One more goal, if it is new."""
        self._bits.setdefault(name, 1 << len(self._bits))

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
        return (name for name in self if self._bits[name] & some)


def goals_of(law: Law, reachable: CoverageGoals, request: Request) -> Goals:
    """The goals that a rulebook sets; what entries do is added when it is met."""
    kinds = {ENTRY, CONDITION, *([PAIR] if request.pairs else [])}
    names = sorted(goal for goal in reachable.all() if kind_of(goal) in kinds)
    if max(request.players) > law.players[0]:
        names += [f"{SEATS} {entry}" for entry in sorted(entries_by_seats(law)) if entry in reachable.entries]
    return Goals(names)


def clauses_of(reachable: CoverageGoals, goal: str) -> tuple[str, ...]:
    """The clauses that a goal is about."""
    kind, rest = goal.split(" ", 1)
    if kind == PAIR:
        return parse_goal(goal).about
    if kind == CONDITION:
        return (reachable.conditions[parse_goal(goal).about[0]].clause,)
    entry = rest.split(" ", 1)[0] if kind == EFFECT else rest
    return (reachable.entries[entry].clause,)


def in_words(law: Law, reachable: CoverageGoals, goal: str) -> str:
    """A goal as part of a sentence that names clauses by their titles."""
    kind, rest = goal.split(" ", 1)
    titles = [f"`{law.clauses[clause].title}`" for clause in clauses_of(reachable, goal)]
    if kind == PAIR:
        return f"{titles[0]} meets {titles[1]}"
    if kind == CONDITION:
        return f"{titles[0]} finds {_condition(reachable, *parse_goal(goal).about)}"
    if kind == EFFECT:
        return f"{titles[0]} {rest.split(' ', 1)[1]}"
    does = "happens" if reachable.entries[rest].event else "decides"
    return f"{titles[0]} {does} among more than the fewest players" if kind == SEATS else f"{titles[0]} {does}"


def _condition(reachable: CoverageGoals, id_: str, side: str) -> str:
    where = id_.removeprefix(reachable.conditions[id_].entry).strip()
    return f"{'its condition' if where == 'when' else f'its condition at `{where}`'} {side}"


def clauses_without(reachable: CoverageGoals, impossible: Set[str]) -> frozenset[str]:
    """The clauses that could act if their entries were not all impossible."""
    entries = (entry for entry in reachable.entries.values() if entry.acts and entry_goal(entry.id) not in impossible)
    return frozenset(reachable.acting_clauses()) - {entry.clause for entry in entries}
