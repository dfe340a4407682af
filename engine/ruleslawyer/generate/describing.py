"""What is told with a case: its name, one sentence that names clauses by their titles, the clauses at work."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruleslawyer.fuzz.coverage_goals import ENTRY, CoverageGoals
from ruleslawyer.generate.effects import SEATS
from ruleslawyer.generate.goals import Goals, clauses_of, in_words, kind_of
from ruleslawyer.language.law import Law

NAMED = 3
"""Goals that a sentence names."""


def slug(text: str) -> str:
    """Small letters, digits and `-`, as names of cases and files have it."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def slug_of(goal: str) -> str:
    """The name of a case that was made for a goal."""
    kind, rest = goal.split(" ", 1)
    return slug(f"{rest} more players" if kind == SEATS else rest)


def sentence(law: Law, reachable: CoverageGoals, goals: Sequence[str]) -> str:
    """The goals that a case is kept for, the first few in words."""
    words = [in_words(law, reachable, goal) for goal in goals[:NAMED]]
    more = len(goals) - len(words)
    if more:
        words.append(f"{more} more such things happen for the only time in this suite")
    if len(words) > 1:
        words[-1] = f"and {words[-1]}"
    text = (", " if len(words) > 2 else " ").join(words)
    return f"Here {text}."


def clauses_at_work(law: Law, reachable: CoverageGoals, goals: Goals, reached: int) -> tuple[str, ...]:
    """The clauses that acted, of which entries were reached, in the order of the rulebook."""
    entries = (reachable.entries[goal.split(" ", 1)[1]] for goal in goals.listed(reached) if kind_of(goal) == ENTRY)
    acted = {entry.clause for entry in entries if entry.acts}
    return tuple(clause for clause in law.clauses if clause in acted)


def file_of(reachable: CoverageGoals, goal: str) -> str:
    """The file that a case belongs in: one for each clause."""
    return f"{slug(clauses_of(reachable, goal)[0])}.yaml"
