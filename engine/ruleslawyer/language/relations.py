"""How types relate: what fits where, what two types have in common, what arithmetic does to bounds."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.language.tree import ArithmeticOperator
from ruleslawyer.language.types import (
    ERROR,
    CardType,
    EnumType,
    ErrorType,
    IntType,
    NoneType,
    OptionalType,
    SequenceType,
    SetType,
    Type,
    ZoneType,
)


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of `actual` may stand where `expected` is due.

    Integer bounds only have to overlap: staying inside them is an obligation of the place, proven or checked there.
    """
    match actual, expected:
        case (ErrorType(), _) | (_, ErrorType()):
            return True
        case IntType(), IntType():
            return _overlap(actual, expected)
        case CardType(), CardType():
            return actual.kinds <= expected.kinds
        case NoneType(), OptionalType():
            return True
        case OptionalType(), OptionalType():
            return fits(actual.element, expected.element)
        case _, OptionalType():
            return fits(actual, expected.element)
        case ZoneType(), SetType():
            return fits(CardType(actual.holds), expected.element)
        case SetType(have), SetType(wanted):
            return fits(have, wanted)
        case SequenceType(have), SequenceType(wanted):
            return fits(have, wanted)
        case _:
            return actual == expected


def _overlap(a: IntType, b: IntType) -> bool:
    starts = [low for low in (a.low, b.low) if low is not None]
    ends = [high for high in (a.high, b.high) if high is not None]
    return not starts or not ends or max(starts) <= min(ends)


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that holds both, or None when there is none."""
    match a, b:
        case (ErrorType(), _) | (_, ErrorType()):
            return ERROR
        case IntType(), IntType():
            low = None if a.low is None or b.low is None else min(a.low, b.low)
            high = None if a.high is None or b.high is None else max(a.high, b.high)
            return IntType(low, high)
        case CardType(), CardType():
            return CardType(a.kinds | b.kinds)
        case NoneType(), NoneType():
            return a
        case NoneType(), _:
            return b if isinstance(b, OptionalType) else OptionalType(b)
        case _, NoneType():
            return a if isinstance(a, OptionalType) else OptionalType(a)
        case OptionalType(), _:
            inner = join(a.element, b.element if isinstance(b, OptionalType) else b)
            return None if inner is None else OptionalType(inner)
        case _, OptionalType():
            return join(b, a)
        case ZoneType(), ZoneType() if a.order == b.order:
            return ZoneType(a.order, a.holds | b.holds)
        case ZoneType(), (SetType() | ZoneType()):
            return join(SetType(CardType(a.holds)), b)
        case SetType(), ZoneType():
            return join(a, SetType(CardType(b.holds)))
        case SetType(first), SetType(second):
            element = join(first, second)
            return None if element is None else SetType(element)
        case SequenceType(first), SequenceType(second):
            element = join(first, second)
            return None if element is None else SequenceType(element)
        case _:
            return a if a == b else None


def element_of(collection: Type) -> Type | None:
    """The type of what iterating over `collection` gives, or None when it is no collection."""
    match collection:
        case SetType(element) | SequenceType(element):
            return element
        case ZoneType():
            return CardType(collection.holds)
        case ErrorType():
            return ERROR
        case _:
            return None


def comparable(a: Type, b: Type) -> bool:
    """Whether `==` between the two can ever be meant."""
    if isinstance(a, IntType) and isinstance(b, IntType):
        return True
    if isinstance(a, CardType) and isinstance(b, CardType):
        return bool(a.kinds & b.kinds)
    return join(a, b) is not None


def ordered(a: Type) -> bool:
    """Whether `<` is defined on the type."""
    return isinstance(a, IntType | EnumType | ErrorType)


def arithmetic(operator: ArithmeticOperator, a: IntType, b: IntType) -> IntType:
    """The bounds of `a operator b`; `//` is by a positive constant."""
    if operator == "+":
        return IntType(_apply(a.low, b.low, int.__add__), _apply(a.high, b.high, int.__add__))
    if operator == "-":
        return IntType(_apply(a.low, b.high, int.__sub__), _apply(a.high, b.low, int.__sub__))
    if operator == "//":
        return IntType(_apply(a.low, b.high, int.__floordiv__), _apply(a.high, b.low, int.__floordiv__))
    if None in (a.low, a.high, b.low, b.high):
        return IntType(0 if _natural(a) and _natural(b) else None, None)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high) if x is not None and y is not None]
    return IntType(min(corners), max(corners))


def _natural(a: IntType) -> bool:
    return a.low is not None and a.low >= 0


def _apply(a: int | None, b: int | None, operation: Callable[[int, int], int]) -> int | None:
    return None if a is None or b is None else operation(a, b)
