"""The types of the rule language."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.rulebook.model import ZoneOrder


@dataclass(frozen=True)
class IntType:
    """Integers from `low` to `high`, both included; None is unbounded on that side."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None and self.high is None:
            return "Int"
        if self.low == self.high:
            return str(self.low)
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


@dataclass(frozen=True)
class BoolType:
    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True)
class PlayerType:
    def __str__(self) -> str:
        return "Player"


@dataclass(frozen=True)
class EnumType:
    """A declared enumeration, or the answers of a ruling or an option of play."""

    name: str
    literals: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class CardType:
    """A card of one of `kinds`; narrowed by `c is KIND`."""

    kinds: frozenset[str]

    def __str__(self) -> str:
        return " or ".join(sorted(self.kinds))


@dataclass(frozen=True)
class SetType:
    element: Type

    def __str__(self) -> str:
        return f"set of {self.element}"


@dataclass(frozen=True)
class SequenceType:
    element: Type

    def __str__(self) -> str:
        return f"seq of {self.element}"


@dataclass(frozen=True)
class OptionalType:
    element: Type

    def __str__(self) -> str:
        return f"{self.element}?"


@dataclass(frozen=True)
class ZoneType:
    """A zone as a value: only in from, into, top, len, tops, before, and where a set of its cards is meant."""

    order: ZoneOrder
    holds: frozenset[str]

    def __str__(self) -> str:
        return f"zone ({self.order})"


@dataclass(frozen=True)
class NoneType:
    def __str__(self) -> str:
        return "none"


@dataclass(frozen=True)
class ErrorType:
    """The type of an expression that was already reported; agrees with everything."""

    def __str__(self) -> str:
        return "?"


Type = (
    IntType
    | BoolType
    | PlayerType
    | EnumType
    | CardType
    | SetType
    | SequenceType
    | OptionalType
    | ZoneType
    | NoneType
    | ErrorType
)
BOOL = BoolType()
INT = IntType()
PLAYER = PlayerType()
NONE = NoneType()
ERROR = ErrorType()
