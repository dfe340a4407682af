"""The zones of a position as a table: a column for each player, a row for each zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.language.outline import measures
from ruleslawyer.language.types import PlayerType
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import decision_text, place_text, player_text, write_value
from ruleslawyer.machine.position import Position, StateKey
from ruleslawyer.machine.snapshot import EVERYTHING, Audience, sees
from ruleslawyer.machine.zones import Content, Stacks

if TYPE_CHECKING:
    from rich.table import Table

MOST_NAMED = 12
"""Cards of one zone that are named; more are counted."""


def contents_text(machine: Machine, position: Position, content: Content, audience: Audience = EVERYTHING) -> str:
    """What the audience sees of a zone: the cards, or how many there are."""
    count = len(content)
    if count == 0:
        return "-"
    if content.order == "pile" or not sees(machine, position, audience, content.place):
        return f"{count} card{'' if count == 1 else 's'}"
    names = machine.law.cards
    if count > MOST_NAMED and not isinstance(content, Stacks):
        return f"{count} cards"
    if isinstance(content, Stacks):
        stacks = [stack for _, stack in sorted(content.stacks.items(), key=lambda item: item[1][-1][1]) if stack]
        return ", ".join(
            names[stack[-1][1]].name + (f" +{len(stack) - 1}" if len(stack) > 1 else "") for stack in stacks
        )
    return ", ".join(names[card].name for card in content.listed())


def board(machine: Machine, position: Position, audience: Audience = EVERYTHING) -> Table:
    """The zones, the state that differs from player to player, and what the winners depend on."""
    from rich.table import Table

    seats = range(machine.players)
    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="bold")
    shown.add_column("", no_wrap=True)
    for seat in seats:
        shown.add_column(player_text(seat), overflow="fold")
    for zone in machine.zones.values():
        if zone.scoped or not zone.per_player:
            continue
        places = [position.zones[(zone.name, seat)] for seat in seats]
        if zone.order == "stacks" or any(len(one) for one in places):
            shown.add_row(zone.name, *(contents_text(machine, position, one, audience) for one in places))
    for name in measures(machine.law):
        values = [machine.evaluate_definition(position, name, [seat]) for seat in seats]
        shown.add_row(name, *map(str, values))
    for state in machine.state.values():
        if state.per_player and any(_has_changed(machine, position, (state.name, seat)) for seat in seats):
            shown.add_row(state.name, *(_state_text(machine, position, (state.name, seat)) for seat in seats))
    return shown


def _has_changed(machine: Machine, position: Position, key: StateKey) -> bool:
    """Whether state has another value than at the start: the many switches of a rulebook are mostly off."""
    return bool(position.state[key] != machine.start_value(position, key))


def _state_text(machine: Machine, position: Position, key: StateKey) -> str:
    return decision_text(write_value(machine.law, position.state[key], machine.law.state[key[0]].type))


def shared_text(machine: Machine, position: Position, audience: Audience = EVERYTHING) -> str:
    """The zones and the state that belong to nobody, on one line; what is empty or unchanged only if it tells much."""
    parts = []
    for content in machine.contents(position):
        zone = machine.zones[content.place[0]]
        tells = len(content) or zone.starts is not None or zone.order == "row"
        if zone.scoped or (not zone.per_player and tells):
            parts.append(f"{place_text(content.place)}: {contents_text(machine, position, content, audience)}")
    for state in machine.state.values():
        key = (state.name, None)
        if not state.per_player and (isinstance(state.type, PlayerType) or _has_changed(machine, position, key)):
            parts += [f"{state.name}: {_state_text(machine, position, key)}"]
    return " · ".join(parts)
