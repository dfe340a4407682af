"""The smallest case found in which two readings part: the ruling's own scenario, or a random one made smaller."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compare.lockstep import Lockstep, Pair, Parting, moments
from ruleslawyer.compare.readings import Contrast, Issue
from ruleslawyer.compile import fast_machine
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import lay_out, write_position
from ruleslawyer.scenario.minimise import minimise, size
from ruleslawyer.scenario.model import Scenario

TAPE = 16
"""Bytes that seed a random position."""
LONGEST = 30
"""Decisions played from a random position before it is given up."""
WHOLE = 200
"""Decisions played from the start of a game before it is given up."""
MAKING = 30
"""What making up a position costs, in decisions."""
FINDS = 3
"""Cases that are made smaller before the smallest is taken."""


@dataclass(frozen=True)
class Budget:
    """How much is tried. Counted and not timed, so that equal seeds find equal cases.

    `work`: decisions played in search of a case, for one contrast; `trials`: smaller cases tried for each case found.
    """

    work: int = 4_000
    trials: int = 600


@dataclass(frozen=True)
class Case:
    """Where two readings part. `views`: only what people see differs. `origin`: 'fixture' or 'search'."""

    contrast: Contrast
    scenario: Scenario
    parting: Parting
    pair: Pair
    views: bool
    origin: str


def find(
    law: Law, issue: Issue, contrasts: Sequence[Contrast], fixtures: Sequence[Scenario], seed: int, budget: Budget
) -> Case | None:
    """The first of the contrasts that a case is found for, by what comes of play, or else by what people see."""
    for views in (False, True):
        tried = replace(budget, work=budget.work // 4) if views else budget
        for contrast in contrasts:
            search = _Search(law, issue, contrast, seed, tried, views)
            found = search.among(fixtures) or search.at_random()
            if found is not None:
                return found
    return None


class _Search:
    def __init__(self, law: Law, issue: Issue, contrast: Contrast, seed: int, budget: Budget, views: bool) -> None:
        self.law, self.issue, self.contrast, self.budget, self.views = law, issue, contrast, budget, views
        self.dice = random.Random(f"{seed} {issue} {contrast.base}")
        self.steps: dict[int, Lockstep] = {}
        self.positions: dict[int, tuple[Positions, Positions]] = {}
        self.made = 0

    @property
    def work(self) -> int:
        """What was done so far, in decisions."""
        return self.made * MAKING + sum(one.work for one in self.steps.values())

    def lockstep(self, players: int) -> Lockstep:
        """The two machines for a number of players."""
        if players not in self.steps:
            pair = (
                fast_machine(self.law, self.contrast.left, players),
                fast_machine(self.law, self.contrast.right, players),
            )
            self.steps[players] = Lockstep(pair, views=self.views)
            self.positions[players] = (Positions(pair[0]), Positions(pair[1]))
        return self.steps[players]

    def among(self, scenarios: Sequence[Scenario]) -> Case | None:
        """The first scenario on which they part."""
        low, high = self.law.players
        for scenario in scenarios:
            if low <= scenario.players <= high:
                parting = self.lockstep(scenario.players).parting(scenario)
                if parting is not None:
                    return self._case(replace(scenario, decisions=parting.script), parting, "fixture")
        return None

    def at_random(self) -> Case | None:
        """The smallest of some cases found by playing at random from random positions and from the start."""
        found: list[Scenario] = []
        low, high = self.law.players
        number = 0
        while self.work < self.budget.work and len(found) < FINDS:
            players = low + number % (high - low + 1)
            scenario = self._random(players, from_start=number % 10 == 9)
            if scenario is not None:
                found.append(self._smaller(scenario))
            number += 1
        if not found:
            return None
        smallest = min(found, key=self._size)
        parting = self.lockstep(smallest.players).parting(smallest)
        assert parting is not None
        return self._case(replace(smallest, decisions=parting.script), parting, "search")

    def _smaller(self, scenario: Scenario) -> Scenario:
        """The smallest form found: what is drawn lies on top of its pile, instead of being decided, where it can."""
        found = []
        for start in (scenario, *self._with_other_rests(scenario)):
            best = self._minimised(start)
            for pile in shared_piles(self.law):
                known = with_known_top(best, pile)
                if known is not None and self._parts(known):
                    best = self._minimised(known)
            found.append(best)
        return min(found, key=self._size)

    def _minimised(self, scenario: Scenario) -> Scenario:
        """As `minimise` does, until three times the work is done that the search may take."""
        limit = 3 * self.budget.work
        if self.work >= limit:
            return scenario

        def shows(smaller: Scenario) -> bool:
            return smaller is scenario or (self.work < limit and self._parts(smaller))

        return minimise(self.law, scenario, shows, most_trials=self.budget.trials)

    def _with_other_rests(self, scenario: Scenario) -> Iterator[Scenario]:
        """The scenario with the cards that it does not name in another pile, as far as it still shows the same."""
        if scenario.given is None or "rest" not in scenario.given:
            return
        machine = self.lockstep(scenario.players).pair[0]
        position = lay_out(machine, {"players": str(scenario.players), **scenario.given})
        zones = write_position(machine, position)["zones"]
        for pile in shared_piles(self.law):
            if pile != scenario.given["rest"]:
                given = with_rest(self.law, {**scenario.given, "zones": zones}, pile)
                other = replace(scenario, given=given)
                if self._parts(other):
                    yield other

    def _size(self, scenario: Scenario) -> tuple[int, tuple[int, ...]]:
        """What people would call the size of a case: the cards that have a place and the decisions."""
        whole = size(self.law, scenario)
        return whole[0] + whole[1], whole

    def _case(self, scenario: Scenario, parting: Parting, origin: str) -> Case:
        return Case(self.contrast, scenario, parting, self.lockstep(scenario.players).pair, self.views, origin)

    def _parts(self, scenario: Scenario) -> bool:
        """Whether both readings allow the position, and part."""
        lockstep = self.lockstep(scenario.players)
        return self._allowed(scenario) and lockstep.parting(scenario) is not None

    def _random(self, players: int, *, from_start: bool) -> Scenario | None:
        """A case found by playing at random, with as late a start as shows it."""
        lockstep = self.lockstep(players)
        given = None
        if not from_start:
            self.made += 1
            given = self.positions[players][0].random(self.dice.randbytes(TAPE)).given
        scenario = self._scenario(players, None if given is None else with_rest(self.law, given), ())
        if not self._allowed(scenario):
            return None
        most = WHOLE if given is None else LONGEST
        parting = lockstep.on_from(scenario, lambda decision: self.dice.choice(decision.values), most)
        return None if parting is None else self._later(replace(scenario, decisions=parting.script))

    def _allowed(self, scenario: Scenario) -> bool:
        if scenario.given is None:
            return True
        begun = Start({"players": scenario.players, **scenario.given})
        return all(one.acceptable(begun) for one in self.positions[scenario.players])

    def _later(self, scenario: Scenario) -> Scenario | None:
        """The case begun at the last menu from which it still shows, with most cards in one pile."""
        pair = self.lockstep(scenario.players).pair
        menus = self.positions[scenario.players][0].menus
        for taken, position in moments(pair, scenario):
            if position.pending is None or position.pending.label not in menus:
                continue
            given = given_at(pair, position)
            later = self._scenario(scenario.players, given, scenario.decisions[taken:])
            if self._parts(later):
                return later
        return scenario if self._parts(scenario) else None

    def _scenario(
        self, players: int, given: Mapping[str, Written] | None, decisions: tuple[tuple[str, Written], ...]
    ) -> Scenario:
        return Scenario(
            slug=f"{self.issue.ruling}-{self.issue.left}-or-{self.issue.right}".replace("_", "-"),
            rulebook=self.law.name,
            version=self.law.version,
            players=players,
            because=f"{self.issue.left} and {self.issue.right} as answers to {self.issue.ruling} part here.",
            origin="compare",
            given=given,
            decisions=decisions,
        )


def given_at(pair: Pair, position: Position) -> dict[str, Written]:
    """A position at a menu as a scenario gives it."""
    assert position.pending is not None
    written = write_position(pair[0], position)
    given = {"at": position.pending.label, "zones": written["zones"], "state": written["state"]}
    if position.aside - pair[0].out_of_play:
        return {**given, "rest": "aside"}
    return with_rest(pair[0].law, given)


def shared_piles(law: Law) -> list[str]:
    """The piles that nobody owns and that can hold any card: there can lie what a case does not name."""
    return [
        zone.name
        for zone in law.zones.values()
        if zone.order == "pile" and not zone.per_player and not zone.scoped and zone.holds.issuperset(law.kinds)
    ]


def with_rest(law: Law, given: Mapping[str, Written], pile: str = "") -> dict[str, Written]:
    """The same without empty zones, and with the last cards of a pile (the fullest that nobody owns) laid by `rest`.
    Where no pile can hold all cards, those that are not named are no part of the game.

    Of that pile only the cards on top stay whose order is known.
    """
    zones = _forgotten(given["zones"])
    assert isinstance(zones, dict)
    rest = pile or max(shared_piles(law), key=lambda name: _count(zones.get(name, [])), default="")
    kept: dict[str, Written] = {}
    for name, cards in zones.items():
        if isinstance(cards, dict):
            cards = {seat: own for seat, own in cards.items() if own}
        elif name == rest and isinstance(cards, list):
            cards = cards[:-1] if cards and isinstance(cards[-1], list) else []
        if cards:
            kept[name] = cards
    rested: dict[str, Written] = {**given, "zones": kept, "rest": rest or "aside"}
    rested.pop("players", None)
    return rested


def with_known_top(scenario: Scenario, pile: str) -> Scenario | None:
    """The scenario with the cards that chance takes from a pile lying on top of it, and none of these decisions; None
    where there are none, or no position."""
    drawn: list[Written] = [value for label, value in scenario.decisions if label == pile]
    if scenario.given is None or not drawn or not all(isinstance(card, str) for card in drawn):
        return None
    zones = scenario.given.get("zones", {})
    assert isinstance(zones, dict)
    below = _without(zones.get(pile, []), drawn)
    given = {**scenario.given, "zones": {**zones, pile: [*drawn, *below]}}
    return replace(scenario, given=given, decisions=tuple(one for one in scenario.decisions if one[0] != pile))


def _without(cards: Written, gone: Sequence[Written]) -> list[Written]:
    """The cards of a pile as they are written, without some of them."""
    assert isinstance(cards, list)
    left = [[one for one in card if one not in gone] if isinstance(card, list) else card for card in cards]
    return [card for card in left if card and card not in gone]


def _forgotten(written: Written) -> Written:
    """Zones without who has seen what, which makes cases hard to read and hardly ever matters."""
    if isinstance(written, dict):
        if "seen_by" in written and "cards" in written:
            cards = written["cards"]
            return cards[0] if isinstance(cards, list) and len(cards) == 1 else cards
        return {name: _forgotten(one) for name, one in written.items()}
    return [_forgotten(one) for one in written] if isinstance(written, list) else written


def _count(cards: Written) -> int:
    """How many cards a zone is written with, the cards of unknown order included."""
    return sum(len(one) if isinstance(one, list) else 1 for one in cards) if isinstance(cards, list) else 0
