"""Claims as formulas: assumed where they are known, proved where they are promised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import Footprints, claim_expressions
from ruleslawyer.language.law import Claim
from ruleslawyer.prove import folds
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.obligations import Cube, Kind, Obligation
from ruleslawyer.prove.path import Frame, Path
from ruleslawyer.prove.results import Explain, Results
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import Bool, all_of, any_of, conj, ite, neg
from ruleslawyer.prove.values import Value


class Contracts:
    """Invariants and the promises of events, in the states of a run."""

    def __init__(self, context: Context, results: Results, footprints: Footprints) -> None:
        self.context = context
        self.results = results
        self.footprints = footprints
        evaluator = self.evaluator(SymbolicState({}, {}))
        law = context.law
        conditions = {one.name: one.when for one in law.zones.values()} | {
            one.name: one.when for one in law.state.values()
        }
        for name, when in conditions.items():
            if when is not None:
                context.available[name] = evaluator.truth(when, {})
        starts = [zone.starts for zone in law.zones.values() if zone.starts is not None]
        context.in_play = lambda card: any_of(self._begins_in(evaluator, one, card) for one in starts)

    def _begins_in(self, evaluator: Evaluator, cards: t.Expression, card: CardTerm) -> Bool:
        """Whether a card may be among those with which a zone starts."""
        match cards:
            case t.SetOf(elements=()):
                return False
            case t.Conditional(condition=condition, then=then, otherwise=otherwise) if self._is_settled(condition):
                first, second = (self._begins_in(evaluator, one, card) for one in (then, otherwise))
                with self.context.apart():
                    return ite(evaluator.truth(condition, {}), first, second)
            case t.Fold(operator="set", element=t.Local(name=name), variable=variable, source=source, condition=test):
                possible = self._begins_in(evaluator, source, card) if name == variable else True
                if test is None or not self._is_settled(test, variable):
                    return possible
                with self.context.apart():
                    return conj(possible, evaluator.truth(test, {variable: card}))
        return True

    def _is_settled(self, condition: t.Expression, *names: str) -> bool:
        """Whether a condition depends on no position and on no other locals."""
        reads = self.footprints.reads(condition)
        return not reads.places and not reads.definitions and set(self.footprints.locals_of(condition)) <= set(names)

    def evaluator(
        self, state: SymbolicState, old: SymbolicState | None = None, old_locals: Locals | None = None
    ) -> Evaluator:
        """An evaluator in a state; `old` is the state in which the contract in question began."""
        before = None if old is None else Evaluator(self.context, self.footprints, old)
        return Evaluator(self.context, self.footprints, state, before, old_locals or {})

    def truth(self, claim: Claim, evaluator: Evaluator, env: Locals) -> Bool:
        """The claim for every value of what it ranges over, and that it is defined. A contract ranges over what there
        was when its event began."""
        start = evaluator.old or evaluator

        def holds(remaining: tuple[tuple[str, object], ...], env: Locals) -> Bool:
            if not remaining:
                return evaluator.truth(claim.expression, env)
            (name, source), *rest = remaining
            collection = start.collection(source, env)  # type: ignore[arg-type]

            def fails(item: Value) -> Bool:
                return neg(holds(tuple(rest), {**env, name: item}))

            return neg(folds.exists(self.context, collection, fails))

        with self.context.apart() as demands:
            result = holds(claim.over, env)
        return conj(result, all_of(one.condition for one in demands))

    def unrestricted(self, claim: Claim, evaluator: Evaluator, env: Locals) -> Bool:
        """The claim also under the readings under which it is declared to fail."""
        expression = claim.expression if claim.unrestricted is None else claim.unrestricted
        return self.truth(replace(claim, expression=expression), evaluator, env)

    # -- invariants -----------------------------------------------------------------------------------------------

    def invariants(self, without_scope: str | None = None) -> Iterable[Claim]:
        """All of them, or those that read no state of one scope (they must outlive it)."""
        gone = {name for name, state in self.context.law.state.items() if state.per == without_scope}
        for claim in self.context.law.invariants:
            if without_scope is None or not (self.reads(claim) & gone):
                yield claim

    def reads(self, claim: Claim) -> frozenset[str]:
        return self.footprints.reads(*claim_expressions(claim)).places

    def assume_invariants(self, path: Path, without_scope: str | None = None) -> Path:
        evaluator = self.evaluator(path.state)
        known = dict(path.known)
        for claim in self.invariants(without_scope):
            version = path.state.version(self.reads(claim))
            if known.get(claim.id) != version:
                self.context.assume(self.truth(claim, evaluator, {}))
                known[claim.id] = version
        return replace(path, known=known)

    def prove_invariants(self, path: Path, label: str, explain: Explain, without_scope: str | None = None) -> Path:
        """Each is assumed afterwards, proved or not, so that one fault is reported once."""
        evaluator = self.evaluator(path.state)
        known = dict(path.known)
        for claim in self.invariants(without_scope):
            version = path.state.version(self.reads(claim))
            obligation = claim_obligation(path.frame.entry, label, Kind.INVARIANT, claim)
            changed = known.get(claim.id) != version
            goal = self.truth(claim, evaluator, {}) if changed else True
            if not self.results.prove(obligation, goal, explain):
                self.context.assume(goal)
            known[claim.id] = version
        return replace(path, known=known)

    # -- contracts of events --------------------------------------------------------------------------------------

    def since(self, frame: Frame, state: SymbolicState) -> Evaluator:
        """An evaluator for what the frame's event promises, in the state in which it returns or is unwound."""
        return self.evaluator(state, frame.start, frame.arguments)

    def promises(
        self, frame: Frame, state: SymbolicState, returning: bool, result: Value | None = None
    ) -> Iterable[tuple[Kind, Bool]]:
        """What the frame's event promises of the state in which it returns or is unwound, to be assumed."""
        evaluator = self.since(frame, state)
        for kind, claim in promised(frame, returning):
            yield kind, self.truth(claim, evaluator, {**frame.arguments, "result": result})


def promised(frame: Frame, returning: bool) -> Iterable[tuple[Kind, Claim]]:
    """The claims that an event must have kept when it returns or is unwound."""
    yield from ((Kind.ALWAYS, claim) for claim in frame.event.always)
    if returning:
        yield from ((Kind.ENSURES, claim) for claim in frame.event.ensures)


def claim_obligation(entry: str, label: str, kind: Kind, claim: Claim) -> Obligation:
    return Obligation(f"{entry}:{label}:{claim.id}", kind, entry, claim.id, claim.title or claim.says or claim.id)


def declared_failure(claim: Claim, number: int, cube: Cube) -> Obligation:
    """That a claim fails under one of the readings for which this is declared."""
    text = f"{claim.title or claim.says} fails under {cube}"
    return Obligation(f"{claim.id}:fails_under:{number}", Kind.FINDING, "", claim.id, text)
