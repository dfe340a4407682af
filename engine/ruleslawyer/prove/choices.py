"""Decisions inside a clause: choosing and rolling."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.language import tree as t
from ruleslawyer.prove import folds
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.expressions import Evaluator
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.runner import Runner
from ruleslawyer.prove.terms import Bool, conj, disj, implies, neg
from ruleslawyer.prove.values import CardSet, FiniteSet, Maybe, Value


class Choices(Runner):
    """The decision statements of the executor."""

    def _roll(self, one: t.Roll, path: Path, after: Continuation) -> None:
        path = self.decision(path, one.label)
        value = self.context.fresh_int(one.name, one.low, one.high)
        path, bound = self.chosen(path, one.label, {one.name: value})
        after(path.bind(bound))

    def _choose(self, one: t.Choose, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        if one.size is not None:
            raise Unsupported("choosing a set")
        optional = False if one.optional is None else evaluator.truth(one.optional, path.env)
        possible = self._choosable(evaluator, one.names, path.env)
        self.settle(path, one.label)
        path = self.decision(path, one.label)
        self.prove(path, one.label, Kind.CHOICE, disj(optional, possible), "a forced choice has something to choose")
        declined = False if one.optional is None else self.context.fresh_bool("declined")
        self.context.assume(conj(implies(declined, optional), implies(neg(possible), declined)))
        chosen: dict[str, Value] = {}
        for name, expression in one.names:
            collection = evaluator.collection(expression, {**path.env, **chosen})
            chosen[name] = self.member(evaluator, collection, name, neg(declined))
        if one.optional is not None:
            chosen = {name: Maybe(declined, value) for name, value in chosen.items()}
        path, bound = self.chosen(path, one.label, chosen)
        after(path.bind(bound))

    def _choosable(
        self, evaluator: Evaluator, names: tuple[tuple[str, t.Expression], ...], env: Mapping[str, Value]
    ) -> Bool:
        """Whether there is a value for each name, one after the other."""
        if not names:
            return True
        (name, expression), *rest = names
        collection = evaluator.collection(expression, env)
        if not rest:
            return folds.exists(self.context, collection, folds.anything)

        def others(item: Value) -> Bool:
            return self._choosable(evaluator, tuple(rest), {**env, name: item})

        return folds.exists(self.context, collection, others)

    def member(self, evaluator: Evaluator, collection: CardSet | FiniteSet, name: str, when: Bool) -> Value:
        """Any element of a collection, in the worlds where `when` holds."""
        cards = isinstance(collection, CardSet)
        value = self.context.fresh_card(name) if cards else self.context.fresh_int(name)
        self.context.assume(implies(when, folds.contains(self.context, collection, value)))
        for bulk in folds.crowds(collection):
            self.context.note_member(bulk.zone, value)
        return value
