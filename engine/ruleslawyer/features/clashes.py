"""Obligations that fail, and for whom: without any feature, with one, with two, or only with more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from ruleslawyer.features.edges import Key
from ruleslawyer.features.holdings import Holdings
from ruleslawyer.features.ownership import BOTH_WAYS, Ownership
from ruleslawyer.features.points import Point
from ruleslawyer.features.relations import Clash
from ruleslawyer.language.types import Type
from ruleslawyer.prove.context import SAT, UNSAT, Context
from ruleslawyer.prove.explanation import Rendering
from ruleslawyer.prove.terms import Bool, neg


@dataclass(frozen=True)
class Duty:
    """Something that must never be so at a point: see `Clash.kind`."""

    kind: str
    entries: tuple[str, ...]
    fails: Bool


class Clashes:
    """Collects those that fail. `proved` counts those that hold whichever features players have."""

    def __init__(self, context: Context, ownership: Ownership, features: tuple[str, ...]) -> None:
        self.context = context
        self.ownership = ownership
        self.features = features
        self.base: list[Clash] = []
        self.alone: dict[str, list[Clash]] = defaultdict(list)
        self.found: dict[Key, list[Clash]] = defaultdict(list)
        self.wider: list[Clash] = []
        self.proved = 0

    def look(self, point: Point, holdings: Holdings, duties: Iterable[Duty]) -> None:
        """At each of some duties."""
        for duty in duties:
            if duty.fails is False or self.context.check(duty.fails) == UNSAT:
                self.proved += 1
            elif not self._add(self.base, self._clash(point, holdings, duty, holdings.nobody(), ())):
                self._narrow(point, holdings, duty)

    def _narrow(self, point: Point, holdings: Holdings, duty: Duty) -> None:
        """It fails, but not for want of features: which are enough?"""
        failed = {
            one
            for one in self.features
            if self._add(self.alone[one], self._clash(point, holdings, duty, holdings.only(one), (one,)))
        }
        clashing = bool(failed)
        for one, other in combinations(self.features, 2):
            if failed & {one, other} and not self._between_both(duty, one, other):
                continue
            for together in BOTH_WAYS:
                held = holdings.pair(one, other, together)
                if failed & {one, other}:
                    # One of them is enough for a failure, but this is about one that takes both.
                    held = (*held, *(neg(holdings.without(each, duty.fails)) for each in (one, other)))
                clash = self._clash(point, holdings, duty, held, (one, other))
                clashing |= self._add(self.found[one, other, together], clash)
        if not clashing:
            self._add(self.wider, self._clash(point, holdings, duty, (), ()))

    def _add(self, clashes: list[Clash], clash: Clash | None) -> bool:
        if clash is None:
            return False
        clashes.append(clash)
        return True

    def _between_both(self, duty: Duty, one: str, other: str) -> bool:
        """Whether a duty is about an entry of the one feature and an entry of the other."""
        owned = [self.ownership.alone(entry) for entry in duty.entries]
        return len(owned) == 2 and any(one in first and other in second for first, second in (owned, owned[::-1]))

    def _clash(
        self, point: Point, holdings: Holdings, duty: Duty, held: tuple[Bool, ...], features: tuple[str, ...]
    ) -> Clash | None:
        answer = self.context.check(*held, duty.fails)
        if answer == UNSAT:
            return None
        clash = Clash(duty.kind, point.name, duty.entries, answer)
        if answer != SAT:
            return clash
        law, context = self.context.law, self.context
        shown = Rendering(context, context.solver.model())
        rulings, options = context.rulings, context.options
        return replace(
            clash,
            players=shown.number(context.number),
            readings={one: law.rulings[one].type.literals[shown.number(term)] for one, term in rulings.items()},
            options={one: law.options[one].literals[shown.number(term)] for one, term in options.items()},
            parameters={one: shown.value(point.env[one], type_) for one, type_ in self._parameters(point).items()},
            holders={one: f"p{shown.number(holdings.holder(one)) + 1}" for one in features},
        )

    def _parameters(self, point: Point) -> Mapping[str, Type]:
        law = self.context.law
        of = law.events[point.name] if point.name in law.events else law.definitions[point.name]
        return {one.name: one.type for one in of.parameters}
