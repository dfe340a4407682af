"""Written positions that name only the cards that matter: all others lie where cards of their kind start."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written


def with_rests(law: Law, given: Mapping[str, Written]) -> dict[str, Written]:
    """The same position without the cards that lie, in no known order, where cards of their kind start, and without
    empty zones; `rest` says where they are. Unchanged where some kind of card starts in no zone that all players share.
    """
    rests = {kind: home for kind in law.kinds if (home := _home(law, kind)) is not None}
    written = given.get("zones")
    if "rest" in given or not isinstance(written, dict) or set(rests) != set(law.kinds):
        return dict(given)
    zones: dict[str, Written] = {}
    for name, cards in written.items():
        if isinstance(cards, dict):
            cards = {seat: own for seat, own in cards.items() if own}
        elif name in rests.values() and isinstance(cards, list):
            known = law.zones[name].order == "pile"
            cards = [one for one in cards if known and not isinstance(one, list)]
        if cards:
            zones[name] = cards
    homes = sorted(set(rests.values()))
    return {**given, "zones": zones, "rest": homes[0] if len(homes) == 1 else {**rests}}


def _home(law: Law, kind: str) -> str | None:
    """The shared zone in which cards of a kind start: that of this kind alone, if there is one."""
    zones = [zone for zone in law.zones.values() if zone.starts is not None and kind in zone.holds]
    shared = [zone for zone in zones if not zone.per_player and not zone.scoped and zone.distinct is None]
    return min(shared, key=lambda zone: len(zone.holds)).name if shared else None
