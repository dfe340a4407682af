"""Positions as plain data, in and out. The format is described in docs/positions.md."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.machine.accounts import fill_accounts
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    Written,
    place_text,
    player_text,
    read_card,
    read_player,
)
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_frames import bind_arguments, open_scopes, read_frames, write_frame
from ruleslawyer.machine.position_state import read_state, write_state
from ruleslawyer.machine.position_zones import Whereabouts, lay_bags, read_zones, write_zones
from ruleslawyer.machine.trace import Trace
from ruleslawyer.machine.zones import NOBODY
from ruleslawyer.rulebook.diagnostics import did_you_mean

ASIDE = "aside"
KEYS = ("players", "at", "begin", "frames", "zones", "state", "rest", ASIDE, "winners")


def write_position(machine: Machine, position: Position) -> dict[str, Written]:
    """The whole position, with its frames: everything that `read_position` needs to build an equal one."""
    written: dict[str, Written] = {
        "players": position.players,
        "zones": write_zones(machine, position.zones.values()),
        "state": write_state(machine, position.state.items()),
    }
    if position.aside - machine.out_of_play:
        written[ASIDE] = [machine.law.cards[card].name for card in sorted(position.aside)]
    if position.winners is not None:
        written["winners"] = [player_text(seat) for seat in sorted(position.winners)]
    written["frames"] = [write_frame(machine, frame) for frame in position.frames]
    return written


def read_position(machine: Machine, written: object, trace: Trace | None = None) -> Position:
    """The position that is written, played on to its first decision.

    :raises PositionError: it is malformed or impossible; the message names the part.
    :raises RuleFault: the rulebook breaks an obligation before the first decision.
    """
    position = lay_out(machine, written)
    assert isinstance(written, Mapping)
    return _played_on(machine, position, written, trace)


def lay_out(machine: Machine, written: object) -> Position:
    """The position that is written, as it lies there: nothing has been played, `resume` plays on.

    :raises PositionError: it is malformed or impossible; the message names the part.
    """
    if not isinstance(written, Mapping):
        raise PositionError("a position is a mapping", hint=f"its keys are {', '.join(KEYS)}")
    for key in written:
        if key not in KEYS:
            raise PositionError(f"unknown key `{key}`", hint=did_you_mean(str(key)[:100], KEYS))
    if "players" in written and str(written["players"]) != str(machine.players):
        raise PositionError(f"the position is for {written['players']} players, not {machine.players}", part="players")
    if ("at" in written) == ("frames" in written):
        raise PositionError(
            "a position says where play stands", hint="write `at:` with a menu or an event, or `frames:`"
        )
    position = machine.blank()
    whereabouts = Whereabouts(machine)
    _read_zones(machine, position, written, whereabouts)
    if "frames" in written:
        read_frames(machine, position, written["frames"], whereabouts)
        _read_state(machine, position, written)
    else:
        path = machine.call_path(str(written["at"]))
        open_scopes(machine, position, path)
        _read_state(machine, position, written)
        bind_arguments(machine, position, path)
    _place_rest(machine, position, written.get("rest"), whereabouts.missing())
    _read_winners(machine, position, written)
    return position


def _read_state(machine: Machine, position: Position, written: Mapping[str, object]) -> None:
    state = read_state(machine, written.get("state", {}), "state")
    position.state.update(state)
    fill_accounts(machine, position, state)


def _played_on(machine: Machine, position: Position, written: Mapping[str, object], trace: Trace | None) -> Position:
    if machine.contracts is not None:
        machine.contracts.take_up(position)
    begin = written.get("begin")
    if begin is None:
        if position.frames:
            machine.resume(position, trace)
        return position
    event = machine.law.events.get(str(begin))
    if event is None or event.policy == "menu" or event.parameters:
        plain = [one.name for one in machine.law.events.values() if one.policy != "menu" and not one.parameters]
        raise PositionError(
            f"`{begin}` is no event without arguments", part="begin", hint=did_you_mean(str(begin), plain)
        )
    if not position.frames:
        raise PositionError("the game is over", part="begin")
    machine.begin(position, event.name, trace)
    return position


def _read_zones(machine: Machine, position: Position, written: Mapping[str, object], whereabouts: Whereabouts) -> None:
    names = {zone.name for zone in machine.law.zones.values() if not zone.scoped}
    for place, bags in read_zones(machine, written.get("zones", {}), "zones", names).items():
        lay_bags(machine, position.zones[place], bags, f"zones.{place_text(place)}", whereabouts)
    aside = written.get(ASIDE, [])
    if not isinstance(aside, list):
        raise PositionError("`aside` is a list of cards", part=ASIDE)
    for one in aside:
        card = read_card(machine.law, one, ASIDE)
        whereabouts.note(card, "`aside`", ASIDE)
        position.aside |= {card}


def _place_rest(machine: Machine, position: Position, rest: object, unmentioned: tuple[int, ...]) -> None:
    position.aside |= machine.out_of_play.intersection(unmentioned)
    missing = tuple(card for card in unmentioned if card not in machine.out_of_play)
    if isinstance(rest, Mapping):
        _place_kinds(machine, position, rest, missing)
    elif rest is None:
        if missing:
            names = [machine.law.cards[card].name for card in missing]
            listed = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
            raise PositionError(
                f"no place has {listed}", part="zones", hint="list them, or write `rest: ZONE` or `rest: aside`"
            )
    elif rest == ASIDE:
        position.aside |= frozenset(missing)
    else:
        _lay_rest(machine, position, str(rest), missing)


def _place_kinds(machine: Machine, position: Position, rest: Mapping[str, object], missing: tuple[int, ...]) -> None:
    for kind in rest:
        if kind not in machine.law.kinds:
            hint = did_you_mean(str(kind)[:100], machine.law.kinds)
            raise PositionError(f"`{kind}` is no kind of card", part="rest", hint=hint)
    kinds = {card: machine.law.cards[card].kind for card in missing}
    for kind in machine.law.kinds:
        of_kind = tuple(card for card in missing if kinds[card] == kind)
        _place_rest(machine, position, rest.get(kind), of_kind)


def _lay_rest(machine: Machine, position: Position, rest: str, missing: tuple[int, ...]) -> None:
    content = position.zones.get((rest, None))
    machine.check_present(rest, "rest")
    if content is None:
        known = [ASIDE, *(name for name, seat in position.zones if seat is None and name in machine.zones)]
        raise PositionError(f"no single zone is called `{rest}`", part="rest", hint=did_you_mean(rest, known))
    if not missing:
        return
    zone = machine.law.zones[rest]
    if zone.distinct is not None or not all(machine.law.cards[card].kind in zone.holds for card in missing):
        raise PositionError(f"`{rest}` cannot hold all other cards", part="rest", hint="write `rest: aside`")
    content.insert(missing, NOBODY, "bottom")


def _read_winners(machine: Machine, position: Position, written: Mapping[str, object]) -> None:
    winners = written.get("winners")
    if winners is None:
        return
    if not isinstance(winners, list):
        raise PositionError("`winners` is a list of players", part="winners")
    position.winners = frozenset(read_player(one, machine.players, "winners") for one in winners)
