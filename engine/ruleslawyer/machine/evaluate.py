"""The reference back-end: walks the checked tree, written for reading. `ruleslawyer.compile` must agree with it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from typing import NamedTuple

from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Definition
from ruleslawyer.language.types import EnumType, IntType, SequenceType, SetType
from ruleslawyer.machine import values
from ruleslawyer.machine.backend import Constants, Decide, Evaluate, Locals, ScopedZones
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.resolution import deciding, settled
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content, Row, elements, plain, sequence

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": values.times,
    "//": operator.floordiv,
}
_ORDER: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class View(NamedTuple):
    """Where an expression is evaluated."""

    position: Position
    locals: Locals
    scoped: ScopedZones


class Reference:
    """Evaluates expressions by recursion over the tree."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.law = constants.law

    def expression(self, expression: tree.Expression) -> Evaluate:
        """See `Backend.expression`."""
        return lambda position, locals_, scoped: self.value(expression, View(position, locals_, scoped))

    def definition(self, name: str) -> Callable[..., Value]:
        """See `Backend.definition`."""
        return lambda position, *arguments: self._define(name, arguments, position)

    def deciding(self, cases: tuple[Case, ...], parameters: tuple[str, ...]) -> Decide:
        """See `Backend.deciding`."""

        def decide(position: Position, locals_: Locals) -> list[Case]:
            view = View(position, locals_, {})
            return deciding(cases, lambda condition: bool(self.value(condition, view)))

        return decide

    def always(self, cases: tuple[Case, ...]) -> str | None:
        """See `Backend.always`."""
        return settled(cases)

    def never(self, case: Case) -> bool:
        """See `Backend.never`. Nothing is settled beforehand here."""
        return False

    def value(self, expression: tree.Expression, view: View) -> Value:
        """The value of a checked expression. A zone's value is its `Content`."""
        return _METHODS[type(expression)](self, expression, view)

    # -- reading --------------------------------------------------------------------------------------------------

    def _literal(self, expression: tree.Literal, view: View) -> Value:
        return expression.value

    def _local(self, expression: tree.Local, view: View) -> Value:
        return values.local(view.locals, expression.name)

    def _state(self, expression: tree.StateRead, view: View) -> Value:
        return view.position.state[expression.name, self._seat(expression.index, view)]

    def _zone(self, expression: tree.ZoneRead, view: View) -> Content:
        place = expression.name, self._seat(expression.index, view)
        return view.scoped[place] if expression.scoped else view.position.zones[place]

    def _seat(self, index: tree.Expression | None, view: View) -> int | None:
        return None if index is None else self.value(index, view)

    def _ruling(self, expression: tree.RulingRead, view: View) -> str:
        return self.constants.answers[expression.name]

    def _option(self, expression: tree.OptionRead, view: View) -> str:
        return self.constants.options[expression.name]

    def _field(self, expression: tree.FieldRead, view: View) -> Value:
        return self.law.cards[self.value(expression.target, view)].fields.get(expression.name)

    # -- logic and arithmetic -------------------------------------------------------------------------------------

    def _not(self, expression: tree.Not, view: View) -> bool:
        return not self.value(expression.operand, view)

    def _logic(self, expression: tree.Logic, view: View) -> bool:
        operands = (self.value(operand, view) for operand in expression.operands)
        return all(operands) if expression.operator == "and" else any(operands)

    def _arithmetic(self, expression: tree.Arithmetic, view: View) -> int:
        return _ARITHMETIC[expression.operator](self.value(expression.left, view), self.value(expression.right, view))

    def _compare(self, expression: tree.Compare, view: View) -> bool:
        left = self._plain(expression.left, view)
        right = self._plain(expression.right, view)
        if expression.operator == "==":
            return bool(left == right)
        if expression.operator == "!=":
            return bool(left != right)
        if isinstance(expression.left.type, EnumType):
            rank = expression.left.type.literals.index
            return _ORDER[expression.operator](rank(left), rank(right))
        return _ORDER[expression.operator](left, right)

    def _member(self, expression: tree.Member, view: View) -> bool:
        return self.value(expression.item, view) in self.value(expression.collection, view)

    def _is_none(self, expression: tree.IsNone, view: View) -> bool:
        return self.value(expression.operand, view) is None

    def _is_kind(self, expression: tree.IsKind, view: View) -> bool:
        card = self.value(expression.operand, view)
        return card is not None and self.law.cards[card].kind in expression.kinds

    def _watched(self, expression: tree.Watched, view: View) -> Value:
        return watched(view.position, expression.name, self.value(expression.operand, view))

    def _conditional(self, expression: tree.Conditional, view: View) -> Value:
        chosen = expression.then if self.value(expression.condition, view) else expression.otherwise
        return self.value(chosen, view)

    # -- collections ----------------------------------------------------------------------------------------------

    def _plain(self, expression: tree.Expression, view: View) -> Value:
        return plain(self.value(expression, view))

    def _set_of(self, expression: tree.SetOf, view: View) -> frozenset[Value]:
        return frozenset(self.value(element, view) for element in expression.elements)

    def _fold(self, expression: tree.Fold, view: View) -> Value:
        folded = self._folded(expression, view)
        if expression.operator == "set":
            return frozenset(folded)
        if expression.operator == "any":
            return any(folded)
        if expression.operator == "all":
            return all(folded)
        if expression.operator == "sum":
            return sum(folded)
        if expression.operator == "len":
            return sum(1 for _ in folded)
        if expression.operator == "union":
            return frozenset().union(*folded)
        default = expression.default
        return values.extreme(
            expression.operator, list(folded), None if default is None else lambda: self.value(default, view)
        )

    def _folded(self, expression: tree.Fold, view: View) -> Iterator[Value]:
        for one in elements(self.value(expression.source, view)):
            inner = view._replace(locals={**view.locals, expression.variable: one})
            if expression.condition is None or self.value(expression.condition, inner):
                yield self._plain(expression.element, inner)

    def _builtin(self, expression: tree.Builtin, view: View) -> Value:
        if expression.name == "values":
            return listed_values(expression)
        if expression.name == "before":
            row, card = (self.value(argument, view) for argument in expression.arguments)
            assert isinstance(row, Row)
            return row.before(card)
        if expression.name in _ON_ZONES:
            return _ON_ZONES[expression.name](self.value(expression.arguments[0], view))
        read = sequence if expression.name in _ON_SEQUENCES else plain
        arguments = [read(self.value(argument, view)) for argument in expression.arguments]
        return _BUILTINS[expression.name](self.constants, *arguments)

    # -- definitions ----------------------------------------------------------------------------------------------

    def _call(self, expression: tree.Call, view: View) -> Value:
        definition = self.law.definitions[expression.name]
        arguments = [
            values.within(
                self.value(argument, view), *values.bounds_of(one.type), f"`{one.name}` of `{definition.name}`"
            )
            for one, argument in zip(definition.parameters, expression.arguments, strict=True)
        ]
        return self._define(definition.name, arguments, view.position)

    def _define(self, name: str, arguments: Iterable[Value], position: Position) -> Value:
        definition = self.law.definitions[name]
        value = self._decided(definition, arguments, position)
        if isinstance(definition.gives, SetType):
            return plain(value)
        return values.within(value, *values.bounds_of(definition.gives), f"`{name}`", definition.clause)

    def _decided(self, definition: Definition, arguments: Iterable[Value], position: Position) -> Value:
        names = [parameter.name for parameter in definition.parameters]
        view = View(position, dict(zip(names, map(plain, arguments), strict=True)), {})

        def holds(test: tree.Expression) -> bool:
            return bool(self.value(test, view))

        if definition.combine is not None:
            return combined(definition, [self._outcome(case, view) for case in deciding(definition.cases, holds)])
        for case in definition.cases:
            found = deciding((case,), holds)
            if found:
                return agreed([(one.id, self._outcome(one, view)) for one in found])
        raise ObligationBroken("gap", f"`{definition.name}` has no value here: no case applies", definition.clause)

    def _outcome(self, case: Case, view: View) -> Value:
        if view.position.tracer is not None:
            view.position.tracer.decided(case.id)
        assert case.value is not None
        return self.value(case.value, view)


