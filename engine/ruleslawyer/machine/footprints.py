"""What a claim reads, so that it need not be looked at again while that is unchanged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ruleslawyer.language.law import Case, Claim, Law, Undercut
from ruleslawyer.language.tree import Call, Expression, StateRead, ZoneRead, walk
from ruleslawyer.machine.position import Position


@dataclass(frozen=True)
class Footprint:
    """The zones and the state that are read, directly or by way of definitions."""

    zones: frozenset[str]
    state: frozenset[str]

    def of(self, position: Position, keys: dict[object, object]) -> tuple[object, ...]:
        """What lies there, hashable: equal when the same would be read. `keys` keeps what this position came to."""
        for place, content in position.zones.items():
            if place[0] in self.zones and place not in keys:
                keys[place] = content.key()
        zones = tuple(keys[place] for place in position.zones if place[0] in self.zones)
        return zones, tuple(value for key, value in position.state.items() if key[0] in self.state)


def footprint(law: Law, claim: Claim) -> Footprint:
    """What an invariant reads."""
    pending: list[Expression] = [claim.expression, *(domain for _, domain in claim.over)]
    zones: set[str] = set()
    state: set[str] = set()
    defined: set[str] = set()
    while pending:
        for part in walk(pending.pop()):
            if isinstance(part, ZoneRead):
                zones.add(part.name)
            elif isinstance(part, StateRead):
                state.add(part.name)
            elif isinstance(part, Call) and part.name not in defined:
                defined.add(part.name)
                pending += _expressions(law.definitions[part.name].cases)
    return Footprint(frozenset(zones), frozenset(state))


def _expressions(cases: Iterable[Case | Undercut]) -> Iterable[Expression]:
    for case in cases:
        if case.when is not None:
            yield case.when
        yield from _expressions(case.disabled_by)
        if isinstance(case, Case):
            if case.value is not None:
                yield case.value
            yield from _expressions(case.exceptions)
