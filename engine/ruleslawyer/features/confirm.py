"""From a conflict of features to a game: random play from random positions in which they are held."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from ruleslawyer.compile import Compiled
from ruleslawyer.features.giving import Giving, ways
from ruleslawyer.features.possession import Possession
from ruleslawyer.features.relations import Clash, Interactions, Relation
from ruleslawyer.features.tables import Table
from ruleslawyer.language.law import Law
from ruleslawyer.machine.faults import MachineError, RuleFault
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import follow
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.run import start
from ruleslawyer.scenario.shrink import Failing

SECONDS = 60.0
"""Time spent on all conflicts together."""
EACH = 15.0
"""Time spent on one of them at most."""
DECISIONS, STEPS, WAYS = 40, 1_600, 2

_CODES = {"conflict": ("conflict", "overlap"), "gap": ("gap",), "stuck": ("stuck", "nothing-to-choose")}
"""The machine's faults that a clash of a kind comes to."""


def confirmed(
    law: Law,
    possession: Possession,
    found: Interactions,
    *,
    seconds: float = SECONDS,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Interactions:
    """The same with a scenario for each clash of which one was found by playing. Nothing else changes.

    `progress` is told how many clashes have been looked at, and of how many.
    """
    searching = _Searching(law, possession, time.perf_counter() + seconds)

    number = sum(len(relation.clashes) for relation in (*found.pairs, *found.alone))
    done = 0

    def tried(relation: Relation) -> Relation:
        nonlocal done
        held = tuple(one for one in (relation.one, relation.other) if one)
        clashes = []
        for clash in relation.clashes:
            progress(done, number)
            clashes.append(searching.confirm(clash, held, relation.together))
            done += 1
        return replace(relation, clashes=tuple(clashes))

    pairs = tuple(map(tried, found.pairs))
    return replace(found, pairs=pairs, alone=tuple(map(tried, found.alone)))


@dataclass
class _Searching:
    law: Law
    possession: Possession
    until: float
    tables: dict[object, list[Table]] = field(default_factory=dict)

    def confirm(self, clash: Clash, held: tuple[str, ...], together: bool) -> Clash:
        """The clash with the smallest game found that plays into it."""
        if clash.answer != "sat":
            return clash
        until = min(self.until, time.perf_counter() + EACH)
        for scenario, message in self._games(clash, held, together, until):
            smaller = self._smaller(scenario, clash)
            return replace(clash, scenario=self._under_a_profile(smaller, clash), message=message)
        return clash

    def _smaller(self, scenario: Scenario, clash: Clash) -> Scenario:
        """As late and as small as it becomes."""

        def judge(one: Scenario) -> Failing | None:
            return Failing(str(clash.key), kind=clash.kind) if self._shows(one, clash) else None

        return self._ready(scenario).smaller(scenario, judge, lambda one: self._ready(one).machine, STEPS)

    def _games(
        self, clash: Clash, held: tuple[str, ...], together: bool, until: float
    ) -> Iterator[tuple[Scenario, str]]:
        """Games that end in the fault."""
        dice = random.Random(f"{clash.key} {held} {together}")
        low, high = self.law.players
        while time.perf_counter() < until:
            players = low if dice.randrange(2) else dice.randint(low, high)
            table = self._table(clash, players, dice)
            if table is None:
                return
            first = dice.randrange(players)
            second = first if together else (first + 1 + dice.randrange(players - 1)) % players
            holders = dict(zip(held, (first, second), strict=False))
            given = table.random(dice, holders)
            if given is not None:
                reading = Reading(rulings=dict(table.machine.answers))
                scenario = table.scenario(_slug(clash), given, "prover", str(clash), reading)
                shown = self._play(table.machine, scenario, clash, dice)
                if shown is not None:
                    yield shown

    def _table(self, clash: Clash, players: int, dice: random.Random) -> Table | None:
        """A machine under the readings of the formulas' position, or under a profile."""
        readings = [clash.readings, *self.law.profiles.values()]
        answers = readings[0 if dice.randrange(2) else dice.randrange(len(readings))]
        wanted = tuple(sorted(clash.options.items()))
        key = (tuple(sorted(answers.items())), wanted, players)
        if key not in self.tables:
            found = ways(self.law, self.possession, answers, players, backend=Compiled)
            best = islice(sorted(found, key=lambda one: _differing(one.options, clash.options)), WAYS)
            self.tables[key] = [Table.of(self.law, answers, players, way) for way in best]
        known = self.tables[key]
        return known[dice.randrange(len(known))] if known else None

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
        try:
            table = self._ready(scenario)
            if not table.allows(scenario.given):
                return False
            for _ in follow(table.machine, scenario):
                pass
        except RuleFault as fault:
            return _is(fault, clash)
        except (MachineError, RulebookError):
            return False
        return False

    def _ready(self, scenario: Scenario) -> Table:
        reading = scenario.readings[0] if scenario.readings else Reading()
        answers = {**(self.law.profiles[reading.profile] if reading.profile else {}), **reading.rulings}
        key = (tuple(sorted(answers.items())), tuple(sorted(scenario.options.items())), scenario.players, "scenario")
        if key not in self.tables:
            self.tables[key] = [Table.of(self.law, answers, scenario.players, Giving(scenario.options))]
        return self.tables[key][0]

    def _under_a_profile(self, scenario: Scenario, clash: Clash) -> Scenario:
        """The same under the first profile that shows it, if there is one."""
        for name in self.law.profiles:
            candidate = replace(scenario, readings=(Reading(profile=name),))
            if self._shows(candidate, clash):
                return candidate
        return scenario


def _slug(clash: Clash) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", f"{clash.kind}-{'-'.join(clash.entries) or clash.point}".lower()))


def _differing(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    return sum(other.get(name, answer) != answer for name, answer in one.items())


def _is(fault: RuleFault, clash: Clash) -> bool:
    """Whether a fault of the machine is the clash."""
    if fault.code not in _CODES[clash.kind]:
        return False
    if clash.entries:
        return all(re.search(rf"(?<![\w/-]){re.escape(entry)}(?![\w/-])", fault.message) for entry in clash.entries)
    return f"`{clash.point}`" in fault.message or clash.kind == "stuck"
