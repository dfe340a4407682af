"""Games of somebody else that were held against the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleslawyer.conformance.check_log import Verdicted
from ruleslawyer.conformance.game_log import GameLog
from ruleslawyer.language.law import Law


@dataclass(frozen=True)
class CheckedLog:
    """A game log with the verdict, and the profile that it was held against (empty: there is none)."""

    name: str
    law: Law = field(repr=False)
    log: GameLog = field(repr=False)
    found: Verdicted
    profile: str

    @property
    def holds(self) -> bool:
        """Whether the game is legal."""
        return self.found.verdict == "legal"


@dataclass(frozen=True)
class CheckedTrace:
    """A trace in the Informal Trace Format: how many states it has, and what is wrong (empty: nothing)."""

    name: str
    states: int
    message: str

    @property
    def holds(self) -> bool:
        """Whether the game is legal."""
        return not self.message
