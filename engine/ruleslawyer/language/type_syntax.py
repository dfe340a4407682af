"""Types as they are written: `0..8`, `set of Player`, `Card?`."""

from __future__ import annotations

import re

from ruleslawyer.language.names import Reporter, Symbols
from ruleslawyer.language.types import (
    BOOL,
    ERROR,
    INT,
    PLAYER,
    CardType,
    IntType,
    OptionalType,
    SequenceType,
    SetType,
    Type,
)
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.nodes import Text

_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})\Z")


def parse_range(text: str) -> tuple[int, int] | None:
    """`2..4` as (2, 4), or None when it is no range."""
    match = _RANGE.match(text.strip())
    return (int(match[1]), int(match[2])) if match else None


def parse_type(text: Text, symbols: Symbols, reporter: Reporter) -> Type:
    """The type that `text` names; an unknown one is reported and gives the error type."""
    return _parse(text.value.strip(), text, symbols, reporter)


def _parse(written: str, text: Text, symbols: Symbols, reporter: Reporter) -> Type:
    if written.endswith("?"):
        return OptionalType(_parse(written[:-1].strip(), text, symbols, reporter))
    for prefix, collection in (("set of ", SetType), ("seq of ", SequenceType)):
        if written.startswith(prefix):
            return collection(_parse(written.removeprefix(prefix).strip(), text, symbols, reporter))
    bounds = parse_range(written)
    if bounds is not None:
        if bounds[0] > bounds[1]:
            reporter.report(
                "empty-range", f"the range {written} is empty", text.span, f"write {bounds[1]}..{bounds[0]}"
            )
        return IntType(*bounds)
    simple: dict[str, Type] = {"Int": INT, "Bool": BOOL, "Player": PLAYER, "Card": symbols.any_card()}
    if written in simple:
        return simple[written]
    if written in symbols.enums:
        symbols.use("enum", written)
        return symbols.enums[written]
    if written in symbols.kinds:
        return CardType(frozenset({written}))
    known = [*simple, *symbols.enums, *symbols.kinds]
    reporter.report("unknown-type", f"`{written}` is no type", text.span, did_you_mean(written, known))
    return ERROR
