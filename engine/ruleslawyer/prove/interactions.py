"""How features collide: for every two, whether what they decide is apart, ordered by a named edge, or in conflict.

A feature is a literal that a definition of a player and a literal asks for (see `interactions_features`). The clauses
are read with the prover's encoding, all readings and variants of play open; assumed is only who has which feature.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

from ruleslawyer.language import tree as t
from ruleslawyer.language.features import Possession
from ruleslawyer.language.law import Case, Definition, Event, Law, MenuOption, Zone
from ruleslawyer.language.types import CardType, SetType, Type
from ruleslawyer.prove.analysis import Footprints, is_symmetric
from ruleslawyer.prove.context import SAT, UNSAT, Context, Unsupported
from ruleslawyer.prove.docket import Docket
from ruleslawyer.prove.explanation import Rendering
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.interactions_encoding import FeatureContracts, Holdings
from ruleslawyer.prove.interactions_mentions import Mentions
from ruleslawyer.prove.interactions_points import Node, Point, nodes_of
from ruleslawyer.prove.interactions_results import Clash, Edge, Interactions, Relation
from ruleslawyer.prove.path import Frame, Path
from ruleslawyer.prove.state import any_state, fresh_value
from ruleslawyer.prove.terms import Bool, any_of, conj, neg
from ruleslawyer.prove.values import Bulk, CardSet, Value
from ruleslawyer.prove.verify import Verifier
from ruleslawyer.prove.zones import fresh_zone

Progress = Callable[[int, int, str], None]
"""Called with how many points are done, how many there are, and the name of the next."""

Key = tuple[str, str, bool]
"""Two features in the order declared, and whether one player has both."""

TIMEOUT = 5.0
"""Seconds for one question."""


@dataclass
class _Found:
    """What was found of two features."""

    edges: set[Edge] = field(default_factory=set)
    combined: set[str] = field(default_factory=set)
    clashes: list[Clash] = field(default_factory=list)


@dataclass(frozen=True)
class _Obligation:
    """Something that must never be so at a point."""

    kind: str
    entries: tuple[str, ...]
    fails: Bool


@dataclass
class _Owned:
    """Which features an entry needs. `alone`: each of these is enough for it; `both`: so is each of these two."""

    alone: frozenset[str] = frozenset()
    both: frozenset[frozenset[str]] = frozenset()


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
        self.owned: dict[str, _Owned] = {}
        self.decided: dict[str, set[str]] = defaultdict(set)
        self.used: dict[str, set[str]] = defaultdict(set)
        self.entries: dict[str, dict[str, None]] = {feature: {} for feature in possession.features}
        self.found: dict[Key, _Found] = defaultdict(_Found)
        self.alone: dict[str, _Found] = defaultdict(_Found)
        self.base: list[Clash] = []
        self.wider: list[Clash] = []
        self.unencoded: list[str] = []
        self.proved = 0

    # -- points ---------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The definitions and events of which a clause asks for features."""
        law, own = self.law, self.possession.definition
        definitions = [one.name for one in law.definitions.values() if one.name != own and self._asks(one.cases)]
        events = [one.name for one in law.events.values() if self._asks(_cases_of(one))]
        return definitions + events

    def _asks(self, cases: tuple[Case, ...]) -> bool:
        return any(self.mentions.features(one) for case in cases for one in _conditions(case))

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
        gap = () if policy == "combined" else (_Obligation("gap", (), neg(point.some_decides())),)
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
        if event.policy == "one":
            point = Point(event.name, "one", evaluator, path.env, nodes_of(event.rules, evaluator, path.env))
            self._compare(point, self.settled, (_Obligation("gap", (), neg(point.some_decides())),))
            return
        possible = any_of(self._option_possible(evaluator, option, path.env) for option in event.options)
        self._obligations(
            Point(event.name, "menu", evaluator, path.env, []), self.settled, (_Obligation("stuck", (), neg(possible)),)
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
            bound[name] = self.executor.member(evaluator, evaluator.collection(source, bound), name, True)
        return bound

    # -- what is asked at a point ---------------------------------------------------------------------------------

    def _compare(self, point: Point, holdings: Holdings, more: tuple[_Obligation, ...] = ()) -> None:
        owned = {node: self._owned(node, point.policy, holdings) for node in point.nodes}
        for node, needs in owned.items():
            for feature in needs.alone | frozenset().union(*needs.both):
                self.entries[feature][node.id] = None
                self.decided[feature].add(point.about(node))
                self.used[feature] |= self.mentions.touched(node.expressions(), node.do)
        obligations = list(more)
        if point.policy != "combined":
            obligations += [
                _Obligation("conflict", (one.id, other.id), point.disagree(one, other))
                for one, other in point.competitors()
            ]
        self._obligations(point, holdings, obligations)
        self._edges(point, owned, holdings)

    def _owned(self, node: Node, policy: str, holdings: Holdings) -> _Owned:
        """The features without one of which an entry cannot apply, and that are enough for it."""
        if node.id not in self.owned:
            added = node.parent is not None or policy == "combined"
            self.owned[node.id] = self._needed(node, holdings, added)
        return self.owned[node.id]

    def _needed(self, node: Node, holdings: Holdings, added: bool) -> _Owned:
        """`added`: the entry is there to change others; otherwise it is no feature's unless features must be held."""
        asked = self.mentions.features(node.when)
        if not asked:
            return _Owned()
        if self._may(node.own, holdings.nobody()):
            hanging = (one for one in asked if added and self._hangs_on(node, one, holdings))
            return _Owned(frozenset(hanging))
        alone = frozenset(one for one in asked if self._may(node.own, holdings.only(one)))
        pairs = combinations(sorted(asked - alone), 2)
        both = (
            frozenset(two)
            for two in pairs
            if any(self._may(node.own, holdings.pair(two[0], two[1], together)) for together in _WHERE)
        )
        return _Owned(alone, frozenset(both))

    def _hangs_on(self, node: Node, feature: str, holdings: Holdings) -> bool:
        """Whether an entry may apply because of a feature alone, although it may apply for another reason too."""
        reason = conj(node.own, neg(holdings.without(feature, node.own)))
        return self._may(reason, holdings.only(feature))

    def _may(self, fact: Bool, held: tuple[Bool, ...]) -> bool:
        return fact is not False and self.context.check(*held, fact) != UNSAT

    def _obligations(
        self, point: Point, holdings: Holdings, obligations: tuple[_Obligation, ...] | list[_Obligation]
    ) -> None:
        for obligation in obligations:
            if obligation.fails is False or self.context.check(obligation.fails) == UNSAT:
                self.proved += 1
            else:
                self._narrow(point, holdings, obligation)

    def _narrow(self, point: Point, holdings: Holdings, obligation: _Obligation) -> None:
        """An obligation fails: for which features?"""
        clash = self._clash(point, holdings, obligation, holdings.nobody(), ())
        if clash is not None:
            self.base.append(clash)
            return
        asked = self.possession.features
        failed: set[str] = set()
        for one in asked:
            clash = self._clash(point, holdings, obligation, holdings.only(one), (one,))
            if clash is not None:
                self.alone[one].clashes.append(clash)
                failed.add(one)
        clashing = bool(failed)
        for one, other in combinations(asked, 2):
            if failed & {one, other} and not self._between_both(obligation, one, other):
                continue
            for together in _WHERE:
                held = holdings.pair(one, other, together)
                if failed & {one, other}:
                    # One of them is enough for a failure, but this is about one that takes both.
                    held = (*held, *(neg(holdings.without(each, obligation.fails)) for each in (one, other)))
                clash = self._clash(point, holdings, obligation, held, (one, other))
                if clash is not None:
                    self.found[one, other, together].clashes.append(clash)
                    clashing = True
        if not clashing:
            clash = self._clash(point, holdings, obligation, (), ())
            if clash is not None:
                self.wider.append(clash)

    def _between_both(self, obligation: _Obligation, one: str, other: str) -> bool:
        """Whether an obligation is about an entry of the one feature and an entry of the other."""
        owned = [self.owned[entry].alone for entry in obligation.entries]
        return len(owned) == 2 and any(one in first and other in second for first, second in (owned, owned[::-1]))

    def _clash(
        self,
        point: Point,
        holdings: Holdings,
        obligation: _Obligation,
        held: tuple[Bool, ...],
        features: tuple[str, ...],
    ) -> Clash | None:
        answer = self.context.check(*held, obligation.fails)
        if answer == UNSAT:
            return None
        clash = Clash(obligation.kind, point.name, obligation.entries, answer)
        if answer != SAT:
            return clash
        shown = Rendering(self.context, self.context.solver.model())
        law = self.law
        types = _parameters(law, point.name)
        return replace(
            clash,
            players=shown.number(self.context.number),
            readings={
                name: law.rulings[name].type.literals[shown.number(term)] for name, term in self.context.rulings.items()
            },
            options={
                name: law.options[name].literals[shown.number(term)] for name, term in self.context.options.items()
            },
            parameters={name: shown.value(point.env[name], type_) for name, type_ in types.items()},
            holders={one: f"p{shown.number(holdings.holder(one)) + 1}" for one in features},
        )

    # -- edges ----------------------------------------------------------------------------------------------------

    def _edges(self, point: Point, owned: dict[Node, _Owned], holdings: Holdings) -> None:
        for node, needs in owned.items():
            if node.parent is not None:
                edge = Edge("disables" if node.undercut else "overrides", node.id, node.parent.id, point.name)
                for feature in needs.alone - owned[node.parent].alone:
                    self.alone[feature].edges.add(edge)
                for two in needs.both:
                    self._edge_of_both(two, node, edge, holdings)
        for one, other in combinations([node for node in point.nodes if owned[node].alone], 2):
            for key in self._pairs(owned[one].alone, owned[other].alone):
                self._between(point, one, other, key, holdings)

    def _pairs(self, ones: frozenset[str], others: frozenset[str]) -> Iterator[Key]:
        order = self.possession.features.index
        pairs = {tuple(sorted((one, other), key=order)) for one in ones for other in others if one != other}
        for one, other in sorted(pairs):
            for together in _WHERE:
                yield one, other, together

    def _edge_of_both(self, two: frozenset[str], node: Node, edge: Edge, holdings: Holdings) -> None:
        one, other = sorted(two, key=self.possession.features.index)
        for together in _WHERE:
            if self._may(node.raw, holdings.pair(one, other, together)):
                self.found[one, other, together].edges.add(edge)

    def _between(self, point: Point, one: Node, other: Node, key: Key, holdings: Holdings) -> None:
        """What two entries of different features have to do with each other, when two features are held."""
        if one.id == other.id:
            return
        held = holdings.pair(*key)
        both = conj(one.raw, other.raw)
        if not self._may(both, held):
            return
        found = self.found[key]
        edges = [edge for pair in ((one, other), (other, one)) if (edge := _acts(*pair, point)) is not None]
        if edges:
            found.edges.update(edges)
        elif one.undercut or other.undercut:
            return
        elif point.policy == "combined":
            found.combined.add(point.name)
        elif not self._may(conj(one.decides, other.decides), held):
            found.edges.update(self._third(point, (one, other), both, held))

    def _third(self, point: Point, pair: tuple[Node, Node], both: Bool, held: tuple[Bool, ...]) -> Iterator[Edge]:
        """What keeps two entries that could both apply from both deciding."""
        for node in pair:
            for child in (inner for each in (node, *node.ancestors()) for inner in each.children):
                if (
                    child not in pair
                    and (child.undercut or child.parent is node)
                    and self._may(conj(both, child.raw), held)
                ):
                    yield Edge("disables" if child.undercut else "overrides", child.id, node.id, point.name)

    # -- the outcome ----------------------------------------------------------------------------------------------

    def relations(self) -> Iterator[Relation]:
        """One for every two features, and for both ways of holding them."""
        touching = dict(self.mentions.touching())
        for one, other in combinations(self.possession.features, 2):
            first, second = self.decided[one], self.decided[other]
            meets = (first & (second | self.used[other])) | (second & self.used[one])
            meets |= {entry for entry, touched in touching.items() if touched & first and touched & second}
            for together in _WHERE:
                found = self.found.get((one, other, together), _Found())
                yield Relation(
                    one,
                    other,
                    together,
                    tuple(sorted(found.edges)),
                    tuple(sorted(found.combined)),
                    tuple(sorted(meets)),
                    tuple(found.clashes),
                )


_WHERE = (True, False)


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
    context = Context(law, players or range(law.players[0], law.players[1] + 1), timeout)
    docket = Docket(context)
    contracts = FeatureContracts(context, docket, Footprints(law))
    contracts.possession = possession
    analysis = Analysis(context, docket, contracts)
    analysis.begin(contracts, possession)
    names = analysis.names()
    for number, name in enumerate(names):
        if progress is not None:
            progress(number, len(names), name)
        analysis.examine(name)
    alone = (
        Relation(one, "", True, tuple(sorted(found.edges)), (), (), tuple(found.clashes))
        for one in possession.features
        for found in [analysis.alone.get(one, _Found())]
    )
    return Interactions(
        type=possession.type.name,
        definition=possession.definition,
        features=possession.features,
        entries={one: tuple(found) for one, found in analysis.entries.items()},
        pairs=tuple(analysis.relations()),
        alone=tuple(alone),
        base=tuple(analysis.base),
        wider=tuple(analysis.wider),
        unencoded=tuple(analysis.unencoded),
        proved=analysis.proved,
        seconds=time.perf_counter() - start,
        queries=context.queries,
    )


def _acts(one: Node, other: Node, point: Point) -> Edge | None:
    """The edge by which one entry decides over another, if there is one."""
    if one in other.ancestors():
        return None
    if one.undercut:
        target = one.parent
        if target is not None and (target is other or target in other.ancestors()):
            return Edge("disables", one.id, target.id, point.name)
        return None
    if other in one.ancestors():
        return Edge("overrides", one.id, other.id, point.name)
    if not other.undercut and one.parent is other.parent and one.level > other.level:
        return Edge("outranks", one.id, other.id, point.name)
    return None


def _cases_of(event: Event) -> tuple[Case, ...]:
    return (*event.rules, *(option.case for option in event.options))


def _conditions(case: Case) -> Iterator[t.Expression]:
    """Every condition of a case, of its exceptions and of what disables them."""
    if case.when is not None:
        yield case.when
    pending = list(case.disabled_by)
    while pending:
        one = pending.pop()
        pending += one.disabled_by
        if one.when is not None:
            yield one.when
    for exception in case.exceptions:
        yield from _conditions(exception)


def _parameters(law: Law, name: str) -> dict[str, Type]:
    of = law.definitions.get(name) or law.events[name]
    return {one.name: one.type for one in of.parameters}
