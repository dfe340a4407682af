"""A machine with a way to give features in it, and positions in which only some features are held."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from ruleslawyer.compile import fast_machine
from ruleslawyer.features.giving import Giving
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.language.law import Law
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.rests import unseen, with_rest
from ruleslawyer.scenario.shrink import ONE_READING, Judge, MachineOf, begun_later, shrink

SEED_BYTES = 16
"""What a random position follows."""


@dataclass(frozen=True)
class Table:
    """A machine, positions for it, and how features are given there."""

    machine: Machine
    positions: Positions
    way: Giving

    @classmethod
    def of(cls, law: Law, answers: Mapping[str, str], players: int, way: Giving) -> Table:
        """Made ready."""
        machine = fast_machine(law, answers, players, options=way.options)
        return cls(machine, Positions(machine), way)

    def random(self, dice: random.Random, holders: Mapping[str, int]) -> dict[str, Written] | None:
        """A random position in which these features are held, by these seats, and no others; None if none was found."""
        given = self.positions.random(dice.randbytes(SEED_BYTES))
        if given is None:
            return None
        held = {key: one for key, one in self.way.give(given, holders).items() if key != "players"}
        written = with_rest(self.machine.law, unseen(self.machine.law, held))
        return written if self.allows(written) else None

    def allows(self, given: Mapping[str, Written] | None) -> bool:
        """Whether a game may come to a position, as far as can be told."""
        return self.positions.consistency.holds(given)

    def scenario(
        self, slug: str, given: Mapping[str, Written], origin: str, because: str, reading: Reading
    ) -> Scenario:
        """A scenario without decisions that begins in a position."""
        law = self.machine.law
        return Scenario(
            slug=slug,
            rulebook=law.name,
            version=law.version,
            players=self.machine.players,
            because=because,
            origin=origin,
            readings=() if reading == Reading() else (reading,),
            options=varied_options(law, self.way.options),
            given=given,
        )

    def smaller(self, scenario: Scenario, judge: Judge, machine: MachineOf, steps: int) -> Scenario:
        """The same begun at the last menu from which it still fails so, and made smaller, under the same answers."""
        failing = judge(scenario)
        assert failing is not None
        later = begun_later(self.machine, scenario, judge, failing, self.positions.menus) or scenario
        return shrink(self.machine.law, later, judge, machine=machine, steps=steps, only=ONE_READING)
