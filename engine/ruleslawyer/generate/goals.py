"""What a suite is to cover, and how it is told.

Entries, both sides of conditions, what entries do, entries that ask who sits where with more than the fewest players,
and, if wanted, pairs of clauses that act in one scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set

from ruleslawyer.fuzz.coverage_goals import CONDITION, ENTRY, PAIR, coverage_goals, entry_goal, kind_of, parse_goal
from ruleslawyer.generate.effects import EFFECT, SEATS, entries_by_seats
from ruleslawyer.generate.request import Request
from ruleslawyer.language.law import Law

KINDS = (ENTRY, CONDITION, SEATS, EFFECT, PAIR)
"""The kinds of goals in the order in which they are seen to. Which ruling was read is none: a suite has one reading."""
NAMED = 3
"""Goals that a sentence names."""


class SuiteGoals:
    """The goals of a suite. Those that a rulebook sets are in `all` from the start, what entries do once it is met."""

    def __init__(self, law: Law, request: Request) -> None:
        self.law = law
        self.reachable = coverage_goals(law)
        kinds = {ENTRY, CONDITION, *([PAIR] if request.pairs else [])}
        self.all = {goal for goal in self.reachable.all() if kind_of(goal) in kinds}
        if max(request.players) > law.players[0]:
            self.all |= {f"{SEATS} {entry}" for entry in entries_by_seats(law) if entry in self.reachable.entries}

    def listed(self, some: Iterable[str]) -> list[str]:
        """Goals in order: by kind, then by name."""
        return sorted(some, key=lambda goal: (KINDS.index(kind_of(goal)), goal))

    def clauses_of(self, goal: str) -> tuple[str, ...]:
        """The clauses that a goal is about."""
        kind, rest = goal.split(" ", 1)
        if kind == PAIR:
            return parse_goal(goal).about
        if kind == CONDITION:
            return (self.reachable.conditions[parse_goal(goal).about[0]].clause,)
        return (self.reachable.entries[rest.split(" ", 1)[0] if kind == EFFECT else rest].clause,)

    def clauses_without(self, impossible: Set[str]) -> frozenset[str]:
        """The clauses that could act if their entries were not all impossible."""
        acting = [entry for entry in self.reachable.entries.values() if entry.acts]
        possible = {entry.clause for entry in acting if entry_goal(entry.id) not in impossible}
        return frozenset(entry.clause for entry in acting) - possible

    def clauses_at_work(self, reached: Set[str]) -> tuple[str, ...]:
        """The clauses that acted, of which entries were reached, in the order of the rulebook."""
        entries = [entry for entry in self.reachable.entries.values() if entry_goal(entry.id) in reached]
        acted = {entry.clause for entry in entries if entry.acts}
        return tuple(clause for clause in self.law.clauses if clause in acted)

    def in_words(self, goal: str) -> str:
        """A goal as part of a sentence that names clauses by their titles."""
        kind, rest = goal.split(" ", 1)
        titles = [f"`{self.law.clauses[clause].title}`" for clause in self.clauses_of(goal)]
        if kind == PAIR:
            return f"{titles[0]} meets {titles[1]}"
        if kind == CONDITION:
            return f"{titles[0]} finds {self._condition(*parse_goal(goal).about)}"
        if kind == EFFECT:
            return f"{titles[0]} {rest.split(' ', 1)[1]}"
        does = "happens" if self.reachable.entries[rest].event else "decides"
        return f"{titles[0]} {does} among more than the fewest players" if kind == SEATS else f"{titles[0]} {does}"

    def _condition(self, id_: str, side: str) -> str:
        where = id_.removeprefix(self.reachable.conditions[id_].entry).strip()
        return f"{'its condition' if where == 'when' else f'its condition at `{where}`'} {side}"

    def sentence(self, goals: Sequence[str]) -> str:
        """The goals that a case is kept for, the first few in words."""
        words = [self.in_words(goal) for goal in goals[:NAMED]]
        if more := len(goals) - len(words):
            words.append(f"{more} more such things happen for the only time in this suite")
        if len(words) > 1:
            words[-1] = f"and {words[-1]}"
        return f"Here {(', ' if len(words) > 2 else ' ').join(words)}."

    def file_of(self, goal: str) -> str:
        """The file that a case belongs in: one for each clause."""
        return f"{_slug(self.clauses_of(goal)[0])}.yaml"


def slug_of(goal: str) -> str:
    """The name of a case that was made for a goal: small letters, digits and `-`."""
    kind, rest = goal.split(" ", 1)
    return _slug(f"{rest} more players" if kind == SEATS else rest)


def _slug(text: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))
