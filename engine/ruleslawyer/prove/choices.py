"""Decisions inside a clause: choosing and rolling."""

from __future__ import annotations

from ruleslawyer.language import tree as t
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.types import BoolType
from ruleslawyer.prove import folds
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.folds import Collection
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.runner import Runner
from ruleslawyer.prove.terms import Bool, conj, disj, implies, le, neg
from ruleslawyer.prove.values import CardSet, Maybe, Value


class Choices(Runner):
    """The decision statements of the executor."""

    def _roll(self, one: t.Roll, path: Path, after: Continuation) -> None:
        path = self.decision(path, one.label)
        value = self.context.fresh_int(one.name, one.low, one.high)
        path, bound = self.chosen(path, one.label, {one.name: value})
        after(path.bind(bound))

    def _choose(self, one: t.Choose, path: Path, after: Continuation) -> None:
        if one.size is not None:
            raise Unsupported("choosing a set")
        with self.defined(path, one.label) as evaluator:
            optional = False if one.optional is None else evaluator.truth(one.optional, path.env)
            if len(one.names) > 1:
                self._look_at_one(evaluator.collection(one.names[0][1], path.env))
            possible = evaluator.possible(one.names, path.env)
        self.prove(path, one.label, Kind.CHOICE, disj(optional, possible), "a forced choice has something to choose")
        if one.by is not None:
            with self.defined(path, one.label) as evaluator:
                evaluator.evaluate(one.by, path.env)
        path = self.decision(path, one.label)
        declined = False if one.optional is None else self.context.fresh_bool("declined")
        self.context.assume(conj(implies(declined, optional), implies(neg(possible), declined)))
        chosen: dict[str, Value] = {}
        with self.context.apart():
            for name, expression in one.names:
                chosen[name] = self.member(evaluator, expression, {**path.env, **chosen}, name, neg(declined))
        if one.optional is not None:
            chosen = {name: Maybe(declined, value) for name, value in chosen.items()}
        path, bound = self.chosen(path, one.label, chosen)
        after(path.bind(bound))

    def _look_at_one(self, collection: Collection) -> None:
        """Of each crowd of a collection that is not empty, let some card be spoken of."""
        for bulk in folds.crowds(collection):
            card = self.context.fresh_card("one")
            self.context.assume(implies(le(1, bulk.zone.length()), bulk.zone.contains(self.context, card)))
            self.context.note_member(bulk.zone, card)

    def member(self, evaluator: Evaluator, source: t.Expression, env: Locals, name: str, when: Bool = True) -> Value:
        """Any element of what an expression lists, in the worlds where `when` holds."""
        collection = evaluator.collection(source, env)
        if isinstance(collection, CardSet):
            value = self.context.fresh_card(name)
        elif isinstance(element_of(source.type), BoolType):
            value = self.context.fresh_bool(name)
        else:
            value = self.context.fresh_int(name)
        self.context.assume(implies(when, folds.contains(self.context, collection, value)))
        for bulk in folds.crowds(collection):
            self.context.note_member(bulk.zone, value)
        return value
