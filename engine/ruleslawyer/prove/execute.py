"""Symbolic execution of one clause entry, with every event it raises replaced by its contract."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleslawyer.language import tree as t
from ruleslawyer.language.law import Event
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import Context
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.loops import Loops
from ruleslawyer.prove.measures import decreases, non_negative, recursions
from ruleslawyer.prove.obligations import Kind
from ruleslawyer.prove.path import Continuation, Frame, Path
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.scopes import Scopes
from ruleslawyer.prove.state import SymbolicState, VariableKey, forget, fresh_value
from ruleslawyer.prove.terms import Int, as_count, conj, eq, le, minus, neg, plus, total
from ruleslawyer.prove.transfers import Transfers
from ruleslawyer.prove.values import Value, merge


class Executor(Transfers, Loops, Scopes):
    """Executes all statements."""

    def __init__(self, context: Context, results: Results, contracts: Contracts) -> None:
        super().__init__(context, results, contracts)
        self._recursions = recursions(context.law)
        self.encodings = {
            t.Let: self._let,
            t.SetState: self._setstate,
            t.Take: self._take,
            t.Put: self._put,
            t.Move: self._move,
            t.Deal: self._deal,
            t.Peek: self._peek,
            t.Shuffle: self._shuffle,
            t.Reveal: self._reveal,
            t.Roll: self._roll,
            t.Choose: self._choose,
            t.Offer: self._offer,
            t.Raise: self._raise,
            t.Give: self._give,
            t.If: self._if,
            t.For: self._for,
            t.Repeat: self._repeat,
            t.Scope: self._scope,
            t.Pay: self._pay,
            t.End: self._end,
            t.Finish: self._finish,
        }

    def _let(self, one: t.Let, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            values = {name: evaluator.plain(expression, path.env) for name, expression in one.bindings}
        after(path.bind(values))

    def _setstate(self, one: t.SetState, path: Path, after: Continuation) -> None:
        written: dict[VariableKey, Value] = {}
        for each in one.assignments:
            state = self.law.state[each.name]
            with self.defined(path, one.label) as evaluator:
                value = evaluator.typed(each.value, path.env, state.type)
                seat = evaluator.seat(each.index, path.env)
            self.available(path, one.label, each.name, True)
            self.within(path, one.label, value, state.type, f"`{each.name}` stays")
            if seat is None:
                written[each.name, None] = value
                continue
            for number in self.context.seats:
                key = (each.name, number)
                written[key] = merge(eq(seat, number), value, written.get(key, path.state.variables[key]))
        after(path.at(path.state.with_variables(written)))

    def _pay(self, one: t.Pay, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            amount, holds = evaluator.evaluate(one.amount, path.env), evaluator.evaluate(one.source, path.env)
            seats = [evaluator.seat(each.index, path.env) for each in (one.source, one.target)]
        covered = conj(le(0, amount), le(amount, holds))
        self.prove(path, one.label, Kind.PAYMENT, covered, f"what is paid is there in `{one.source.name}`")
        state = path.state
        for name, seat, change in ((one.source.name, seats[0], minus(0, amount)), (one.target.name, seats[1], amount)):
            state = state.with_variables(self._changed(state, name, seat, change))
        after(path.at(state))

    def _changed(self, state: SymbolicState, name: str, seat: Int | None, change: Int) -> dict[VariableKey, Value]:
        """An account after `change` was added to it."""
        if seat is None:
            return {(name, None): plus(state.variables[name, None], change)}
        held = {number: state.variables[name, number] for number in self.context.seats}
        return {(name, n): merge(eq(seat, n), plus(value, change), value) for n, value in held.items()}

    def _if(self, one: t.If, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            condition = evaluator.truth(one.condition, path.env)

        def go_on(block: t.Block) -> Continuation:
            return lambda here: self.run(block, here, lambda end: after(replace(end, env=path.env)))

        self.branch(condition, path, go_on(one.do))
        self.branch(neg(condition), path, go_on(one.otherwise))

    def _reveal(self, one: t.Reveal, path: Path, after: Continuation) -> None:
        with self.defined(path, one.label) as evaluator:
            evaluator.evaluate(one.zone, path.env)
            evaluator.evaluate(one.to, path.env)
        after(path)

    # -- events ---------------------------------------------------------------------------------------------------

    def _give(self, one: t.Give, path: Path, after: Continuation) -> None:
        gives = path.frame.event.gives
        assert gives is not None
        self.prove(path, one.label, Kind.RESULT, path.result is None, "no second result is given")
        with self.defined(path, one.label) as evaluator:
            value = evaluator.typed(one.value, path.env, gives)
        self.within(path, one.label, value, gives, "the result is")
        after(replace(path, result=value))

    def _raise(self, one: t.Raise, path: Path, after: Continuation) -> None:
        self._hand_over(one, path, one.gives, after)

    def _offer(self, one: t.Offer, path: Path, after: Continuation) -> None:
        self._hand_over(one, path, None, after)

    def _hand_over(self, one: t.Raise | t.Offer, path: Path, gives: str | None, after: Continuation) -> None:
        """Call an event with arguments of its types and the cards that it is to own."""
        event = self.law.events[one.event]
        given = list(zip(event.parameters, one.arguments, strict=True))
        with self.defined(path, one.label) as evaluator:
            env = {each.name: evaluator.typed(argument, path.env, each.type) for each, argument in given}
        owned = []
        for parameter, argument in given:
            self.within(path, one.label, env[parameter.name], parameter.type, f"`{parameter.name}` is")
            if parameter.own:
                path = self.release(path, one.label, argument, env[parameter.name])
                owned.append(env[parameter.name])
        if event.may_end:
            goal = not path.held
            self.prove(path, one.label, Kind.HELD, goal, f"nothing is in hand while `{event.name}` may end a scope")
        self.call(event, env, owned, path, one.label, gives, after)

    def call(
        self,
        event: Event,
        env: Mapping[str, Value],
        owned: list[CardTerm],
        path: Path,
        label: str,
        gives: str | None,
        after: Continuation,
    ) -> None:
        """Prove what the event requires, forget what it may write, and go on wherever it may lead."""
        path = self._meet_requirements(event, env, path, label)
        generic = self._handed_over(path, owned)
        before = path.state
        state = forget(self.context, self.law, before, self.contracts.footprints.event_writes(event.name))
        reached = path.at(state)
        self.context.assume(eq(reached.state.total_generic(self.context), generic))
        self.context.assume(eq(reached.state.total_length(), plus(before.total_length(), len(owned))))
        frame = Frame(path.frame.entry, event, before, env, 0, 0)
        for _, fact in self.contracts.promises(frame, reached.state, returning=False):
            self.context.assume(fact)
        if event.returns:
            with self.context.scope():
                after(self._returned(event, frame, reached, gives))
        for scope in sorted(event.may_end):
            with self.context.scope():
                ended = self.contracts.assume_invariants(reached, without_scope=scope)
                evaluator = self.evaluator(ended)
                for claim in self.law.scopes.get(scope, ()):
                    self.context.assume(self.contracts.truth(claim, evaluator, {}))
                self.branch(True, ended, lambda here, scope=scope: self.unwind(scope, here, label))  # type: ignore[misc]

    def _meet_requirements(self, event: Event, env: Mapping[str, Value], path: Path, label: str) -> Path:
        path = self.contracts.prove_invariants(path, label, Explanation(self.context, path))
        evaluator = self.evaluator(path)
        for claim in event.requires:
            self.keep(path, label, Kind.REQUIRES, claim, evaluator, env)
        self._come_nearer(event, env, path, label)
        return path

    def _come_nearer(self, event: Event, env: Mapping[str, Value], path: Path, label: str) -> None:
        """In a recursion the measure of the raised event is less than that of the running one."""
        own = path.frame.event
        if own.name not in self._recursions or self._recursions[own.name] != self._recursions.get(event.name):
            return
        with self.defined(path, label) as now:
            start = self.contracts.evaluator(path.frame.start)
            outer = tuple(start.evaluate(each, path.frame.arguments) for each in own.measure)
            inner = tuple(now.evaluate(each, env) for each in event.measure)
        goal = conj(decreases(outer, inner), non_negative(inner))
        text = f"`{event.name}` is nearer to the end of the recursion than `{own.name}`"
        self.prove(path, label, Kind.MEASURE, goal, text)

    def _handed_over(self, path: Path, owned: list[CardTerm]) -> Int:
        """How often the generic card is on the table or handed over."""
        given = (as_count(self.context.is_generic(card)) for card in owned)
        return plus(path.state.total_generic(self.context), total(given))

    def _returned(self, event: Event, frame: Frame, reached: Path, gives: str | None) -> Path:
        reached = self.contracts.assume_invariants(reached)
        result = None if event.gives is None else fresh_value(self.context, event.gives, gives or "result")
        for kind, fact in self.contracts.promises(frame, reached.state, returning=True, result=result):
            if kind is Kind.ENSURES:
                self.context.assume(fact)
        return reached if gives is None else reached.bind({gives: result})
