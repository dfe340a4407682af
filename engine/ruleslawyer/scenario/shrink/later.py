"""From a game to a position: the same case begun later, which shows what matters and forgets how play came there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.machine import Machine, MachineError, Position
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import follow
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.rests import Given, at_menu, unseen, with_rest
from ruleslawyer.scenario.shrink.shrinker import Failing, Judge

LATEST = 20
"""How many of the last positions of a game are tried."""


def begun_later(
    machine: Machine, scenario: Scenario, judge: Judge, failing: Failing, menus: tuple[str, ...], latest: int = LATEST
) -> Scenario | None:
    """The scenario begun at the latest menu from which it still fails so; None if there is none.

    It is consistent if the judge looks for that, but not shown to be reachable: no game need come to it.

    :param menus: where a position can begin.
    """
    moments: list[tuple[int, Position]] = []
    try:
        for taken, position in follow(machine, scenario):
            moments.append((taken, position.copy()))
            del moments[:-latest]
    except (MachineError, RulebookError):
        pass
    for taken, position in reversed(moments):
        for given in _as_given(machine, position, menus):
            later = replace(scenario, given=given, decisions=scenario.decisions[taken:])
            if later.given != scenario.given and judge(later) == failing:
                return later
    return None


def _as_given(machine: Machine, position: Position, menus: tuple[str, ...]) -> Iterator[Given]:
    """The position at the menu where play stands, or as if it stood at any while every card lies in a zone that is
    always there; with as little as possible known of the cards first."""
    here = [menu for menu in menus if position.pending is not None and menu == position.pending.label]
    in_flight = any(frame.held or any(map(len, frame.zones.values())) for frame in position.frames)
    for menu in here if in_flight else dict.fromkeys((*here, *menus)):
        exact = at_menu(machine, position, menu)
        plainer = (unseen(machine.law, exact, ordered=False), unseen(machine.law, exact))
        written = [with_rest(machine.law, one) for one in (*plainer, exact)]
        yield from (one for number, one in enumerate(written) if one not in written[:number])
