"""State variables as plain data, in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, by_seat, read_player, read_value, write_value
from ruleslawyer.machine.position import StateKey
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.diagnostics import did_you_mean


def write_state(machine: Machine, values: Iterable[tuple[StateKey, Value]]) -> dict[str, Written]:
    """The state that is part of the game, by name, and by player where players have their own."""
    return by_seat(
        (key, write_value(machine.law, value, machine.state[key[0]].type))
        for key, value in values
        if key[0] in machine.state
    )


def read_state(machine: Machine, written: object, part: str) -> dict[StateKey, Value]:
    """The state variables that are written.

    :raises PositionError: an unknown variable or player, a variable that is no part of the game, or a value outside
        the type or its bounds.
    """
    if not isinstance(written, Mapping):
        raise PositionError("this is a mapping of state variables", part=part, hint="write `name: value`")
    found: dict[StateKey, Value] = {}
    for name, value in written.items():
        declared = machine.law.state.get(name)
        where = f"{part}.{name}"
        if declared is None:
            hint = did_you_mean(str(name)[:100], machine.state)
            raise PositionError(f"no state is called `{name}`", part=part, hint=hint)
        machine.check_present(name, part)
        if not declared.per_player:
            found[name, None] = read_value(machine.law, value, declared.type, machine.players, where)
            continue
        if not isinstance(value, Mapping):
            raise PositionError(
                f"every player has a `{name}`", part=where, hint="write `p1: value` and below it `p2: value`"
            )
        for player, one in value.items():
            seat = read_player(player, machine.players, where)
            found[name, seat] = read_value(machine.law, one, declared.type, machine.players, where)
    return found
