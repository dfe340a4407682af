"""What the machine asks of an expression back-end, and what a back-end may take for constant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ruleslawyer.language.law import Case, Law
from ruleslawyer.language.tree import Expression
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content, Place, StackFields

Locals = Mapping[str, Value]
ScopedZones = Mapping[Place, Content]
Evaluate = Callable[[Position, Locals, ScopedZones], Value]
"""An expression made ready: its value in a position, given the locals and scoped zones of the running clause."""


@dataclass(frozen=True, slots=True)
class Constants:
    """What does not change while a machine lives."""

    law: Law
    players: int
    answers: Mapping[str, str]
    options: Mapping[str, str]

    def column(self, name: str) -> Sequence[Value]:
        """A field's value for every card, None where the card lacks it."""
        return tuple(card.fields.get(name) for card in self.law.cards)

    def stack_fields(self, stack: str, top: str) -> StackFields:
        """How a `stacks` zone sorts the cards."""
        literals = {
            literal: rank
            for kind in self.law.kinds.values()
            for rank, literal in enumerate(getattr(kind.get(top), "literals", ()))
        }

        def rank(value: Value) -> int:
            return literals.get(value, 0 if value is None else value)

        return StackFields(self.column(stack), [rank(value) for value in self.column(top)])


Decide = Callable[[Position, Locals], list[Case]]
"""Which of some competing cases decide in a position, given the locals that their conditions read."""


class Backend(Protocol):
    """Makes expressions ready. Two back-ends made from the same `Constants` must agree on every value."""

    def expression(self, expression: Expression) -> Evaluate:
        """The expression as a function. It raises `ObligationBroken` where the expression has no value."""
        ...

    def definition(self, name: str) -> Callable[..., Value]:
        """A definition as a function of a position and the definition's arguments."""
        ...

    def deciding(self, cases: tuple[Case, ...], parameters: tuple[str, ...]) -> Decide:
        """Which of the cases decide, each once, in the order given; `parameters` are locals that are always given."""
        ...

    def always(self, cases: tuple[Case, ...]) -> str | None:
        """The id of the case that decides in every position, where rulings and options alone settle that."""
        ...

    def never(self, case: Case) -> bool:
        """Whether rulings and options alone keep the case and its exceptions from ever applying."""
        ...


MakeBackend = Callable[[Constants], Backend]
