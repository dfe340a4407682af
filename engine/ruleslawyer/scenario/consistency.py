"""Whether a written position could be one of a game, as far as the rulebook's own claims tell."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.language.tree import Expression
from ruleslawyer.machine import Machine, MachineError, PositionError
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.call_path import Link
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import lay_out
from ruleslawyer.machine.values import Value


class Consistency:
    """Judges positions for one machine. What is consistent need not be reachable: no game may come to it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._call_paths = dict(_call_paths(machine))
        self._ready: dict[int, Evaluate] = {}

    @property
    def menus(self) -> tuple[str, ...]:
        """The menus to which only one chain of events leads."""
        return tuple(self._call_paths)

    def holds(self, given: Mapping[str, Written] | None) -> bool:
        """Whether the invariants hold there, and whatever was required or tested and cannot have changed since. The
        set-up (None) is consistent."""
        if given is None:
            return True
        try:
            position = lay_out(self.machine, {**given, "players": self.machine.players})
            if self.machine.violations(position):
                return False
            menu = self.machine.law.events.get(str(given.get("at")))
            if menu is None or menu.name not in self._call_paths:
                return True
            return self._begun(position, self._call_paths[menu.name]) and all(
                self._true(position, claim.expression, {}) for claim in menu.requires
            )
        except (MachineError, ObligationBroken):
            return False

    def _begun(self, position: Position, call_path: tuple[Link, ...]) -> bool:
        """Whether the events that have just been raised may have been: nothing was done since."""
        frames = position.frames[1:]
        for frame, link in zip(reversed(frames), reversed(call_path), strict=False):
            if link.case.do[0] is not link.statement:
                break
            conditions = [claim.expression for claim in link.event.requires]
            conditions += [] if link.case.when is None else [link.case.when]
            if not all(self._true(position, one, frame.locals) for one in conditions):
                return False
        return True

    def _true(self, position: Position, condition: Expression, locals_: Mapping[str, Value]) -> bool:
        if id(condition) not in self._ready:
            self._ready[id(condition)] = self.machine.backend.expression(condition)
        return bool(self._ready[id(condition)](position, locals_, NO_ZONES))


def _call_paths(machine: Machine) -> list[tuple[str, tuple[Link, ...]]]:
    found = []
    for event in machine.law.events.values():
        if event.policy == "menu":
            try:
                found.append((event.name, machine.call_path(event.name)))
            except PositionError:
                continue
    return found
