"""Run-time values and the small functions on them that both back-ends share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ruleslawyer.language.types import EnumType, IntType, OptionalType, SequenceType, SetType, Type
from ruleslawyer.machine.faults import ObligationBroken

Value = Any
"""An int, bool, str, frozenset, tuple or None, by the table at the head of `ruleslawyer.language.tree`."""

LARGEST = 2**63
"""Products beyond this are refused, so that a hostile rulebook cannot square its way through the memory."""
UNBOUND = "unbound"
"""The code of the fault that a local is read which a position started in the middle of a clause did not give."""
LONGEST_RANGE = 100_000


def order_key(of: Type) -> Callable[[Value], Any]:
    """A sort key for values of a type: numbers, seats and cards ascending, literals as declared, none first."""
    if isinstance(of, EnumType):
        ranks = {literal: rank for rank, literal in enumerate(of.literals)}
        return ranks.__getitem__
    if isinstance(of, OptionalType):
        inner = order_key(of.element)
        return lambda value: () if value is None else (inner(value),)
    if isinstance(of, SetType):
        inner = order_key(of.element)
        return lambda value: tuple(sorted(inner(one) for one in value))
    if isinstance(of, SequenceType):
        inner = order_key(of.element)
        return lambda value: tuple(inner(one) for one in value)
    return _itself


def bounds_of(of: Type) -> tuple[int | None, int | None]:
    """The bounds of an Int type (or an optional one), else none."""
    if isinstance(of, OptionalType):
        of = of.element
    return (of.low, of.high) if isinstance(of, IntType) else (None, None)


def within(value: Value, low: int | None, high: int | None, what: str, clause: str | None = None) -> Value:
    """The value, which must lie in its declared bounds."""
    if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
        bounds = IntType(low, high)
        raise ObligationBroken("bounds", f"{what} would be {value}, outside {bounds}", clause)
    return value


def _itself(value: Value) -> Value:
    return value


def in_order(values: Iterable[Value], of: Type) -> tuple[Value, ...]:
    """A sequence as it is; a set in the canonical order of its element type `of`."""
    if isinstance(values, tuple):
        return values
    return tuple(sorted(values, key=order_key(of)))


def clockwise(players: int, first: int) -> tuple[int, ...]:
    """All seats, clockwise, from `first`."""
    return (*range(first, players), *range(first))


def times(left: int, right: int) -> int:
    """The product, refused when it is beyond any sensible rulebook."""
    product = left * right
    if not -LARGEST < product < LARGEST:
        raise ObligationBroken("value", "a product is beyond 64 bits")
    return product


def bounded_range(*limits: int) -> tuple[int, ...]:
    """`range(n)` or `range(a, b)` as a sequence, of bounded length."""
    numbers = range(*limits)
    if len(numbers) > LONGEST_RANGE:
        raise ObligationBroken("value", f"a range of more than {LONGEST_RANGE} numbers")
    return tuple(numbers)


def the_only(values: frozenset[Value]) -> Value:
    """The only element of a set."""
    if len(values) != 1:
        raise ObligationBroken("value", f"`the` of {len(values)} elements: it needs exactly one")
    return next(iter(values))


def element_at(sequence: tuple[Value, ...], index: int) -> Value:
    """The element of a sequence at `index`, counted from 0; -1 is the last."""
    if not -1 <= index < len(sequence) or not sequence:
        raise ObligationBroken("value", f"element {index} of a sequence of {len(sequence)}")
    return sequence[index]


def extreme(operator: str, listed: list[int], default: Callable[[], int] | None = None) -> int:
    """The `min` or `max` of numbers; of none, the default, which there must then be."""
    if not listed:
        if default is not None:
            return default()
        raise ObligationBroken(
            "value", f"`{operator}` of nothing: write `default=` or make sure that there is an element"
        )
    return min(listed) if operator == "min" else max(listed)


def local(locals_: Mapping[str, Value], name: str) -> Value:
    """The value of a local, which a position started in the middle of a clause may lack."""
    try:
        return locals_[name]
    except KeyError:
        raise ObligationBroken(UNBOUND, f"`{name}` has no value: the position was started after it was bound") from None
