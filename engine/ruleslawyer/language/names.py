"""What names mean: the rulebook's global names, and the local ones of one clause."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ruleslawyer.language.law import Card, Parameter, Policy
from ruleslawyer.language.types import CardType, EnumType, Type
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.model import ZoneDecl
from ruleslawyer.rulebook.nodes import Span, Text

BUILTINS = frozenset(
    [
        "cards",
        "players",
        "everyone",
        "nobody",
        "opponents",
        "next",
        "prev",
        "seats",
        "steps",
        "len",
        "tops",
        "top",
        "before",
        "first",
        "last",
        "at",
        "the",
        "min",
        "max",
        "sum",
        "any",
        "all",
        "values",
        "range",
        "face_up",
        "set",
        "old",
    ]
)
YAML_WORDS = frozenset(["yes", "no", "on", "off", "true", "false", "null", "none"])
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_SLUG = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")


def name_fault(name: str, *, literal: bool = False) -> str | None:
    """Why `name` may not be declared, or None. A literal is told from a builtin by its place, so they may be alike."""
    if not _NAME.match(name):
        return "a name has letters, digits and `_` only, and does not begin with a digit"
    if keyword.iskeyword(name) or name == "_":
        return f"`{name}` is a Python word"
    if name.lower() in YAML_WORDS:
        return f"`{name}` is a YAML word"
    if name in BUILTINS and not literal:
        return f"`{name}` is a builtin"
    return None


def slug_fault(name: str) -> str | None:
    """Why `name` may not name a profile or a source, or None: like names, and `-` is allowed."""
    return None if _SLUG.match(name) else "a name here has letters, digits, `-` and `_`, and begins with a letter"


class Reporter:
    """Collects faults, once each."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.clause: str | None = None

    def report(self, code: str, message: str, span: Span | None, hint: str | None = None) -> None:
        """Note one fault of the clause being checked."""
        one = Diagnostic(code, message, span, self.clause, hint)
        if one not in self.diagnostics:
            self.diagnostics.append(one)


@dataclass
class Signature:
    """What a caller needs to know of a definition or an event."""

    name: Text
    parameters: tuple[Parameter, ...]
    gives: Type | None
    policy: Policy | None = None
    ordered: bool = False
    """Whether the rules run once for each player of an order, the local `seat`."""
    used: bool = False
    read_parameters: set[str] = field(default_factory=set)


@dataclass
class Symbols:
    """Every global name of a rulebook. `used` collects what expressions and statements read."""

    enums: dict[str, EnumType] = field(default_factory=dict)
    kinds: dict[str, dict[str, Type]] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    zones: dict[str, ZoneDecl] = field(default_factory=dict)
    zone_holds: dict[str, frozenset[str]] = field(default_factory=dict)
    state: dict[str, tuple[Type, bool]] = field(default_factory=dict)
    """State variables and accounts: type, and whether every player has one."""
    accounts: dict[str, Text] = field(default_factory=dict)
    rulings: dict[str, EnumType] = field(default_factory=dict)
    options: dict[str, EnumType] = field(default_factory=dict)
    scopes: set[str] = field(default_factory=set)
    definitions: dict[str, Signature] = field(default_factory=dict)
    events: dict[str, Signature] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)

    def use(self, family: str, name: str) -> None:
        """Note that `name` is read as a member of `family`: zone, state, ruling, definition, event and so on."""
        self.used.add((family, name))

    def values(self) -> Iterator[str]:
        """Names that may stand alone in an expression."""
        yield from self.state
        yield from self.zones

    def any_card(self) -> CardType:
        """The type of a card of any kind."""
        return CardType(frozenset(self.kinds))


Bound = Literal["parameter", "let", "card", "move", "deal", "peek", "choice", "domain", "variable", "element", "zone"]
"""What bound a local name; `element` is that of a comprehension."""


@dataclass
class Binding:
    """A local name."""

    name: str
    type: Type
    span: Span
    what: Bound
    read: bool = False
    zone: ZoneDecl | None = None


class Environment:
    """The local names that are visible at one place, with what conditions have shown about their types."""

    def __init__(self, parent: Environment | None = None, *, old: bool = False) -> None:
        self._parent = parent
        self._bindings: dict[str, Binding] = {}
        self._narrowed: dict[str, Type] = {}
        self.old: bool = old or (parent.old if parent is not None else False)

    def child(self) -> Environment:
        """A nested scope."""
        return Environment(self)

    def bind(self, binding: Binding) -> None:
        """Make a name visible here and inside."""
        self._bindings[binding.name] = binding
        self._narrowed.pop(binding.name, None)

    def narrow(self, name: str, to: Type) -> None:
        """From here on `name` is known to be of type `to`."""
        self._narrowed[name] = to

    def find(self, name: str) -> Binding | None:
        """The binding of a local name, or None."""
        if name in self._bindings:
            return self._bindings[name]
        return self._parent.find(name) if self._parent is not None else None

    def type_of(self, name: str) -> Type | None:
        """The narrowest known type of a local name."""
        if name in self._narrowed:
            return self._narrowed[name]
        if name in self._bindings:
            return self._bindings[name].type
        return self._parent.type_of(name) if self._parent is not None else None

    def names(self) -> Iterator[str]:
        """Every visible local name."""
        yield from self._bindings
        if self._parent is not None:
            yield from self._parent.names()

    def own(self) -> Iterator[Binding]:
        """The bindings made in this scope itself."""
        yield from self._bindings.values()
