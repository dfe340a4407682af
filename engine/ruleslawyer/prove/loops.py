"""Loops: every round from a state of which only the invariants are known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleslawyer.language import tree as t
from ruleslawyer.prove.choices import Choices
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.measures import decreases, non_negative
from ruleslawyer.prove.obligations import Kind, Obligation
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.state import forget
from ruleslawyer.prove.terms import eq, neg


class Loops(Choices):
    """The loop statements of the executor."""

    def _for(self, one: t.For, path: Path, after: Continuation) -> None:
        evaluator = self.evaluator(path)
        collection = evaluator.collection(one.source, path.env)
        self.settle(path, one.label, evaluator)
        head = self._loop_head(one, one.do, path, ())
        with self.context.scope():
            evaluator = self.evaluator(head)
            item = self.member(evaluator, collection, one.name, True)
            inside = head.bind({one.name: item})
            stop = False if one.until is None else evaluator.truth(one.until, inside.env)
            self.settle(head, one.label, evaluator)

            def go_on(here: Path) -> None:
                self.run(one.do, here, lambda end: self._loop_end(one, head, end, ()))

            self.branch(neg(stop), inside, go_on)
        after(replace(head, env=path.env))

    def _repeat(self, one: t.Repeat, path: Path, after: Continuation) -> None:
        head = self._loop_head(one, one.do, path, one.invariants)
        evaluator = self.evaluator(head)
        condition = evaluator.truth(one.condition, head.env)
        self.settle(head, one.label, evaluator)
        if not one.unbounded:
            measure = tuple(evaluator.evaluate(each, head.env) for each in one.measure)

            def round_end(end: Path) -> None:
                later = self.evaluator(end)
                reached = tuple(later.evaluate(each, head.env) for each in one.measure)
                goal = decreases(measure, reached)
                self.prove(end, one.label, Kind.MEASURE, goal, "each round comes nearer to the end of the loop")
                self._loop_end(one, head, end, one.invariants)

            def one_round(here: Path) -> None:
                self.prove(here, one.label, Kind.MEASURE, non_negative(measure), "the loop's measure is not negative")
                self.run(one.do, here, round_end)

            self.branch(condition, head, one_round)
        else:
            self.branch(condition, head, lambda here: self.run(one.do, here, lambda end: self._loop_end(one, head, end, one.invariants)))
        self.branch(neg(condition), head, after)

    def _loop_head(self, loop: t.For | t.Repeat, body: t.Block, path: Path, invariants: Iterable[t.Expression]) -> Path:
        """Prove what every round may rely on, then know nothing else of what the rounds write."""
        path = self._hold_invariants(loop, path, invariants)
        state = forget(self.context, self.law, path.state, self.contracts.footprints.writes(body))
        head = path.at(state)
        self.context.assume(eq(path.generic_now(self.context), head.generic_now(self.context)))
        self.context.assume(eq(path.cards_now(), head.cards_now()))
        head = self.contracts.assume_invariants(head)
        evaluator = self.evaluator(head)
        for each in invariants:
            self.context.assume(evaluator.truth(each, head.env))
        return head

    def _loop_end(self, loop: t.For | t.Repeat, head: Path, path: Path, invariants: Iterable[t.Expression]) -> None:
        same_hand = [name for name, _ in head.held] == [name for name, _ in path.held]
        self.prove(path, loop.label, Kind.HELD, same_hand, "a round of the loop keeps no card in hand")
        self._hold_invariants(loop, replace(path, env=head.env), invariants)
        self.conserve(path, loop.label)

    def _hold_invariants(self, loop: t.For | t.Repeat, path: Path, invariants: Iterable[t.Expression]) -> Path:
        path = self.contracts.prove_invariants(path, loop.label, Explanation(self.context, path))
        evaluator = self.evaluator(path)
        for number, each in enumerate(invariants, start=1):
            obligation = Obligation(
                f"{path.frame.entry}:{loop.label}:loop.{number}",
                Kind.INVARIANT,
                path.frame.entry,
                "",
                f"the loop's own invariant number {number}",
            )
            self.decide(path, obligation, evaluator.truth(each, path.env))
        self.settle(path, loop.label, evaluator)
        return path