def watched(position: Position, name: str, value: Value) -> Value:
    """The value of a watched expression, of which the tracer of the run is told."""
    if position.tracer is not None:
        position.tracer.tested(name, value)
    return value


def agreed(outcomes: list[tuple[str, Value]]) -> Value:
    """The one outcome of the deciding cases, given with their ids; they must agree."""
    first, value = outcomes[0]
    for other, another in outcomes[1:]:
        if another != value:
            raise ObligationBroken("conflict", f"{first} and {other} both apply, with different outcomes", first)
    return value


def combined(definition: Definition, outcomes: list[Value]) -> Value:
    """The outcomes of a collecting definition together; of none, the neutral element (of `max`: the lowest)."""
    if definition.combine == "union":
        return frozenset().union(*map(plain, outcomes))
    if definition.combine == "sum":
        return reduce(operator.add, outcomes, 0)
    if definition.combine == "all":
        return all(outcomes)
    if definition.combine == "any":
        return any(outcomes)
    lowest = definition.gives.low if isinstance(definition.gives, IntType) else None
    return max(outcomes, default=lowest or 0)


def listed_values(expression: tree.Builtin) -> tuple[Value, ...]:
    """What `values(TYPE)` lists."""
    assert isinstance(expression.type, SequenceType)
    element = expression.type.element
    if isinstance(element, EnumType):
        return element.literals
    assert isinstance(element, IntType) and element.low is not None and element.high is not None
    return values.bounded_range(element.low, element.high + 1)


