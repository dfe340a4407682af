"""Which of the entries that compete for a definition or an event decides.

A case applies if its base applies, its own `when` is true and no applying undercut disables it. Of a case and its
exceptions the innermost applying ones decide; among siblings those of the highest level. Siblings that are left over
must have the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.language.tree import Expression

Holds = Callable[[Expression], bool]
"""Whether a condition is true, where the question is asked."""


def applies(one: Case | Undercut, holds: Holds) -> bool:
    """Whether a case or an undercut applies, provided that its base does."""
    if one.when is not None and not holds(one.when):
        return False
    return not any(applies(undercut, holds) for undercut in one.disabled_by)


def deciding(cases: Iterable[Case], holds: Holds) -> list[Case]:
    """The deciding cases of several that may apply, each once, in the order given."""
    found: dict[str, Case] = {}
    for case in cases:
        if applies(case, holds):
            for decided in _innermost(case, holds):
                found.setdefault(decided.id, decided)
    return list(found.values())


def settled(cases: tuple[Case, ...]) -> str | None:
    """The id of the case that decides in every position, where neither a condition nor an undercut is to be asked."""
    if len(cases) != 1 or cases[0].when is not None or cases[0].disabled_by:
        return None
    return settled(cases[0].exceptions) if cases[0].exceptions else cases[0].id


def _innermost(case: Case, holds: Holds) -> list[Case]:
    """What a case that applies comes to: itself, or what its exceptions come to."""
    found = [exception for exception in case.exceptions if applies(exception, holds)]
    if not found:
        return [case]
    highest = max(exception.level for exception in found)
    return [one for exception in found if exception.level == highest for one in _innermost(exception, holds)]
