"""How long an expression may take: rulebooks come from strangers, folds nest, and definitions call each other."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.language.analysis import all_cases, cases_of, conditions_of
from ruleslawyer.language.law import Case, Claim, Law
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.tree import Builtin, Call, Choose, Expression, Fold, SetOf, ZoneRead, statements
from ruleslawyer.language.types import BoolType, CardType, EnumType, IntType, OptionalType, PlayerType, Type
from ruleslawyer.rulebook.diagnostics import Diagnostic

LARGEST_COST = 20_000_000
"""Elementary operations that evaluating one expression, or listing one choice, may take at worst."""
LONGEST_RANGE = 100_000
"""The numbers that are assumed where nothing bounds them."""
Names = tuple[tuple[str, Expression], ...]


def costly_expressions(law: Law) -> list[Diagnostic]:
    """A fault for each expression or choice of the rulebook that may take too long."""
    return list(dict.fromkeys(_Costs(law).faults()))


class _Costs:
    def __init__(self, law: Law) -> None:
        self._law = law
        self._definitions: dict[str, int] = {}

    def faults(self) -> Iterator[Diagnostic]:
        for clause, expression in self._expressions():
            if self.cost(expression) > LARGEST_COST:
                message = f"this may take more than {LARGEST_COST:,} operations"
                hint = "fold over less, or declare bounds: a number without bounds may be large"
                yield Diagnostic("too-costly", message, expression.span, clause, hint)
        for clause, names in self._choices():
            if self.listing_cost(names) > LARGEST_COST:
                hint = "make several choices of one name each, or declare bounds"
                yield Diagnostic("too-costly", "listing all of this may take too long", names[-1][1].span, clause, hint)

    # -- what is looked at ----------------------------------------------------------------------------------------

    def _expressions(self) -> Iterator[tuple[str | None, Expression]]:
        for case in all_cases(self._law):
            for expression in _of_case(case):
                yield case.clause, expression
            for statement in statements(case.do):
                yield from ((case.clause, expression) for expression in statement.expressions())
        for claim in self._claims():
            yield claim.clause, claim.expression
        for zone in self._law.zones.values():
            yield from ((None, one) for one in (zone.seen_by, zone.starts) if one is not None)
        for state in self._law.state.values():
            yield None, state.starts

    def _choices(self) -> Iterator[tuple[str | None, Names]]:
        for event in self._law.events.values():
            for option in event.options:
                if option.parameters:
                    yield option.case.clause, option.parameters
        for case in all_cases(self._law):
            for statement in statements(case.do):
                if isinstance(statement, Choose):
                    yield case.clause, statement.names
        for claim in self._claims():
            if claim.over:
                yield claim.clause, (*claim.over, (claim.id, claim.expression))

    def _claims(self) -> Iterator[Claim]:
        yield from self._law.invariants
        for claims in self._law.scopes.values():
            yield from claims
        for event in self._law.events.values():
            yield from (*event.requires, *event.ensures, *event.always)

    # -- estimates ------------------------------------------------------------------------------------------------

    def cost(self, expression: Expression) -> int:
        """An upper bound on the operations of evaluating the expression once."""
        if isinstance(expression, Fold):
            each = 1 + self.cost(expression.element)
            each += 0 if expression.condition is None else self.cost(expression.condition)
            default = 0 if expression.default is None else self.cost(expression.default)
            return self.cost(expression.source) + self.size(expression.source) * each + default
        inner = 1 + sum(map(self.cost, expression.children()))
        if isinstance(expression, Call):
            inner += self._of_definition(expression.name)
        elif isinstance(expression, Builtin) and element_of(expression.type) is not None:
            inner += self.size(expression)
        return inner

    def listing_cost(self, names: Names) -> int:
        """An upper bound on listing all combinations: each collection is evaluated once for each of those before it."""
        total, combinations = 0, 1
        for _, domain in names:
            total += combinations * self.cost(domain)
            combinations *= self.size(domain)
        return total + combinations

    def size(self, collection: Expression) -> int:
        """An upper bound on the elements of a collection; 1 for what is none."""
        element = element_of(collection.type)
        bound = 1 if element is None else self._values(element)
        if isinstance(collection, SetOf):
            return min(bound, len(collection.elements))
        if isinstance(collection, Fold) and collection.operator == "set":
            return min(bound, self.size(collection.source))
        if isinstance(collection, Builtin) and collection.name == "range":
            return min(bound, self._highest(collection.arguments[-1]))
        if isinstance(collection, Builtin) and collection.name in ("before", "tops"):
            return min(bound, self._of_field(collection.arguments[0], collection.name == "tops"))
        return min(bound, self._of_field(collection, False))

    def _of_field(self, zone: Expression, tops: bool) -> int:
        """How many cards a zone can hold that are distinct in a field, or (`tops`) how many stacks it can have."""
        if not isinstance(zone, ZoneRead):
            return LONGEST_RANGE
        declared = self._law.zones[zone.name]
        field = declared.stack_field if tops else declared.distinct
        return LONGEST_RANGE if field is None else len({card.fields.get(field) for card in self._law.cards})

    def _highest(self, number: Expression) -> int:
        if isinstance(number, Builtin) and number.name == "len":
            return self.size(number.arguments[0])
        high = number.type.high if isinstance(number.type, IntType) else None
        return LONGEST_RANGE if high is None else min(high, LONGEST_RANGE)

    def _values(self, of: Type) -> int:
        match of:
            case CardType():
                return len(self._law.cards)
            case EnumType(literals=literals):
                return len(literals)
            case PlayerType():
                return self._law.players[1]
            case BoolType():
                return 2
            case IntType(low=int(low), high=int(high)):
                return min(high - low + 1, LONGEST_RANGE)
            case OptionalType(element=element):
                return 1 + self._values(element)
            case _:
                return LONGEST_RANGE

    def _of_definition(self, name: str) -> int:
        """What a call costs, at most the limit. What is reported in the definition itself counts for nothing here."""
        if name not in self._definitions:
            cases = cases_of(self._law.definitions[name])
            costs = [self.cost(expression) for case in cases for expression in _of_case(case)]
            self._definitions[name] = min(sum(cost for cost in costs if cost <= LARGEST_COST), LARGEST_COST)
        return self._definitions[name]


def _of_case(case: Case) -> Iterator[Expression]:
    """The expressions of a case itself, its undercuts included."""
    yield from conditions_of(case)
    if case.value is not None:
        yield case.value
