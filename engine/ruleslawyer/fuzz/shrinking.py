"""From a failing game to the smallest scenarios that fail in the same way."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ruleslawyer.fuzz.failures import Failure, FailureKey, failure_of
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError, Trace
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.consistency import Consistency
from ruleslawyer.scenario.follow import follow
from ruleslawyer.scenario.machines import Machines
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.readings import variants
from ruleslawyer.scenario.rests import with_rest
from ruleslawyer.scenario.run import begin
from ruleslawyer.scenario.shrink import Failing, begun_later, shrink

NOT_SHOWN = "It begins in a position to which no game has been shown to come."


@dataclass(frozen=True)
class Found:
    """A failing game as it was met: the position that it begins in (None: the set-up) and the values decided, the last
    of which met the failure. Options of play that are not given have their first answers."""

    key: FailureKey
    message: str
    answers: Mapping[str, str]
    players: int
    given: Mapping[str, Written] | None
    values: tuple[Value, ...]
    options: Mapping[str, str] = field(default_factory=dict)


class Shrinking:
    """Makes the failures of one rulebook smaller."""

    def __init__(self, law: Law, backend: MakeBackend) -> None:
        self.law = law
        self._machines = Machines(
            lambda answers, players, options: Consistency(
                Machine(law, answers, players, options=options, backend=backend, monitor=True)
            )
        )

    def shrink(self, found: Found) -> tuple[Scenario, Scenario | None]:
        """The smallest scenario found that fails in the same way, and for a game from the set-up, which stays one, the
        smaller position that fails so, if there is one. Deterministic.

        Decisions of chance that they do not list take the first value.
        """
        whole = self._whole(found)
        failing = self.failing(whole)
        if failing is None:
            return whole, None
        game = shrink(self.law, whole, self.failing) if whole.given is None else None
        position = self._position(game or whole, failing)
        if position is not None:
            position = self._told(shrink(self.law, position, self.failing))
        if game is None:
            assert position is not None
            return position, None
        if position is None or len(position.decisions) >= len(game.decisions):
            return self._told(game), None
        return self._told(game), replace(position, slug=f"{position.slug}-position")

    def failure(self, scenario: Scenario) -> Failure | None:
        """How a scenario fails when everything is monitored; None if it does not, or cannot be played."""
        trace = Trace()
        try:
            consistency = self._ready(scenario)
            if not consistency.holds(scenario.given):
                return None
            for _ in follow(consistency.machine, scenario, trace):
                pass
        except RulebookError:
            return None
        except MachineError as error:
            return failure_of(self.law, error, trace.steps[-1] if trace.steps else None)
        return None

    def failing(self, scenario: Scenario) -> Failing | None:
        """The same, as the shrinker asks."""
        failure = self.failure(scenario)
        return None if failure is None else Failing(failure.key.claim, failure.key.clause, failure.kind)

    def _position(self, scenario: Scenario, failing: Failing) -> Scenario | None:
        """The case begun at the latest menu from which it fails; one that begins in a position already if no other."""
        consistency = self._ready(scenario)
        later = begun_later(consistency.machine, scenario, self.failing, failing, consistency.menus)
        return later or (None if scenario.given is None else scenario)

    def _told(self, scenario: Scenario) -> Scenario:
        failure = self.failure(scenario)
        assert failure is not None
        sentences = [failure.message] if scenario.given is None else [f"{failure.message}.", NOT_SHOWN]
        return replace(scenario, because=" ".join(sentences))

    def _ready(self, scenario: Scenario) -> Consistency:
        answers = variants(self.law, scenario)[0].answers
        return self._machines.of(answers, scenario.players, scenario.options)

    def _whole(self, found: Found) -> Scenario:
        """The game as it was played."""
        decisions: list[tuple[str, Written]] = []
        scenario = Scenario(
            slug=slug(found.key),
            rulebook=self.law.name,
            version=self.law.version,
            players=found.players,
            because=found.message,
            origin="fuzz",
            readings=(Reading(rulings=dict(found.answers)),) if found.answers else (),
            options=varied_options(self.law, found.options),
            given=None if found.given is None else with_rest(self.law, found.given),
            luck="first",
        )
        machine = self._ready(scenario).machine
        try:
            position = begin(machine, found.given)
            for value in found.values:
                assert position.pending is not None
                decisions.append((position.pending.label, write_decision(self.law, position.pending, value)))
                machine.decide(position, value)
        except MachineError:
            pass
        return replace(scenario, decisions=tuple(decisions))


def slug(key: FailureKey) -> str:
    """A name for scenarios and files."""
    return "-".join(re.findall(r"[a-z0-9]+", f"{key.clause}-{key.claim}".lower()))
