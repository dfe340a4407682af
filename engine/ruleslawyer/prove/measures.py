"""Termination: measures compared lexicographically, and the recursions that need one."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import statements_of
from ruleslawyer.language.law import Law
from ruleslawyer.prove.terms import Bool, Int, all_of, conj, disj, eq, le, lt

Measure = tuple[Int, ...]


def decreases(before: Measure, after: Measure) -> Bool:
    """Whether `after` is lexicographically less. Of unequal lengths the common part decides."""
    result: Bool = False
    for old, new in reversed(list(zip(before, after, strict=False))):
        result = disj(lt(new, old), conj(eq(new, old), result))
    return result


def non_negative(measure: Measure) -> Bool:
    return all_of(le(0, one) for one in measure)


def recursions(law: Law) -> Mapping[str, int]:
    """Each event that may raise itself through others, with the number of its group."""
    raised = {
        name: {one.event for one in statements_of(event) if isinstance(one, t.Raise | t.Offer)}
        for name, event in law.events.items()
    }
    reach = {name: _reachable(name, raised) for name in raised}
    groups: dict[str, int] = {}
    for name in raised:
        if name in reach[name]:
            together = [other for other in groups if other in reach[name] and name in reach[other]]
            groups[name] = groups[together[0]] if together else len(set(groups.values()))
    return groups


def _reachable(start: str, raised: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        for other in raised.get(pending.pop(), ()):
            if other not in found:
                found.add(other)
                pending.append(other)
    return found
