"""The builtin functions and folds of the expression language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ruleslawyer.language.law import Parameter
from ruleslawyer.language.names import Binding, Environment
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.relations import element_of, fits, join
from ruleslawyer.language.tree import Builtin, Expression, Fold, FoldOperator, Local, SetOf
from ruleslawyer.language.type_syntax import parse_range
from ruleslawyer.language.types import (
    BOOL,
    INT,
    PLAYER,
    CardType,
    EnumType,
    ErrorType,
    IntType,
    SequenceType,
    SetType,
    Type,
    ZoneType,
)
from ruleslawyer.rulebook.diagnostics import did_you_mean

if TYPE_CHECKING:
    from ruleslawyer.language.expressions import ExpressionChecker

Argument = Sequence[ast.expr]
FOLDS: frozenset[FoldOperator] = frozenset({"any", "all", "sum", "min", "max", "len", "set"})
NATURAL = IntType(0, None)
_SEATS = SequenceType(PLAYER)
_PLAIN: dict[str, tuple[tuple[Type, ...], Type]] = {
    "players": ((), _SEATS),
    "opponents": ((PLAYER,), _SEATS),
    "seats": ((PLAYER,), _SEATS),
    "next": ((PLAYER,), PLAYER),
    "prev": ((PLAYER,), PLAYER),
    "steps": ((PLAYER, PLAYER), NATURAL),
}
NAMES = (
    frozenset(_PLAIN)
    | FOLDS
    | frozenset(["cards", "tops", "top", "before", "first", "last", "at", "the", "values", "range", "face_up"])
)


def check_builtin(
    checker: ExpressionChecker,
    node: ast.Call,
    name: str,
    arguments: Argument,
    keywords: Sequence[ast.keyword],
    environment: Environment,
    expected: Type | None,
) -> Expression:
    """The checked tree of a call of a builtin."""
    default = next((keyword.value for keyword in keywords if keyword.arg == "default"), None)
    if keywords and (default is None or len(keywords) > 1 or name not in ("min", "max")):
        return checker.fault(
            "bad-expression", f"`{name}` takes no such named argument", node, "only `min` and `max` have `default=`"
        )
    if name in FOLDS:
        return _fold_call(checker, node, name, arguments, default, environment, expected)
    if name in _PLAIN:
        wanted, gives = _PLAIN[name]
        parameters = [Parameter(f"arg{i + 1}", kind) for i, kind in enumerate(wanted)]
        checked = checker.arguments(node, name, parameters, arguments, environment)
        return Builtin(name=name, arguments=checked, type=gives, span=checker.places.span(node))
    return _SPECIAL[name](checker, node, arguments, environment)


def _arity(checker: ExpressionChecker, node: ast.Call, arguments: Argument, count: int, usage: str) -> bool:
    if len(arguments) == count:
        return True
    checker.fault("wrong-arity", f"{len(arguments)} arguments are given, {count} are due", node, f"write `{usage}`")
    return False


def _cards(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    span = checker.places.span(node)
    if not _arity(checker, node, arguments, 0, "cards()"):
        return checker.error(span)
    return Builtin(name="cards", arguments=(), type=SetType(checker.symbols.any_card()), span=span)


def _zone_argument(
    checker: ExpressionChecker, node: ast.expr, environment: Environment, orders: tuple[str, ...], usage: str
) -> tuple[Expression, CardType] | None:
    zone = checker.visit(node, environment)
    if isinstance(zone.type, ErrorType):
        return None
    if not isinstance(zone.type, ZoneType) or zone.type.order not in orders:
        checker.fault("wrong-type", f"this is {zone.type}, a zone with order {' or '.join(orders)} is due", node, usage)
        return None
    return zone, CardType(zone.type.holds)


def _tops(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    span = checker.places.span(node)
    if not _arity(checker, node, arguments, 1, "tops(zone)"):
        return checker.error(span)
    found = _zone_argument(checker, arguments[0], environment, ("stacks",), "`tops` is for zones in stacks")
    if found is None:
        return checker.error(span)
    return Builtin(name="tops", arguments=(found[0],), type=SetType(found[1]), span=span)


def _top(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    span = checker.places.span(node)
    if not _arity(checker, node, arguments, 1, "top(zone)"):
        return checker.error(span)
    found = _zone_argument(checker, arguments[0], environment, ("pile",), "`top` is for piles")
    if found is None:
        return checker.error(span)
    return Builtin(name="top", arguments=(found[0],), type=found[1], span=span)


def _before(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    span = checker.places.span(node)
    if not _arity(checker, node, arguments, 2, "before(zone, card)"):
        return checker.error(span)
    found = _zone_argument(checker, arguments[0], environment, ("row",), "`before` is for rows")
    card = checker.visit(arguments[1], environment)
    if found is None:
        return checker.error(span)
    checker.require(card, checker.symbols.any_card())
    return Builtin(name="before", arguments=(found[0], card), type=SetType(found[1]), span=span)


def _element(name: str) -> Callable[[ExpressionChecker, ast.Call, Argument, Environment], Expression]:
    def check(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
        span = checker.places.span(node)
        usage = f"{name}(s, i)" if name == "at" else f"{name}(s)"
        if not _arity(checker, node, arguments, 2 if name == "at" else 1, usage):
            return checker.error(span)
        collection = checker.visit(arguments[0], environment)
        element = element_of(collection.type)
        ordered = isinstance(collection.type, SequenceType) or (
            isinstance(collection.type, ZoneType) and collection.type.order == "row"
        )
        if element is None or (name != "the" and not ordered and not isinstance(collection.type, ErrorType)):
            return checker.fault(
                "wrong-type", f"{collection.type} has no order", node, f"`{name}` needs a sequence or a row"
            )
        checked = [collection]
        if name == "at":
            index = checker.visit(arguments[1], environment)
            checker.require(index, INT)
            checked.append(index)
        return Builtin(name=name, arguments=tuple(checked), type=element, span=span)

    return check


def _values(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    span = checker.places.span(node)
    if not _arity(checker, node, arguments, 1, "values(TYPE)"):
        return checker.error(span)
    argument = arguments[0]
    name = argument.id if isinstance(argument, ast.Name) else ast.unparse(argument)
    enum = checker.symbols.enums.get(name)
    bounds = parse_range(name)
    if enum is None and bounds is None:
        return checker.fault(
            "unknown-type", f"`{name}` is no enumeration", argument, did_you_mean(name, checker.symbols.enums)
        )
    if enum is not None:
        checker.symbols.use("enum", name)
        checker.symbols.used |= {("literal", f"{name}.{literal}") for literal in enum.literals}
    element: Type = enum if enum is not None else IntType(*(bounds or (0, 0)))
    return Builtin(name="values", arguments=(), type=SequenceType(element), span=span)


def _range(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    if len(arguments) not in (1, 2):
        return checker.fault("wrong-arity", "`range` takes one or two Ints", node, "write `range(n)` or `range(a, b)`")
    checked = []
    for argument in arguments:
        value = checker.visit(argument, environment)
        checker.require(value, INT)
        checked.append(value)
    low = checked[0].type if len(checked) == 2 else IntType(0, 0)
    high = checked[-1].type
    bottom = low.low if isinstance(low, IntType) else None
    top = high.high - 1 if isinstance(high, IntType) and high.high is not None else None
    element = IntType(bottom, top) if bottom is None or top is None or bottom <= top else IntType(bottom, bottom)
    return Builtin(name="range", arguments=tuple(checked), type=SequenceType(element), span=checker.places.span(node))


def _face_up(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
    return checker.fault("not-executable", "`face_up` is not yet executable", node, "no zone can have `facing` yet")


_SPECIAL: dict[str, Callable[[ExpressionChecker, ast.Call, Argument, Environment], Expression]] = {
    "cards": _cards,
    "tops": _tops,
    "top": _top,
    "before": _before,
    "first": _element("first"),
    "last": _element("last"),
    "at": _element("at"),
    "the": _element("the"),
    "values": _values,
    "range": _range,
    "face_up": _face_up,
}


# -- folds --------------------------------------------------------------------------------------------------------


def _fold_call(
    checker: ExpressionChecker,
    node: ast.Call,
    name: FoldOperator,
    arguments: Argument,
    default: ast.expr | None,
    environment: Environment,
    expected: Type | None,
) -> Expression:
    span = checker.places.span(node)
    if len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp):
        return _comprehension(checker, node, name, arguments[0], default, environment, expected)
    if name == "set":
        return _set_of(checker, node, arguments, environment, expected)
    if name in ("min", "max") and len(arguments) >= 2 and default is None:
        return _extreme(checker, node, name, arguments, environment)
    if len(arguments) != 1:
        usage = f"write `{name}(e for x in S if c)`"
        return checker.fault("wrong-arity", f"`{name}` takes one generator or collection", node, usage)
    collection = checker.visit(arguments[0], environment)
    element = element_of(collection.type)
    if element is None:
        return checker.fault("wrong-type", f"{collection.type} is no set, sequence or zone", arguments[0])
    if name == "len":
        return Builtin(name="len", arguments=(collection,), type=NATURAL, span=span)
    item = Local(name="item", type=element, span=span)
    return _fold(checker, node, name, item, "item", collection, None, default, environment)


def _set_of(
    checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment, expected: Type | None
) -> Expression:
    span = checker.places.span(node)
    wanted = expected.element if isinstance(expected, SetType) else None
    elements = tuple(checker.visit(argument, environment, wanted) for argument in arguments)
    if len(elements) == 1 and isinstance(elements[0].type, ZoneType | SetType | SequenceType):
        inner = element_of(elements[0].type)
        assert inner is not None
        item = Local(name="item", type=inner, span=span)
        return Fold(
            operator="set",
            element=item,
            variable="item",
            source=elements[0],
            condition=None,
            type=SetType(inner),
            span=span,
        )
    whole: Type | None = elements[0].type if elements else wanted
    for element in elements[1:]:
        whole = None if whole is None else join(whole, element.type)
    if whole is None:
        what = "the elements have no common type" if elements else "an empty set needs a place that says of what"
        return checker.fault("wrong-type", what, node)
    return SetOf(elements=elements, type=SetType(whole), span=span)


def _extreme(
    checker: ExpressionChecker, node: ast.Call, name: str, arguments: Argument, environment: Environment
) -> Expression:
    checked, bounds = [], []
    for argument in arguments:
        value = checker.visit(argument, environment, INT)
        checker.require(value, INT)
        checked.append(value)
        bounds.append(value.type if isinstance(value.type, IntType) else INT)
    pick = min if name == "min" else max
    lows, highs = [b.low for b in bounds], [b.high for b in bounds]
    known_lows, known_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
    low = pick(known_lows) if len(known_lows) == len(lows) or (name == "max" and known_lows) else None
    high = pick(known_highs) if len(known_highs) == len(highs) or (name == "min" and known_highs) else None
    return Builtin(name=name, arguments=tuple(checked), type=IntType(low, high), span=checker.places.span(node))


def _comprehension(
    checker: ExpressionChecker,
    node: ast.Call,
    name: FoldOperator,
    generator: ast.GeneratorExp,
    default: ast.expr | None,
    environment: Environment,
    expected: Type | None,
) -> Expression:
    clause = generator.generators[0]
    if not isinstance(clause.target, ast.Name) or clause.is_async:
        return checker.fault("bad-expression", "a comprehension binds one name", node, "write `for x in S`")
    variable = clause.target.id
    if environment.find(variable) is not None or variable in checker.symbols.state or variable in checker.symbols.zones:
        return checker.fault(
            "shadowed-name", f"`{variable}` already has a meaning here", clause.target, "choose another name"
        )
    source = checker.visit(clause.iter, environment)
    element_type = element_of(source.type)
    if element_type is None:
        return checker.fault("wrong-type", f"{source.type} is no set, sequence or zone", clause.iter)
    inner = environment.child()
    inner.bind(Binding(variable, element_type, checker.places.span(clause.target), "element"))
    conditions = [ast.BoolOp(op=ast.And(), values=clause.ifs)] if len(clause.ifs) > 1 else clause.ifs
    condition = None
    for written in conditions:
        if isinstance(written, ast.BoolOp) and not hasattr(written, "lineno"):
            ast.copy_location(written, clause.ifs[0])
        condition = checker.visit(written, inner, BOOL)
        checker.require(condition, BOOL)
        narrow(inner, condition, True, checker.symbols)
    if len(generator.generators) > 1:
        return _nested(checker, node, name, generator, variable, source, condition, default, inner, expected)
    wanted = expected.element if isinstance(expected, SetType) else None
    element = checker.visit(generator.elt, inner, wanted)
    return _fold(checker, node, name, element, variable, source, condition, default, inner)


def _nested(
    checker: ExpressionChecker,
    node: ast.Call,
    name: FoldOperator,
    generator: ast.GeneratorExp,
    variable: str,
    source: Expression,
    condition: Expression | None,
    default: ast.expr | None,
    environment: Environment,
    expected: Type | None,
) -> Expression:
    """`for a in A for b in B`: a fold of folds, for the folds where that means the same."""
    if name not in ("any", "all", "sum", "len", "set") or default is not None:
        return checker.fault("bad-expression", f"`{name}` takes one `for`", node, "fold the inner one in a definition")
    rest = ast.copy_location(ast.GeneratorExp(elt=generator.elt, generators=generator.generators[1:]), generator)
    inner = _comprehension(checker, node, name, rest, None, environment, expected)
    outer: dict[FoldOperator, FoldOperator] = {"len": "sum", "set": "union"}
    return Fold(
        operator=outer.get(name, name),
        element=inner,
        variable=variable,
        source=source,
        condition=condition,
        type=inner.type,
        span=checker.places.span(node),
    )


def _fold(
    checker: ExpressionChecker,
    node: ast.Call,
    name: FoldOperator,
    element: Expression,
    variable: str,
    source: Expression,
    condition: Expression | None,
    default: ast.expr | None,
    environment: Environment,
) -> Expression:
    span = checker.places.span(node)
    gives: Type
    fallback = None
    if name in ("any", "all"):
        checker.require(element, BOOL)
        gives = BOOL
    elif name == "len":
        gives = NATURAL
    elif name == "set":
        if isinstance(element.type, EnumType | IntType | CardType | ErrorType) or fits(element.type, PLAYER):
            gives = SetType(element.type)
        else:
            return checker.fault("wrong-type", f"a set of {element.type} cannot be", node)
    else:
        checker.require(element, INT)
        gives = element.type if isinstance(element.type, IntType) else INT
        if name == "sum":
            gives = IntType(0 if (gives.low or 0) >= 0 and gives.low is not None else None, None)
        elif default is not None:
            fallback = checker.visit(default, environment, INT)
            checker.require(fallback, INT)
            gives = join(gives, fallback.type) or INT
    return Fold(
        operator=name,
        element=element,
        variable=variable,
        source=source,
        condition=condition,
        default=fallback,
        type=gives,
        span=span,
    )
