"""The smallest position found on which it matters whether a player has a feature."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compare.lockstep import Lockstep, Pair, moments
from ruleslawyer.compare.looks import differences, look
from ruleslawyer.features.games import Question, pair_of
from ruleslawyer.features.giving import Giving
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.notation import Written, player_text
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import write_position
from ruleslawyer.machine.trace import Step
from ruleslawyer.scenario.minimise import minimise, size
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.rests import with_rests

TAPE, LONGEST, POSITIONS, FINDS, TRIALS = 16, 40, 400, 3, 500
"""Of the search: bytes that seed a position, decisions played on, positions, cases made smaller, trials for each."""


@dataclass(frozen=True)
class Case:
    """A position on which a feature matters: what differs without it and with it, and by which entries."""

    scenario: Scenario
    holder: int
    differences: tuple[tuple[str, str, str], ...]
    entries: tuple[str, ...]


def find_case(law: Law, question: Question, way: Giving) -> Case | None:
    """The smallest of some cases found by playing at random from random positions."""
    search = _Finding(law, question, way)
    cases = list(search.cases())
    if not cases:
        return None
    smallest = min(cases, key=lambda one: size(law, one[0]))
    return search.case(*smallest)


class _Measured(Lockstep):
    """Holds what the winners depend on against each other too."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair)
        self._measures = measures(pair[1].law)

    def _alike(self, both: tuple[Position, Position]) -> bool:
        left, right = self.measured(both)
        return super()._alike(both) and left == right

    def measured(self, both: tuple[Position, Position]) -> tuple[dict[str, str], dict[str, str]]:
        """By name, every number that the winners depend on, on either side."""
        left, right = (
            {
                f"{name}[{player_text(seat)}]": str(machine.evaluate_definition(position, name, [seat]))
                for name in self._measures
                for seat in range(machine.players)
            }
            for machine, position in zip(self.pair, both, strict=True)
        )
        return left, right


class _Finding:
    def __init__(self, law: Law, question: Question, way: Giving) -> None:
        self.law, self.question, self.way = law, question, way
        self.dice = random.Random(f"{question.seed} {question.feature}")
        self.steps: dict[int, _Measured] = {}
        self.positions: dict[int, Positions] = {}

    def lockstep(self, players: int) -> _Measured:
        """The two machines for a number of players."""
        if players not in self.steps:
            pair = pair_of(self.law, self.question, self.way, players)
            self.steps[players] = _Measured(pair)
            self.positions[players] = Positions(pair[1])
        return self.steps[players]

    def cases(self) -> Iterator[tuple[Scenario, int]]:
        """Some cases with the seats that have the feature, each as small as it becomes."""
        found = 0
        players = self.law.players[0]
        for _ in range(POSITIONS):
            lockstep, seat = self.lockstep(players), self.dice.randrange(players)
            given = self.positions[players].random(self.dice.randbytes(TAPE)).given
            if given is None:
                continue
            given = self.way.give(given, {self.question.feature: seat})
            given.pop("players", None)
            scenario = self._scenario(players, with_rests(self.law, given))
            parting = self._allowed(scenario) and lockstep.on_from(
                scenario, lambda decision: self.dice.choice(decision.values), LONGEST
            )
            if parting:
                later = self._later(replace(scenario, decisions=parting.script))
                yield minimise(self.law, later, self._parts, most_trials=TRIALS), seat
                found += 1
                if found == FINDS:
                    return

    def case(self, scenario: Scenario, seat: int) -> Case:
        """What differs at the end of a scenario."""
        lockstep = self.lockstep(scenario.players)
        parting = lockstep.parting(scenario)
        assert parting is not None
        left, right = parting.after
        entries = [_entries(steps) for steps in parting.steps]
        telling = tuple(entry for entry in entries[1] if entry not in entries[0])
        shown = differences(look(lockstep.pair[0], left), look(lockstep.pair[1], right))
        values = lockstep.measured(parting.after)
        shown += [(name, value, values[1][name]) for name, value in values[0].items() if value != values[1][name]]
        return Case(replace(scenario, decisions=parting.script), seat, tuple(shown), telling)

    def _allowed(self, scenario: Scenario) -> bool:
        begun = Start({"players": scenario.players, **(scenario.given or {})})
        return self.positions[scenario.players].acceptable(begun)

    def _parts(self, scenario: Scenario) -> bool:
        lockstep = self.lockstep(scenario.players)
        return self._allowed(scenario) and lockstep.parting(scenario) is not None

    def _later(self, scenario: Scenario) -> Scenario:
        """The same begun at the last menu from which it still shows."""
        pair = self.lockstep(scenario.players).pair
        menus = self.positions[scenario.players].menus
        for taken, position in moments(pair, scenario):
            if position.pending is None or position.pending.label not in menus:
                continue
            written = write_position(pair[0], position)
            given = {"at": position.pending.label, "zones": written["zones"], "state": written["state"]}
            later = replace(scenario, given=with_rests(self.law, given), decisions=scenario.decisions[taken:])
            if self._parts(later):
                return later
        return scenario

    def _scenario(self, players: int, given: Mapping[str, Written]) -> Scenario:
        return Scenario(
            slug=f"{self.question.feature}-matters".replace("_", "-"),
            rulebook=self.law.name,
            version=self.law.version,
            players=players,
            because=f"{self.question.feature} matters here.",
            origin="compare",
            readings=(Reading(profile=self.question.profile),),
            options=varied_options(self.law, self.way.options),
            given=given,
        )


def _entries(steps: Sequence[Step]) -> tuple[str, ...]:
    """What was at work: rules and options in order, then the entries of definitions."""
    fired = [entry for step in steps for entry in step.fired()]
    consulted = sorted({entry for step in steps for entry in step.consulted})
    return tuple(dict.fromkeys((*fired, *consulted)))
