"""The cards that a rulebook's `cards` entries make."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator

from ruleslawyer.language.constant import Constant, NotConstant, constant
from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.law import Card
from ruleslawyer.language.names import Binding, Environment, Reporter, Symbols
from ruleslawyer.language.relations import fits
from ruleslawyer.language.type_syntax import parse_type
from ruleslawyer.language.types import BOOL, BoolType, EnumType, IntType, OptionalType, Type
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import CardRow, CardsDecl, Rulebook
from ruleslawyer.rulebook.nodes import Text

MAXIMUM_CARDS = 2_000
NUMBER = re.compile(r"-?[0-9]{1,9}")
MOST_SHOWN = 80
"""Characters of a cell that are shown."""
Fields = dict[str, Constant]


def make_cards(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> tuple[Card, ...]:
    """All cards, numbered in the order declared; faults are reported.

    A literal that an extension adds to an enumeration makes no further cards of the base.
    """
    made: list[tuple[str, Fields]] = []
    names: list[str] = []
    for one in rulebook.cards:
        if one.kind.value not in symbols.kinds:
            hint = did_you_mean(one.kind.value, symbols.kinds)
            reporter.report("unknown-kind", f"`{one.kind.value}` is no kind of card", one.kind.span, hint)
            continue
        rows = (
            _from_table(one, symbols, reporter) if one.rows is not None else _product(one, rulebook, symbols, reporter)
        )
        named_by = _named_by(one, symbols, reporter)
        for fields in rows:
            made += [(one.kind.value, fields)] * one.copies
            names += [_name(one.kind.value, fields, named_by)] * one.copies
            if len(made) > MAXIMUM_CARDS:
                reporter.report("too-many-cards", f"a rulebook may have {MAXIMUM_CARDS} cards", one.span)
                return ()
    totals, seen = Counter(names), Counter[str]()
    cards = []
    for index, ((kind, fields), name) in enumerate(zip(made, names, strict=True)):
        seen[name] += 1
        copy = f" #{seen[name]}" if totals[name] > 1 and seen[name] > 1 else ""
        cards.append(Card(index=index, name=name + copy, kind=kind, fields=dict(fields)))
    return tuple(cards)


def _named_by(one: CardsDecl, symbols: Symbols, reporter: Reporter) -> list[str]:
    declared = symbols.kinds[one.kind.value]
    for field in one.named_by:
        if field.value not in declared:
            hint = did_you_mean(field.value, declared)
            message = f"{one.kind.value} has no field `{field.value}`"
            reporter.report("unknown-field", message, field.span, hint)
        symbols.use("field", field.value)
    return [field.value for field in one.named_by] or list(declared)


def _name(kind: str, fields: Fields, named_by: list[str]) -> str:
    values = (fields.get(field) for field in named_by)
    return " ".join(str(value) for value in values if value is not None) or kind


def _values(kind: Type, later: frozenset[tuple[str, str]]) -> list[Constant]:
    match kind:
        case EnumType(name=name, literals=literals):
            return [literal for literal in literals if (name, literal) not in later]
        case IntType(low=int(low), high=int(high)):
            return list(range(low, min(high, low + MAXIMUM_CARDS) + 1))
        case BoolType():
            return [False, True]
        case _:
            return []


def _product(one: CardsDecl, rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> Iterator[Fields]:
    declared = symbols.kinds[one.kind.value]
    types: dict[str, Type] = {}
    for name, written in one.each:
        types[name.value] = _field_type(name, written, one.kind.value, symbols, reporter)
    for missing in declared.keys() - types.keys():
        hint = f"write `{missing}:` under `each`"
        reporter.report("missing-field", f"a {one.kind.value} has a field `{missing}`", one.kind.span, hint)
    condition = None
    if one.where is not None:
        environment = Environment()
        for name, _ in one.each:
            environment.bind(Binding(name.value, types[name.value], name.span, "parameter"))
        condition = ExpressionChecker(symbols, reporter).check(one.where, environment, BOOL)
    if reporter.diagnostics and any(d.span is not None and d.span.file == one.span.file for d in reporter.diagnostics):
        return
    layer = rulebook.layer(one.span)
    later = frozenset(
        (name.value, literal.value)
        for name, literals in rulebook.types
        for literal in literals
        if rulebook.layer(literal.span) > layer
    )
    for values in itertools.product(*(_values(types[name], later) for name in declared)):
        fields = dict(zip(declared, values, strict=True))
        try:
            if condition is None or constant(condition, fields):
                yield fields
        except NotConstant:
            assert one.where is not None
            hint = "`where` of `cards` may read the card's fields only"
            reporter.report("not-constant", "this depends on more than the card", one.where.span, hint)
            return


def _field_type(name: Text, written: Text, kind: str, symbols: Symbols, reporter: Reporter) -> Type:
    declared = symbols.kinds[kind].get(name.value)
    chosen = parse_type(written, symbols, reporter)
    if isinstance(declared, EnumType) and isinstance(chosen, EnumType) and declared == chosen:
        return chosen
    if declared is None:
        hint = did_you_mean(name.value, symbols.kinds[kind])
        reporter.report("unknown-field", f"{kind} has no field `{name.value}`", name.span, hint)
    elif not fits(chosen, declared) or (isinstance(chosen, IntType) and not _inside(chosen, declared)):
        reporter.report(
            "out-of-bounds", f"{chosen} lies outside {declared}", written.span, f"{kind}.{name.value} is {declared}"
        )
    return chosen


def _inside(chosen: IntType, declared: Type) -> bool:
    if not isinstance(declared, IntType) or chosen.low is None or chosen.high is None:
        return True
    return (declared.low is None or declared.low <= chosen.low) and (
        declared.high is None or chosen.high <= declared.high
    )


def _from_table(one: CardsDecl, symbols: Symbols, reporter: Reporter) -> Iterator[Fields]:
    declared = symbols.kinds[one.kind.value]
    assert one.rows is not None
    for row in one.rows:
        given = dict(row.cells)
        unknown = given.keys() - declared.keys()
        for name in sorted(unknown):
            hint = did_you_mean(name, declared)
            reporter.report("unknown-field", f"{one.kind.value} has no field `{name}` (table column)", row.span, hint)
        if unknown:
            return
        fields: Fields = {}
        for name, kind in declared.items():
            fields[name] = _cell(given.get(name, ""), kind, name, row, reporter)
        yield fields


def _cell(text: str, kind: Type, column: str, row: CardRow, reporter: Reporter) -> Constant:
    if isinstance(kind, OptionalType):
        return None if text == "" else _cell(text, kind.element, column, row, reporter)
    if isinstance(kind, EnumType) and text in kind.literals:
        return text
    if isinstance(kind, BoolType) and text in ("true", "false"):
        return text == "true"
    if isinstance(kind, IntType) and NUMBER.fullmatch(text):
        value = int(text)
        if (kind.low is None or kind.low <= value) and (kind.high is None or value <= kind.high):
            return value
    hint = did_you_mean(text, kind.literals) if isinstance(kind, EnumType) else None
    reporter.report("bad-cell", f"column {column}: `{text[:MOST_SHOWN]}` is no {kind}", row.span, hint)
    return None
