"""Partial evaluation: rulings and options are constants for a machine, and much of a rulebook folds away with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from ruleslawyer.language import tree
from ruleslawyer.machine.backend import Constants


def fold(expression: tree.Expression, constants: Constants) -> tree.Expression:
    """An expression of the same value, in which what depends on rulings and options alone is a literal."""
    if isinstance(expression, tree.RulingRead):
        return _literal(expression, constants.answers[expression.name])
    if isinstance(expression, tree.OptionRead):
        return _literal(expression, constants.options[expression.name])
    inner = _with_children(expression, lambda child: fold(child, constants))
    simplify = _SIMPLER.get(type(inner))
    return inner if simplify is None else simplify(inner)


def is_false(expression: tree.Expression) -> bool:
    """Whether a folded condition can never hold."""
    return isinstance(expression, tree.Literal) and expression.value is False


def is_true(expression: tree.Expression) -> bool:
    """Whether a folded condition always holds."""
    return isinstance(expression, tree.Literal) and expression.value is True


def _literal(expression: tree.Expression, value: int | bool | str | None) -> tree.Literal:
    return tree.Literal(value=value, type=expression.type, span=expression.span)


def _with_children(
    expression: tree.Expression, change: Callable[[tree.Expression], tree.Expression]
) -> tree.Expression:
    changed: dict[str, object] = {}
    for one in fields(expression):
        value = getattr(expression, one.name)
        if isinstance(value, tree.Expression):
            changed[one.name] = change(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], tree.Expression):
            changed[one.name] = tuple(change(item) for item in value)
    return replace(expression, **changed) if changed else expression  # type: ignore[arg-type]


def _compare(expression: tree.Compare) -> tree.Expression:
    left, right = expression.left, expression.right
    if isinstance(left, tree.Literal) and isinstance(right, tree.Literal) and expression.operator in ("==", "!="):
        return _literal(expression, (left.value == right.value) == (expression.operator == "=="))
    return expression


def _member(expression: tree.Member) -> tree.Expression:
    item, collection = expression.item, expression.collection
    if isinstance(item, tree.Literal) and isinstance(collection, tree.SetOf):
        elements = [element.value for element in collection.elements if isinstance(element, tree.Literal)]
        if len(elements) == len(collection.elements):
            return _literal(expression, item.value in elements)
    return expression


def _not(expression: tree.Not) -> tree.Expression:
    if isinstance(expression.operand, tree.Literal):
        return _literal(expression, not expression.operand.value)
    return expression


def _logic(expression: tree.Logic) -> tree.Expression:
    """Drops operands that decide nothing. What stands before a deciding one stays: it may be an obligation."""
    decides, neutral = (is_false, is_true) if expression.operator == "and" else (is_true, is_false)
    kept: list[tree.Expression] = []
    for operand in expression.operands:
        if neutral(operand):
            continue
        kept.append(operand)
        if decides(operand):
            break
    if not kept:
        return _literal(expression, expression.operator == "and")
    return kept[0] if len(kept) == 1 else replace(expression, operands=tuple(kept))


def _conditional(expression: tree.Conditional) -> tree.Expression:
    if is_true(expression.condition):
        return expression.then
    return expression.otherwise if is_false(expression.condition) else expression


_SIMPLER: dict[type, Callable[..., tree.Expression]] = {
    tree.Compare: _compare,
    tree.Member: _member,
    tree.Not: _not,
    tree.Logic: _logic,
    tree.Conditional: _conditional,
}
