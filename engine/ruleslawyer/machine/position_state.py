"""State variables as plain data, in and out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslawyer.language.law import State, Zone
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
    for name in written:
        if name not in machine.law.state:
            hint = did_you_mean(str(name)[:100], machine.state)
            raise PositionError(f"no state is called `{name}`", part=part, hint=hint)
    found = values_by_seat(machine, written, part, machine.law.state, "value")
    return {
        key: read_value(machine.law, value, machine.law.state[key[0]].type, machine.players, where)
        for key, (value, where) in found.items()
    }


def values_by_seat(
    machine: Machine, written: Mapping[str, object], part: str, declared: Mapping[str, State | Zone], form: str
) -> dict[StateKey, tuple[object, str]]:
    """What is written of zones or state variables, with where; by player where players have their own.

    :param form: how one value is written, for the message.
    :raises PositionError: what is no part of the game, an unknown player, or no mapping where players have their own.
    """
    found: dict[StateKey, tuple[object, str]] = {}
    for name, value in written.items():
        machine.check_present(name, part)
        where = f"{part}.{name}"
        if not declared[name].per_player:
            found[name, None] = value, where
            continue
        if not isinstance(value, Mapping):
            hint = f"write `p1: {form}` and below it `p2: {form}`"
            raise PositionError(f"every player has a `{name}`", part=where, hint=hint)
        for player, one in value.items():
            found[name, read_player(player, machine.players, where)] = one, f"{where}.{player}"
    return found
