"""Which of competing clauses decides: a base, what overrides it, what disables that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ruleslawyer.language.law import Case, Definition, Undercut
from ruleslawyer.language.types import IntType, OptionalType, SetType, Type, ZoneType
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.state import in_type
from ruleslawyer.prove.terms import Bool, all_of, any_of, conj, disj, implies, ite, maximum, neg, total
from ruleslawyer.prove.values import Value, merge, present, union

if TYPE_CHECKING:
    from ruleslawyer.prove.expressions import Evaluator, Locals


@dataclass(frozen=True)
class Deciding:
    """A case that may decide, and when it does."""

    case: Case
    condition: Bool
    applies: Bool


@dataclass(frozen=True)
class Resolution:
    """Resolves cases in the state of an evaluator."""

    evaluator: Evaluator

    def applies(self, case: Case, env: Locals) -> Bool:
        """Whether the case's own condition holds and nothing disables it (its base is assumed to apply)."""
        condition = True if case.when is None else self.evaluator.truth(case.when, env)
        with self.evaluator.context.under(condition):
            undercuts = [self._cuts(one, env) for one in case.disabled_by]
        return conj(condition, neg(any_of(undercuts)))

    def _cuts(self, undercut: Undercut, env: Locals) -> Bool:
        condition = True if undercut.when is None else self.evaluator.truth(undercut.when, env)
        with self.evaluator.context.under(condition):
            return conj(condition, neg(any_of(self._cuts(one, env) for one in undercut.disabled_by)))

    def deciding(self, case: Case, env: Locals) -> Iterator[Deciding]:
        """The case and all its exceptions, each with the condition that it is one of those that decide."""
        yield from self._innermost(case, env, self.applies(case, env))

    def _innermost(self, case: Case, env: Locals, reached: Bool) -> Iterator[Deciding]:
        """What a case comes to where it applies and no stronger one does. All its exceptions are asked, in any case."""
        with self.evaluator.context.under(reached):
            exceptions = [(one, self.applies(one, env)) for one in ranked(case)]
        for exception, applies in exceptions:
            stronger = any_of(condition for other, condition in exceptions if other.level > exception.level)
            yield from self._innermost(exception, env, conj(reached, applies, neg(stronger)))
        yield Deciding(case, conj(reached, neg(any_of(condition for _, condition in exceptions))), reached)

    # -- definitions ----------------------------------------------------------------------------------------------

    def define(self, name: str, arguments: list[Value]) -> Value:
        """The value of a definition for these arguments."""
        definition = self.evaluator.context.law.definitions[name]
        env = {parameter.name: value for parameter, value in zip(definition.parameters, arguments, strict=True)}
        value = self._first(definition, env) if definition.combine is None else self._combined(definition, env)
        if not isinstance(definition.gives, SetType):
            within = in_type(self.evaluator.context, value, definition.gives)
            self.evaluator.context.demand(within, f"`{name}` is within {definition.gives}")
        return value

    def _own(self, one: Deciding, env: Locals, gives: Type) -> Value:
        if one.case.value is None:
            raise Unsupported(f"{one.case.id} has no value")
        with self.evaluator.context.under(one.condition):
            value = self.evaluator.evaluate(one.case.value, env)
        if isinstance(gives, ZoneType):
            return value
        return self.evaluator.as_collection(value if isinstance(gives, OptionalType) else present(value))

    def _first(self, definition: Definition, env: Locals) -> Value:
        """What the first case that applies comes to."""
        context = self.evaluator.context
        found: list[tuple[Bool, Value]] = []
        earlier: Bool = False
        for case in definition.cases:
            with context.under(neg(earlier)):
                deciding = list(self.deciding(case, env))
                values = [
                    (one, self._own(one, env, definition.gives)) for one in deciding if one.condition is not False
                ]
                for (one, value), (other, another) in combinations(values, 2):
                    both = conj(one.condition, other.condition)
                    if both is not False and one.case.id != other.case.id:
                        agree = implies(both, self.evaluator.equal(value, another))
                        context.demand(agree, f"{one.case.id} and {other.case.id} do not decide differently")
            found += [(conj(neg(earlier), one.condition), value) for one, value in values]
            earlier = disj(earlier, deciding[-1].applies)
        context.demand(earlier, f"`{definition.name}` is defined here")
        if not found:
            raise Unsupported(f"`{definition.name}`, which has no value")
        result = found[-1][1]
        for condition, value in reversed(found[:-1]):
            result = merge(condition, value, result)
        return result

    def _combined(self, definition: Definition, env: Locals) -> Value:
        """What all cases that apply come to together; an exception to several of them counts once."""
        deciding: dict[str, Deciding] = {}
        for case in definition.cases:
            for one in self.deciding(case, env):
                known = deciding.get(one.case.id)
                condition = one.condition if known is None else disj(known.condition, one.condition)
                deciding[one.case.id] = replace(one, condition=condition)
        parts = [
            (one.condition, self._own(one, env, definition.gives))
            for one in deciding.values()
            if one.condition is not False
        ]
        match definition.combine:
            case "any":
                return any_of(conj(condition, value) for condition, value in parts)
            case "all":
                return all_of(disj(neg(condition), value) for condition, value in parts)
            case "sum":
                return total(ite(condition, value, 0) for condition, value in parts)
            case "union":
                return union(parts)
        lowest = definition.gives.low if isinstance(definition.gives, IntType) else None
        return _largest(parts, lowest or 0)


def _largest(parts: list[tuple[Bool, Value]], lowest: int) -> Value:
    """The largest of the numbers that contribute; of none, the lowest that may be."""
    result: Value = lowest
    some: Bool = False
    for condition, value in parts:
        result = ite(condition, ite(some, maximum(result, value), value), result)
        some = disj(some, condition)
    return result


def ranked(case: Case) -> tuple[Case, ...]:
    """The exceptions to a case, those of the strongest level first."""
    return tuple(sorted(case.exceptions, key=lambda one: -one.level))
