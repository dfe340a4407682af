"""The contract of shrinking: the smaller case fails the same claim, in the same clause, in the same way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from ruleslawyer.compile import fast_machine
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import playable
from ruleslawyer.scenario.machines import Machines
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.readings import variants
from ruleslawyer.scenario.rests import texts_in
from ruleslawyer.scenario.shrink import passes

STEPS = 20_000
"""Decisions that may be played, counting one more for each candidate, before the smallest case so far is taken."""
TOPS = "tops"
Size = tuple[int, int, int, int]


class Failing(NamedTuple):
    """How a case fails. Two cases fail in the same way only if all three are the same."""

    claim: str
    clause: str = ""
    kind: str = ""


Judge = Callable[[Scenario], Failing | None]
"""How a scenario fails; None if it does not, or cannot be played. Always the same of the same scenario."""

MachineOf = Callable[[Scenario], Machine]
"""The machine that plays a scenario. It may raise a `MachineError` or a `RulebookError`."""

PASSES: Mapping[str, passes.Pass] = {
    "options": passes.plainest_options,
    "readings": passes.plainest_reading,
    "decisions": passes.fewer_decisions,
    "players": passes.fewer_players,
    "cards": passes.fewer_cards,
    "state": passes.less_state,
    "values": passes.earlier_values,
    TOPS: passes.known_tops,
}
"""What is tried, in this order, again and again until none of it makes the case smaller: options of play and readings
first, for they decide what the rest is about, and what is decided last."""
FAILURES = tuple(PASSES)[:-1]
"""The passes of a case that lists what chance draws."""
ONE_READING = tuple(PASSES)[2:-1]
"""Those of a case whose judge plays under fixed answers."""


def shrink(
    law: Law,
    scenario: Scenario,
    judge: Judge,
    *,
    machine: MachineOf | None = None,
    steps: int = STEPS,
    only: Sequence[str] = FAILURES,
) -> Scenario:
    """The smallest scenario found that fails as `scenario` does, by leaving things out until no more can be left out.

    A game from the set-up stays one, and a position stays a position. Expectations about decisions that are gone are
    dropped with them. The result is deterministic, and never larger than `scenario`.

    :param steps: see `STEPS`.
    :param machine: where a scenario is played to see what is due; under its first reading, if it is not given.
    :param only: names of `PASSES`.
    :raises ValueError: `scenario` does not fail.
    """
    failing = judge(scenario)
    if failing is None:
        raise ValueError("the scenario does not fail, so it cannot be made smaller")
    shrinker = Shrinker(law, scenario, judge, failing, steps, machine)
    chosen = [one for name, one in PASSES.items() if name in only]
    try:
        while sum(one(shrinker) for one in chosen):
            pass
    except Spent:
        pass
    return shrinker.best


def size(law: Law, scenario: Scenario) -> Size:
    """What `shrink` makes smaller: decisions, displaced cards, whatever else is said, and how late the cards come.

    A card is displaced when `given` names a zone for it.
    """
    given = scenario.given or {}
    displaced = list(texts_in(given.get("zones", {})))
    ranks = {card.name: card.index for card in law.cards}
    named = (*displaced, *(value for _, value in scenario.decisions))
    late = sum(ranks.get(one, 0) for one in named if isinstance(one, str))
    said = len(list(texts_in(given.get("state", {})))) + scenario.players
    return len(scenario.decisions), len(displaced), said, late


class Spent(Exception):
    """No steps are left. A judge that has a budget of its own may raise it."""


class Shrinker:
    """The smallest case so far, which the passes try to beat."""

    def __init__(
        self, law: Law, scenario: Scenario, judge: Judge, failing: Failing, steps: int, machine: MachineOf | None
    ) -> None:
        self.law, self.best, self.failing = law, scenario, failing
        self._judge, self._steps = judge, steps
        self._size = size(law, scenario)
        self._tried: set[bytes] = set()
        self._machines = Machines(
            lambda answers, players, options: fast_machine(law, answers, players, options=options)
        )
        self.machine = machine or self._of_first_reading

    def take(self, candidate: Scenario, *, equal: bool = False) -> bool:
        """Keeps the candidate, or what is playable of it or nearly so, if that is smaller and fails in the same way.

        :param equal: what is as large will do, for the pass makes it plainer otherwise.
        """
        if self._keep(candidate, equal):
            return True
        return any(rest != candidate and self._keep(rest, equal) for rest in self._playable(candidate))

    def _of_first_reading(self, scenario: Scenario) -> Machine:
        answers = variants(self.law, scenario)[0].answers
        return self._machines.of(answers, scenario.players, scenario.options)

    def _playable(self, candidate: Scenario) -> Iterator[Scenario]:
        try:
            machine = self.machine(candidate)
            for instead in (False, True):
                yield playable(machine, candidate, instead=instead)
        except (RulebookError, MachineError):
            return

    def _keep(self, candidate: Scenario, equal: bool) -> bool:
        assert (candidate.given is None) == (self.best.given is None), "a pass must not forget where a case begins"
        after = size(self.law, candidate)
        if candidate == self.best or not (after < self._size or (equal and after == self._size)):
            return False
        tried = _digest(candidate)
        if tried in self._tried:
            return False
        self._steps -= 1 + len(candidate.decisions)
        if self._steps < 0:
            raise Spent
        self._tried.add(tried)
        if self._judge(candidate) != self.failing:
            return False
        self.best, self._size = candidate, after
        return True


def _digest(scenario: Scenario) -> bytes:
    what = (scenario.players, scenario.options, scenario.readings, scenario.otherwise, scenario.given)
    return blake2b(repr((what, scenario.decisions)).encode(), digest_size=16).digest()