_ON_SEQUENCES = frozenset(("first", "last", "at"))
_ON_ZONES: dict[str, Callable[[Value], Value]] = {
    "len": len,
    "tops": lambda zone: zone.tops(),
    "top": lambda zone: zone.top(),
}
_BUILTINS: dict[str, Callable[..., Value]] = {
    "cards": lambda constants: frozenset(range(len(constants.law.cards))),
    "players": lambda constants: tuple(range(constants.players)),
    "everyone": lambda constants: frozenset(range(constants.players)),
    "nobody": lambda constants: frozenset(),
    "opponents": lambda constants, seat: values.clockwise(constants.players, seat)[1:],
    "seats": lambda constants, seat: values.clockwise(constants.players, seat),
    "next": lambda constants, seat: (seat + 1) % constants.players,
    "prev": lambda constants, seat: (seat - 1) % constants.players,
    "steps": lambda constants, start, end: (end - start) % constants.players,
    "first": lambda constants, sequence: values.element_at(sequence, 0),
    "last": lambda constants, sequence: values.element_at(sequence, -1),
    "at": lambda constants, sequence, index: values.element_at(sequence, index),
    "the": lambda constants, elements: values.the_only(elements),
    "range": lambda constants, *limits: values.bounded_range(*limits),
    "min": lambda constants, *numbers: min(numbers),
    "max": lambda constants, *numbers: max(numbers),
}
_METHODS: dict[type, Callable[..., Value]] = {
    tree.Literal: Reference._literal,
    tree.Local: Reference._local,
    tree.StateRead: Reference._state,
    tree.ZoneRead: Reference._zone,
    tree.RulingRead: Reference._ruling,
    tree.OptionRead: Reference._option,
    tree.FieldRead: Reference._field,
    tree.Not: Reference._not,
    tree.Logic: Reference._logic,
    tree.Arithmetic: Reference._arithmetic,
    tree.Compare: Reference._compare,
    tree.Member: Reference._member,
    tree.IsNone: Reference._is_none,
    tree.IsKind: Reference._is_kind,
    tree.Conditional: Reference._conditional,
    tree.Watched: Reference._watched,
    tree.Call: Reference._call,
    tree.Builtin: Reference._builtin,
    tree.SetOf: Reference._set_of,
    tree.Fold: Reference._fold,
}
