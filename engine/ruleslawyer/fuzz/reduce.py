"""From a failing game to the smallest scenario that fails in the same way."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ruleslawyer.fuzz.failures import Failure, FailureKey, failure_of
from ruleslawyer.fuzz.given import at_menu, nothing_in_flight, plainer, with_rest, without_names
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.language.law import Law
from ruleslawyer.machine import IllegalDecision, Machine, MachineError, Position, PositionError, Trace
from ruleslawyer.machine.availability import all_options, find_absent, varied_options
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.notation import Written, read_decision, write_decision
from ruleslawyer.machine.position_io import write_position
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.minimise import Shows, minimise, playable
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.run import Runner

LATEST = 20
"""How many of the last positions of a game are tried as the start of a shorter one."""
TRIALS, LONG_TRIALS = 2_500, 250
"""Smaller scenarios tried: of a few decisions, and of a whole game."""
LONG = 20
"""Decisions from which a scenario counts as long."""
KEPT_MACHINES = 32


@dataclass(frozen=True)
class Found:
    """A failing game as it was met: the values decided, the last of which met the failure. Options of play that are not
    given have their first answers."""

    key: FailureKey
    message: str
    answers: Mapping[str, str]
    players: int
    start: Start
    values: tuple[Value, ...]
    options: Mapping[str, str] = field(default_factory=dict)


class Reducer:
    """Reduces the failures of one rulebook."""

    def __init__(self, law: Law, backend: MakeBackend) -> None:
        self.law = law
        self._backend = backend
        self._runner = Runner(law, backend=backend)
        self._machines: OrderedDict[object, Positions] = OrderedDict()

    def reduce(self, found: Found) -> Scenario:
        """The smallest scenario found that fails with the same key; decisions of chance that it does not list take
        the first value. Deterministic."""

        def shows(scenario: Scenario) -> bool:
            failure = self.failure(scenario)
            return failure is not None and failure.key == found.key

        scenario = self._nearest(found, shows)
        scenario = self._plainest_options(scenario, shows)
        scenario = self._fewest_rulings(scenario, shows)
        trials = LONG_TRIALS if len(scenario.decisions) > LONG else TRIALS
        smallest = minimise(self.law, scenario, shows, most_trials=trials)
        earlier = self._earlier_choices(smallest, shows)
        if earlier != smallest:
            smallest = minimise(self.law, earlier, shows, most_trials=trials)
        smallest = self._plainest_options(smallest, shows)
        smallest = self._fewest_rulings(smallest, shows)
        failure = self.failure(smallest)
        return replace(smallest, because=failure.message if failure is not None else found.message)

    def failure(self, scenario: Scenario) -> Failure | None:
        """How a scenario fails when everything is monitored; None if it does not, or cannot be played."""
        trace = Trace()
        try:
            positions = self._positions(self._answers(scenario), scenario.players, scenario.options)
            if scenario.given is not None and not positions.acceptable(Start(scenario.given)):
                return None
            position = Start(scenario.given).position(positions.machine, trace)
            self._play(positions.machine, position, scenario.decisions, trace)
        except (IllegalDecision, PositionError, _CannotPlay):
            return None
        except MachineError as error:
            return failure_of(self.law, error, trace.steps[-1] if trace.steps else None)
        return None

    def _play(
        self, machine: Machine, position: Position, decisions: Sequence[tuple[str, Written]], trace: Trace
    ) -> None:
        for label, written in decisions:
            _let_chance(machine, position, trace, label)
            if position.pending is None or position.pending.label != label:
                raise _CannotPlay
            machine.decide(position, read_decision(self.law, position.pending, written), trace)

    def _positions(self, answers: Mapping[str, str], players: int, options: Mapping[str, str]) -> Positions:
        key = tuple(sorted(answers.items())), players, tuple(sorted(options.items()))
        if key not in self._machines:
            low, high = self.law.players
            if not low <= players <= high:
                raise _CannotPlay
            machine = Machine(self.law, answers, players, options=options, backend=self._backend, monitor=True)
            self._machines[key] = Positions(machine)
            if len(self._machines) > KEPT_MACHINES:
                self._machines.popitem(last=False)
        self._machines.move_to_end(key)
        return self._machines[key]

    def _answers(self, scenario: Scenario) -> Mapping[str, str]:
        reading = scenario.readings[0] if scenario.readings else Reading()
        base = reading.profile or scenario.otherwise
        return {**(self.law.profiles[base] if base else {}), **reading.rulings}

    # -- where it begins ------------------------------------------------------------------------------------------

    def _nearest(self, found: Found, shows: Shows) -> Scenario:
        """The scenario that begins at the latest position from which the failure still comes about."""
        whole, positions = self._whole(found)
        made_up = self._positions(found.answers, found.players, whole.options)
        machine, menus = made_up.machine, made_up.menus
        latest = list(enumerate(positions))[-LATEST:][::-1]
        for index, position in latest:
            for menu in menus if nothing_in_flight(position) else ():
                given = at_menu(machine, position, menu)
                for one in (plainer(self.law, given), given):
                    shorter = self._from(whole, index, one)
                    if shows(shorter):
                        return shorter
        if whole.given is None:
            for index, position in latest:
                shorter = self._from(whole, index, write_position(machine, position))
                if shows(shorter):
                    return shorter
        return whole

    def _whole(self, found: Found) -> tuple[Scenario, list[Position]]:
        """The game as it was played, with the position before each decision."""
        decisions: list[tuple[str, Written]] = []
        positions: list[Position] = []
        options = varied_options(self.law, found.options)
        machine = self._positions(found.answers, found.players, options).machine
        try:
            position = found.start.position(machine)
            for value in found.values:
                assert position.pending is not None
                decisions.append((position.pending.label, write_decision(self.law, position.pending, value)))
                positions.append(position.copy())
                machine.decide(position, value)
        except MachineError:
            pass
        scenario = Scenario(
            slug=slug(found.key),
            rulebook=self.law.name,
            version=self.law.version,
            players=found.players,
            because=found.message,
            origin="fuzz",
            readings=(Reading(rulings=dict(found.answers)),) if found.answers else (),
            options=options,
            given=None if found.start.given is None else with_rest(self.law, found.start.given),
            luck="first",
            decisions=tuple(decisions),
        )
        return scenario, positions

    def _from(self, whole: Scenario, index: int, given: Mapping[str, Written]) -> Scenario:
        return replace(whole, given=with_rest(self.law, given), decisions=whole.decisions[index:])

    # -- what is chosen -------------------------------------------------------------------------------------------

    def _earlier_choices(self, scenario: Scenario, shows: Shows) -> Scenario:
        """The same with the first choice of each decision that still shows it; cards are `minimise`'s business."""
        best = scenario
        for index in range(len(scenario.decisions)):
            label, written = best.decisions[index]
            for earlier in self._values_before(best, index):
                decisions = (*best.decisions[:index], (label, earlier), *best.decisions[index + 1 :])
                candidate = replace(best, decisions=decisions)
                if earlier != written and shows(candidate):
                    best = candidate
                    break
        return best

    def _values_before(self, scenario: Scenario, index: int) -> list[Written]:
        """The legal values before the one decided, of a decision that is no card."""
        trace = Trace()
        try:
            machine = self._positions(self._answers(scenario), scenario.players, scenario.options).machine
            position = Start(scenario.given).position(machine)
            self._play(machine, position, scenario.decisions[:index], trace)
            label, written = scenario.decisions[index]
            _let_chance(machine, position, trace, label)
            decision = position.pending
            if decision is None or decision.label != label or decision.kind == "card":
                return []
            before = decision.values[: decision.values.index(read_decision(self.law, decision, written))]
            return [write_decision(self.law, decision, value) for value in before]
        except (MachineError, _CannotPlay):
            return []

    # -- which options of play it needs ---------------------------------------------------------------------------

    def _plainest_options(self, scenario: Scenario, shows: Shows) -> Scenario:
        """The same with the first answers to all options of play, or else an earlier answer to each that shows it."""
        if not scenario.options:
            return scenario
        plain = self._with_options(scenario, {}, shows)
        if plain is not None:
            return plain
        best = scenario
        for name, answer in scenario.options.items():
            literals = self.law.options[name].literals
            for earlier in literals[: literals.index(answer)]:
                options = varied_options(self.law, {**best.options, name: earlier})
                candidate = self._with_options(best, options, shows)
                if candidate is not None:
                    best = candidate
                    break
        return best

    def _with_options(self, scenario: Scenario, options: Mapping[str, str], shows: Shows) -> Scenario | None:
        """The scenario under other options, without zones, state and decisions that they leave out, if it shows it."""
        absent = find_absent(self.law, all_options(self.law, options))
        given = None if scenario.given is None else without_names(scenario.given, absent.keys())
        candidate = replace(scenario, options=options, given=given)
        if shows(candidate):
            return candidate
        rest = playable(self._runner, candidate)
        return rest if rest is not None and rest != candidate and shows(rest) else None

    # -- which answers it needs -----------------------------------------------------------------------------------

    def _fewest_rulings(self, scenario: Scenario, shows: Shows) -> Scenario:
        """The same under the first profile that shows it, or with the fewest answers that no profile gives together."""
        if not scenario.readings or not self.law.profiles:
            return scenario
        for profile in self.law.profiles:
            candidate = _under(scenario, profile, {})
            if shows(candidate):
                return candidate
        answers = self._answers(scenario)
        differing = {
            profile: {name: answers[name] for name, answer in given.items() if answers[name] != answer}
            for profile, given in self.law.profiles.items()
        }
        base = min(differing, key=lambda profile: len(differing[profile]))
        best = _under(scenario, base, differing[base])
        for name in differing[base]:
            rest = {one: answer for one, answer in best.readings[0].rulings.items() if one != name}
            candidate = _under(scenario, base, rest)
            if shows(candidate):
                best = candidate
        return best


class _CannotPlay(Exception):
    """Internal: a smaller scenario cannot be played."""


def _under(scenario: Scenario, profile: str, rulings: Mapping[str, str]) -> Scenario:
    if not rulings:
        return replace(scenario, readings=(Reading(profile=profile),), otherwise="")
    return replace(scenario, readings=(Reading(rulings=dict(rulings)),), otherwise=profile)


def _let_chance(machine: Machine, position: Position, trace: Trace, label: str) -> None:
    """Chance takes first values until the decision of that label is due, as `luck: first` has it.

    A failure on the way shows nothing: the decisions of a scenario must lead to it, not what they leave out.
    """
    try:
        while position.pending is not None and position.pending.by is None and position.pending.label != label:
            machine.decide(position, position.pending.values[0], trace)
    except MachineError:
        raise _CannotPlay from None


def slug(key: FailureKey) -> str:
    """A name for scenarios and files."""
    return "-".join(re.findall(r"[a-z0-9]+", f"{key.clause}-{key.claim}".lower()))
