"""What every kind of statement needs to be executed symbolically: obligations, branches, sequence.

Runs are trees: `run(block, path, after)` executes a block and calls `after` once for each way through it, inside a
solver scope that assumes what that way assumes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ruleslawyer.language import tree as t
from ruleslawyer.language.law import Claim
from ruleslawyer.language.types import Type
from ruleslawyer.prove.context import UNSAT, Context, Unsupported
from ruleslawyer.prove.contracts import Contracts, claim_obligation, declared_failure
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.obligations import Cube, Kind, Obligation
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.state import in_type
from ruleslawyer.prove.terms import Bool, Int, all_of, eq, implies, neg, term_key
from ruleslawyer.prove.values import Value


class Runner:
    """The base of the executor. What a run must prove on the way goes to the results."""

    def __init__(self, context: Context, results: Results, contracts: Contracts) -> None:
        self.context = context
        self.results = results
        self.contracts = contracts
        self.law = context.law
        self.encodings: Mapping[type[t.Statement], Callable[[Any, Path, Continuation], None]] = {}
        """What each kind of statement does. A clause with one that is missing here is unproved."""

    def run(self, block: t.Block, path: Path, after: Continuation) -> None:
        if not block:
            after(path)
            return
        statement, rest = block[0], block[1:]
        try:
            if type(statement) not in self.encodings:
                raise Unsupported(f"the statement {type(statement).__name__}")
            self.encodings[type(statement)](statement, path, lambda reached: self.run(rest, reached, after))
        except Unsupported as reason:
            self.results.unsupported(path.frame.entry, statement.label, str(reason))

    def prove(self, path: Path, label: str, kind: Kind, goal: Bool, text: str) -> None:
        """Prove the goal here, and assume it from here on."""
        obligation = Obligation(f"{path.frame.entry}:{label}:{kind.name.lower()}", kind, path.frame.entry, "", text)
        self.decide(path, obligation, goal)

    def decide(self, path: Path, obligation: Obligation, goal: Bool) -> None:
        if not self.results.prove(obligation, goal, Explanation(self.context, path)):
            self.context.assume(goal)

    def keep(self, path: Path, label: str, kind: Kind, claim: Claim, evaluator: Evaluator, env: Locals) -> None:
        """Prove what is claimed, save under the readings under which it is declared to fail: there, see it fail."""
        obligation = claim_obligation(path.frame.entry, label, kind, claim)
        self.decide(path, obligation, self.contracts.truth(claim, evaluator, env))
        for number, reading in enumerate(claim.fails_under, start=1):
            self._see_failing(path, claim, number, evaluator, env, Cube(reading))

    def _see_failing(
        self, path: Path, claim: Claim, number: int, evaluator: Evaluator, env: Locals, cube: Cube
    ) -> None:
        """A reading is on its own if the claim fails under it and none of the others that are declared."""
        with self.context.scope():
            for other in claim.fails_under:
                in_force = all_of(
                    eq(self.context.rulings[name], self.law.rulings[name].type.literals.index(answer))
                    for name, answer in other.items()
                )
                self.context.assume(in_force if other is cube.answers else neg(in_force))
            if self.context.check() == UNSAT:
                return
            goal = self.contracts.unrestricted(claim, evaluator, env)
            self.results.refute(
                declared_failure(claim, number, cube), cube, goal, Explanation(self.context, path).example
            )

    def evaluator(self, path: Path) -> Evaluator:
        return self.contracts.evaluator(path.state)

    @contextmanager
    def defined(self, path: Path, label: str) -> Iterator[Evaluator]:
        """Whatever is evaluated inside has a value: that is proved at its end, and assumed from there on."""
        with self.context.apart() as demands:
            yield self.evaluator(path)
        seen: set[tuple[str, int]] = set()
        for demand in demands:
            if term_key(demand.condition) not in seen:
                seen.add(term_key(demand.condition))
                self.prove(path, label, Kind.DEFINED, demand.condition, demand.text)

    def available(self, path: Path, label: str, name: str, when: Bool) -> None:
        """A zone or a state variable that is about to be changed is part of the game, where `when` holds."""
        if name in self.context.available:
            present = implies(when, self.context.available[name])
            self.prove(path, label, Kind.ABSENT, present, f"`{name}` is part of the game")

    def within(self, path: Path, label: str, value: Value, type_: Type, what: str) -> None:
        """What is stored or handed over lies in its declared type."""
        self.prove(path, label, Kind.BOUNDS, in_type(self.context, value, type_), f"{what} within {type_}")

    def decision(self, path: Path, label: str) -> Path:
        """A point where a player or chance decides: the invariants hold."""
        return self.contracts.prove_invariants(path, label, Explanation(self.context, path))

    def chosen(self, path: Path, label: str, values: dict[str, Value]) -> tuple[Path, dict[str, Value]]:
        """A decision was made: the path that remembers it, and what its names are bound to."""
        for value in values.values():
            path = path.decided(label, value)
        return path, values

    def dealt(self, path: Path, label: str, number: Int) -> None:
        """Chance has picked so many cards, one after the other."""

    def branch(self, condition: Bool, path: Path, go_on: Continuation) -> None:
        """Go on in the worlds where the condition holds, if there are any."""
        if condition is False:
            return
        with self.context.scope():
            self.context.assume(condition)
            if condition is True or self.context.check() != UNSAT:
                go_on(path)

    def conserve(self, path: Path, label: str) -> None:
        """As many of the generic card as the clause began with, on the table and in hand."""
        goal = eq(path.generic_now(self.context), path.frame.generic)
        self.prove(path, label, Kind.CONSERVATION, goal, "no card is lost and none appears twice")
