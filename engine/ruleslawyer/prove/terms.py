"""Formulas over Z3 that stay Python constants for as long as they can.

A `Bool` is a Python bool or a Z3 Boolean, an `Int` a Python int or a Z3 integer. The constructors fold constants, so
that what is known costs nothing, and call Z3's C interface directly: the coercions of its Python operators were most of
the time of a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import z3

Bool: TypeAlias = Any
Int: TypeAlias = Any
Term: TypeAlias = Any

_CONTEXT = z3.main_ctx()
_REF = _CONTEXT.ref()
_TRUE = z3.BoolVal(True)
_FALSE = z3.BoolVal(False)
_INTEGERS: dict[int, Any] = {}


def boolean(value: Bool) -> Any:
    """The value as a Z3 Boolean."""
    if value is True:
        return _TRUE
    return _FALSE if value is False else value


def integer(value: Int) -> Any:
    """The value as a Z3 integer."""
    if isinstance(value, int):
        if value not in _INTEGERS:
            _INTEGERS[value] = z3.IntVal(value)
        return _INTEGERS[value]
    return value


def bool_symbol(name: str) -> Any:
    return z3.Bool(name)


def int_symbol(name: str) -> Any:
    return z3.Int(name)


def _array(terms: list[Any]) -> Any:
    return (z3.Ast * len(terms))(*(term.as_ast() for term in terms))


def conj(*terms: Bool) -> Bool:
    return all_of(terms)


def disj(*terms: Bool) -> Bool:
    return any_of(terms)


def all_of(terms: Iterable[Bool]) -> Bool:
    kept = []
    for term in terms:
        if term is False:
            return False
        if term is not True:
            kept.append(term)
    if len(kept) < 2:
        return kept[0] if kept else True
    return z3.BoolRef(z3.Z3_mk_and(_REF, len(kept), _array(kept)), _CONTEXT)


def any_of(terms: Iterable[Bool]) -> Bool:
    kept = []
    for term in terms:
        if term is True:
            return True
        if term is not False:
            kept.append(term)
    if len(kept) < 2:
        return kept[0] if kept else False
    return z3.BoolRef(z3.Z3_mk_or(_REF, len(kept), _array(kept)), _CONTEXT)


def neg(term: Bool) -> Bool:
    if isinstance(term, bool):
        return not term
    if term.decl().kind() == z3.Z3_OP_NOT:
        return term.arg(0)
    return z3.BoolRef(z3.Z3_mk_not(_REF, term.as_ast()), _CONTEXT)


def implies(left: Bool, right: Bool) -> Bool:
    if left is True:
        return right
    if left is False or right is True:
        return True
    if right is False:
        return neg(left)
    return z3.BoolRef(z3.Z3_mk_implies(_REF, left.as_ast(), right.as_ast()), _CONTEXT)


def ite(condition: Bool, then: Term, otherwise: Term) -> Term:
    """`then` if `condition` else `otherwise`, both Int or both Bool."""
    if condition is True or same(then, otherwise):
        return then
    if condition is False:
        return otherwise
    if _is_bool(then):
        if isinstance(then, bool):
            return disj(condition, otherwise) if then else conj(neg(condition), otherwise)
        if isinstance(otherwise, bool):
            return disj(neg(condition), then) if otherwise else conj(condition, then)
        return z3.BoolRef(z3.Z3_mk_ite(_REF, condition.as_ast(), then.as_ast(), otherwise.as_ast()), _CONTEXT)
    first, second = integer(then), integer(otherwise)
    return z3.ArithRef(z3.Z3_mk_ite(_REF, condition.as_ast(), first.as_ast(), second.as_ast()), _CONTEXT)


def _is_bool(term: Term) -> bool:
    return isinstance(term, bool | z3.BoolRef)


def same(left: Term, right: Term) -> bool:
    """Whether the two are the same constant or the same formula, syntactically."""
    if left is right:
        return True
    if isinstance(left, int) or isinstance(right, int):
        return type(left) is type(right) and bool(left == right)
    return bool(left.eq(right))


def eq(left: Term, right: Term) -> Bool:
    """Equality of two Ints or two Bools."""
    if same(left, right):
        return True
    if _is_bool(left):
        if isinstance(left, bool):
            return right if left else neg(right)
        if isinstance(right, bool):
            return left if right else neg(left)
        return z3.BoolRef(z3.Z3_mk_eq(_REF, left.as_ast(), right.as_ast()), _CONTEXT)
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    return z3.BoolRef(z3.Z3_mk_eq(_REF, integer(left).as_ast(), integer(right).as_ast()), _CONTEXT)


def le(left: Int, right: Int) -> Bool:
    if isinstance(left, int) and isinstance(right, int):
        return left <= right
    if same(left, right):
        return True
    return z3.BoolRef(z3.Z3_mk_le(_REF, integer(left).as_ast(), integer(right).as_ast()), _CONTEXT)


def lt(left: Int, right: Int) -> Bool:
    if isinstance(left, int) and isinstance(right, int):
        return left < right
    if same(left, right):
        return False
    return z3.BoolRef(z3.Z3_mk_lt(_REF, integer(left).as_ast(), integer(right).as_ast()), _CONTEXT)


def within(low: int | None, value: Int, high: int | None) -> Bool:
    return conj(True if low is None else le(low, value), True if high is None else le(value, high))


def plus(*terms: Int) -> Int:
    return total(terms)


def total(terms: Iterable[Int]) -> Int:
    known, kept = 0, []
    for term in terms:
        if isinstance(term, int):
            known += term
        else:
            kept.append(term)
    if not kept:
        return known
    if known:
        kept.append(integer(known))
    if len(kept) == 1:
        return kept[0]
    return z3.ArithRef(z3.Z3_mk_add(_REF, len(kept), _array(kept)), _CONTEXT)


def minus(left: Int, right: Int) -> Int:
    if isinstance(right, int):
        return plus(left, -right)
    if same(left, right):
        return 0
    return z3.ArithRef(z3.Z3_mk_sub(_REF, 2, _array([integer(left), right])), _CONTEXT)


def times(left: Int, right: Int) -> Int:
    if isinstance(left, int) and isinstance(right, int):
        return left * right
    for one, other in ((left, right), (right, left)):
        if isinstance(one, int) and one in (0, 1):
            return 0 if one == 0 else other
    return z3.ArithRef(z3.Z3_mk_mul(_REF, 2, _array([integer(left), integer(right)])), _CONTEXT)


def quotient(left: Int, right: int) -> Int:
    """Rounded down; `right` is positive."""
    return left // right if isinstance(left, int) else left / integer(right)


def maximum(left: Int, right: Int) -> Int:
    return ite(le(left, right), right, left)


def minimum(left: Int, right: Int) -> Int:
    return ite(le(left, right), left, right)


def as_count(condition: Bool) -> Int:
    """1 if the condition holds, else 0."""
    return ite(condition, 1, 0)


def conjuncts(term: Bool) -> Iterator[Bool]:
    """Formulas that together say the same, each smaller."""
    if isinstance(term, bool):
        yield term
        return
    kind = term.decl().kind()
    if kind == z3.Z3_OP_AND:
        for part in term.children():
            yield from conjuncts(part)
    elif kind == z3.Z3_OP_NOT and term.arg(0).decl().kind() == z3.Z3_OP_OR:
        for part in term.arg(0).children():
            yield from conjuncts(neg(part))
    else:
        yield term


def unequal_to(term: Bool, columns: Sequence[Int]) -> tuple[Int, ...] | None:
    """Of a formula that says no more than that some columns are not others, these others; else None."""
    if isinstance(term, bool) or term.decl().kind() != z3.Z3_OP_NOT:
        return None
    inside = term.arg(0)
    found: dict[int, Int] = {}
    for part in inside.children() if inside.decl().kind() == z3.Z3_OP_AND else [inside]:
        if part.decl().kind() != z3.Z3_OP_EQ:
            return None
        for one, other in (part.children(), reversed(part.children())):
            found[one.get_id()] = constant(other)
    if any(not isinstance(one, int) and one.get_id() not in found for one in columns):
        return None
    return tuple(one if isinstance(one, int) else found[one.get_id()] for one in columns)


def is_choice(term: Term) -> bool:
    """Whether a formula is an if-then-else."""
    return not isinstance(term, int) and term.decl().kind() == z3.Z3_OP_ITE


def constant(term: Term) -> Term:
    """A formula that is a number, as that number."""
    return term.as_long() if isinstance(term, z3.IntNumRef) else term


def replaced(term: Term, parts: Iterable[Bool], by: Bool) -> Term:
    """The formula with another one in the place of each of some of its parts."""
    if isinstance(term, int):
        return term
    pairs = [(part, boolean(by)) for part in parts if not isinstance(part, bool)]
    return z3.substitute(term, *pairs)


def symbols_in(term: Term) -> Iterator[str]:
    """The names of the uninterpreted constants in a formula."""
    if isinstance(term, int):
        return
    pending, seen = [term], set()
    while pending:
        one = pending.pop()
        if one.get_id() in seen:
            continue
        seen.add(one.get_id())
        if one.num_args() == 0 and one.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield one.decl().name()
        pending.extend(one.children())


def term_key(term: Term) -> tuple[str, int]:
    """Equal for the same formula, as long as the formula is alive."""
    return (type(term).__name__, int(term)) if isinstance(term, int) else ("z3", term.get_id())
