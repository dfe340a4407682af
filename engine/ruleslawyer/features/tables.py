"""A machine with a way to give features in it, and positions in which only some features are held."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.compare.lockstep import moments
from ruleslawyer.compile import fast_machine
from ruleslawyer.features.giving import Giving
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.law import Law
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position_io import write_position
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.rests import with_rests

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
        given = self.positions.random(dice.randbytes(SEED_BYTES)).given
        if given is None:
            return None
        held = {key: one for key, one in self.way.give(given, holders).items() if key != "players"}
        written = with_rests(self.machine.law, held)
        return written if self.allows(written) else None

    def allows(self, given: Mapping[str, Written] | None) -> bool:
        """Whether a game may come to a position, as far as can be told."""
        return given is None or self.positions.acceptable(Start({"players": self.machine.players, **given}))

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

    def later(self, scenario: Scenario, shows: Callable[[Scenario], bool]) -> Scenario:
        """The same begun at the last menu from which it still shows."""
        law = self.machine.law
        for taken, position in moments((self.machine, self.machine), scenario):
            if position.pending is None or position.pending.label not in self.positions.menus:
                continue
            written = write_position(self.machine, position)
            given = {"at": position.pending.label, "zones": written["zones"], "state": written["state"]}
            later = replace(scenario, given=with_rests(law, given), decisions=scenario.decisions[taken:])
            if shows(later):
                return later
        return scenario
