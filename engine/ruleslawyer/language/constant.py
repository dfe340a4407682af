"""Values of expressions that depend on nothing but local names: which cards a product leaves out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from ruleslawyer.language import tree
from ruleslawyer.language.types import EnumType

Constant = int | bool | str | None
_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
}
_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class NotConstant(Exception):
    """The expression reads more than local names."""


def constant(expression: tree.Expression, names: Mapping[str, Constant]) -> Constant:
    """The value of `expression`.

    :raises NotConstant: when it reads a zone, a state variable, a ruling, a definition or a builtin.
    """
    match expression:
        case tree.Literal(value=value):
            return value
        case tree.Local(name=name) if name in names:
            return names[name]
        case tree.Not(operand=operand):
            return not constant(operand, names)
        case tree.Logic(operator="and", operands=operands):
            return all(constant(operand, names) for operand in operands)
        case tree.Logic(operands=operands):
            return any(constant(operand, names) for operand in operands)
        case tree.Arithmetic(operator=symbol, left=left, right=right):
            return _OPERATIONS[symbol](_int(left, names), _int(right, names))
        case tree.Compare(operator=symbol, left=left, right=right):
            if symbol in ("==", "!="):
                return (constant(left, names) == constant(right, names)) == (symbol == "==")
            return _COMPARISONS[symbol](_rank(left, names), _rank(right, names))
        case tree.Conditional(condition=condition, then=then, otherwise=otherwise):
            return constant(then if constant(condition, names) else otherwise, names)
        case tree.Member(item=item, collection=tree.SetOf(elements=elements)):
            return constant(item, names) in [constant(element, names) for element in elements]
        case _:
            raise NotConstant


def _int(expression: tree.Expression, names: Mapping[str, Constant]) -> int:
    value = constant(expression, names)
    if not isinstance(value, int):
        raise NotConstant
    return value


def _rank(expression: tree.Expression, names: Mapping[str, Constant]) -> int:
    value = constant(expression, names)
    if isinstance(value, str) and isinstance(expression.type, EnumType):
        return expression.type.literals.index(value)
    return _int(expression, names)
