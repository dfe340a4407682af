"""The builtin functions and folds of the expression language."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from ruleslawyer.language.law import Parameter
from ruleslawyer.language.names import BUILTINS, Binding, Environment
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
from ruleslawyer.rulebook.nodes import Span

if TYPE_CHECKING:
    from ruleslawyer.language.expressions import ExpressionChecker

Argument = Sequence[ast.expr]
Special = Callable[["ExpressionChecker", ast.Call, Argument, Environment], Expression]
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
NAMES = BUILTINS - {"everyone", "nobody", "old"}
"""Those that are called, and say the same wherever they are."""


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
        return _FoldCall(checker, node, name, default, expected).check(arguments, environment)
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


def _of_zone(name: str, order: str) -> Special:
    """`tops(zone)`, `top(zone)` or `before(zone, card)`, each for zones of one order."""
    usage = f"{name}(zone, card)" if name == "before" else f"{name}(zone)"

    def check(checker: ExpressionChecker, node: ast.Call, arguments: Argument, environment: Environment) -> Expression:
        span = checker.places.span(node)
        if not _arity(checker, node, arguments, 2 if name == "before" else 1, usage):
            return checker.error(span)
        zone = checker.visit(arguments[0], environment)
        rest = [checker.visit(argument, environment) for argument in arguments[1:]]
        if isinstance(zone.type, ErrorType):
            return checker.error(span)
        if not isinstance(zone.type, ZoneType) or zone.type.order != order:
            hint = f"`{name}` is for {_ORDERS[order]}"
            return checker.fault(
                "wrong-type", f"this is {zone.type}, a zone with order {order} is due", arguments[0], hint
            )
        for card in rest:
            checker.require(card, checker.symbols.any_card())
        card_type = CardType(zone.type.holds)
        gives = card_type if name == "top" else SetType(card_type)
        return Builtin(name=name, arguments=(zone, *rest), type=gives, span=span)

    return check


_ORDERS = {"stacks": "zones in stacks", "pile": "piles", "row": "rows"}


def _element(name: str) -> Special:
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


_SPECIAL: dict[str, Special] = {
    "cards": _cards,
    "tops": _of_zone("tops", "stacks"),
    "top": _of_zone("top", "pile"),
    "before": _of_zone("before", "row"),
    "first": _element("first"),
    "last": _element("last"),
    "at": _element("at"),
    "the": _element("the"),
    "values": _values,
    "range": _range,
    "face_up": _face_up,
}


# -- folds --------------------------------------------------------------------------------------------------------


class _Bound(NamedTuple):
    """What a comprehension goes through: `for variable in source if condition`."""

    variable: str
    source: Expression
    condition: Expression | None


@dataclass(frozen=True)
class _FoldCall:
    """The call of a fold as it is written."""

    checker: ExpressionChecker
    node: ast.Call
    name: FoldOperator
    default: ast.expr | None
    expected: Type | None

    @property
    def span(self) -> Span:
        return self.checker.places.span(self.node)

    @property
    def wanted(self) -> Type | None:
        """The elements that are expected of a set."""
        return self.expected.element if isinstance(self.expected, SetType) else None

    def check(self, arguments: Argument, environment: Environment) -> Expression:
        """The checked tree."""
        if len(arguments) == 1 and isinstance(arguments[0], ast.GeneratorExp):
            return self._comprehension(arguments[0], environment)
        if self.name == "set":
            return self._set_of(arguments, environment)
        if self.name in ("min", "max") and len(arguments) >= 2 and self.default is None:
            return self._extreme(arguments, environment)
        if len(arguments) != 1:
            usage = f"write `{self.name}(e for x in S if c)`"
            message = f"`{self.name}` takes one generator or collection"
            return self.checker.fault("wrong-arity", message, self.node, usage)
        collection = self.checker.visit(arguments[0], environment)
        element = element_of(collection.type)
        if element is None:
            return self.checker.fault("wrong-type", f"{collection.type} is no set, sequence or zone", arguments[0])
        if self.name == "len":
            return Builtin(name="len", arguments=(collection,), type=NATURAL, span=self.span)
        return self._fold(self._item(element), _Bound("item", collection, None), environment)

    def _item(self, element: Type) -> Expression:
        return Local(name="item", type=element, span=self.span)

    def _made(self, operator: FoldOperator, element: Expression, bound: _Bound, gives: Type) -> Fold:
        return Fold(operator=operator, element=element, type=gives, span=self.span, **bound._asdict())

    def _set_of(self, arguments: Argument, environment: Environment) -> Expression:
        elements = tuple(self.checker.visit(argument, environment, self.wanted) for argument in arguments)
        if len(elements) == 1 and isinstance(elements[0].type, ZoneType | SetType | SequenceType):
            inner = element_of(elements[0].type)
            assert inner is not None
            return self._made("set", self._item(inner), _Bound("item", elements[0], None), SetType(inner))
        whole: Type | None = elements[0].type if elements else self.wanted
        for element in elements[1:]:
            whole = None if whole is None else join(whole, element.type)
        if whole is None:
            what = "the elements have no common type" if elements else "an empty set needs a place that says of what"
            return self.checker.fault("wrong-type", what, self.node)
        return SetOf(elements=elements, type=SetType(whole), span=self.span)

    def _extreme(self, arguments: Argument, environment: Environment) -> Expression:
        checked, bounds = [], []
        for argument in arguments:
            value = self.checker.visit(argument, environment, INT)
            self.checker.require(value, INT)
            checked.append(value)
            bounds.append(value.type if isinstance(value.type, IntType) else INT)
        pick = min if self.name == "min" else max
        lows, highs = [b.low for b in bounds], [b.high for b in bounds]
        known_lows, known_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
        low = pick(known_lows) if len(known_lows) == len(lows) or (self.name == "max" and known_lows) else None
        high = pick(known_highs) if len(known_highs) == len(highs) or (self.name == "min" and known_highs) else None
        return Builtin(name=self.name, arguments=tuple(checked), type=IntType(low, high), span=self.span)

    def _comprehension(self, generator: ast.GeneratorExp, environment: Environment) -> Expression:
        checker, clause = self.checker, generator.generators[0]
        if not isinstance(clause.target, ast.Name) or clause.is_async:
            return checker.fault("bad-expression", "a comprehension binds one name", self.node, "write `for x in S`")
        variable = clause.target.id
        if environment.find(variable) is not None or variable in checker.symbols.values():
            message = f"`{variable}` already has a meaning here"
            return checker.fault("shadowed-name", message, clause.target, "choose another name")
        source = checker.visit(clause.iter, environment)
        element_type = element_of(source.type)
        if element_type is None:
            return checker.fault("wrong-type", f"{source.type} is no set, sequence or zone", clause.iter)
        inner = environment.child()
        inner.bind(Binding(variable, element_type, checker.places.span(clause.target), "element"))
        condition = self._condition(clause.ifs, inner)
        bound = _Bound(variable, source, condition)
        if len(generator.generators) > 1:
            return self._nested(generator, bound, inner)
        return self._fold(checker.visit(generator.elt, inner, self.wanted), bound, inner)

    def _condition(self, written: list[ast.expr], environment: Environment) -> Expression | None:
        """The conditions together; what is bound is narrowed by them."""
        if not written:
            return None
        together = written[0] if len(written) == 1 else ast.BoolOp(op=ast.And(), values=written)
        condition = self.checker.visit(ast.copy_location(together, written[0]), environment, BOOL)
        self.checker.require(condition, BOOL)
        narrow(environment, condition, True, self.checker.symbols)
        return condition

    def _nested(self, generator: ast.GeneratorExp, bound: _Bound, environment: Environment) -> Expression:
        """`for a in A for b in B`: a fold of folds, for the folds where that means the same."""
        if self.name not in ("any", "all", "sum", "len", "set") or self.default is not None:
            hint = "fold the inner one in a definition"
            return self.checker.fault("bad-expression", f"`{self.name}` takes one `for`", self.node, hint)
        rest = ast.copy_location(ast.GeneratorExp(elt=generator.elt, generators=generator.generators[1:]), generator)
        inner = self._comprehension(rest, environment)
        outer: dict[FoldOperator, FoldOperator] = {"len": "sum", "set": "union"}
        return self._made(outer.get(self.name, self.name), inner, bound, inner.type)

    def _fold(self, element: Expression, bound: _Bound, environment: Environment) -> Expression:
        checker, name = self.checker, self.name
        if name in ("any", "all"):
            checker.require(element, BOOL)
            return self._made(name, element, bound, BOOL)
        if name == "len":
            return self._made(name, element, bound, NATURAL)
        if name == "set":
            if isinstance(element.type, EnumType | IntType | CardType | ErrorType) or fits(element.type, PLAYER):
                return self._made(name, element, bound, SetType(element.type))
            return checker.fault("wrong-type", f"a set of {element.type} cannot be", self.node)
        checker.require(element, INT)
        gives: Type = element.type if isinstance(element.type, IntType) else INT
        if name == "sum":
            natural = isinstance(gives, IntType) and gives.low is not None and gives.low >= 0
            return self._made(name, element, bound, IntType(0 if natural else None, None))
        if self.default is None:
            return self._made(name, element, bound, gives)
        fallback = checker.visit(self.default, environment, INT)
        checker.require(fallback, INT)
        return replace(self._made(name, element, bound, join(gives, fallback.type) or INT), default=fallback)
