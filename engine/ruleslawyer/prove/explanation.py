"""A counterexample in the rulebook's words: what changed, where the card went, and which readings it depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from ruleslawyer.language.types import BoolType, EnumType, OptionalType, PlayerType, Type
from ruleslawyer.prove.cards import CardTerm
from ruleslawyer.prove.context import UNSAT, Context
from ruleslawyer.prove.obligations import Change, Counterexample, Cube
from ruleslawyer.prove.path import Path
from ruleslawyer.prove.state import SymbolicState
from ruleslawyer.prove.terms import Bool, Int, boolean, eq, integer
from ruleslawyer.prove.values import CardSet, FiniteSet, Maybe, Value
from ruleslawyer.prove.zones import Row, Stacks, SymbolicZone


@dataclass(frozen=True)
class Explanation:
    """Explains why a goal does not hold at the end of a path. Call it while the solver has the goal's negation."""

    context: Context
    path: Path

    def __call__(self) -> tuple[Counterexample, tuple[Cube, ...], tuple[Cube, ...]]:
        counterexample = self.example()
        fails, holds = Readings(self.context).split()
        return counterexample, fails, holds

    def example(self) -> Counterexample:
        """The model that the solver has."""
        return Rendering(self.context, self.context.solver.model()).counterexample(self.path)


@dataclass(frozen=True)
class Rendering:
    """The values of terms in one model, as text."""

    context: Context
    model: Any

    def counterexample(self, path: Path) -> Counterexample:
        law = self.context.law
        rulings = {
            name: law.rulings[name].type.literals[self.number(term)] for name, term in self.context.rulings.items()
        }
        events = path.frame.event.parameters
        return Counterexample(
            players=self.number(self.context.number),
            readings=rulings,
            parameters={one.name: self.value(path.frame.arguments[one.name], one.type) for one in events},
            decisions=tuple((label, self.value(value, None)) for label, value in path.decisions),
            changes=tuple(self.changes(path.frame.start, path.state)),
            card=self._fate(path),
        )

    def number(self, term: Int) -> int:
        return term if isinstance(term, int) else self.model.eval(integer(term), model_completion=True).as_long()

    def holds(self, term: Bool) -> bool:
        return bool(z3.is_true(self.model.eval(boolean(term), model_completion=True)))

    def card(self, card: CardTerm) -> str:
        row = tuple(self.number(column) for column in card.columns)
        index = self.context.table.index.get(row)
        return "?" if index is None else self.context.law.cards[index].name

    def value(self, value: Value, type_: Type | None) -> str:
        if isinstance(value, CardTerm):
            return self.card(value)
        if isinstance(value, Maybe):
            inner = type_.element if isinstance(type_, OptionalType) else type_
            return "none" if self.holds(value.absent) or value.value is None else self.value(value.value, inner)
        if isinstance(value, CardSet):
            return ", ".join(self.card(card) for card, here in value.singles if self.holds(here))
        if isinstance(value, FiniteSet):
            return ", ".join(str(self.number(item)) for item, here in value.items if self.holds(here))
        if isinstance(value, bool | z3.BoolRef) or isinstance(type_, BoolType):
            return "true" if self.holds(value) else "false"
        if isinstance(type_, PlayerType):
            return f"p{self.number(value) + 1}"
        if isinstance(type_, EnumType):
            return type_.literals[self.number(value)]
        return str(self.number(value))

    def changes(self, before: SymbolicState, after: SymbolicState) -> Iterator[Change]:
        for key in sorted(set(before.zones) | set(after.zones), key=str):
            old, new = before.zones.get(key), after.zones.get(key)
            if old is not new:
                texts = ("not open" if old is None else self.zone(old), "not open" if new is None else self.zone(new))
                if texts[0] != texts[1]:
                    yield Change(_named(*key), *texts)
        for key, value in after.variables.items():
            type_ = self.context.law.state[key[0]].type
            texts = (self.value(before.variables[key], type_), self.value(value, type_))
            if texts[0] != texts[1]:
                yield Change(_named(*key), *texts)

    def zone(self, zone: SymbolicZone) -> str:
        if isinstance(zone, Row):
            present = [
                (self.number(place), self.card(card))
                for (card, here), place in zip(zone.singles(), zone.order, strict=True)
                if self.holds(here)
            ]
            return ", ".join(name for _, name in sorted(present)) or "empty"
        if isinstance(zone, Stacks):
            stacks = [
                f"{self.card(top)}{'' if self.number(count) == 1 else f' on {self.number(count) - 1} more'}"
                for top, count in zip(zone.tops, zone.counts, strict=True)
                if self.number(count) > 0
            ]
            return ", ".join(stacks) or "empty"
        number = self.number(zone.length())
        return f"{number} card{'' if number == 1 else 's'}" if number else "empty"

    def _fate(self, path: Path) -> str:
        name = self.card(self.context.generic)
        return f"{name}: {self._places(path.frame.start, ())} -> {self._places(path.state, path.held)}"

    def _places(self, state: SymbolicState, held: tuple[tuple[str, CardTerm], ...]) -> str:
        places = []
        for key, zone in state.zones.items():
            number = self.number(zone.generic_count(self.context))
            places += [_named(*key)] * max(number, 0)
        places += ["in hand" for _, card in held if self.holds(self.context.is_generic(card))]
        return " and ".join(places) or "elsewhere"


def _named(name: str, seat: int | None) -> str:
    return name if seat is None or seat < 0 else f"{name}[p{seat + 1}]"


@dataclass(frozen=True)
class Readings:
    """For which answers to the rulings the present goal fails. Works by asking under assumptions, so it is exact only
    for the rulings that it names; `limit` bounds the questions."""

    context: Context
    limit: int = 400

    def split(self) -> tuple[tuple[Cube, ...], tuple[Cube, ...]]:
        """Cubes of readings under which the goal fails, and under which it holds."""
        fails: list[Cube] = []
        holds: list[Cube] = []
        pending: list[dict[str, int]] = [{}]
        asked = 0
        while pending and asked < self.limit:
            cube = pending.pop()
            split = None
            for name in self.context.rulings:
                if name in cube:
                    continue
                asked += 1
                answers = range(len(self.context.law.rulings[name].type.literals))
                if any(self._unsat({**cube, name: answer}) for answer in answers):
                    split = name
                    break
            if split is None:
                fails.append(self._cube(cube))
                continue
            for answer in range(len(self.context.law.rulings[split].type.literals)):
                inner = {**cube, split: answer}
                if self._unsat(inner):
                    holds.append(self._cube(inner))
                else:
                    pending.append(inner)
        return tuple(fails), tuple(holds)

    def _unsat(self, cube: Mapping[str, int]) -> bool:
        literals = [eq(self.context.rulings[name], answer) for name, answer in cube.items()]
        return self.context.check(*literals) == UNSAT

    def _cube(self, cube: Mapping[str, int]) -> Cube:
        return Cube({name: self.context.law.rulings[name].type.literals[answer] for name, answer in cube.items()})
