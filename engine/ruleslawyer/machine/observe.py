"""What a player, or an outside observer, may see of a position."""

from __future__ import annotations

from collections import Counter

from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, decider_text, place_text, player_text, write_decision, write_value
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.zones import Content, Place


def observe(machine: Machine, position: Position, viewer: int | None) -> dict[str, Written]:
    """The position as `viewer` (a seat; None: somebody who sees what everyone sees) may see it, as plain data.

    `zones`: by name (`hand[p1]`; of a scope that is open twice also `shown #2`): `count`, and of the cards that are
    seen `cards` (in the order in which they lie, if that is known), for a pile also `top` where its top card is known;
    `state` by name; `decision`: `label`, `by`, and the legal `values` if the viewer decides, or sees every card in
    them; `over`; `winners`.
    """
    seen: dict[str, Written] = {}
    times: Counter[Place] = Counter()
    for content in machine.contents(position):
        times[content.place] += 1
        again = f" #{times[content.place]}" if times[content.place] > 1 else ""
        seen[place_text(content.place) + again] = _zone(machine, position, content, viewer)
    found: dict[str, Written] = {
        "players": position.players,
        "zones": seen,
        "state": {
            place_text(key): write_value(machine.law, value, machine.law.state[key[0]].type)
            for key, value in machine.variables(position)
        },
        "over": position.over,
    }
    if position.pending is not None:
        found["decision"] = _decision(machine, position, viewer)
    if position.winners is not None:
        found["winners"] = [player_text(seat) for seat in sorted(position.winners)]
    return found


def _audience(machine: Machine, viewer: int | None) -> frozenset[int]:
    return frozenset(range(machine.players)) if viewer is None else frozenset((viewer,))


def _zone(machine: Machine, position: Position, content: Content, viewer: int | None) -> Written:
    audience = _audience(machine, viewer)
    names = machine.law.cards
    shown = audience <= machine.viewers(position, content.place)
    bags = content.bags_in_order()
    known = [bag for bag in bags if shown or audience <= bag.viewers]
    view: dict[str, Written] = {"count": len(content)}
    if known or not bags:
        view["cards"] = [names[card].name for bag in known for card in bag.cards]
    if content.order == "pile" and bags and len(bags[0].cards) == 1 and bags[0] in known:
        view["top"] = names[bags[0].cards[0]].name
    return view


def _decision(machine: Machine, position: Position, viewer: int | None) -> Written:
    decision = position.pending
    assert decision is not None
    view: dict[str, Written] = {"label": decision.label, "by": decider_text(decision)}
    if decision.by is not None and (decision.by == viewer or _public(machine, position, viewer)):
        view["values"] = [write_decision(machine.law, decision, value) for value in decision.values]
    return view


def _public(machine: Machine, position: Position, viewer: int | None) -> bool:
    """Whether every card that a legal value names lies where the viewer sees it."""
    audience = _audience(machine, viewer)
    decision = position.pending
    assert decision is not None
    hidden: set[int] = set()
    for content in machine.contents(position):
        if not audience <= machine.viewers(position, content.place):
            hidden.update(card for bag in content.bags_in_order() if not audience <= bag.viewers for card in bag.cards)
    names = {machine.law.cards[card].name for card in hidden}
    return not any(mentions(write_decision(machine.law, decision, value), names) for value in decision.values)


def mentions(written: Written, names: set[str]) -> bool:
    """Whether a written value names one of these cards."""
    if isinstance(written, dict):
        return any(mentions(value, names) for value in written.values())
    if isinstance(written, list):
        return any(mentions(value, names) for value in written)
    return written in names
