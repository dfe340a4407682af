"""A position: plain data that can be copied, hashed, compared, written, and played on from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol

from ruleslawyer.language.types import Type
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content, Place, Viewers

StateKey = tuple[str, int | None]
"""A state variable's name and, for state of a player, the seat."""

DecisionKind = Literal["card", "player", "literal", "number", "truth", "set", "tuple", "option"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to be decided: by a seat, or by chance (`by` is None).

    `values` are the legal ones in canonical order. Of a menu: `(option name, (argument, ...))`. Of a choice of several
    names: a tuple; of one name: the value itself, or a frozenset when a number of elements is chosen. None: declined.
    """

    label: str
    by: int | None
    values: tuple[Value, ...]
    clause: str
    """The entry id of the clause that asks."""
    kind: DecisionKind
    optional: bool = False
    names: tuple[tuple[str, Type], ...] = field(default=(), compare=False)
    """What a choice binds, with types; empty for a menu."""


class OpenScope(NamedTuple):
    """A scope that a frame has opened: the statement's label, the scope, and the `per` state that it set aside."""

    label: str
    scope: str
    saved: tuple[tuple[StateKey, Value], ...]


class Contract(NamedTuple):
    """What a monitored event must establish, and the values that `old` speaks of."""

    event: str
    locals: dict[str, Value]


class Frame:
    """One activation of a clause entry.

    `counter` is the next program point in the flattened entry; `held` are the cards in hand with those who have seen
    them; `gives` is the caller's name for the result, `result` is empty or holds the one value given.
    """

    __slots__ = ("contract", "counter", "entry", "event", "gives", "held", "locals", "result", "scopes", "zones")

    def __init__(
        self,
        entry: str,
        event: str,
        locals_: dict[str, Value] | None = None,
        held: dict[int, Viewers] | None = None,
        gives: str | None = None,
    ) -> None:
        self.entry = entry
        self.event = event
        self.counter = 0
        self.locals: dict[str, Value] = {} if locals_ is None else locals_
        self.held: dict[int, Viewers] = {} if held is None else held
        self.zones: dict[Place, Content] = {}
        self.scopes: list[OpenScope] = []
        self.gives = gives
        self.result: tuple[Value, ...] = ()
        self.contract: Contract | None = None

    def copy(self) -> Frame:
        """An independent twin."""
        twin = Frame.__new__(Frame)
        twin.entry, twin.event, twin.counter = self.entry, self.event, self.counter
        twin.locals, twin.held, twin.scopes = self.locals.copy(), self.held.copy(), self.scopes.copy()
        twin.zones = {place: content.copy() for place, content in self.zones.items()}
        twin.gives, twin.result, twin.contract = self.gives, self.result, self.contract
        return twin

    def key(self) -> object:
        """Hashable; equal for equal frames."""
        return (
            (self.entry, self.event, self.counter, self.gives, self.result),
            frozenset(self.locals.items()),
            frozenset(self.held.items()),
            frozenset((place, content.key()) for place, content in self.zones.items()),
            tuple(self.scopes),
        )


class Tracer(Protocol):
    """Told, while a run is under way, what was evaluated on the way."""

    def decided(self, entry: str) -> None:
        """An entry decided a definition."""
        ...

    def tested(self, name: str, value: Value) -> None:
        """A watched expression came to a value."""
        ...


class Position:
    """Everything that decides how play may go on.

    `zones` by (name, seat or None), `state` likewise, `frames` outermost first, the `pending` decision (None only when
    the game has ended), `winners` (None until a result is recorded), and the cards set `aside`: no part of this game.
    """

    __slots__ = ("aside", "frames", "pending", "players", "state", "tracer", "unwinding", "winners", "zones")

    def __init__(self, players: int) -> None:
        self.players = players
        self.zones: dict[Place, Content] = {}
        self.state: dict[StateKey, Value] = {}
        self.frames: list[Frame] = []
        self.pending: Decision | None = None
        self.winners: frozenset[int] | None = None
        self.aside: frozenset[int] = frozenset()
        self.unwinding: str | None = None
        """The scope that is being ended; None at every decision."""
        self.tracer: Tracer | None = None
        """Listens to the run that is under way; None at every decision, and no part of what the position is."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.frames

    def copy(self) -> Position:
        """An independent twin, in time proportional to the number of zones, stacks and bags."""
        twin = Position.__new__(Position)
        twin.players = self.players
        twin.zones = {place: content.copy() for place, content in self.zones.items()}
        twin.state = self.state.copy()
        twin.frames = [frame.copy() for frame in self.frames]
        twin.pending, twin.winners, twin.aside = self.pending, self.winners, self.aside
        twin.unwinding, twin.tracer = self.unwinding, None
        return twin

    def key(self) -> object:
        """A hashable canonical form: equal exactly when play may go on in the same ways."""
        return (
            self.players,
            frozenset((place, content.key()) for place, content in self.zones.items()),
            frozenset(self.state.items()),
            tuple(frame.key() for frame in self.frames),
            self.winners,
            self.aside,
            self.unwinding,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Nothing that is evaluated here is told: claims decide nothing in play."""
        tracer, self.tracer = self.tracer, None
        try:
            yield
        finally:
            self.tracer = tracer

    def all_cards(self) -> list[int]:
        """Every card wherever it is, as often as it is there: zones, scoped zones, cards in hand, cards set aside."""
        found = list(self.aside)
        for content in self.zones.values():
            found += content.elements()
        for frame in self.frames:
            for content in frame.zones.values():
                found += content.elements()
            found += frame.held
        return found
