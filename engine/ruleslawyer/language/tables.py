"""Definitions by lookup: rows of literals and bands that must cover and not overlap."""

from __future__ import annotations

import itertools

from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.language.names import Environment, Signature
from ruleslawyer.language.tree import Compare, Expression, Literal, Logic
from ruleslawyer.language.type_syntax import parse_range
from ruleslawyer.language.types import BOOL, BoolType, EnumType, ErrorType, IntType, Type
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import Entry, TableRow
from ruleslawyer.rulebook.nodes import Span, Text

Values = frozenset[int | str | bool]
MAXIMUM_CELLS = 100_000


def table_cases(
    entry: Entry,
    signature: Signature,
    environment: Environment,
    checker: ExpressionChecker,
    undercuts: tuple[Undercut, ...],
) -> tuple[Case, ...]:
    """One case per row, `when` its columns match; rows that overlap or leave values uncovered are reported."""
    keys = [checker.check(text, environment) for text in entry.by]
    domains = [_domain(key, checker) for key in keys]
    if any(domain is None for domain in domains):
        return ()
    columns = [domain for domain in domains if domain is not None]
    cases, boxes = [], []
    for number, row in enumerate(entry.rows, start=1):
        if len(row.at) != len(keys):
            message = f"{len(keys)} columns are due, {len(row.at)} are given"
            checker.reporter.report("wrong-arity", message, row.value.span, "write `_` where a column does not matter")
            continue
        matched = [
            _matched(cell, key, domain, checker) for cell, key, domain in zip(row.at, keys, columns, strict=True)
        ]
        boxes.append((row, matched))
        when = _condition(keys, columns, matched, row.value.span)
        value = checker.check(row.value, environment, signature.gives)
        case_id = f"{entry.id}/row {number}"
        cases.append(Case(id=case_id, clause=entry.clause, when=when, value=value, do=(), disabled_by=undercuts))
    _check_cover(columns, boxes, entry, checker)
    return tuple(cases)


def _domain(key: Expression, checker: ExpressionChecker) -> tuple[int | str | bool, ...] | None:
    match key.type:
        case EnumType(literals=literals):
            return literals
        case BoolType():
            return (False, True)
        case IntType(low=int(low), high=int(high)) if high - low <= 1_000:
            return tuple(range(low, high + 1))
        case ErrorType():
            return None
        case _:
            hint = "look up by an enumeration, a Bool or a small bounded Int"
            checker.reporter.report("wrong-type", f"a table cannot look up by {key.type}", key.span, hint)
            return None


def _matched(cell: Text, key: Expression, domain: tuple[int | str | bool, ...], checker: ExpressionChecker) -> Values:
    written = cell.value
    if written == "_":
        return frozenset(domain)
    bounds = parse_range(written)
    if bounds is not None and isinstance(key.type, IntType):
        inside = frozenset(value for value in domain if isinstance(value, int) and bounds[0] <= value <= bounds[1])
        if len(inside) == bounds[1] - bounds[0] + 1:
            return inside
    for value in domain:
        if written == (str(value).lower() if isinstance(value, bool) else str(value)):
            return frozenset({value})
    if isinstance(key.type, EnumType):
        checker.reporter.report(
            "unknown-name", f"`{written}` is no {key.type}", cell.span, did_you_mean(written, key.type.literals)
        )
    else:
        checker.reporter.report("out-of-bounds", f"`{written}` lies outside {key.type}", cell.span)
    return frozenset()


def _condition(
    keys: list[Expression], columns: list[tuple[int | str | bool, ...]], matched: list[Values], span: Span
) -> Expression | None:
    parts: list[Expression] = []
    for key, domain, values in zip(keys, columns, matched, strict=True):
        if len(values) == len(domain):
            continue
        tests: list[Expression] = [
            Compare(
                operator="==",
                left=key,
                right=Literal(value=v, type=_literal_type(key.type, v), span=span),
                type=BOOL,
                span=span,
            )
            for v in domain
            if v in values
        ]
        parts.append(tests[0] if len(tests) == 1 else Logic(operator="or", operands=tuple(tests), type=BOOL, span=span))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Logic(operator="and", operands=tuple(parts), type=BOOL, span=span)


def _literal_type(key: Type, value: int | str | bool) -> Type:
    return IntType(value, value) if isinstance(key, IntType) and isinstance(value, int) else key


def _check_cover(
    columns: list[tuple[int | str | bool, ...]],
    boxes: list[tuple[TableRow, list[Values]]],
    entry: Entry,
    checker: ExpressionChecker,
) -> None:
    size = 1
    for domain in columns:
        size *= len(domain)
    if size > MAXIMUM_CELLS:
        checker.reporter.report(
            "table-too-large", f"a table may have {MAXIMUM_CELLS} cells, this has {size}", entry.span
        )
        return
    for cell in itertools.product(*columns):
        rows = [row for row, matched in boxes if all(v in m for v, m in zip(cell, matched, strict=True))]
        shown = ", ".join(str(value) for value in cell)
        if not rows:
            checker.reporter.report(
                "table-gap", f"no row covers {shown}", entry.span, "add a row, or a band that holds it"
            )
            return
        if len(rows) > 1:
            checker.reporter.report(
                "table-overlap", f"two rows cover {shown}", rows[1].value.span, "make the bands disjoint"
            )
            return
