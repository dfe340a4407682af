"""What an expectation says, made ready to be held against a moment of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.language.types import Type
from ruleslawyer.machine.faults import RuleFault
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, canonical, decision_text, write_decision, write_value
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.snapshot import (
    EVERYTHING,
    Audience,
    Difference,
    Snapshot,
    diff,
    everyone,
    snapshot,
    value_text,
)
from ruleslawyer.machine.trace import Forced
from ruleslawyer.machine.values import Value

Decided = tuple[str, Written]
"""A decision: its label and its value."""


@dataclass(frozen=True)
class Evaluated:
    """A definition with arguments; `type` is that of its value."""

    definition: str
    arguments: tuple[Value, ...]
    type: Type

    def text(self, machine: Machine, position: Position) -> str:
        """Its value in a position, or why it has none."""
        try:
            value = machine.evaluate_definition(position, self.definition, self.arguments)
        except RuleFault as fault:
            return f"no value: {fault}"
        return value_text(write_value(machine.law, value, self.type), self.type)


@dataclass(frozen=True)
class Expected:
    """What is `seen` by a viewer (`p1`, `everyone`, or empty: somebody to whom every card is shown), the `values` in
    it, and the decisions `forced`, in this order, others between them."""

    viewer: str
    seen: Snapshot
    values: Mapping[str, Evaluated]
    forced: tuple[Decided, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing is expected."""
        return self.seen == Snapshot() and not self.forced

    def differences(self, machine: Machine, position: Position, forced: Sequence[Forced]) -> list[Difference]:
        """What is otherwise.

        :param forced: the decisions taken without asking since the last listed one.
        """
        values = {text: one.text(machine, position) for text, one in self.values.items()}
        found = diff(self.seen, snapshot(machine, position, self._audience(machine), values=values))
        taken = [(one.decision.label, write_decision(machine.law, one.decision, one.value)) for one in forced]
        left = iter([(label, canonical(written)) for label, written in taken])
        if not all((label, canonical(written)) in left for label, written in self.forced):
            found.append(Difference("forced", "forced", _decided_text(self.forced), _decided_text(taken)))
        return found

    def _audience(self, machine: Machine) -> Audience:
        if not self.viewer:
            return EVERYTHING
        return everyone(machine) if self.viewer == "everyone" else frozenset((int(self.viewer[1:]) - 1,))


def _decided_text(decisions: Sequence[Decided]) -> str:
    return "; ".join(f"{label}: {decision_text(written)}" for label, written in decisions) or "(none)"
