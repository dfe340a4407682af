"""Expressions of the checked tree as formulas over a symbolic state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import Footprints
from ruleslawyer.language.types import BoolType, EnumType, IntType, NoneType, OptionalType, SequenceType, Type, ZoneType
from ruleslawyer.prove import folds
from ruleslawyer.prove.builtins import BUILTINS
from ruleslawyer.prove.context import Context, Demand, Unsupported
from ruleslawyer.prove.resolution import Resolution
from ruleslawyer.prove.state import SymbolicState, finite_values, in_type
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    any_of,
    conj,
    disj,
    eq,
    ite,
    le,
    lt,
    minus,
    neg,
    plus,
    quotient,
    times,
    within,
)
from ruleslawyer.prove.values import (
    NONE,
    Bulk,
    CardSet,
    FiniteSet,
    Maybe,
    Stretch,
    Value,
    ZoneRef,
    as_maybe,
    merge,
    present,
    union,
    value_key,
)
from ruleslawyer.prove.zones import SymbolicZone

Locals = Mapping[str, Value]
LARGEST = 2**63
"""Beyond which the machine refuses a product."""


@dataclass
class Evaluator:
    """Evaluates in one state. `old`: the evaluator of the state at which a contract began."""

    context: Context
    footprints: Footprints
    state: SymbolicState
    old: Evaluator | None = None
    old_locals: Locals = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._resolution = Resolution(self)

    def evaluate(self, expression: t.Expression, env: Locals) -> Value:
        """:raises Unsupported: for what has no encoding."""
        encoding = ENCODINGS.get(type(expression))
        if encoding is None:
            raise Unsupported(f"a {type(expression).__name__}")
        return encoding(self, expression, env)

    def truth(self, expression: t.Expression, env: Locals) -> Bool:
        return self.evaluate(expression, env)

    def collection(self, expression: t.Expression, env: Locals) -> CardSet | FiniteSet:
        """A zone, set or sequence, as the collection of its members."""
        return self.as_collection(self.evaluate(expression, env))

    def plain(self, expression: t.Expression, env: Locals) -> Value:
        """What is handed over: a zone as the cards that lie there now."""
        value = self.evaluate(expression, env)
        return self.as_collection(value) if isinstance(value, ZoneRef) else value

    def typed(self, expression: t.Expression, env: Locals, type_: Type) -> Value:
        """What is stored or handed over as a value of a type; what the checker has seen to be there is not optional."""
        value = self.plain(expression, env)
        return value if isinstance(type_, OptionalType) else present(value)

    def seat(self, index: t.Expression | None, env: Locals) -> Int | None:
        """The seat whose zone or variable is meant; None for one that is not of a player."""
        return None if index is None else present(self.evaluate(index, env))

    def possible(
        self, names: Sequence[tuple[str, t.Expression]], env: Locals, test: Callable[[Locals], Bool] | None = None
    ) -> Bool:
        """Whether there is a value for each name, one after the other, with which the test holds."""
        if not names:
            return True if test is None else test(env)
        (name, source), *rest = names
        collection = self.collection(source, env)
        if not rest and test is None:
            return folds.exists(self.context, collection, folds.anything)

        def others(item: Value) -> Bool:
            return self.possible(rest, {**env, name: item}, test)

        return folds.exists(self.context, collection, others)

    def as_collection(self, value: Value) -> CardSet | FiniteSet:
        if not isinstance(value, ZoneRef):
            return value  # type: ignore[no-any-return]
        if len(value.choices) == 1:
            return self._zone_cards(self.state.zones[value.choices[0][1]])
        result = CardSet()
        for condition, key in value.choices:
            result = merge(condition, self._zone_cards(self.state.zones[key]), result)
        return result

    def _zone_cards(self, zone: SymbolicZone) -> CardSet:
        def make() -> CardSet:
            singles = zone.singles()
            beside = tuple(other for other in self.state.zones.values() if other is not zone)
            return CardSet(bulks=(Bulk(zone, True, beside=beside),)) if singles is None else CardSet(singles)

        cards: CardSet = self.context.remember(("cards", zone), make)
        return cards

    # -- reads ----------------------------------------------------------------------------------------------------

    def _literal(self, one: t.Literal, env: Locals) -> Value:
        if one.value is None:
            return NONE
        return _enumeration(one.type).literals.index(one.value) if isinstance(one.value, str) else one.value

    def _local(self, one: t.Local, env: Locals) -> Value:
        value = env[one.name]
        return value if isinstance(one.type, OptionalType | NoneType) else present(value)

    def _stateread(self, one: t.StateRead, env: Locals) -> Value:
        if one.index is None:
            return self.state.variables[one.name, None]
        seat = self.seat(one.index, env)
        value = self.state.variables[one.name, self.context.seats[-1]]
        for number in reversed(self.context.seats[:-1]):
            value = merge(eq(seat, number), self.state.variables[one.name, number], value)
        return value

    def _zoneread(self, one: t.ZoneRead, env: Locals) -> ZoneRef:
        if one.scoped:
            innermost = min(seat for name, seat in self.state.zones if name == one.name and seat is not None)
            return ZoneRef(((True, (one.name, innermost)),))
        if one.index is None:
            return ZoneRef(((True, (one.name, None)),))
        seat = self.seat(one.index, env)
        choices = ((eq(seat, number), (one.name, number)) for number in self.context.seats)
        return ZoneRef(tuple(choice for choice in choices if choice[0] is not False))

    def _rulingread(self, one: t.RulingRead, env: Locals) -> Int:
        return self.context.rulings[one.name]

    def _optionread(self, one: t.OptionRead, env: Locals) -> Int:
        return self.context.options[one.name]

    def _fieldread(self, one: t.FieldRead, env: Locals) -> Value:
        target = self.evaluate(one.target, env)
        column = self.context.table.column(present(target), one.name)
        plain = one.type.element if isinstance(one.type, OptionalType) else one.type
        value: Value = eq(column, 1) if isinstance(plain, BoolType) else column
        if isinstance(one.type, OptionalType):
            return Maybe(eq(column, self.context.table.missing(one.name)), value)
        return value

    # -- operators ------------------------------------------------------------------------------------------------

    def _not(self, one: t.Not, env: Locals) -> Bool:
        return neg(self.evaluate(one.operand, env))

    def _logic(self, one: t.Logic, env: Locals) -> Bool:
        result: Bool = one.operator == "and"
        for operand in one.operands:
            with self.context.under(result if one.operator == "and" else neg(result)):
                value = self.evaluate(operand, env)
            result = conj(result, value) if one.operator == "and" else disj(result, value)
            if isinstance(result, bool) and result is not (one.operator == "and"):
                break
        return result

    def _arithmetic(self, one: t.Arithmetic, env: Locals) -> Int:
        left, right = self.evaluate(one.left, env), self.evaluate(one.right, env)
        match one.operator:
            case "+":
                return plus(left, right)
            case "-":
                return minus(left, right)
            case "*":
                if not isinstance(left, int) and not isinstance(right, int):
                    raise Unsupported("a product of two unknowns")
                product = times(left, right)
                if not _is_small(one.type):
                    self.context.demand(within(1 - LARGEST, product, LARGEST - 1), "a product is within 64 bits")
                return product
        if not isinstance(right, int) or right <= 0:
            raise Unsupported("a division by what is not a positive number")
        return quotient(left, right)

    def _compare(self, one: t.Compare, env: Locals) -> Bool:
        if any(isinstance(side.type, SequenceType) for side in (one.left, one.right)):
            raise Unsupported("the comparison of a sequence")
        left, right = self.evaluate(one.left, env), self.evaluate(one.right, env)
        match one.operator:
            case "==":
                return self.equal(left, right)
            case "!=":
                return neg(self.equal(left, right))
        left, right = present(left), present(right)
        match one.operator:
            case "<":
                return lt(left, right)
            case "<=":
                return le(left, right)
            case ">":
                return lt(right, left)
        return le(right, left)

    def equal(self, left: Value, right: Value) -> Bool:
        if isinstance(left, Maybe) or isinstance(right, Maybe):
            first, second = as_maybe(left), as_maybe(right)
            if first.value is None or second.value is None:
                return conj(first.absent, second.absent)
            values = self.equal(first.value, second.value)
            return conj(eq(first.absent, second.absent), disj(first.absent, values))
        if isinstance(left, CardSet | FiniteSet | ZoneRef):
            return self._equal_sets(self.as_collection(left), self.as_collection(right))
        if hasattr(left, "columns"):
            return self.context.table.same(left, right)
        return eq(left, right)

    def _equal_sets(self, left: CardSet | FiniteSet, right: CardSet | FiniteSet) -> Bool:
        def missing(one: Any, other: Any) -> Bool:
            return folds.exists(self.context, one, lambda item: neg(folds.contains(self.context, other, item)))

        return conj(neg(missing(left, right)), neg(missing(right, left)))

    def _member(self, one: t.Member, env: Locals) -> Bool:
        item, where = self.evaluate(one.item, env), self.evaluate(one.collection, env)
        if isinstance(item, Maybe):
            if item.value is None:
                return False
            item, there = item.value, neg(item.absent)
        else:
            there = True
        if isinstance(where, ZoneRef):
            zones = [(condition, self.state.zones[key]) for condition, key in where.choices]
            inside = any_of(conj(condition, zone.contains(self.context, item)) for condition, zone in zones)
            for _, zone in zones:
                self.context.note_member(zone, item)
        else:
            inside = folds.contains(self.context, where, item)
        return conj(there, inside)

    def _isnone(self, one: t.IsNone, env: Locals) -> Bool:
        return as_maybe(self.evaluate(one.operand, env)).absent

    def _iskind(self, one: t.IsKind, env: Locals) -> Bool:
        card = as_maybe(self.evaluate(one.operand, env))
        if card.value is None:
            return False
        return conj(neg(card.absent), self.context.table.is_kind(card.value, one.kinds))

    def _conditional(self, one: t.Conditional, env: Locals) -> Value:
        condition = self.evaluate(one.condition, env)
        if isinstance(condition, bool):
            return self.evaluate(one.then if condition else one.otherwise, env)
        with self.context.under(condition):
            then = self.evaluate(one.then, env)
        with self.context.under(neg(condition)):
            otherwise = self.evaluate(one.otherwise, env)
        if isinstance(then, ZoneRef) and isinstance(otherwise, CardSet | FiniteSet):
            then = self.as_collection(then)
        if isinstance(otherwise, ZoneRef) and isinstance(then, CardSet | FiniteSet):
            otherwise = self.as_collection(otherwise)
        return merge(condition, then, otherwise)

    # -- calls ----------------------------------------------------------------------------------------------------

    def _call(self, one: t.Call, env: Locals) -> Value:
        parameters = self.context.law.definitions[one.name].parameters
        arguments = []
        for argument, parameter in zip(one.arguments, parameters, strict=True):
            value = self.evaluate(argument, env)
            if not isinstance(parameter.type, ZoneType):
                value = self.as_collection(value if isinstance(parameter.type, OptionalType) else present(value))
                fits = in_type(self.context, value, parameter.type)
                self.context.demand(fits, f"`{parameter.name}` of `{one.name}` is within {parameter.type}")
            arguments.append(value)
        return self._remembered(
            ("call", one.name, tuple(value_key(argument) for argument in arguments)),
            self.footprints.definition_reads(one.name).places,
            lambda: self._resolution.define(one.name, arguments),
        )

    def _remembered(self, key: tuple[object, ...], reads: frozenset[str], make: Any) -> Value:
        """What `make` gave for this key in a state that agrees on `reads`; its demands are raised again."""

        def fresh() -> tuple[Value, list[Demand]]:
            with self.context.apart() as demands:
                return make(), demands

        value, demands = self.context.remember((*key, self.state.version(reads)), fresh)
        for one in demands:
            self.context.demand(one.condition, one.text)
        return value

    def _setof(self, one: t.SetOf, env: Locals) -> CardSet | FiniteSet:
        values = [self.evaluate(element, env) for element in one.elements]
        if values and hasattr(values[0], "columns"):
            return CardSet(tuple((value, True) for value in values), mixed=True)
        return FiniteSet(tuple((value, True) for value in values))

    def _old(self, one: t.Old, env: Locals) -> Value:
        if self.old is None:
            raise Unsupported("old outside a contract")
        value = self.old.evaluate(one.operand, {**env, **self.old_locals})
        return self.old.as_collection(value)

    def _builtin(self, one: t.Builtin, env: Locals) -> Value:
        if one.name == "values":
            element = getattr(one.type, "element", None)
            if element is None:
                raise Unsupported("values of no type")
            return FiniteSet(finite_values(self.context, element))
        if one.name not in BUILTINS:
            raise Unsupported(f"`{one.name}`")
        return BUILTINS[one.name](self, [self.evaluate(each, env) for each in one.arguments])

    # -- folds ----------------------------------------------------------------------------------------------------

    def _fold(self, one: t.Fold, env: Locals) -> Value:
        source = self.collection(one.source, env)
        free = (name for name in self.footprints.locals_of(one) if name in env and name != one.variable)
        reads = self.footprints.reads(one)
        before = self.old.state.version(reads.places) if reads.old and self.old is not None else None
        key = ("fold", id(one), value_key(source), tuple((name, value_key(env[name])) for name in free), before)
        return self._remembered(key, reads.places, lambda: self._fold_over(one, source, env))

    def _fold_over(self, one: t.Fold, source: CardSet | FiniteSet, env: Locals) -> Value:
        def test(item: Value) -> Bool:
            return True if one.condition is None else self.evaluate(one.condition, {**env, one.variable: item})

        def element(item: Value) -> Value:
            return self.evaluate(one.element, {**env, one.variable: item})

        def tested(item: Value, wanted: bool) -> Bool:
            """Whether the item passes the test and the element is the truth value that is looked for."""
            passes = test(item)
            if passes is False:
                return False
            with self.context.under(passes):
                return conj(passes, eq(element(item), wanted))

        match one.operator:
            case "any":
                return folds.exists(self.context, source, lambda item: tested(item, True))
            case "all":
                return neg(folds.exists(self.context, source, lambda item: tested(item, False)))
            case "len":
                return folds.count(self.context, source, test)
            case "sum":
                bounds = _bounds(one.element.type) if folds.crowds(source) else (0, 0)
                self._ask_of_all(source, test, element)
                return folds.summed(self.context, source, test, element, bounds)
            case "set":
                return self._collect(one, source, test, element)
            case "union":
                members = folds.listed(self.context, source)
                if folds.crowds(source):
                    raise Unsupported("a union over cards that cannot be listed")
                return self._union_over(list(members), test, element)
        self._ask_of_all(source, test, element)
        found, best = folds.extreme(self.context, source, test, element, one.operator == "max")
        if one.default is not None:
            with self.context.under(neg(found)):
                default = self.evaluate(one.default, env)
            return ite(found, best, default)
        self.context.demand(found, f"`{one.operator}` has something to compare")
        return best

    def _ask_of_all(self, source: CardSet | FiniteSet, test: folds.Test, element: Any) -> None:
        """Demand that the test, and the element where it passes, have a value for every card of the crowds."""
        for bulk in folds.crowds(source):
            folds.ask_of_all(self.context, bulk, test, element)

    def _union_over(self, members: list[tuple[Value, Bool]], test: folds.Test, element: Any) -> Value:
        parts = []
        for item, here in members:
            passes = folds.where(self.context, here, test, item)
            if passes is not False:
                with self.context.under(passes):
                    parts.append((passes, self.as_collection(element(item))))
        return union(parts)

    def _collect(self, one: t.Fold, source: CardSet | FiniteSet, test: Any, element: Any) -> CardSet | FiniteSet:
        plain = isinstance(one.element, t.Local) and one.element.name == one.variable
        self._ask_of_all(source, test, element)
        if plain and isinstance(source, CardSet):
            singles = tuple((card, folds.where(self.context, here, test, card)) for card, here in source.singles)
            bulks = tuple(
                bulk if one.condition is None else replace(bulk, filters=(*bulk.filters, test)) for bulk in source.bulks
            )
            return CardSet(tuple(single for single in singles if single[1] is not False), bulks, source.mixed)
        if folds.crowds(source):

            def gives(value: Int) -> folds.Test:
                def is_value(item: Value) -> Bool:
                    passes = test(item)
                    with self.context.under(passes):
                        return conj(passes, eq(element(item), value))

                return is_value

            values = finite_values(self.context, one.element.type)
            return FiniteSet(tuple((value, folds.exists(self.context, source, gives(value))) for value, _ in values))
        if isinstance(source, FiniteSet) and source.stretches:
            return self._collect_numbers(source, test, element)
        members = []
        for item, here in folds.listed(self.context, source):
            passes = folds.where(self.context, here, test, item)
            with self.context.under(passes):
                members.append((element(item), passes))
        if members and hasattr(members[0][0], "columns"):
            return CardSet(tuple(members), mixed=True)
        return FiniteSet(tuple(members))

    def _collect_numbers(self, source: FiniteSet, test: Any, element: Any) -> FiniteSet:
        def stretched(one: Stretch) -> Stretch:
            return Stretch(
                one.low,
                one.high,
                one.guard,
                lambda number: element(one.of(number)),
                (*one.filters, lambda number: test(one.of(number))),
            )

        items = []
        for item, here in source.items:
            passes = folds.where(self.context, here, test, item)
            with self.context.under(passes):
                items.append((element(item), passes))
        made = FiniteSet(tuple(items), stretches=tuple(map(stretched, source.stretches)))
        folds.exists(self.context, made, lambda number: True)
        return made


ENCODINGS: Mapping[type[t.Expression], Callable[[Evaluator, Any, Locals], Value]] = {
    t.Literal: Evaluator._literal,
    t.Local: Evaluator._local,
    t.StateRead: Evaluator._stateread,
    t.ZoneRead: Evaluator._zoneread,
    t.RulingRead: Evaluator._rulingread,
    t.OptionRead: Evaluator._optionread,
    t.FieldRead: Evaluator._fieldread,
    t.Not: Evaluator._not,
    t.Logic: Evaluator._logic,
    t.Arithmetic: Evaluator._arithmetic,
    t.Compare: Evaluator._compare,
    t.Member: Evaluator._member,
    t.IsNone: Evaluator._isnone,
    t.IsKind: Evaluator._iskind,
    t.Conditional: Evaluator._conditional,
    t.Call: Evaluator._call,
    t.SetOf: Evaluator._setof,
    t.Old: Evaluator._old,
    t.Builtin: Evaluator._builtin,
    t.Fold: Evaluator._fold,
}
"""How each kind of expression becomes a formula. What depends on one that is missing here is unproved."""


def _enumeration(type_: Type) -> EnumType:
    while isinstance(type_, OptionalType):
        type_ = type_.element
    if not isinstance(type_, EnumType):
        raise Unsupported(f"a literal of type {type_}")
    return type_


def _is_small(type_: Type) -> bool:
    """Whether no number of a type can go beyond 64 bits."""
    if not isinstance(type_, IntType) or type_.low is None or type_.high is None:
        return False
    return type_.low > -LARGEST and type_.high < LARGEST


def _bounds(type_: Type) -> tuple[int, int]:
    if isinstance(type_, IntType) and type_.low is not None and type_.high is not None:
        return type_.low, type_.high
    raise Unsupported("a sum of unbounded numbers over cards that cannot be listed")
