"""How features collide: for every two, whether what they decide is apart, ordered by a named edge, or in conflict.

A feature is a literal that a definition of a player and a literal asks for (see `features.possession`). The clauses
are read with the prover's encoding, all readings and variants of play open; assumed is only who has which feature.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.features.clashes import Clashes, Duty
from ruleslawyer.features.edges import Edges
from ruleslawyer.features.holdings import FeatureContracts, Holdings
from ruleslawyer.features.ownership import BOTH_WAYS, Mentions, Ownership, may
from ruleslawyer.features.points import Point, nodes_of
from ruleslawyer.features.possession import Possession
from ruleslawyer.features.relations import Interactions, Relation
from ruleslawyer.language import tree as t
from ruleslawyer.language.analysis import Footprints, cases_of, conditions_of
from ruleslawyer.language.law import Definition, Event, Law, MenuOption, Zone
from ruleslawyer.language.outline import is_symmetric
from ruleslawyer.language.types import CardType, SetType, Type
from ruleslawyer.prove.context import Context, Unsupported
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.path import Frame, Path
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.state import any_state, fresh_value
from ruleslawyer.prove.terms import Bool, any_of, implies, neg
from ruleslawyer.prove.values import Bulk, CardSet, Value
from ruleslawyer.prove.verify import Verifier
from ruleslawyer.prove.zones import fresh_zone

Progress = Callable[[int, int, str], None]
"""Called with how many points are done, how many there are, and the name of the next."""

TIMEOUT = 5.0
"""Seconds for one question."""


class GivenContext(Context):
    """That every expression is defined is proved elsewhere; where features meet it is taken for given."""

    def demand(self, condition: Bool, text: str) -> None:
        self.assume(implies(self._guard, condition))


@dataclass
class Analysis(Verifier):
    """Goes through the points of decision one by one, each in a scope of one solver that knows any one position."""

    def begin(self, contracts: FeatureContracts, possession: Possession) -> None:
        """Makes the positions in which everything is asked."""
        self.possession = possession
        self.mentions = Mentions(self.law, possession)
        self.anywhere = self.any_position()
        self.settled = Holdings(self.context, contracts.evaluator(self.anywhere.state), possession)
        state = any_state(self.context, self.law, is_symmetric(self.law))
        frame = Frame("", self.law.events[self.law.begins], state, {}, 0, 0)
        self.amid = Path(frame, state, {})
        """A position in the middle of things, of which not even the invariants are known."""
        self.unsettled = Holdings(self.context, contracts.evaluator(self.amid.state), possession)
        self.ownership = Ownership(self.context, self.mentions)
        self.edges = Edges(self.context, possession.features)
        self.clashes = Clashes(self.context, self.ownership, possession.features)
        self.decided: dict[str, set[str]] = defaultdict(set)
        self.used: dict[str, set[str]] = defaultdict(set)
        self.entries: dict[str, dict[str, None]] = {feature: {} for feature in possession.features}
        self.unencoded: list[str] = []

    # -- points ---------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The definitions and events of which a clause asks for features."""
        law, own = self.law, self.possession.definition
        definitions = [one.name for one in law.definitions.values() if one.name != own and self._asks(one)]
        events = [one.name for one in law.events.values() if self._asks(one)]
        return definitions + events

    def _asks(self, owner: Event | Definition) -> bool:
        return any(self.mentions.features(one) for case in cases_of(owner) for one in conditions_of(case))

    def examine(self, name: str) -> None:
        """Everything about one definition or event."""
        definition = self.law.definitions.get(name)
        with self.context.scope(), self.context.apart():
            try:
                if definition is not None:
                    self._definition(definition)
                else:
                    self._event(self.law.events[name])
            except Unsupported as reason:
                self.unencoded.append(f"`{name}`: no encoding for {reason}")

    def _definition(self, definition: Definition) -> None:
        env = {one.name: self._any_value(one.type, one.name) for one in definition.parameters}
        evaluator = self.contracts.evaluator(self.anywhere.state)
        policy = "value" if definition.combine is None else "combined"
        point = Point(definition.name, policy, evaluator, env, nodes_of(definition.cases, evaluator, env))
        gap = () if policy == "combined" else (Duty("gap", (), neg(point.some_decides())),)
        self._compare(point, self.settled, gap)

    def _any_value(self, type_: Type, name: str) -> Value:
        if not isinstance(type_, SetType) or not isinstance(type_.element, CardType):
            return fresh_value(self.context, type_, name)
        nobody = t.SetOf(type=type_, span=next(iter(self.law.zones.values())).seen_by.span, elements=())
        zone = Zone(name, False, type_.element.kinds, "pile", None, None, None, nobody, None, False)
        return CardSet(bulks=(Bulk(fresh_zone(self.context, zone), True),))

    def _event(self, event: Event) -> None:
        if event.policy == "each":
            for case in event.rules:
                with self.context.scope():
                    env = self._begin(event, self.amid).env
                    evaluator = self.contracts.evaluator(self.amid.state)
                    self._compare(
                        Point(event.name, "each", evaluator, env, nodes_of((case,), evaluator, env)), self.unsettled
                    )
            return
        path = self._begin(event, self.anywhere)
        evaluator = self.contracts.evaluator(path.state)
        if event.policy != "menu":
            point = Point(event.name, event.policy, evaluator, path.env, nodes_of(event.rules, evaluator, path.env))
            self._compare(point, self.settled, (Duty("gap", (), neg(point.some_decides())),))
            return
        possible = any_of(self._option_possible(evaluator, option, path.env) for option in event.options)
        self.clashes.look(
            Point(event.name, "menu", evaluator, path.env, []), self.settled, (Duty("stuck", (), neg(possible)),)
        )
        for option in event.options:
            with self.context.scope():
                env = self._with_arguments(option, evaluator, path.env)
                self._compare(
                    Point(event.name, "menu", evaluator, env, nodes_of((option.case,), evaluator, env)), self.settled
                )

    def _with_arguments(self, option: MenuOption, evaluator: Evaluator, env: Locals) -> Locals:
        """The locals of an option, its parameters any of their values."""
        bound = dict(env)
        for name, source in option.parameters:
            bound[name] = self.executor.member(evaluator, source, bound, name)
        return bound

    def _compare(self, point: Point, holdings: Holdings, more: tuple[Duty, ...] = ()) -> None:
        """What the entries of a point owe, and how they stand to each other."""
        owned = {
            node: self.ownership.of(node, node.parent is not None or point.policy == "combined", holdings)
            for node in point.nodes
        }
        for node, needs in owned.items():
            for feature in needs:
                self.entries[feature][node.id] = None
                self.decided[feature].add(point.about(node))
                self.used[feature] |= self.mentions.touched(node.expressions(), node.do)
        duties = list(more)
        if point.policy != "combined":
            pairs = point.competitors()
            duties += [Duty("conflict", (one.id, other.id), point.disagree(one, other)) for one, other in pairs]
        self.clashes.look(point, holdings, duties)
        self.edges.add(point, owned, holdings)

    # -- the outcome ----------------------------------------------------------------------------------------------

    def pairs(self) -> Iterator[Relation]:
        """One relation for every two features, and for both ways of holding them."""
        touching = dict(self.mentions.touching())
        for one, other in combinations(self.possession.features, 2):
            first, second = self.decided[one], self.decided[other]
            meets = (first & (second | self.used[other])) | (second & self.used[one])
            apart = self.mentions.apart
            meets |= {entry for entry, touched in touching.items() if apart(touched & first, touched & second)}
            for together in BOTH_WAYS:
                key = (one, other, together)
                yield Relation(
                    *key,
                    edges=tuple(sorted(self.edges.found[key])),
                    combined=tuple(sorted(self.edges.combined[key])),
                    meets=tuple(sorted(meets)),
                    clashes=tuple(self.clashes.found[key]),
                    possible=may(self.context, True, self.settled.pair(*key)),
                )

    def alone(self) -> Iterator[Relation]:
        """One for every feature."""
        for one in self.possession.features:
            edges, clashes = self.edges.alone[one], self.clashes.alone[one]
            possible = may(self.context, True, self.settled.only(one))
            yield Relation(one, "", True, tuple(sorted(edges)), (), (), tuple(clashes), possible)


def interactions(
    law: Law,
    possession: Possession,
    *,
    players: range | None = None,
    progress: Progress | None = None,
    timeout: float = TIMEOUT,
) -> Interactions:
    """Compares every two features of a rulebook. Nothing is played; see `interactions_play` for that."""
    start = time.perf_counter()
    context = GivenContext(law, players or range(law.players[0], law.players[1] + 1), timeout)
    results = Results(context)
    contracts = FeatureContracts(context, results, Footprints(law))
    contracts.possession = possession
    analysis = Analysis(context, results, contracts)
    analysis.begin(contracts, possession)
    names = analysis.names()
    for number, name in enumerate(names):
        if progress is not None:
            progress(number, len(names), name)
        analysis.examine(name)
    return Interactions(
        type=possession.type.name,
        definition=possession.definition,
        features=possession.features,
        entries={one: tuple(found) for one, found in analysis.entries.items()},
        pairs=tuple(analysis.pairs()),
        alone=tuple(analysis.alone()),
        base=tuple(analysis.clashes.base),
        wider=tuple(analysis.clashes.wider),
        unencoded=tuple(analysis.unencoded),
        proved=analysis.clashes.proved,
        seconds=time.perf_counter() - start,
        queries=context.queries,
    )
