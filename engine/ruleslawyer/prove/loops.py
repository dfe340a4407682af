"""Loops: every round from a state of which only the invariants are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.types import SequenceType
from ruleslawyer.prove.builtins import in_turn
from ruleslawyer.prove.choices import Choices
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.measures import Measure, decreases, non_negative
from ruleslawyer.prove.obligations import Kind, Obligation
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.state import forget
from ruleslawyer.prove.terms import Bool, Int, eq, neg
from ruleslawyer.prove.values import FiniteSet


class Loops(Choices):
    """The loop statements of the executor."""

    def _for(self, one: t.For, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            collection = evaluator.collection(one.source, path.env)
        if isinstance(collection, FiniteSet) and isinstance(one.source.type, SequenceType) and not collection.stretches:
            self._one_by_one(one, in_turn(self.context, collection), path, after)
            return
        head = self._loop_head(one, one.do, path, ())
        with self.context.scope():
            with self.context.apart():
                item = self.member(self.evaluator(path), one.source, path.env, one.name)
            inside = head.bind({one.name: item})
            with self.defined(head, one.label) as evaluator:
                stop = False if one.until is None else evaluator.truth(one.until, inside.env)

            def go_on(here: Path) -> None:
                self.run(one.do, here, lambda end: self._loop_end(one, head, end, ()))

            self.branch(neg(stop), inside, go_on)
        after(replace(head, env=path.env))

    def _one_by_one(self, one: t.For, items: Sequence[tuple[Int, Bool]], path: Path, after: Continuation) -> None:
        """A loop over a sequence as short as the table: a round for each item that is there, nothing forgotten."""
        if not items:
            after(path)
            return
        item, there = items[0]
        outside = path.env

        def rest(here: Path) -> None:
            self._one_by_one(one, items[1:], replace(here, env=outside), after)

        def go_on(here: Path) -> None:
            inside = here.bind({one.name: item})
            with self.defined(inside, one.label) as evaluator:
                stop = False if one.until is None else evaluator.truth(one.until, inside.env)
            self.branch(neg(stop), inside, lambda inner: self.run(one.do, inner, rest))
            self.branch(stop, here, lambda ended: after(replace(ended, env=outside)))

        self.branch(there, path, go_on)
        self.branch(neg(there), path, rest)

    def _repeat(self, one: t.Repeat, path: Path, after: Continuation) -> None:
        head = self._loop_head(one, one.do, path, one.invariants)
        with self.defined(head, one.label) as evaluator:
            condition = evaluator.truth(one.condition, head.env)
        self.branch(condition, head, self._round(one, head))
        self.branch(neg(condition), head, after)

    def _round(self, one: t.Repeat, head: Path) -> Continuation:
        """One round: it keeps the invariants, and comes nearer to the end by the measure."""

        def measured(path: Path) -> Measure:
            with self.defined(path, one.label) as evaluator:
                return tuple(evaluator.evaluate(each, head.env) for each in one.measure)

        def begin_round(here: Path) -> None:
            measure = measured(here)
            if not one.unbounded:
                self.prove(here, one.label, Kind.MEASURE, non_negative(measure), "the loop's measure is not negative")

            def end_round(end: Path) -> None:
                reached = measured(end)
                if not one.unbounded:
                    text = "each round comes nearer to the end of the loop"
                    self.prove(end, one.label, Kind.MEASURE, decreases(measure, reached), text)
                self._loop_end(one, head, end, one.invariants)

            self.run(one.do, here, end_round)

        return begin_round

    def _loop_head(self, loop: t.For | t.Repeat, body: t.Block, path: Path, invariants: Iterable[t.Expression]) -> Path:
        """Prove what every round may rely on, then know nothing else of what the rounds write."""
        head = self.forget_rounds(self._hold_invariants(loop, path, invariants), self.contracts.footprints.writes(body))
        with self.context.apart():
            evaluator = self.evaluator(head)
            for each in invariants:
                self.context.assume(evaluator.truth(each, head.env))
        return head

    def forget_rounds(self, path: Path, writes: frozenset[str]) -> Path:
        """The path after any number of rounds that wrote this and kept the invariants and the cards."""
        head = path.at(forget(self.context, self.law, path.state, writes))
        self.context.assume(eq(path.generic_now(self.context), head.generic_now(self.context)))
        self.context.assume(eq(path.cards_now(), head.cards_now()))
        return self.contracts.assume_invariants(head)

    def _loop_end(self, loop: t.For | t.Repeat, head: Path, path: Path, invariants: Iterable[t.Expression]) -> None:
        same_hand = [name for name, _ in head.held] == [name for name, _ in path.held]
        self.prove(path, loop.label, Kind.HELD, same_hand, "a round of the loop keeps no card in hand")
        no_result = path.result is head.result
        self.prove(path, loop.label, Kind.RESULT, no_result, "a round of the loop gives no result")
        self._hold_invariants(loop, replace(path, env=head.env), invariants)
        self.conserve(path, loop.label)

    def _hold_invariants(self, loop: t.For | t.Repeat, path: Path, invariants: Iterable[t.Expression]) -> Path:
        path = self.contracts.prove_invariants(path, loop.label, Explanation(self.context, path))
        for number, each in enumerate(invariants, start=1):
            with self.defined(path, loop.label) as evaluator:
                holds = evaluator.truth(each, path.env)
            obligation = Obligation(
                f"{path.frame.entry}:{loop.label}:loop.{number}",
                Kind.INVARIANT,
                path.frame.entry,
                "",
                f"the loop's own invariant number {number}",
            )
            self.decide(path, obligation, holds)
        return path
