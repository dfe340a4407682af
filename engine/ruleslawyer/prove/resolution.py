"""Which of competing clauses decides: a base, what overrides it, what disables that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.language.law import Case, Definition, Undercut
from ruleslawyer.language.types import ZoneType
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.state import in_type
from ruleslawyer.prove.terms import Bool, all_of, any_of, conj, disj, ite, maximum, neg, total
from ruleslawyer.prove.values import Value, merge, union

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

    def deciding(self, case: Case, env: Locals, base: Bool = True) -> Iterator[Deciding]:
        """The case and all its exceptions, each with the condition that it is the one that decides."""
        with self.evaluator.context.under(base):
            applies = conj(base, self.applies(case, env))
        stronger: list[tuple[int, Bool]] = []
        for exception in ranked(case):
            above = any_of(condition for level, condition in stronger if level > exception.level)
            for one in self.deciding(exception, env, conj(applies, neg(above))):
                yield one
                if one.case is exception:
                    stronger.append((exception.level, one.applies))
        yield Deciding(case, conj(applies, neg(any_of(condition for _, condition in stronger))), applies)

    # -- definitions ----------------------------------------------------------------------------------------------

    def define(self, name: str, arguments: list[Value]) -> Value:
        """The value of a definition for these arguments."""
        definition = self.evaluator.context.law.definitions[name]
        env = {parameter.name: value for parameter, value in zip(definition.parameters, arguments, strict=True)}
        combined = definition.combine is not None
        value = self._combined(definition, env) if combined else self._first(definition, env)
        within = in_type(self.evaluator.context, value, definition.gives)
        self.evaluator.context.demand(within, f"`{name}` is within {definition.gives}")
        return value

    def _value(self, case: Case, env: Locals) -> Value:
        """The value of an applying case or of what overrides it."""
        result: Value = None
        for exception in reversed(ranked(case)):
            condition = self.applies(exception, env)
            if condition is False:
                continue
            with self.evaluator.context.under(condition):
                value = self._value(exception, env)
            if result is None:
                result = self._own(case, env)
            result = merge(condition, value, result)
        return self._own(case, env) if result is None else result

    def _own(self, case: Case, env: Locals) -> Value:
        if case.value is None:
            raise Unsupported(f"{case.id} has no value")
        value = self.evaluator.evaluate(case.value, env)
        return value if isinstance(case.value.type, ZoneType) else self.evaluator.as_collection(value)

    def _first(self, definition: Definition, env: Locals) -> Value:
        conditions = [self.applies(case, env) for case in definition.cases]
        self.evaluator.context.demand(any_of(conditions), f"`{definition.name}` is defined here")
        result: Value = None
        for case, condition in reversed(list(zip(definition.cases, conditions, strict=True))):
            with self.evaluator.context.under(condition):
                value = self._value(case, env)
            result = value if result is None else merge(condition, value, result)
        return result

    def _combined(self, definition: Definition, env: Locals) -> Value:
        parts = []
        for case in definition.cases:
            condition = self.applies(case, env)
            if condition is not False:
                with self.evaluator.context.under(condition):
                    parts.append((condition, self._value(case, env)))
        match definition.combine:
            case "any":
                return any_of(conj(condition, value) for condition, value in parts)
            case "all":
                return all_of(disj(neg(condition), value) for condition, value in parts)
            case "sum":
                return total(ite(condition, value, 0) for condition, value in parts)
            case "union":
                return union(parts)
        return self._largest(parts)

    def _largest(self, parts: list[tuple[Bool, Value]]) -> Value:
        self.evaluator.context.demand(any_of(condition for condition, _ in parts), "something contributes")
        result: Value = None
        for condition, value in parts:
            result = value if result is None else merge(condition, maximum(result, value), result)
        return result


def ranked(case: Case) -> tuple[Case, ...]:
    """The exceptions to a case, those of the strongest level first."""
    return tuple(sorted(case.exceptions, key=lambda one: -one.level))
