"""The checked rulebook: what every later room works from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ruleslawyer.language.tree import Block, Expression
from ruleslawyer.language.types import EnumType, Type
from ruleslawyer.rulebook.model import Clause, Rulebook, ZoneOrder

Combination = Literal["union", "sum", "max", "all", "any"]
Policy = Literal["one", "each", "menu"]


@dataclass(frozen=True)
class Card:
    """A physical card. `name` is unique: the field values in the order declared, and `#2` for a second copy."""

    index: int
    name: str
    kind: str
    fields: Mapping[str, int | str | bool | None]


@dataclass(frozen=True)
class Zone:
    """A zone, global or scoped (`scope` names the scope statement's scope that opens it)."""

    name: str
    per_player: bool
    holds: frozenset[str]
    order: ZoneOrder
    stack_field: str | None
    top_field: str | None
    distinct: str | None
    seen_by: Expression
    """A set of players; the local `owner` is the player of a per-player zone."""
    starts: Expression | None
    """The empty set where `when` is false."""
    scoped: bool
    when: Expression | None = None
    """Over options alone: the zone is part of the game only then. Otherwise no card ever lies in it."""


@dataclass(frozen=True)
class State:
    name: str
    type: Type
    per_player: bool
    per: str | None
    starts: Expression
    account: bool = False
    """An account: it is changed by `pay` only, never below 0, and all accounts together hold `Law.total`."""
    when: Expression | None = None
    """Over options alone: the variable is part of the game only then. Otherwise it keeps its start value."""


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type
    own: bool = False


@dataclass(frozen=True)
class Case:
    """One entry that may decide a definition, with what overrides and what disables it.

    It applies iff the case above it applies (for an exception), `when` is true and no entry of `disabled_by` applies.
    """

    id: str
    clause: str
    when: Expression | None
    value: Expression | None
    """What the definition is (None for a rule)."""
    do: Block
    """What happens (empty for a definition)."""
    exceptions: tuple[Case, ...] = ()
    disabled_by: tuple[Undercut, ...] = ()
    level: int = 0


@dataclass(frozen=True)
class Undercut:
    id: str
    clause: str
    when: Expression | None
    disabled_by: tuple[Undercut, ...] = ()


@dataclass(frozen=True)
class Definition:
    """A named value.

    `combine` None: the one case in `cases` (with its exceptions) decides. Otherwise all applying cases are combined by
    'union', 'sum', 'max', 'all' or 'any'; none: the neutral element. A table has one case per row, all disjoint.
    """

    name: str
    clause: str
    parameters: tuple[Parameter, ...]
    gives: Type
    combine: Combination | None
    cases: tuple[Case, ...]
    table: bool = False


@dataclass(frozen=True)
class MenuOption:
    """A choice of a menu: when `case` applies, one legal decision for each value of `parameters` (left to right)."""

    name: str
    parameters: tuple[tuple[str, Expression], ...]
    case: Case


@dataclass(frozen=True)
class Claim:
    """A condition with its id, title and sentence: an event's contract line, a theorem or an invariant."""

    id: str
    title: str
    says: str
    expression: Expression
    over: tuple[tuple[str, Expression], ...] = ()
    clause: str | None = None
    fails_under: tuple[Mapping[str, str], ...] = ()
    """Readings, as rulings with answers, under each of which the claim is said to fail."""
    unrestricted: Expression | None = None
    """The claim without regard to `fails_under`, if there are any: `expression` promises nothing under those."""


@dataclass(frozen=True)
class Event:
    """Something that happens: of `rules` one applies ('one') or all run in order ('each'); a 'menu' has `options`."""

    name: str
    parameters: tuple[Parameter, ...]
    policy: Policy
    by: Expression | None
    order: Expression | None
    """For 'each' with an order of players: the rules run once for each, the player as local `seat`."""
    gives: Type | None
    requires: tuple[Claim, ...]
    ensures: tuple[Claim, ...]
    always: tuple[Claim, ...]
    measure: tuple[Expression, ...]
    rules: tuple[Case, ...]
    options: tuple[MenuOption, ...]
    may_end: frozenset[str]
    """Inferred: the scopes that this event may end (`game` included)."""
    returns: bool
    """Inferred: whether it may return at all."""


@dataclass(frozen=True)
class Ruling:
    name: str
    asks: str
    type: EnumType
    matters_when: Expression | None


@dataclass(frozen=True)
class Law:
    """A rulebook in which every name is resolved and every expression typed. Made by `language.load`."""

    rulebook: Rulebook
    name: str
    title: str
    version: str
    digest: str
    """SHA-256 over the files' texts, hexadecimal."""
    players: tuple[int, int]
    begins: str
    enums: Mapping[str, EnumType]
    kinds: Mapping[str, Mapping[str, Type]]
    cards: tuple[Card, ...]
    zones: Mapping[str, Zone]
    state: Mapping[str, State]
    """State variables and accounts."""
    total: Expression | None
    """What all accounts hold together, read once when a game begins; None without accounts."""
    treasury: str | None
    """The account that holds all of it at the start."""
    scopes: Mapping[str, tuple[Claim, ...]]
    """Scope name to what must hold when it ends."""
    rulings: Mapping[str, Ruling]
    profiles: Mapping[str, Mapping[str, str]]
    """Profile to the answer of every ruling; `like` is resolved."""
    options: Mapping[str, EnumType]
    events: Mapping[str, Event]
    definitions: Mapping[str, Definition]
    clauses: Mapping[str, Clause]
    invariants: tuple[Claim, ...]

    def card_named(self, name: str) -> Card | None:
        """The card of that name, or None."""
        return next((card for card in self.cards if card.name == name), None)
