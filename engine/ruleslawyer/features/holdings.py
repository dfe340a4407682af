"""Who has which feature, as formulas: the solver's world in which the clauses of features are compared."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleslawyer.features.possession import Possession
from ruleslawyer.language import tree as t
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.resolution import Resolution
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import Bool, Int, conj, eq, implies, neg, replaced
from ruleslawyer.prove.values import Value, merge


@dataclass
class FeatureEvaluator(Evaluator):
    """Asks whether a player has a feature seat by seat, so that one symbol stands for one seat and one feature."""

    possession: Possession | None = field(default=None, kw_only=True)

    def evaluate(self, expression: t.Expression, env: Locals) -> Value:
        """:raises Unsupported: for what has no encoding."""
        if isinstance(expression, t.Call) and self.possession and expression.name == self.possession.definition:
            return self._possessed(self.possession, expression, env)
        return super().evaluate(expression, env)

    def _possessed(self, possession: Possession, one: t.Call, env: Locals) -> Value:
        seat = self.evaluate(one.arguments[possession.player], env)
        feature = self.evaluate(one.arguments[possession.feature], env)
        seats = list(self.context.seats) if not isinstance(seat, int) else [seat]
        features = range(len(possession.features)) if not isinstance(feature, int) else [feature]
        result: Value = None
        for number in features:
            for place in seats:
                here = conj(eq(seat, place), eq(feature, number))
                value = self.has(place, number)
                result = value if result is None else merge(here, value, result)
        return result

    def has(self, seat: int, feature: int) -> Bool:
        """Whether the player of that seat has the feature with that number."""
        assert self.possession is not None
        name = self.possession.definition
        arguments: list[Value] = [seat, feature] if self.possession.player == 0 else [feature, seat]
        return self._remembered(
            ("call", name, tuple(arguments)),
            self.footprints.definition_reads(name).places,
            lambda: Resolution(self).define(name, arguments),
        )


class FeatureContracts(Contracts):
    """Contracts whose evaluators ask for features seat by seat."""

    possession: Possession | None = None

    def evaluator(
        self, state: SymbolicState, old: SymbolicState | None = None, old_locals: Locals | None = None
    ) -> FeatureEvaluator:
        """See `Contracts.evaluator`."""
        before = None if old is None else self.evaluator(old)
        plain = (self.context, self.footprints, state, before, old_locals or {})
        return FeatureEvaluator(*plain, possession=self.possession)


class Holdings:
    """Who has which feature in one state. What it gives are assumptions for `Context.check`."""

    def __init__(self, context: Context, evaluator: FeatureEvaluator, possession: Possession) -> None:
        self.context = context
        self.features = possession.features
        self._holder: dict[str, Int] = {}
        self._absent: dict[str, Bool] = {}
        self._held: dict[str, Bool] = {}
        self._has: dict[str, list[Bool]] = {}
        for number, feature in enumerate(possession.features):
            has = self._has[feature] = [evaluator.has(seat, number) for seat in context.seats]
            holder = context.fresh_player(f"holder.{feature}")
            self._holder[feature] = holder
            self._absent[feature] = self._named(f"absent.{feature}", conj(*(neg(one) for one in has)))
            by_one = conj(*(eq(one, eq(holder, seat)) for seat, one in enumerate(has)))
            self._held[feature] = self._named(f"held.{feature}", by_one)

    def _named(self, name: str, fact: Bool) -> Bool:
        symbol = self.context.fresh_bool(name)
        self.context.assume(implies(symbol, fact))
        return symbol

    def without(self, feature: str, fact: Bool) -> Bool:
        """What a formula says if nobody has a feature, all else being equal."""
        return replaced(fact, self._has[feature], False)

    def holder(self, feature: str) -> Int:
        """The seat that has a feature, where one alone has it."""
        return self._holder[feature]

    def nobody(self, *but: str) -> tuple[Bool, ...]:
        """Nobody has a feature, except perhaps those named."""
        return tuple(symbol for feature, symbol in self._absent.items() if feature not in but)

    def only(self, feature: str) -> tuple[Bool, ...]:
        """One player has that feature, and nobody any other."""
        return (self._held[feature], *self.nobody(feature))

    def pair(self, one: str, other: str, together: bool) -> tuple[Bool, ...]:
        """One player has both (`together`), or two players have one each; nobody has any other."""
        same = eq(self._holder[one], self._holder[other])
        where = same if together else neg(same)
        return (self._held[one], self._held[other], where, *self.nobody(one, other))
