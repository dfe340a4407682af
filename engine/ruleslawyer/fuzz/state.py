"""What a campaign is asked to do, how far it is, and what it has covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ruleslawyer.fuzz.batch import Finding, Tally
from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS
from ruleslawyer.fuzz.coverage_goals import KINDS, CoverageGoals


@dataclass(frozen=True)
class Campaign:
    """What to fuzz, and how long.

    `profiles`: whose answers are used; `combinations`: whether half of the games (all, without profiles) have any
    combination of answers instead. `options`: the options of play that have one answer in all games; the others have
    their first answers in some and any in the rest. `games` and `seconds`: whichever is reached first ends it; None is
    no limit.
    """

    profiles: tuple[str, ...] = ()
    combinations: bool = True
    players: tuple[int, ...] = ()
    games: int | None = 1_000
    seconds: float | None = None
    seed: int = 0
    max_decisions: int = MAX_DECISIONS
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass
class State:
    """How far a campaign is. `digest` is the rulebook's."""

    campaign: Campaign
    digest: str
    rounds: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    @property
    def finished(self) -> bool:
        """Whether the campaign has reached what bounds it."""
        games, seconds = self.campaign.games, self.campaign.seconds
        return (games is not None and self.tally.games >= games) or (seconds is not None and self.seconds >= seconds)

    @property
    def findings(self) -> Sequence[Finding]:
        """The failures met, each once."""
        return self.tally.findings


@dataclass(frozen=True)
class Coverage:
    """How many of the goals of one kind were reached."""

    kind: str
    reached: int
    total: int


def coverage(goals: CoverageGoals, tally: Tally) -> tuple[Coverage, ...]:
    """The coverage of every kind of goal."""
    everything = goals.all()

    def of(kind: str, some: frozenset[str]) -> int:
        return sum(goal.startswith(f"{kind} ") for goal in some)

    reached = everything & tally.goals.keys()
    return tuple(Coverage(kind, of(kind, reached), of(kind, everything)) for kind in KINDS)
