"""Written positions that name only the cards that matter: all others lie where cards of their kind start."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written


def with_rests(law: Law, given: Mapping[str, Written]) -> dict[str, Written]:
    """The same position without the cards that lie, in no known order, where cards of their kind start, without empty
    zones, and without who has seen what; `rest` says where the cards are.

    Unchanged where some kind of card starts in no zone that all players share.
    """
    written = given.get("zones")
    if "rest" in given or not isinstance(written, dict):
        return dict(given)
    rests = {kind: home for kind in law.kinds if (home := _home(law, kind, written)) is not None}
    if set(rests) != set(law.kinds):
        return dict(given)
    zones: dict[str, Written] = {}
    for name, cards in ((name, _unseen(cards)) for name, cards in written.items()):
        if isinstance(cards, dict):
            cards = {seat: own for seat, own in cards.items() if own}
        elif name in rests.values() and isinstance(cards, list):
            known = law.zones[name].order == "pile"
            cards = [one for one in cards if known and not isinstance(one, list)]
        if cards:
            zones[name] = cards
    homes = sorted(set(rests.values()))
    return {**given, "zones": zones, "rest": homes[0] if len(homes) == 1 else {**rests}}


def _unseen(written: Written) -> Written:
    """Zones without who has seen the cards: a bag of one is a card, another a list of its own."""
    if isinstance(written, dict):
        if set(written) == {"cards", "seen_by"}:
            cards = written["cards"]
            return cards[0] if isinstance(cards, list) and len(cards) == 1 else cards
        return {name: _unseen(one) for name, one in written.items()}
    return [_unseen(one) for one in written] if isinstance(written, list) else written


def _home(law: Law, kind: str, written: Mapping[str, Written]) -> str | None:
    """The shared zone in which cards of a kind start: that of this kind alone, if there is one; of those that are
    written, for others may be no part of the game."""
    listed = (zone for zone in law.zones.values() if zone.name in written)
    zones = [zone for zone in listed if zone.starts is not None and kind in zone.holds]
    shared = [zone for zone in zones if not zone.per_player and not zone.scoped and zone.distinct is None]
    return min(shared, key=lambda zone: len(zone.holds)).name if shared else None
