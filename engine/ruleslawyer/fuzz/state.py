"""What a campaign is asked to do, how far it is, and what it has met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ruleslawyer.fuzz.choice_sequences import MAX_DECISIONS
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.scenario.model import Scenario


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


@dataclass(frozen=True)
class Task:
    """What a batch is to do: so many games of a campaign. `covered` are the goals reached before, `known` the failures
    met before."""

    campaign: Campaign
    seed: int
    games: int
    covered: frozenset[str] = frozenset()
    known: frozenset[FailureKey] = frozenset()


@dataclass(frozen=True)
class Finding:
    """A failure with the smallest scenario found for it, and the decisions of the game that it was met in.

    A game from the set-up stays one; `position` is then a smaller case, if there is one, that begins in a position to
    which no game has been shown to come.
    """

    key: FailureKey
    message: str
    scenario: Scenario
    decisions: int
    position: Scenario | None = None

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The case, and the position if there is one."""
        return (self.scenario,) if self.position is None else (self.scenario, self.position)

    @property
    def from_set_up(self) -> bool:
        """Whether a game from the set-up was met that fails so."""
        return self.scenario.given is None


@dataclass
class Tally:
    """What a batch did: games, decisions, and how many games reached each goal; how often it met each failure.

    `endless`: games that are suspected never to end, by what they were left at.
    """

    games: int = 0
    decisions: int = 0
    from_positions: int = 0
    unfinished: int = 0
    endless: Counter[str] = field(default_factory=Counter)
    goals: Counter[str] = field(default_factory=Counter)
    failures: Counter[FailureKey] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Adds what another batch did."""
        for name in ("games", "decisions", "from_positions", "unfinished"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.goals.update(other.goals)
        self.endless.update(other.endless)
        self.failures.update(other.failures)
        known = {finding.key for finding in self.findings}
        self.findings += [finding for finding in other.findings if finding.key not in known]


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
