"""Scopes: opening, leaving and being unwound."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.language import tree as t
from ruleslawyer.prove.context import Unsupported
from ruleslawyer.prove.contracts import claim_obligation, promised
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, OpenScope, Path
from ruleslawyer.prove.runner import Runner
from ruleslawyer.prove.state import in_type, open_zone, seats_of
from ruleslawyer.prove.terms import eq, implies
from ruleslawyer.prove.values import ZoneKey


class Scopes(Runner):
    """The scope statements of the executor."""

    _activations = 0

    def _scope(self, one: t.Scope, path: Path, after: Continuation) -> None:
        if any(self.law.zones[name].per_player for name in one.zones):
            raise Unsupported("zones of a scope that every player has")
        self._activations += 1
        keys: tuple[ZoneKey, ...] = tuple((name, -self._activations) for name in one.zones)
        state = path.state
        for key in keys:
            state = open_zone(self.context, self.law, state, key)
        own = [(name, state_) for name, state_ in self.law.state.items() if state_.per == one.name]
        places = [(name, seat) for name, state_ in own for seat in seats_of(self.context, state_.per_player)]
        saved = {place: path.state.variables[place] for place in places}
        fresh = {}
        for name, seat in places:
            declared = self.law.state[name]
            there = True if seat is None else self.context.is_seat(seat)
            with self.defined(path.at(state), one.label) as evaluator, self.context.under(there):
                fresh[name, seat] = evaluator.typed(declared.starts, {"owner": seat}, declared.type)
            fits = implies(there, in_type(self.context, fresh[name, seat], declared.type))
            self.prove(path, one.label, Kind.BOUNDS, fits, f"`{name}` begins within {declared.type}")
        opened = OpenScope(one.name, keys, one.final, one.label, path.env, saved, after, path.frame)
        inside = replace(path, state=state.with_variables(fresh), scopes=(*path.scopes, opened))
        self.run(one.do, inside, lambda end: self._leave_scope(end, after))

    def _leave_scope(self, path: Path, after: Continuation) -> None:
        """Leave the innermost scope: its `finally`, its zones empty, its state restored."""
        opened = path.scopes[-1]
        outside = replace(path, scopes=path.scopes[:-1], env=opened.env, frame=opened.frame)

        def close(end: Path) -> None:
            for key in opened.zones:
                empty = eq(end.state.zones[key].length(), 0)
                self.prove(end, opened.label, Kind.SCOPED, empty, f"`{key[0]}` is empty when its scope is left")
            self._prove_scope_end(end, opened.name, opened.label)
            state = end.state.without_zones(opened.zones).with_variables(opened.saved)
            after(replace(end, state=state, env=opened.env))

        self.run(opened.final, outside, close)

    def _prove_scope_end(self, path: Path, scope: str, label: str) -> None:
        evaluator = self.evaluator(path)
        for claim in self.law.scopes.get(scope, ()):
            obligation = claim_obligation(path.frame.entry, label, Kind.ENDS_WITH, claim)
            self.decide(path, obligation, self.contracts.truth(claim, evaluator, {}))

    def _end(self, one: t.End, path: Path, after: Continuation) -> None:
        self.prove(path, one.label, Kind.HELD, not path.held, "nothing is in hand when a scope is ended")
        self.unwind(one.scope, path, one.label)

    def _finish(self, one: t.Finish, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            evaluator.evaluate(one.winners, path.env)
        self.prove(path, one.label, Kind.HELD, not path.held, "nothing is in hand when the game ends")
        self.unwind("game", path, one.label)

    def unwind(self, scope: str, path: Path, label: str) -> None:
        """Leave scopes, innermost first, until `scope` is left or the clause itself is."""
        if not path.scopes:
            self.leave(scope, path, label)
        elif path.scopes[-1].name == scope:
            self._leave_scope(path, path.scopes[-1].after)
        else:
            self._leave_scope(path, lambda end: self.unwind(scope, end, label))

    def leave(self, scope: str, path: Path, label: str) -> None:
        """The clause is unwound by the end of a scope that some caller opened."""
        label = f"{label}.{scope}"
        path = self.contracts.prove_invariants(path, label, Explanation(self.context, path), without_scope=scope)
        self._prove_scope_end(path, scope, label)
        self._keep_promises(path, label, returning=False)
        self.conserve(path, label)

    def give_back(self, path: Path) -> None:
        """The clause returns to whoever raised its event."""
        label = "return"
        self.prove(path, label, Kind.HELD, not path.held, "nothing is in hand on return")
        if path.frame.event.gives is not None:
            self.prove(path, label, Kind.RESULT, path.result is not None, "a result is given before it returns")
            if path.result is None:
                return
        path = self.contracts.prove_invariants(path, label, Explanation(self.context, path))
        self._keep_promises(path, label, returning=True)
        self.conserve(path, label)

    def _keep_promises(self, path: Path, label: str, *, returning: bool) -> None:
        evaluator = self.contracts.since(path.frame, path.state)
        for kind, claim in promised(path.frame, returning):
            self.keep(path, label, kind, claim, evaluator, {**path.frame.arguments, "result": path.result})
