"""What an entry did, as goals: a case in which it finds nothing to do would show nothing of it.

Which of them there are is not known beforehand: those that play has come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ruleslawyer.language.analysis import all_cases, own_expressions, parts
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.language.tree import Builtin
from ruleslawyer.machine import Machine, RuleFault
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Assigned, Finished, Moved, Paid, Seen, Step
from ruleslawyer.machine.zones import Place, Stacks

EFFECT, SEATS = "effect", "seats"
SEVERAL = "several cards"
BY_SEATS = frozenset({"players", "opponents", "seats", "next", "prev", "steps"})
"""Builtins whose value depends on how many play and in which order they sit."""


def effects(step: Step, position: Position, machine: Machine) -> Iterator[str]:
    """What entries did in a step, and what is asked after it, in `position`.

    :param machine: works out what the result depends on; not one that is watched, for that would count as play.
    """
    moved: Counter[str] = Counter()
    for record in step.records:
        if isinstance(record, Moved):
            moved[f"{record.entry} {_moves(record)}"] += len(record.cards)
            yield from (f"{EFFECT} {record.entry} {_moves(record)}: {left}" for left in _left(record, position))
        elif isinstance(record, Assigned) and record.before != record.after:
            yield f"{EFFECT} {record.entry} changes {record.name}"
        elif isinstance(record, Paid):
            yield f"{EFFECT} {record.entry} pays {record.source[0]} to {record.target[0]}"
        elif isinstance(record, Seen):
            yield f"{EFFECT} {record.entry} shows {_name(record.place)}"
        elif isinstance(record, Finished):
            named = f"{record.entry} names {'one winner' if len(record.winners) == 1 else 'several winners'}"
            yield f"{EFFECT} {named}"
            yield from (f"{EFFECT} {named} of equal {measure}" for measure in _equals(position, machine))
    for text, count in moved.items():
        yield f"{EFFECT} {text}"
        if count > 1:
            yield f"{EFFECT} {text}: {SEVERAL}"
    if step.decision is not None and step.value is None:
        yield f"{EFFECT} {step.decision.clause} is declined {step.decision.label}"
    pending = position.pending
    if pending is not None and pending.by is not None and len(pending.values) > 1:
        yield f"{EFFECT} {pending.clause} asks {pending.label}"


def _equals(position: Position, machine: Machine) -> Iterator[str]:
    """The measures that the result depends on of which no player has more than every other."""
    for name in measures(machine.law):
        try:
            values = [machine.evaluate_definition(position, name, [seat]) for seat in range(machine.players)]
        except RuleFault:
            continue
        if values.count(max(values)) > 1:
            yield name


def _moves(record: Moved) -> str:
    if record.source is None or record.target is None:
        return f"puts into {_name(record.target)}" if record.source is None else f"takes from {_name(record.source)}"
    return f"moves {_name(record.source)} to {_name(record.target)}"


def _left(record: Moved, position: Position) -> Iterator[str]:
    """What a move left behind, as far as it is still so: an empty zone, a card that lies over or under another."""
    source = None if record.source is None else position.zones.get(record.source)
    if source is not None and not len(source):
        yield "all that lay there"
    target = None if record.target is None else position.zones.get(record.target)
    if isinstance(target, Stacks):
        tops = target.tops()
        for card in record.cards:
            if card in target and len(target.stacks[target.fields.stack[card]]) > 1:
                yield "over another card" if card in tops else "under another card"


def _name(place: Place | None) -> str:
    return "" if place is None else place[0]


def entries_by_seats(law: Law) -> frozenset[str]:
    """The entries that ask who sits where: with as few players as can be, many such questions have one answer."""
    return frozenset(
        case.id
        for case in all_cases(law)
        if any(part.name in BY_SEATS for part in parts(Builtin, *own_expressions(case)))
    )
