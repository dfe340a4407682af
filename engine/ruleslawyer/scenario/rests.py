"""Written positions that name only the cards that matter: all others lie with the rest of their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position_io import ASIDE, write_position

Given = Mapping[str, Written]
"""A position as a scenario gives it."""


def at_menu(machine: Machine, position: Position, menu: str) -> dict[str, Written]:
    """A position as if it stood at a menu: its zones, its state and the cards that are out of play."""
    written = write_position(machine, position)
    return {"at": menu, **{key: value for key, value in written.items() if key not in ("players", "frames")}}


def unseen(law: Law, given: Given, *, ordered: bool = True) -> dict[str, Written]:
    """The same cards in the same zones, but nobody has seen any.

    :param ordered: keep what is known of the order of piles.
    """

    def plain(name: str, value: Written) -> Written:
        if isinstance(value, Mapping) and "cards" not in value:
            return {player: plain(name, cards) for player, cards in value.items()}
        if law.zones[name].order != "pile":
            return [*cards_in(value)]
        assert isinstance(value, list)
        bags = [[*cards_in(bag)] for bag in value] if ordered else [[*cards_in(value)]]
        return [bag[0] if ordered and len(bag) == 1 else [*bag] for bag in bags if bag]

    return {**given, "zones": {name: plain(name, value) for name, value in _zones(given).items()}}


def without_names(given: Given, names: Collection[str]) -> dict[str, Written]:
    """The position without those zones and state variables, and without what would lie in such a zone."""
    kept = {**given}
    for key in ("zones", "state"):
        said = given.get(key)
        if isinstance(said, Mapping):
            kept[key] = {name: value for name, value in said.items() if name not in names}
    rest = given.get("rest")
    if isinstance(rest, Mapping):
        kept["rest"] = {kind: name for kind, name in rest.items() if name not in names}
    return kept


def with_rest(law: Law, given: Given, pile: str = "") -> dict[str, Written]:
    """The position with as few cards listed as `rest` allows: all that lie, in no known order, where most cards of
    their kind lie, or in `pile`, are not. Empty zones are not mentioned.

    A kind that no shared zone holds is listed as it is. A position that has a `rest` has been made shorter before.
    """
    if "rest" in given:
        return {**given}
    kinds = {card.name: card.kind for card in law.cards}
    places = {**_zones(given), ASIDE: given.get(ASIDE, [])}
    lying = {name: Counter(kinds[card] for card in cards_in(value)) for name, value in places.items()}
    homes = {kind: [name for name in lying if _may_be_rest(law, name, kind)] for kind in law.kinds}
    rest = {
        kind: pile if pile in some else max(some, key=lambda name: lying[name][kind])
        for kind, some in homes.items()
        if some != [ASIDE]
    }
    if not rest:
        return {**given}
    listed = {
        name: _listed(law, name, value, {kind for kind in rest if rest[kind] == name}, kinds)
        for name, value in places.items()
    }
    kept: dict[str, Written] = {key: value for key, value in given.items() if key not in ("zones", ASIDE)}
    aside = listed.pop(ASIDE)
    kept |= {ASIDE: aside} if aside else {}
    zones = {name: value for name, value in listed.items() if value}
    kept |= {"zones": zones} if zones else {}
    names = set(rest.values())
    one = len(names) == 1 and {kinds[card] for value in (*zones.values(), aside) for card in cards_in(value)} <= set(
        rest
    )
    return {**kept, "rest": names.pop() if one else {**rest}}


def shared_piles(law: Law) -> list[str]:
    """The piles that nobody owns and that can hold any card."""
    return [name for name, zone in law.zones.items() if zone.order == "pile" and _holds_all(law, name, law.kinds)]


def cards_in(value: Written) -> Iterator[str]:
    """Every card named in zones, a zone, a player's zone or a bag."""
    if isinstance(value, Mapping):
        for part in [value["cards"]] if "cards" in value else value.values():
            yield from cards_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part)
    else:
        yield str(value)


def texts_in(value: Written) -> Iterator[Written]:
    """Every single text in nested data."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else None
    if inner is None:
        yield value
    else:
        for part in inner:
            yield from texts_in(part)


def _zones(given: Given) -> Mapping[str, Written]:
    zones = given.get("zones")
    return zones if isinstance(zones, Mapping) else {}


def _may_be_rest(law: Law, name: str, kind: str) -> bool:
    return name == ASIDE or (law.zones[name].order in ("pile", "bag") and _holds_all(law, name, [kind]))


def _holds_all(law: Law, name: str, kinds: Collection[str]) -> bool:
    zone = law.zones[name]
    return not zone.per_player and not zone.scoped and zone.distinct is None and zone.holds.issuperset(kinds)


def _listed(law: Law, name: str, value: Written, gone: set[str], kinds: Mapping[str, str]) -> Written:
    """A zone without its cards of unknown order of those kinds, and without players who have nothing in theirs."""
    if isinstance(value, Mapping):
        return {player: cards for player, cards in value.items() if cards}
    assert isinstance(value, list)
    if name == ASIDE or law.zones[name].order == "bag":
        return [card for card in value if not {kinds[one] for one in cards_in(card)} <= gone]
    kept: list[Written] = []
    for item in value:
        if isinstance(item, list):
            left: list[Written] = [card for card in item if kinds[str(card)] not in gone]
            kept += [left] if left else []
        else:
            kept.append(item)
    return kept
