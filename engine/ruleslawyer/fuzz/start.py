"""Where a game begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position_io import lay_out, read_position


class Start(NamedTuple):
    """The set-up, or a `given` position as a scenario writes it."""

    given: Mapping[str, Written] | None = None

    def position(self, machine: Machine, trace: Trace | None = None) -> Position:
        """The first position with a decision.

        :raises PositionError: the position is malformed or impossible.
        :raises MachineError: the rulebook breaks an obligation, or a claim if the machine monitors, before the
            first decision.
        """
        if self.given is None:
            return machine.start(trace)
        if "begin" in self.given:
            return read_position(machine, self.given, trace)
        position = lay_out(machine, self.given)
        if machine.contracts is not None:
            machine.contracts.take_up(position)
        if position.frames:
            machine.resume(position, trace)
        return position


SET_UP = Start()
