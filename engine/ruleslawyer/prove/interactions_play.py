"""From a conflict of features to a game: random play from random positions in which they are held."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.features import Possession
from ruleslawyer.language.law import Law
from ruleslawyer.machine.faults import MachineError, RuleFault
from ruleslawyer.machine.giving import Way, ways
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, read_decision, write_decision
from ruleslawyer.machine.position import Position
from ruleslawyer.prove.interactions_results import Clash, Interactions, Relation
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.minimise import minimise
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.run import start

SECONDS = 20.0
"""Time spent on one conflict."""
TAPE, DECISIONS, TRIALS, WAYS = 16, 40, 400, 4

_CODES = {"conflict": ("conflict", "overlap"), "gap": ("gap",), "stuck": ("stuck", "nothing-to-choose")}
"""The machine's faults that a clash of a kind comes to."""


def confirmed(law: Law, possession: Possession, found: Interactions, *, seconds: float = SECONDS) -> Interactions:
    """The same with a scenario for each clash of which one was found by playing. Nothing else changes."""
    searching = _Searching(law, possession, seconds)

    def tried(relation: Relation) -> Relation:
        held = tuple(one for one in (relation.one, relation.other) if one)
        clashes = (searching.confirm(clash, held, relation.together) for clash in relation.clashes)
        return replace(relation, clashes=tuple(clashes))

    return replace(found, pairs=tuple(map(tried, found.pairs)), alone=tuple(map(tried, found.alone)))


@dataclass
class _Searching:
    law: Law
    possession: Possession
    seconds: float

    def confirm(self, clash: Clash, held: tuple[str, ...], together: bool) -> Clash:
        """The clash with the smallest game found that plays into it."""
        if clash.answer != "sat":
            return clash
        until = time.perf_counter() + self.seconds
        for scenario, message in self._games(clash, held, together, until):
            smaller = minimise(self.law, scenario, lambda one: self._shows(one, clash), most_trials=TRIALS)
            return replace(clash, scenario=smaller, message=message)
        return clash

    def _games(
        self, clash: Clash, held: tuple[str, ...], together: bool, until: float
    ) -> Iterator[tuple[Scenario, str]]:
        """Games that end in the fault."""
        tables = list(self._tables(clash))
        dice = random.Random(f"{clash.key} {held} {together}")
        while tables and time.perf_counter() < until:
            table = tables[dice.randrange(len(tables))]
            first = dice.randrange(table.machine.players)
            second = first if together else (first + 1 + dice.randrange(table.machine.players - 1)) % table.machine.players
            holders = dict(zip(held, (first, second), strict=False))
            given = table.positions.random(dice.randbytes(TAPE)).given
            if given is None:
                continue
            given = {key: one for key, one in table.way.give(given, holders).items() if key != "players"}
            if table.positions.acceptable(Start({"players": table.machine.players, **given})):
                scenario = table.scenario(clash, given)
                message = self._play(table.machine, scenario, clash, dice)
                if message is not None:
                    yield message

    def _tables(self, clash: Clash) -> Iterator[_Table]:
        low, high = self.law.players
        for players in range(low, high + 1):
            for answers in self._readings(clash):
                for way in islice(ways(self.law, self.possession, answers, players, backend=Compiled), WAYS):
                    machine = Machine(self.law, answers, players, options=way.options, backend=Compiled)
                    yield _Table(machine, Positions(machine), way)

    def _readings(self, clash: Clash) -> Iterator[Mapping[str, str]]:
        """The readings of the formulas' position, and the profiles."""
        yield clash.readings
        yield from (profile for profile in self.law.profiles.values() if profile != clash.readings)

    def _play(
        self, machine: Machine, scenario: Scenario, clash: Clash, dice: random.Random
    ) -> tuple[Scenario, str] | None:
        decisions: list[tuple[str, Written]] = []
        try:
            position = start(machine, scenario)
            for _ in range(DECISIONS):
                pending = position.pending
                if pending is None:
                    return None
                value = dice.choice(pending.values)
                decisions.append((pending.label, write_decision(self.law, pending, value)))
                machine.decide(position, value)
        except RuleFault as fault:
            if _is(fault, clash):
                return replace(scenario, decisions=tuple(decisions), because=str(fault)), str(fault)
        except (MachineError, RulebookError):
            pass
        return None

    def _shows(self, scenario: Scenario, clash: Clash) -> bool:
        """Whether playing a scenario ends in the fault, with its last decision."""
        answers = dict(scenario.readings[0].rulings)
        try:
            machine = Machine(self.law, answers, scenario.players, options=scenario.options, backend=Compiled)
            if scenario.given is not None:
                begun = Start({"players": scenario.players, **scenario.given})
                if not Positions(machine).acceptable(begun):
                    return False
            position = start(machine, scenario)
            self._follow(machine, position, scenario.decisions)
        except RuleFault as fault:
            return _is(fault, clash)
        except (MachineError, RulebookError, _Elsewhere):
            return False
        return False

    def _follow(self, machine: Machine, position: Position, decisions: Iterable[tuple[str, Written]]) -> None:
        for label, written in decisions:
            if position.pending is None or position.pending.label != label:
                raise _Elsewhere
            machine.decide(position, read_decision(self.law, position.pending, written))


class _Elsewhere(Exception):
    """Internal: another decision is due than the next one of a scenario."""


@dataclass(frozen=True)
class _Table:
    """A machine with a way to give features in it."""

    machine: Machine
    positions: Positions
    way: Way

    def scenario(self, clash: Clash, given: Mapping[str, Written]) -> Scenario:
        """A scenario that begins in a position."""
        law = self.machine.law
        default = {name: of.literals[0] for name, of in law.options.items()}
        return Scenario(
            slug="-".join(re.findall(r"[a-z0-9]+", f"{clash.kind}-{'-'.join(clash.entries) or clash.point}".lower())),
            rulebook=law.name,
            version=law.version,
            players=self.machine.players,
            because=str(clash),
            origin="prover",
            readings=(Reading(rulings=dict(self.machine.answers)),),
            options={name: answer for name, answer in self.way.options.items() if answer != default[name]},
            given=given,
        )


def _is(fault: RuleFault, clash: Clash) -> bool:
    """Whether a fault of the machine is the clash."""
    if fault.code not in _CODES[clash.kind]:
        return False
    if clash.entries:
        return all(re.search(rf"(?<![\w/-]){re.escape(entry)}(?![\w/-])", fault.message) for entry in clash.entries)
    return f"`{clash.point}`" in fault.message or clash.kind == "stuck"


