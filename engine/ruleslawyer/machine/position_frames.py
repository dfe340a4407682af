"""Frames as plain data, in and out, and the frames of a position that stands at a menu or an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import cases_of, event_of, with_exceptions
from ruleslawyer.language.law import Event
from ruleslawyer.language.types import PLAYER, EnumType, SequenceType, SetType, Type
from ruleslawyer.machine.call_path import Link, with_surroundings
from ruleslawyer.machine.choices import DONE, SEAT, SEATS
from ruleslawyer.machine.events import NO_ZONES, element_type, own_entry
from ruleslawyer.machine.faults import ObligationBroken, PositionError
from ruleslawyer.machine.flatten import ROOT, bound_types
from ruleslawyer.machine.loops import rest_of
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, place_text, read_value, write_value
from ruleslawyer.machine.position import Frame, Position
from ruleslawyer.machine.position_state import read_state, write_state
from ruleslawyer.machine.position_zones import Whereabouts, lay_bags, read_cards, read_zones, write_bag, write_zones
from ruleslawyer.machine.zones import Bag
from ruleslawyer.rulebook.diagnostics import did_you_mean

KEYS = ("entry", "at", "after", "locals", "held", "zones", "saved", "result")

# -- out ----------------------------------------------------------------------------------------------------------


def write_frame(machine: Machine, frame: Frame) -> dict[str, Written]:
    """A frame: its entry, `at` a statement about to run or `after` one that raised or offered the next frame."""
    code = machine.codes[frame.entry]
    before = code.instructions[frame.counter - 1] if frame.counter else None
    written: dict[str, Written] = {"entry": frame.entry}
    if before is not None and before.leads_on:
        written["after"] = before.label
    else:
        written["at"] = code.label_at(frame.counter)
    if frame.locals:
        types = local_types(machine, frame.entry)
        written["locals"] = {name: write_value(machine.law, value, types[name]) for name, value in frame.locals.items()}
    if frame.held:
        bags = (Bag((card,), viewers) for card, viewers in sorted(frame.held.items()))
        written["held"] = [one for bag in bags for one in write_bag(machine, bag, nested=False)]
    if frame.zones:
        written["zones"] = write_zones(machine, frame.zones.values())
    if any(opened.saved for opened in frame.scopes):
        written["saved"] = {opened.label: write_state(machine, opened.saved) for opened in frame.scopes}
    if frame.result:
        written["result"] = write_value(machine.law, frame.result[0], _result_type(machine, frame.event))
    return written


def _result_type(machine: Machine, event: str) -> Type:
    gives = machine.law.events[event].gives
    assert gives is not None
    return gives


def local_types(machine: Machine, entry: str) -> dict[str, Type]:
    """The type of every local that a frame of the entry may have, hidden ones included."""
    found = event_of(machine.law, entry)
    event = found[0] if found else next(one for one in machine.law.events.values() if own_entry(one.name) == entry)
    types: dict[str, Type] = {parameter.name: parameter.type for parameter in event.parameters}
    types |= {
        DONE: SetType(EnumType("entry", tuple(sorted({case.id for case in cases_of(event)})))),
        SEAT: PLAYER,
        SEATS: SequenceType(PLAYER),
    }
    for option in event.options:
        types |= {name: element_type(domain.type) for name, domain in option.parameters}
    if found:
        for statement in tree.statements(found[1].do):
            types.update(bound_types(machine.law, statement))
    return types


# -- in -----------------------------------------------------------------------------------------------------------


def read_frames(machine: Machine, position: Position, written: object, whereabouts: Whereabouts) -> None:
    """Builds the frames that are written, outermost first.

    :raises PositionError: they are no call path, in which each entry raises or offers the next.
    """
    if not isinstance(written, list):
        raise PositionError("this is a list of frames", part="frames")
    position.frames = []
    for index, one in enumerate(written):
        part = f"frames[{index}]"
        if not isinstance(one, Mapping) or not set(one) <= set(KEYS):
            raise PositionError(f"a frame is a mapping with the keys {', '.join(KEYS)}", part=part)
        if (index == 0) != (one.get("entry") == ROOT):
            raise PositionError(f"the outermost frame, and only it, is `{ROOT}`", part=part)
        frame = _read_frame(machine, position, one, part, whereabouts)
        if index:
            _check_link(machine, position.frames[-1], frame, part)
        position.frames.append(frame)


def _read_frame(
    machine: Machine, position: Position, written: Mapping[str, object], part: str, whereabouts: Whereabouts
) -> Frame:
    entry = str(written.get("entry"))
    code = machine.codes.get(entry)
    if code is None:
        raise PositionError(f"no entry is called `{entry}`", part=part, hint=did_you_mean(entry[:100], machine.codes))
    if ("at" in written) == ("after" in written):
        raise PositionError("a frame stands `at` a statement or `after` one", part=part)
    label = str(written.get("at", written.get("after")))
    if label not in code.points:
        raise PositionError(
            f"{entry} has no statement `{label}`", part=part, hint=did_you_mean(label[:100], code.points)
        )
    frame = Frame(entry, code.event)
    frame.counter = code.points[label] + ("after" in written)
    if "after" in written and not code.instructions[code.points[label]].leads_on:
        raise PositionError(f"`{label}` raises and offers nothing", part=part, hint=f"write `at: {label}`")
    around = _surroundings(machine, entry, label)
    for scope in around:
        if isinstance(scope, tree.Scope):
            machine.open_scope(position, frame, scope.label, scope.name, scope.zones)
    if entry == ROOT:
        machine.open_scope(position, frame, "game", "game", ())
    else:
        _read_locals(machine, frame, written.get("locals", {}), around, f"{part}.locals")
    _read_cards(machine, frame, written, part, whereabouts)
    _read_saved(machine, frame, written.get("saved", {}), f"{part}.saved")
    if "result" in written:
        if machine.law.events[code.event].gives is None:
            raise PositionError(f"`{code.event}` gives nothing", part=part)
        frame.result = (
            read_value(machine.law, written["result"], _result_type(machine, code.event), machine.players, part),
        )
    return frame


def _surroundings(machine: Machine, entry: str, label: str) -> tuple[tree.Statement, ...]:
    found = event_of(machine.law, entry)
    if found is None:
        return ()
    return next(around for statement, around in with_surroundings(found[1].do) if statement.label == label)


def _read_locals(
    machine: Machine, frame: Frame, written: object, around: tuple[tree.Statement, ...], part: str
) -> None:
    if not isinstance(written, Mapping):
        raise PositionError("this is a mapping of names to values", part=part)
    types = local_types(machine, frame.entry)
    for name, value in written.items():
        if name not in types:
            raise PositionError(
                f"{frame.entry} has no local `{name}`", part=part, hint=did_you_mean(str(name)[:100], types)
            )
        frame.locals[name] = read_value(machine.law, value, types[name], machine.players, f"{part}.{name}")
    for statement in around:
        if isinstance(statement, tree.For) and rest_of(statement.label) not in frame.locals:
            raise PositionError(f"`{rest_of(statement.label)}` is missing: what the loop has still to do", part=part)
    code = machine.codes[frame.entry]
    if frame.entry == own_entry(frame.event) and "seat" in code.points and frame.counter > code.points["seat"]:
        for name in (SEAT, SEATS):
            if name not in frame.locals:
                raise PositionError(f"`{name}` is missing: the order of the players", part=part)


def _read_cards(
    machine: Machine, frame: Frame, written: Mapping[str, object], part: str, whereabouts: Whereabouts
) -> None:
    for bag in read_cards(machine, written.get("held", []), f"{part}.held"):
        for card in bag.cards:
            whereabouts.note(card, f"the hand of {frame.entry}", part)
            frame.held[card] = bag.viewers
    names = {name for name, _ in frame.zones}
    for place, bags in read_zones(machine, written.get("zones", {}), f"{part}.zones", names).items():
        lay_bags(machine, frame.zones[place], bags, f"{part}.zones.{place_text(place)}", whereabouts)


def _read_saved(machine: Machine, frame: Frame, written: object, part: str) -> None:
    if not isinstance(written, Mapping):
        raise PositionError("this is a mapping of scope statements", part=part)
    labels = [opened.label for opened in frame.scopes]
    for label, state in written.items():
        if label not in labels:
            raise PositionError(
                f"no scope is open at `{label}`", part=part, hint=did_you_mean(str(label)[:100], labels)
            )
        index = labels.index(label)
        opened = frame.scopes[index]
        values = read_state(machine, state, f"{part}.{label}")
        saved = {key: values.get(key, value) for key, value in opened.saved}
        frame.scopes[index] = opened._replace(saved=tuple(saved.items()))


def _check_link(machine: Machine, caller: Frame, frame: Frame, part: str) -> None:
    """The caller raised or offered the event that the frame belongs to, or stands where a `begin` event came on top."""
    if caller.entry == own_entry(caller.event) and frame.event == caller.event and frame.entry != caller.entry:
        return
    step = machine.codes[caller.entry].instructions[caller.counter - 1] if caller.counter else None
    if step is not None and step.event == frame.event:
        frame.gives = step.gives
        return
    if not machine.law.events[frame.event].parameters and (step is None or not step.leads_on):
        return
    raise PositionError(f"{frame.entry} answers `{frame.event}`, which {caller.entry} does not raise there", part=part)


# -- positions at a menu or an event ------------------------------------------------------------------------------


def open_scopes(machine: Machine, position: Position, path: Sequence[Link]) -> None:
    """Builds the frames of a call path, with the scopes on the way open and their state at its start.

    :raises PositionError: the path runs through a loop or an order of players, whose rest is not known.
    """
    root = Frame(ROOT, ROOT)
    machine.open_scope(position, root, "game", "game", ())
    root.counter = machine.codes[ROOT].points["begins"] + 1
    position.frames = [root]
    for link in path:
        if link.event.policy == "each":
            position.frames.append(_rule_list_frame(machine, link))
        code = machine.codes[link.case.id]
        frame = Frame(link.case.id, link.event.name)
        frame.counter = code.points[link.statement.label] + (link is not path[-1])
        for around in link.around:
            if isinstance(around, tree.For):
                message = f"`{link.statement.event}` is reached inside `for: {around.name}` of {link.case.id}"
                raise PositionError(message, part="at", hint="write `frames:`, as the machine does")
            if isinstance(around, tree.Scope):
                machine.open_scope(position, frame, around.label, around.name, around.zones)
        position.frames.append(frame)


def _rule_list_frame(machine: Machine, link: Link) -> Frame:
    if link.event.order is not None:
        message = f"`{link.event.name}` runs its rules for each player, and for which it is running is not known"
        raise PositionError(message, part="at", hint="write `frames:`, as the machine does")
    frame = Frame(own_entry(link.event.name), link.event.name)
    base = _base_of(link.event, link.case.id)
    frame.counter = machine.codes[frame.entry].points[base] + 1
    return frame


def _base_of(event: Event, entry: str) -> str:
    """The rule of an event that the entry is, or is an exception to."""
    return next(rule.id for rule in event.rules if any(case.id == entry for case in with_exceptions(rule)))


def bind_arguments(machine: Machine, position: Position, path: Sequence[Link]) -> None:
    """Gives the frames of a call path their arguments, which must follow from the position.

    :raises PositionError: an argument needs a value that only play could have bound.
    """
    arguments: dict[str, object] = {}
    frames = iter(position.frames[1:])
    for link in path:
        for frame in frames:
            frame.locals.update(arguments)
            if frame.entry == link.case.id:
                break
        if link is path[-1]:
            return
        parameters = machine.law.events[link.statement.event].parameters
        try:
            values = [
                machine.backend.expression(argument)(position, frame.locals, NO_ZONES)
                for argument in link.statement.arguments
            ]
        except (ObligationBroken, KeyError) as broken:
            name = getattr(broken, "message", str(broken))
            message = f"`{link.statement.event}` was raised with arguments that the position does not give: {name}"
            raise PositionError(message, part="at", hint="write `frames:`, as the machine does") from None
        if any(parameter.own for parameter in parameters):
            message = f"`{link.statement.event}` was handed a card that the position does not name"
            raise PositionError(message, part="at", hint="stand at an earlier menu and `begin:` an event there")
        arguments = dict(zip((parameter.name for parameter in parameters), values, strict=True))
