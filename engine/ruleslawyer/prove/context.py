"""One solver, the symbols that every proof shares, and the memory that keeps equal questions equal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import z3

from ruleslawyer.language.law import Law
from ruleslawyer.language.types import EnumType
from ruleslawyer.prove.cards import CardTable, CardTerm, is_example
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    Term,
    bool_symbol,
    boolean,
    conj,
    constant,
    implies,
    int_symbol,
    is_choice,
    within,
)

SAT, UNSAT, UNKNOWN = "sat", "unsat", "unknown"
EFFORT = 60_000_000
"""The solver's own steps that one question may take: the same on every machine, however busy it is."""
FENCE = 1800.0
"""Seconds after which a question is given up in any case."""


class Unsupported(Exception):
    """Something of the language that has no encoding; whatever depends on it stays unproved."""


@dataclass(frozen=True)
class Demand:
    """Something that must hold for an expression to have a value at all."""

    condition: Bool
    text: str


class Context:
    """A solver with scopes. What is remembered or assumed inside `scope()` is forgotten with it.

    `remember` gives one symbol per expression, arguments and state: two readings of one unknown must not disagree.
    What evaluated expressions need to be defined is collected by `apart`, each under the conditions that guard it.
    """

    def __init__(self, law: Law, players: range, timeout: float = FENCE, effort: int = EFFORT) -> None:
        self.law = law
        self.table = CardTable(law)
        self.solver = z3.SolverFor("QF_LIA")
        self.solver.set("timeout", int(timeout * 1000))
        self.solver.set("rlimit", effort)
        self._limit = effort
        self.effort = 0
        """What the last question took, in the solver's steps."""
        self.seats = range(players[-1])
        self.queries = 0
        self.symbols = 0
        self._demands: list[Demand] | None = None
        self._guard: Bool = True
        self._ranges: dict[int, tuple[Term, tuple[int, int]]] = {}
        self._memo: dict[Any, Any] = {}
        self._log: list[Any] = []
        self._members: list[tuple[object, CardTerm]] = []
        self.number: Int = int_symbol("players") if len(players) > 1 else players[0]
        self.assume(within(players[0], self.number, players[-1]))
        self.generic = self.table.fresh("card")
        self.assume(self.table.exists(self.generic))
        self.rulings = {name: self._answer(f"ruling.{name}", one.type) for name, one in law.rulings.items()}
        self.total = int_symbol("total")
        """What all accounts hold together."""
        self.in_play: Callable[[CardTerm], Bool] = lambda card: True
        """Whether a card lies in some zone when a game begins, and so ever: no card comes from anywhere else."""
        self.available: dict[str, Bool] = {}
        """By zone or state variable that not every game has, whether the options of play make it part of the game."""
        self.options = {name: self._answer(f"option.{name}", one) for name, one in law.options.items()}

    def _answer(self, name: str, answers: EnumType) -> Int:
        symbol = int_symbol(name)
        self.assume(within(0, symbol, len(answers.literals) - 1))
        return symbol

    # -- symbols --------------------------------------------------------------------------------------------------

    def name(self, hint: str) -> str:
        self.symbols += 1
        return f"{hint}!{self.symbols}"

    def fresh_int(self, hint: str, low: Int | None = None, high: Int | None = None) -> Int:
        symbol = int_symbol(self.name(hint))
        self.assume(within(low, symbol, high))
        return symbol

    def fresh_bool(self, hint: str) -> Bool:
        return bool_symbol(self.name(hint))

    def fresh_card(self, hint: str, /, **known: Int) -> CardTerm:
        card = self.table.fresh(self.name(hint), **known)
        self.assume(self.table.exists(card))
        return self.bounded(card)

    def bounded(self, card: CardTerm) -> CardTerm:
        """The card, a real one, with the bounds said that follow from the columns that are known."""
        for column, bounds in zip(card.columns, self.table.bounds(card), strict=True):
            if not isinstance(column, int) and bounds is not None:
                self._ranges[column.get_id()] = (column, bounds)
                self.assume(within(bounds[0], column, bounds[1]))
        return card

    def range_of(self, term: Int) -> tuple[int, int] | None:
        """Bounds of a column of a card, or of a choice between such columns, where they are known."""
        if isinstance(term, int):
            return term, term
        if term.get_id() in self._ranges:
            return self._ranges[term.get_id()][1]
        if not is_choice(term):
            return None
        then, otherwise = (self.range_of(constant(part)) for part in term.children()[1:])
        if then is None or otherwise is None:
            return None
        found = (min(then[0], otherwise[0]), max(then[1], otherwise[1]))
        self._ranges[term.get_id()] = (term, found)
        return found

    def fresh_player(self, hint: str) -> Int:
        seat = self.fresh_int(hint, 0, self.seats[-1])
        self.assume(self.is_seat(seat))
        return seat

    def is_seat(self, seat: Int) -> Bool:
        return within(None, seat, self.number - 1)

    def is_generic(self, card: CardTerm) -> Bool:
        return self.table.same(card, self.generic)

    # -- what expressions need ------------------------------------------------------------------------------------

    @contextmanager
    def under(self, guard: Bool) -> Iterator[None]:
        """What is evaluated inside matters only where the guard holds."""
        outer, self._guard = self._guard, conj(self._guard, guard)
        try:
            yield
        finally:
            self._guard = outer

    def demand(self, condition: Bool, text: str) -> None:
        """Note what the expression that is being evaluated needs.

        :raises Unsupported: nobody collects it, and so nobody would prove it.
        """
        if condition is True or self._guard is False:
            return
        if self._demands is None:
            raise Unsupported("an expression of which nobody asks whether it is defined")
        self._demands.append(Demand(implies(self._guard, condition), text))

    @contextmanager
    def apart(self) -> Iterator[list[Demand]]:
        """Collects the demands of what is evaluated inside by themselves, as if nothing guarded it."""
        outer, guard = self._demands, self._guard
        inner: list[Demand] = []
        self._demands, self._guard = inner, True
        try:
            yield inner
        finally:
            self._demands, self._guard = outer, guard

    # -- memory and solver ----------------------------------------------------------------------------------------

    def remember(self, key: Any, make: Callable[[], Any]) -> Any:
        """The value made under that key earlier on this path, or a new one. The key keeps its objects alive."""
        if key not in self._memo:
            value = make()
            self._memo[key] = value
            self._log.append(key)
        return self._memo[key]

    def note_member(self, zone: object, card: CardTerm) -> None:
        """A card was chosen from a zone or asked for there: what is said of all its cards is worth saying of it."""
        if card != self.generic and (zone, card) not in self._members and not is_example(card):
            self._members.append((zone, card))

    def members_of(self, zone: object) -> tuple[CardTerm, ...]:
        """The cards that were chosen from a zone or asked for there on this path, whether or not they lie there."""
        return tuple(card for other, card in self._members if other is zone)

    def assume(self, fact: Bool) -> None:
        if fact is not True:
            self.solver.add(boolean(fact))

    @contextmanager
    def scope(self) -> Iterator[None]:
        mark, members = len(self._log), len(self._members)
        self.solver.push()
        try:
            yield
        finally:
            self.solver.pop()
            for key in self._log[mark:]:
                del self._memo[key]
            del self._log[mark:]
            del self._members[members:]

    def check(self, *assumptions: Bool) -> str:
        """`sat`, `unsat` or `unknown`."""
        self.queries += 1
        self.effort = 0
        if any(one is False for one in assumptions):
            return UNSAT
        before = self._spent()
        answer = str(self.solver.check(*(boolean(one) for one in assumptions if one is not True)))
        self.effort = self._spent() - before
        return answer

    def _spent(self) -> int:
        """The solver's steps in all questions so far."""
        statistics = self.solver.statistics()
        return int(statistics.get_key_value("rlimit count")) if "rlimit count" in list(statistics.keys()) else 0

    def reason(self) -> str:
        """Why the last question was given up."""
        if self.effort >= self._limit:
            return "the question takes more steps than are allowed (`--effort`)"
        said = self.solver.reason_unknown()
        if "timeout" in said or "cancel" in said:
            return "the time was over; it was the clock, not the question (`--timeout`)"
        return f"the solver gave it up: {said}"
