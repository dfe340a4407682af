"""Which of the entries that compete for a definition or an event decides.

A case applies if its base applies, its own `when` is true and no applying undercut disables it. Of a case and its
exceptions the innermost applying ones decide; among siblings those of the highest level. Siblings that are left over
must have the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.language.tree import Expression

Test = TypeVar("Test")
"""Whatever a back-end makes of a condition."""
Holds = Callable[[Test], bool]


class Undercutting(Generic[Test]):
    """An undercut made ready."""

    def __init__(self, undercut: Undercut, prepare: Callable[[Expression], Test]) -> None:
        self.when = None if undercut.when is None else prepare(undercut.when)
        self.disabled_by = [Undercutting(one, prepare) for one in undercut.disabled_by]

    def applies(self, holds: Holds[Test]) -> bool:
        """Whether it disables what it is aimed at."""
        if self.when is not None and not holds(self.when):
            return False
        return not any(one.applies(holds) for one in self.disabled_by)


class Contender(Generic[Test]):
    """A case made ready, with its exceptions."""

    def __init__(self, case: Case, prepare: Callable[[Expression], Test]) -> None:
        self.case = case
        self.when = None if case.when is None else prepare(case.when)
        self.disabled_by = [Undercutting(one, prepare) for one in case.disabled_by]
        self.exceptions = [Contender(one, prepare) for one in case.exceptions]

    def applies(self, holds: Holds[Test]) -> bool:
        """Whether it applies, provided that its base does."""
        if self.when is not None and not holds(self.when):
            return False
        return not any(one.applies(holds) for one in self.disabled_by)

    def deciding(self, holds: Holds[Test]) -> list[Case]:
        """The cases that decide: none if this one does not apply, else it, or what its exceptions come to."""
        if not self.applies(holds):
            return []
        found = [contender for contender in self.exceptions if contender.applies(holds)]
        if not found:
            return [self.case]
        highest = max(contender.case.level for contender in found)
        return deciding((one for one in found if one.case.level == highest), holds)


def deciding(contenders: Iterable[Contender[Test]], holds: Holds[Test]) -> list[Case]:
    """The deciding cases of several contenders, each once, in the order given."""
    found: dict[str, Case] = {}
    for contender in contenders:
        for case in contender.deciding(holds):
            found.setdefault(case.id, case)
    return list(found.values())
