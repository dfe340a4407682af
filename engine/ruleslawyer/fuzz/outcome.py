"""What a campaign came to, and what of the rulebook it reached."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from ruleslawyer.fuzz.coverage_goals import Coverage, coverage_goals
from ruleslawyer.fuzz.state import State
from ruleslawyer.fuzz.unreached import Unreached, unreached
from ruleslawyer.language.law import Law


@dataclass(frozen=True)
class Fuzzed:
    """What a campaign came to; `state.findings` are the failures, each with its smallest case."""

    law: Law = field(repr=False)
    state: State = field(repr=False)

    @property
    def holds(self) -> bool:
        """Whether nothing failed."""
        return not self.state.findings

    @cached_property
    def coverage(self) -> tuple[Coverage, ...]:
        """How much of each kind of goal was reached."""
        return coverage_goals(self.law).coverage(self.state.tally.goals)

    @cached_property
    def unreached(self) -> tuple[Unreached, ...]:
        """What was not reached, and why that might be."""
        return tuple(unreached(self.law, coverage_goals(self.law), self.state))
