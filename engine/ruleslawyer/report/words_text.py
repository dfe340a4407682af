"""The names that the protocol uses for a rulebook: what an adapter has to say and to understand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import all_cases
from ruleslawyer.language.law import Law, State
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.availability import conditions_of


def words_data(law: Law) -> dict[str, Any]:
    """The names as plain data."""
    only = {name: f", only with {condition}" for name, condition in conditions_of(law).items()}
    return {
        "rulebook": law.name,
        "version": law.version,
        "players": list(law.players),
        "cards": [card.name for card in law.cards],
        "zones": {zone.name: _zone(law, zone.name) + only.get(zone.name, "") for zone in law.zones.values()},
        "state": {one.name: _state(one) + only.get(one.name, "") for one in law.state.values()},
        "options": {name: f"one of {', '.join(of.literals)}" for name, of in law.options.items()},
        "values": list(measures(law)),
        "decisions": dict(_decisions(law)),
        "luck": dict(_luck(law)),
        "profiles": list(law.profiles),
    }


def _zone(law: Law, name: str) -> str:
    zone = law.zones[name]
    owner = ", one for each player" if zone.per_player else ""
    return f"{zone.order}{owner}{', only now and then' if zone.scoped else ''}"


def _state(state: State) -> str:
    return f"{state.type}{', of each player' if state.per_player else ''}"


def _decisions(law: Law) -> Iterator[tuple[str, str]]:
    for event in law.events.values():
        if event.policy == "menu":
            yield event.name, f"one of {', '.join(option.name for option in event.options)}"
    for choose in _statements(law, tree.Choose):
        if choose.by is not None:
            yield choose.ask, _chosen(choose)


def _chosen(choose: tree.Choose) -> str:
    names = [f"{name}: {domain.type}" for name, domain in choose.names]
    return names[0].partition(": ")[2] if len(names) == 1 else ", ".join(names)


def _luck(law: Law) -> Iterator[tuple[str, str]]:
    for zone in law.zones.values():
        if zone.order == "pile":
            yield zone.name, "the card on top, when it is taken or shown and nobody knows it"
    for choose in _statements(law, tree.Choose):
        if choose.by is None:
            yield choose.ask, _chosen(choose)
    for roll in _statements(law, tree.Roll):
        yield roll.name, f"a number from {roll.low} to {roll.high}"


def _statements(law: Law, kind: type[Any]) -> Iterator[Any]:
    for case in all_cases(law):
        yield from (statement for statement in tree.statements(case.do) if isinstance(statement, kind))


def words_text(law: Law) -> str:
    """The names for people."""
    return "\n".join(_lines(words_data(law)))


def _lines(words: dict[str, Any]) -> Iterator[str]:
    low, high = words["players"]
    yield f"{words['rulebook']} {words['version']}, {low} to {high} players"
    yield f"cards: {', '.join(words['cards'])}"
    for part in ("zones", "state", "options", "decisions", "luck"):
        if not words[part]:
            continue
        yield f"{part}:"
        yield from (f"  {name}: {about}" for name, about in words[part].items())
    yield f"values: {', '.join(words['values']) or '(none)'}, each for every player"
    yield f"profiles: {', '.join(words['profiles']) or '(none)'}"
