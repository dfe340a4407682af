"""A point of a symbolic run: the state, the locals, the cards in hand, and the scopes that are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.law import Event
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.expressions import Locals
from ruleslawyer.prove.state import SymbolicState, VariableKey
from ruleslawyer.prove.terms import Int, as_count, plus, total
from ruleslawyer.prove.values import Value, ZoneKey

Continuation = Callable[["Path"], None]


@dataclass(frozen=True, eq=False)
class Frame:
    """A running clause entry: what was true when it began, and what it owes on return.

    `generic`, `cards`: how often the generic card lay on the table or was handed over, and how many cards did.
    """

    entry: str
    event: Event
    start: SymbolicState
    arguments: Locals
    generic: Int
    cards: Int


@dataclass(frozen=True, eq=False)
class OpenScope:
    """A scope that the run is inside: how to leave it, and where it goes on."""

    name: str
    zones: tuple[ZoneKey, ...]
    final: t.Block
    label: str
    env: Locals
    saved: Mapping[VariableKey, Value]
    after: Continuation
    frame: Frame


@dataclass(frozen=True, eq=False)
class Path:
    """Immutable. `known`: per claim, the version of the state in which it was last proved or assumed."""

    frame: Frame
    state: SymbolicState
    env: Locals
    held: tuple[tuple[str, CardTerm], ...] = ()
    scopes: tuple[OpenScope, ...] = ()
    result: Value | None = None
    known: Mapping[str, object] = field(default_factory=dict)
    decisions: tuple[tuple[str, Value], ...] = ()

    def bind(self, values: Mapping[str, Value]) -> Path:
        return replace(self, env={**self.env, **values})

    def at(self, state: SymbolicState) -> Path:
        return replace(self, state=state)

    def decided(self, label: str, value: Value) -> Path:
        return replace(self, decisions=(*self.decisions, (label, value)))

    def generic_now(self, context: Context) -> Int:
        """How often the generic card is on the table or in hand."""
        in_hand = (as_count(context.is_generic(card)) for _, card in self.held)
        return plus(self.state.total_generic(context), total(in_hand))

    def cards_now(self) -> Int:
        return plus(self.state.total_length(), len(self.held))
