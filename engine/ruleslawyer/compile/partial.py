"""Partial evaluation: rulings and options are constants for a machine, and much of a rulebook folds away with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.machine.backend import Constants


def fold(expression: tree.Expression, constants: Constants) -> tree.Expression:
    """An expression of the same value, in which what depends on rulings and options alone is a literal."""
    if isinstance(expression, tree.RulingRead):
        return _literal(expression, constants.answers[expression.name])
    if isinstance(expression, tree.OptionRead):
        return _literal(expression, constants.options[expression.name])
    inner = expression.with_children(lambda child: fold(child, constants))
    if isinstance(inner, tree.Call):
        return _call(inner, constants)
    simplify = _SIMPLER.get(type(inner))
    return inner if simplify is None else simplify(inner)


def possible(cases: Iterable[Case], constants: Constants) -> list[Case]:
    """The cases that these rulings allow to apply at all, with conditions folded and impossible exceptions left out."""
    found = (_folded(case, constants) for case in cases)
    return [case for case in found if case is not None]


def _folded(case: Case, constants: Constants) -> Case | None:
    when = _condition(case, constants)
    undercuts = _folded_undercuts(case.disabled_by, constants)
    if undercuts is None or (when is not None and is_false(when)):
        return None
    return replace(
        case,
        when=when,
        value=None if case.value is None else fold(case.value, constants),
        exceptions=tuple(possible(case.exceptions, constants)),
        disabled_by=undercuts,
    )


def _folded_undercuts(undercuts: tuple[Undercut, ...], constants: Constants) -> tuple[Undercut, ...] | None:
    """The undercuts that may apply; None if one always does."""
    found = []
    for one in undercuts:
        when = _condition(one, constants)
        inner = _folded_undercuts(one.disabled_by, constants)
        if inner is None or (when is not None and is_false(when)):
            continue
        if when is None and not inner:
            return None
        found.append(replace(one, when=when, disabled_by=inner))
    return tuple(found)


def _condition(one: Case | Undercut, constants: Constants) -> tree.Expression | None:
    """The folded condition; None if it always holds."""
    when = None if one.when is None else fold(one.when, constants)
    return None if when is None or is_true(when) else when


def is_false(expression: tree.Expression) -> bool:
    """Whether a folded condition can never hold."""
    return isinstance(expression, tree.Literal) and expression.value is False


def is_true(expression: tree.Expression) -> bool:
    """Whether a folded condition always holds."""
    return isinstance(expression, tree.Literal) and expression.value is True


def _literal(expression: tree.Expression, value: int | bool | str | None) -> tree.Literal:
    return tree.Literal(value=value, type=expression.type, span=expression.span)


def _call(expression: tree.Call, constants: Constants) -> tree.Expression:
    """A definition that collects truth values, to which no entry can contribute, is a literal."""
    definition = constants.law.definitions[expression.name]
    if definition.combine not in _NOTHING or not all(map(_is_total, expression.arguments)):
        return expression
    if any(_folded(case, constants) for case in definition.cases):
        return expression
    return _literal(expression, _NOTHING[definition.combine])


_NOTHING = {"any": False, "all": True}
"""What a fold over nothing gives."""


def _is_total(expression: tree.Expression) -> bool:
    """Whether the expression surely has a value, so that it may be left out."""
    if isinstance(expression, tree.Builtin):
        return expression.name in _TOTAL and all(map(_is_total, expression.arguments))
    if isinstance(expression, tree.StateRead | tree.ZoneRead):
        return expression.index is None or _is_total(expression.index)
    if isinstance(expression, tree.Not | tree.Logic | tree.Compare | tree.IsKind | tree.FieldRead):
        return all(map(_is_total, expression.children()))
    return isinstance(expression, tree.Literal | tree.Local | tree.OptionRead | tree.RulingRead)


_TOTAL = frozenset({"players", "everyone", "nobody", "opponents", "seats", "next", "prev", "cards", "values"})


def _fold(expression: tree.Fold) -> tree.Expression:
    """`any` of what is never true, `all` of what always is."""
    nothing = _NOTHING.get(expression.operator)
    element = expression.element
    if nothing is None or not isinstance(element, tree.Literal) or element.value is not nothing:
        return expression
    condition = expression.condition
    if _is_total(expression.source) and (condition is None or _is_total(condition)):
        return _literal(expression, nothing)
    return expression


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
    """Drops operands that decide nothing. What stands before a deciding one stays if it may be an obligation."""
    decides, neutral = (is_false, is_true) if expression.operator == "and" else (is_true, is_false)
    kept: list[tree.Expression] = []
    for operand in expression.operands:
        if neutral(operand):
            continue
        if decides(operand) and all(map(_is_total, kept)):
            return operand
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
    tree.Fold: _fold,
    tree.Member: _member,
    tree.Not: _not,
    tree.Logic: _logic,
    tree.Conditional: _conditional,
}
