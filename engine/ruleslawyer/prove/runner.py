"""What every kind of statement needs to be executed symbolically: obligations, branches, sequence.

Runs are trees: `run(block, path, after)` executes a block and calls `after` once for each way through it, inside a
solver scope that assumes what that way assumes.
"""

from __future__ import annotations

from ruleslawyer.language import tree as t
from ruleslawyer.prove.context import UNSAT, Context, Unsupported
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.docket import Docket
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.expressions import Evaluator
from ruleslawyer.prove.obligations import Kind, Obligation
from ruleslawyer.prove.path import Continuation, Path
from ruleslawyer.prove.terms import Bool, Int, eq
from ruleslawyer.prove.values import Value


class Runner:
    """The base of the executor. What a run must prove on the way goes to the docket."""

    def __init__(self, context: Context, docket: Docket, contracts: Contracts) -> None:
        self.context = context
        self.docket = docket
        self.contracts = contracts
        self.law = context.law

    def run(self, block: t.Block, path: Path, after: Continuation) -> None:
        if not block:
            after(path)
            return
        statement, rest = block[0], block[1:]
        method = getattr(self, f"_{type(statement).__name__.lower()}")
        try:
            method(statement, path, lambda reached: self.run(rest, reached, after))
        except Unsupported as reason:
            self.docket.unsupported(path.frame.entry, statement.label, str(reason))

    def prove(self, path: Path, label: str, kind: Kind, goal: Bool, text: str) -> None:
        """Prove the goal here, and assume it from here on."""
        obligation = Obligation(f"{path.frame.entry}:{label}:{kind.name.lower()}", kind, path.frame.entry, "", text)
        self.decide(path, obligation, goal)

    def decide(self, path: Path, obligation: Obligation, goal: Bool) -> None:
        if not self.docket.prove(obligation, goal, Explanation(self.context, path)):
            self.context.assume(goal)

    def evaluator(self, path: Path) -> Evaluator:
        return self.contracts.evaluator(path.state)

    def settle(self, path: Path, label: str) -> None:
        """Prove that the expressions evaluated so far are defined."""
        demands, self.context.demands = self.context.demands, []
        for demand in demands:
            self.prove(path, label, Kind.DEFINED, demand.condition, demand.text)

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
