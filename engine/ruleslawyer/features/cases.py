"""The smallest position found on which it matters whether a player has a feature."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compare.lockstep import Lockstep
from ruleslawyer.compare.looks import Pair, differences
from ruleslawyer.features.games import Question, pair_of
from ruleslawyer.features.giving import Giving
from ruleslawyer.features.tables import Table
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.law import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.machine.notation import player_text
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Step
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.shrink import Failing, size

LONGEST, POSITIONS, FINDS, STEPS = 40, 400, 3, 2_000
"""Of the search: decisions played on, positions, cases made smaller, what may be played to make one smaller."""


@dataclass(frozen=True)
class Witness:
    """A position on which a feature matters: what differs without it and with it, and by which entries."""

    scenario: Scenario
    holder: int
    differences: tuple[tuple[str, str, str], ...]
    entries: tuple[str, ...]


def find_case(law: Law, question: Question, way: Giving) -> Witness | None:
    """The smallest of some cases found by playing at random from random positions."""
    search = _Search(law, question, way)
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


class _Search:
    def __init__(self, law: Law, question: Question, way: Giving) -> None:
        self.law, self.question, self.way = law, question, way
        self.dice = random.Random(f"{question.seed} {question.feature}")
        self.sides: dict[int, tuple[_Measured, Table]] = {}

    def ready(self, players: int) -> tuple[_Measured, Table]:
        """The two machines for a number of players, and the second of them with positions."""
        if players not in self.sides:
            pair = pair_of(self.law, self.question, self.way, players)
            self.sides[players] = _Measured(pair), Table(pair[1], Positions(pair[1]), self.way)
        return self.sides[players]

    def cases(self) -> Iterator[tuple[Scenario, int]]:
        """Some cases with the seats that have the feature, each as small as it becomes."""
        players, feature = self.law.players[0], self.question.feature
        lockstep, table = self.ready(players)
        slug, because = f"{feature}-matters".replace("_", "-"), f"{feature} matters here."
        found = 0
        for _ in range(POSITIONS):
            seat = self.dice.randrange(players)
            given = table.random(self.dice, {feature: seat})
            if given is None:
                continue
            scenario = table.scenario(slug, given, "compare", because, Reading(profile=self.question.profile))
            parting = lockstep.on_from(scenario, lambda decision: self.dice.choice(decision.values), LONGEST)
            if parting:
                game = replace(scenario, decisions=parting.script)
                yield table.smaller(game, self._judge, lambda one: self.ready(one.players)[1].machine, STEPS), seat
                found += 1
                if found == FINDS:
                    return

    def case(self, scenario: Scenario, seat: int) -> Witness:
        """What differs at the end of a scenario."""
        lockstep, _ = self.ready(scenario.players)
        parting = lockstep.parting(scenario)
        assert parting is not None
        entries = [_entries(steps) for steps in parting.steps]
        telling = tuple(entry for entry in entries[1] if entry not in entries[0])
        shown = differences(lockstep.pair, parting.after)
        values = lockstep.measured(parting.after)
        shown += [(name, value, values[1][name]) for name, value in values[0].items() if value != values[1][name]]
        return Witness(replace(scenario, decisions=parting.script), seat, tuple(shown), telling)

    def _judge(self, scenario: Scenario) -> Failing | None:
        lockstep, table = self.ready(scenario.players)
        parts = table.allows(scenario.given) and lockstep.parting(scenario) is not None
        return Failing(self.question.feature) if parts else None


def _entries(steps: Sequence[Step]) -> tuple[str, ...]:
    """What was at work: rules and options in order, then the entries of definitions."""
    fired = [entry for step in steps for entry in step.fired()]
    consulted = sorted({entry for step in steps for entry in step.consulted})
    return tuple(dict.fromkeys((*fired, *consulted)))
