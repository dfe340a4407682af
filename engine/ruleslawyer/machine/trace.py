"""What happened: a value for each decision, and what the rulebook then did, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place


@dataclass(frozen=True, slots=True)
class Raised:
    """An event happened, with its arguments in the order declared."""

    event: str
    arguments: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule or an option began to run; look its citations up in `Law.clauses`."""

    entry: str
    event: str


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one place to another. None is the hand of the running clause."""

    cards: tuple[int, ...]
    source: Place | None
    target: Place | None
    entry: str


@dataclass(frozen=True, slots=True)
class Assigned:
    """State changed."""

    name: str
    seat: int | None
    before: Value
    after: Value
    entry: str


@dataclass(frozen=True, slots=True)
class Paid:
    """An amount, more than 0, went from one account to another; each by name, and by seat if every player has one."""

    amount: int
    source: tuple[str, int | None]
    target: tuple[str, int | None]
    entry: str


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A pile forgot its order."""

    place: Place
    entry: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Cards were shown to seats, where they lie."""

    cards: tuple[int, ...]
    place: Place
    to: frozenset[int]
    entry: str


@dataclass(frozen=True, slots=True)
class Forced:
    """A decision with a single legal value was taken without asking."""

    decision: Decision
    value: Value


@dataclass(frozen=True, slots=True)
class Began:
    """A scope was opened."""

    scope: str
    entry: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A scope ended, by its last statement or by an `end`."""

    scope: str
    entry: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The result was recorded."""

    winners: frozenset[int]
    entry: str


Record = Raised | Fired | Moved | Assigned | Paid | Shuffled | Seen | Forced | Began | Ended | Finished


@dataclass(slots=True)
class Step:
    """One decision (None: the start), the value taken, and what followed until the next decision.

    `consulted` are the entries of definitions that decided a value on the way.
    """

    decision: Decision | None
    value: Value
    records: list[Record] = field(default_factory=list)
    consulted: set[str] = field(default_factory=set)

    def decided(self, entry: str) -> None:
        """See `Tracer.decided`."""
        self.consulted.add(entry)

    def tested(self, name: str, value: Value) -> None:
        """See `Tracer.tested`; only laws that coverage is measured on have watched expressions."""

    def fired(self) -> tuple[str, ...]:
        """The entry ids of the rules and options that ran, in order."""
        return tuple(record.entry for record in self.records if isinstance(record, Fired))


@dataclass(slots=True)
class Trace:
    """The steps of a game, or of a part of one."""

    steps: list[Step] = field(default_factory=list)

    def begin(self, decision: Decision | None, value: Value) -> Step:
        """Opens the step that further records belong to."""
        step = Step(decision, value)
        self.steps.append(step)
        return step

    def entries(self) -> frozenset[str]:
        """Every entry that fired or was consulted."""
        return frozenset().union(*(step.fired() for step in self.steps), *(step.consulted for step in self.steps))
