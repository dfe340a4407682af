"""What a rulebook has to prove: set-up, each event's clauses, each definition's exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import statements_of, with_exceptions
from ruleslawyer.language.law import Case, Definition, Event, Law, MenuOption
from ruleslawyer.language.outline import is_symmetric
from ruleslawyer.prove import folds
from ruleslawyer.prove.context import UNSAT, Context, Unsupported
from ruleslawyer.prove.contracts import Contracts, claim_obligation
from ruleslawyer.prove.execute import Executor
from ruleslawyer.prove.explanation import Explanation
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.obligations import Kind, Obligation, Verdict
from ruleslawyer.prove.path import Continuation, Frame, Path
from ruleslawyer.prove.resolution import Deciding, Resolution
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.state import SymbolicState, any_state, fresh_value, in_type, seats_of
from ruleslawyer.prove.terms import Bool, any_of, as_count, conj, eq, implies, ite, le, neg, plus, total
from ruleslawyer.prove.values import Value, ZoneKey
from ruleslawyer.prove.zones import SymbolicZone, empty_zone


@dataclass
class Verifier:
    """Proves one thing at a time, all in the scopes of one solver that knows any one position."""

    context: Context
    results: Results
    contracts: Contracts
    only: frozenset[str] | None = None
    """The only entries that are executed; None: all."""

    def __post_init__(self) -> None:
        self.executor = Executor(self.context, self.results, self.contracts)
        self.law = self.context.law

    def any_position(self) -> Path:
        """A path in a position of which only the invariants are known; assume nothing before it."""
        state = any_state(self.context, self.law, is_symmetric(self.law))
        if self.law.total is not None:
            with self.context.apart():
                held = self.contracts.evaluator(state).evaluate(self.law.total, {})
            self.context.assume(eq(self.context.total, held))
        frame = Frame("", self.law.events[self.law.begins], state, {}, 0, 0)
        return self.contracts.assume_invariants(Path(frame, state, {}))

    # -- set-up ---------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """The position before the first event: every card in one place, the invariants and the first requirements."""
        event = self.law.events[self.law.begins]
        with self.context.apart() as demands:
            state = self.initial_state()
        path = Path(Frame("", event, state, {}, 1, len(self.law.cards)), state, {})
        for demand in demands:
            obligation = Obligation("setup:defined", Kind.DEFINED, "", "", demand.text)
            self.executor.decide(path, obligation, demand.condition)
        for (name, seat), value in state.variables.items():
            type_ = self.law.state[name].type
            there = True if seat is None else self.context.is_seat(seat)
            fits = implies(there, in_type(self.context, value, type_))
            obligation = Obligation(f"setup:{name}", Kind.BOUNDS, "", "", f"`{name}` begins within {type_}")
            self.executor.decide(path, obligation, fits)
        explain = Explanation(self.context, path)
        once = le(state.total_generic(self.context), 1)
        obligation = Obligation("setup:cards", Kind.SETUP, "", "", "no card begins in two zones")
        self.results.prove(obligation, once, explain)
        evaluator = self.contracts.evaluator(state)
        for claim in (*self.law.invariants, *event.requires):
            goal = self.contracts.truth(claim, evaluator, {})
            self.results.prove(claim_obligation("", "setup", Kind.SETUP, claim), goal, explain)

    def initial_state(self) -> SymbolicState:
        """The position in which the first event is raised."""
        zones: dict[ZoneKey, SymbolicZone] = {}
        for name, zone in self.law.zones.items():
            if not zone.scoped:
                for seat in seats_of(self.context, zone.per_player):
                    zones[name, seat] = empty_zone(self.context, zone)
        state = SymbolicState(zones, {})
        for name, one in self.law.state.items():
            for seat in seats_of(self.context, one.per_player):
                with self.context.under(self._there(seat)):
                    value = self.contracts.evaluator(state).typed(one.starts, {"owner": seat}, one.type)
                state = state.with_variables({(name, seat): value})
        evaluator = self.contracts.evaluator(state)
        for (name, seat), empty in zones.items():
            starts = self.law.zones[name].starts
            if starts is not None:
                there = self._there(seat)
                with self.context.under(there):
                    cards = evaluator.collection(starts, {"owner": seat})
                    number = ite(there, folds.count(self.context, cards, folds.anything), 0)
                    generic = as_count(conj(there, folds.contains(self.context, cards, self.context.generic)))
                state = state.with_zone((name, seat), empty.add_some(self.context, number, generic))
        return state

    def _there(self, seat: int | None) -> Bool:
        """Whether somebody has the seat whose zone or variable it is."""
        return True if seat is None else self.context.is_seat(seat)

    # -- events ---------------------------------------------------------------------------------------------------

    def event(self, event: Event, anywhere: Path) -> None:
        """Every clause of an event, and its decision table or menu."""
        with self.context.scope():
            if event.name == self.law.begins and not _raised(self.law, event.name):
                with self.context.apart():
                    anywhere = replace(anywhere, state=self.initial_state())
            path = self._begin(event, anywhere)
            if event.policy == "menu":
                self._menu(event, path)
            elif event.policy == "each" and event.order is not None:
                self._each_in_turn(event, path)
            elif event.policy == "each":
                self._each(list(event.rules), path, self.executor.give_back)
            else:
                self._table(event, path)

    def _begin(self, event: Event, anywhere: Path) -> Path:
        """The event has just been raised: arguments of their types, owned ones in hand, what it requires."""
        values: dict[str, Value] = {}
        held = []
        for parameter in event.parameters:
            values[parameter.name] = fresh_value(self.context, parameter.type, parameter.name)
            if parameter.own:
                held.append((parameter.name, values[parameter.name]))
                self.context.assume(self.context.in_play(values[parameter.name]))
        own = total(as_count(self.context.is_generic(card)) for _, card in held)
        generic = plus(anywhere.state.total_generic(self.context), own)
        cards = plus(anywhere.state.total_length(), len(held))
        self.context.assume(conj(le(generic, 1), le(cards, len(self.law.cards))))
        frame = Frame(event.name, event, anywhere.state, values, generic, cards)
        path = replace(anywhere, frame=frame, env=dict(values), held=tuple(held))
        evaluator = self.contracts.evaluator(path.state)
        for claim in event.requires:
            self.context.assume(self.contracts.truth(claim, evaluator, values))
        return path

    def _deciding(self, evaluator: Evaluator, cases: tuple[Case, ...], env: Locals) -> list[list[Deciding]]:
        return [list(Resolution(evaluator).deciding(case, env)) for case in cases]

    def _table(self, event: Event, path: Path) -> None:
        with self.executor.defined(path, "when") as evaluator:
            deciding = self._deciding(evaluator, event.rules, path.env)
        bases = [(each[-1].case, each[-1].applies) for each in deciding]
        explain = Explanation(self.context, path)
        complete = Obligation(f"{event.name}:complete", Kind.COMPLETE, event.name, "", "some clause always applies")
        self.results.prove(complete, any_of(applies for _, applies in bases), explain)
        for (one, first), (other, second) in combinations(bases, 2):
            text = f"{one.id} and {other.id} never both apply"
            obligation = Obligation(f"{one.id}:overlap:{other.id}", Kind.OVERLAP, one.id, "", text)
            self.results.prove(obligation, neg(conj(first, second)), explain)
        for group in deciding:
            self._conflicts(evaluator, group, path.env, path)
            for one_of in group:
                self._clause(one_of.case, one_of.condition, path)

    def _clause(self, case: Case, condition: Bool, path: Path) -> None:
        """One entry, from any position in which it is the one that decides."""
        if self.only is not None and case.id not in self.only:
            return
        path = replace(path, frame=replace(path.frame, entry=case.id))
        with self.context.scope():
            self.context.assume(condition)
            if self.context.check() == UNSAT:
                text = "there is a position in which this clause applies"
                self.results.note(Obligation(f"{case.id}:reached", Kind.COMPLETE, case.id, "", text), Verdict.VACUOUS)
                return
            self.executor.run(case.do, path, self.executor.give_back)

    def _each_in_turn(self, event: Event, path: Path) -> None:
        """The rules of an event once for each of some players: a loop of which only the invariants are known."""
        assert event.order is not None
        with self.executor.defined(path, "order") as evaluator:
            evaluator.collection(event.order, path.env)
        writes = self.contracts.footprints.event_writes(event.name)
        head = self.executor.forget_rounds(self.executor.decision(path, "order"), writes)
        with self.context.scope():
            with self.context.apart():
                seat = self.executor.member(evaluator, event.order, path.env, "seat")
            arguments = {**head.frame.arguments, "seat": seat}
            inside = replace(head, frame=replace(head.frame, arguments=arguments))
            self._each(list(event.rules), inside, self._end_of_round)
        self.executor.give_back(head)

    def _end_of_round(self, path: Path) -> None:
        self.executor.prove(path, "order", Kind.HELD, not path.held, "nothing is in hand after a player's turn")
        self.executor.conserve(self.executor.decision(path, "order"), "order")

    def _each(self, cases: list[Case], path: Path, after: Continuation, done: frozenset[str] = frozenset()) -> None:
        """The rules of an event one after the other, each condition read just before its rule runs. An exception to
        several of them runs once (`done`)."""
        if not cases:
            after(path)
            return
        path = replace(path, env=dict(path.frame.arguments))
        with self.executor.defined(path, f"{cases[0].id}.when") as evaluator:
            deciding = list(Resolution(evaluator).deciding(cases[0], path.env))
        self._conflicts(evaluator, deciding, path.env, path)
        for one in deciding:
            here = replace(path, frame=replace(path.frame, entry=one.case.id))
            if one.case.id in done:
                go_on = self._rest(cases[1:], after, done)
            else:
                later = done if one.case is cases[0] else done | {one.case.id}
                go_on = self._then(one.case.do, self._rest(cases[1:], after, later))
            self.executor.branch(one.condition, here, go_on)
        self.executor.branch(neg(deciding[-1].applies), path, self._rest(cases[1:], after, done))

    def _rest(self, cases: list[Case], after: Continuation, done: frozenset[str]) -> Continuation:
        return lambda start: self._each(cases, start, after, done)

    def _then(self, block: t.Block, rest: Continuation) -> Continuation:
        """Run a rule's block, which keeps no card in hand, then the further rules of the event."""

        def end_rule(end: Path) -> None:
            self.executor.prove(end, "return", Kind.HELD, not end.held, "nothing is in hand after a rule")
            rest(end)

        return lambda start: self.executor.run(block, start, end_rule)

    def _menu(self, event: Event, path: Path) -> None:
        explain = Explanation(self.context, path)
        with self.executor.defined(path, "options") as evaluator:
            possible = [self._option_possible(evaluator, option, path.env) for option in event.options]
        obligation = Obligation(f"{event.name}:menu", Kind.MENU, event.name, "", "the player has something to choose")
        self.results.prove(obligation, any_of(possible), explain)
        if event.by is not None:
            with self.executor.defined(path, "by"):
                evaluator.evaluate(event.by, path.env)
        for option in event.options:
            with self.context.scope():
                here = path
                for name, source in option.parameters:
                    with self.context.apart():
                        value = self.executor.member(evaluator, source, here.env, name)
                    here = here.bind({name: value}).decided(name, value)
                with self.executor.defined(here, f"{option.case.id}.when"):
                    deciding = list(Resolution(evaluator).deciding(option.case, here.env))
                self._conflicts(evaluator, deciding, here.env, here)
                for one in deciding:
                    self._clause(one.case, one.condition, here)

    def _option_possible(self, evaluator: Evaluator, option: MenuOption, env: Locals) -> Bool:
        def applies(env: Locals) -> Bool:
            return Resolution(evaluator).applies(option.case, env)

        return evaluator.possible(option.parameters, env, applies)

    # -- exceptions -----------------------------------------------------------------------------------------------

    def definition(self, definition: Definition, anywhere: Path) -> None:
        """The exceptions to a definition do not contradict each other, whatever the arguments."""
        conflicting = [
            case for case in definition.cases if any(len(one.exceptions) > 1 for one in with_exceptions(case))
        ]
        if not conflicting:
            return
        with self.context.scope():
            try:
                env = {
                    parameter.name: fresh_value(self.context, parameter.type, parameter.name)
                    for parameter in definition.parameters
                }
                evaluator = self.contracts.evaluator(anywhere.state)
                for case in conflicting:
                    path = replace(anywhere, frame=replace(anywhere.frame, entry=case.id))
                    with self.context.apart():
                        deciding = list(Resolution(evaluator).deciding(case, env))
                    self._conflicts(evaluator, deciding, env, path)
            except Unsupported as reason:
                self.results.unsupported(definition.clause, definition.name, str(reason))

    def _conflicts(self, evaluator: Evaluator, deciding: list[Deciding], env: Locals, path: Path) -> None:
        """Of a case and its exceptions, those that decide together decide alike."""
        for one, other in _rivals(deciding):
            both = conj(one.condition, other.condition)
            values = (one.case.value, other.case.value)
            if both is not False and values[0] is not None and values[1] is not None:
                with self.context.apart():
                    first, second = (evaluator.plain(value, env) for value in values if value is not None)
                    both = conj(both, neg(evaluator.equal(first, second)))
            elif one.case.do == other.case.do:
                both = False
            text = f"{one.case.id} and {other.case.id} do not decide {deciding[-1].case.id} differently"
            obligation = Obligation(f"{one.case.id}:conflict:{other.case.id}", Kind.CONFLICT, one.case.id, "", text)
            self.results.prove(obligation, neg(both), Explanation(self.context, path))


def _rivals(deciding: list[Deciding]) -> Iterator[tuple[Deciding, Deciding]]:
    """Pairs of different entries of which neither hangs on the other."""
    below = {id(one.case): {id(inner) for inner in with_exceptions(one.case)} for one in deciding}
    for one, other in combinations(deciding, 2):
        apart = id(other.case) not in below[id(one.case)] and id(one.case) not in below[id(other.case)]
        if apart and one.case.id != other.case.id:
            yield one, other


def _raised(law: Law, name: str) -> bool:
    """Whether some clause raises or offers the event; if none does it happens once, when a game begins."""
    raising = (one for one in statements_of(*law.events.values()) if isinstance(one, t.Raise | t.Offer))
    return any(one.event == name for one in raising)
