"""Runs a scenario under every reading that it claims to hold under."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ruleslawyer.language.law import Law
from ruleslawyer.machine.backend import MakeBackend
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.faults import (
    ChoiceLimitExceeded,
    IllegalDecision,
    InvariantViolated,
    MachineError,
    PositionError,
    RuleFault,
    StepLimitExceeded,
)
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import SHOWN, Written, decider_text, read_decision, value_text
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.position_io import read_position
from ruleslawyer.machine.trace import Forced, Trace
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.scenario.check import ready
from ruleslawyer.scenario.expect import Expected
from ruleslawyer.scenario.machines import Machines
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.readings import Variant, variants
from ruleslawyer.scenario.results import Difference, Outcome, Result, Stop

DIGEST = "rulebook_digest"
"""The key of `info` under which tools note the digest of the rulebook they ran."""


MOST_CHANCE = 2_000
"""Decisions of chance in turn that a scenario does not list."""


class NotDue(MachineError):
    """A listed decision cannot be taken: the message says why."""


class Runner:
    """Runs scenarios of one rulebook, keeping the machines it has made."""

    def __init__(self, law: Law, *, backend: MakeBackend = Reference, monitor: bool = False) -> None:
        self.law = law
        self._machines = Machines(
            lambda answers, players, options: Machine(
                law, answers, players, options=options, backend=backend, monitor=monitor
            )
        )

    def run(self, scenario: Scenario) -> Result:
        """What comes of the scenario.

        :raises RulebookError: the scenario cannot be run: it names what the rulebook does not have, or its position is
            impossible.
        """
        expected = ready(self.law, scenario)
        lucks = ("first", "last") if scenario.luck == "any" else ("first",) if scenario.luck == "first" else ("",)
        outcomes = [
            _Play(self.machine(scenario, variant), scenario, expected, variant, luck).outcome()
            for variant in variants(self.law, scenario)
            for luck in lucks
        ]
        return Result(scenario, tuple(outcomes), tuple(_warnings(self.law, scenario)), self._departs(scenario))

    def _departs(self, scenario: Scenario) -> str:
        departures = self.law.rulebook.departs if scenario.rulebook != self.law.name else ()
        return next((one.reason for one in departures if one.scenario.value == scenario.slug), "")

    def machine(self, scenario: Scenario, variant: Variant) -> Machine:
        """The machine for one set of answers."""
        return self._machines.of(variant.answers, scenario.players, scenario.options)


def run_scenario(law: Law, scenario: Scenario) -> Result:
    """What comes of one scenario; see `Runner.run`."""
    return Runner(law).run(scenario)


def _warnings(law: Law, scenario: Scenario) -> Iterator[str]:
    if scenario.rulebook != law.name:
        return
    if scenario.version != law.version:
        yield f"written for version {scenario.version} of `{law.name}`, run with version {law.version}"
    digest = scenario.info.get(DIGEST)
    if digest is not None and digest != law.digest:
        yield f"made with another text of `{law.name}` than the one it is run with"


def begin(machine: Machine, given: Mapping[str, Written] | None, trace: Trace | None = None) -> Position:
    """The position that is given, or (None) the set-up, played on to its first decision.

    :raises PositionError: it is malformed or impossible.
    :raises RuleFault: the rulebook breaks an obligation before the first decision.
    """
    if given is None:
        return machine.start(trace)
    return read_position(machine, {**given, "players": machine.players}, trace)


def start(machine: Machine, scenario: Scenario, trace: Trace | None = None) -> Position:
    """The position that a scenario begins with, played on to its first decision.

    :raises RulebookError: it is malformed or impossible.
    :raises RuleFault: the rulebook breaks an obligation before the first decision.
    """
    try:
        return begin(machine, scenario.given, trace)
    except PositionError as error:
        steps = re.sub(r"\[(p\d+)\]", r".\1", error.part or "").split(".") if error.part else []
        span = scenario.span(("given", *steps))
        raise scenario.error([Diagnostic("bad-position", error.message, span, hint=error.hint)]) from None


def let_chance_decide(
    machine: Machine, position: Position, label: str | None, luck: str = "first", trace: Trace | None = None
) -> Iterator[None]:
    """Decides by the 'first' or the 'last' legal value whatever chance has to decide before the decision `label`, or
    (None) before one that a player takes; comes back after each of these decisions.

    :raises NotDue: chance decides on and on.
    """
    pending = None
    for _ in range(MOST_CHANCE):
        pending = position.pending
        if pending is None or pending.by is not None or pending.label == label:
            return
        machine.decide(position, pending.values[0 if luck == "first" else -1], trace)
        yield
    assert pending is not None
    raise NotDue(
        f"chance has decided {MOST_CHANCE} times in turn, the last time `{pending.label}` in {pending.clause}, and "
        f"goes on: list its values (`- {pending.label}: ...`), for always the {luck} one may never end it"
    )


class _Play:
    """One run of a scenario under one set of answers, with one kind of luck."""

    def __init__(
        self, machine: Machine, scenario: Scenario, expected: tuple[Expected, ...], variant: Variant, luck: str
    ) -> None:
        self.machine, self.scenario, self.expected, self.variant, self.luck = machine, scenario, expected, variant, luck
        self.trace = Trace()
        self.taken = 0
        self.fresh = 0
        self.differences: list[Difference] = []

    def outcome(self) -> Outcome:
        """Plays, and says what came of it."""
        stop = None
        try:
            self._play()
        except NotDue as error:
            stop = Stop(self.taken, str(error))
        except RuleFault as error:
            stop = Stop(self.taken, f"the rulebook fails: {error}", error.clause)
        except InvariantViolated as error:
            stop = Stop(self.taken, str(error), error.claim.id)
        except (StepLimitExceeded, ChoiceLimitExceeded) as error:
            stop = Stop(self.taken, str(error))
        missing = () if stop is not None else tuple(self._missing_clauses())
        fired = tuple(tuple(dict.fromkeys(step.fired())) for step in self.trace.steps)
        return Outcome(self.variant.name, self.luck, tuple(self.differences), stop, missing, fired, self.trace)

    def _play(self) -> None:
        position = start(self.machine, self.scenario, self.trace)
        self._look(position)
        for label, written in self.scenario.decisions:
            self.fresh = len(self.trace.steps)
            self._reach(position, label)
            self._decide(position, label, written)
            self.taken += 1
            self._look(position)

    def _reach(self, position: Position, label: str) -> None:
        """Goes on to the decision `label`, which must be the next one that is not left to luck."""
        if self.luck:
            for _ in let_chance_decide(self.machine, position, label, self.luck, self.trace):
                pass
        pending = position.pending
        if pending is None:
            raise NotDue(f"the game is over, so `{label}` cannot be decided")
        if pending.label != label:
            raise NotDue(self._elsewhere(pending, label))

    def _elsewhere(self, pending: Decision, label: str) -> str:
        if pending.by is None:
            return f"chance decides `{pending.label}` before `{label}`: list `{pending.label}:`, or write `luck: any`"
        legal = [value_text(self.machine.law, pending, value) for value in pending.values[:SHOWN]]
        more = ["..."] if len(pending.values) > SHOWN else []
        due = f"{decider_text(pending)} decides `{pending.label}`, among: {'; '.join(legal + more)}"
        return f"`{label}` is not to be decided here: {due}"

    def _decide(self, position: Position, label: str, written: Written) -> None:
        assert position.pending is not None
        try:
            value = read_decision(self.machine.law, position.pending, written)
        except IllegalDecision as error:
            raise NotDue(str(error)) from None
        self.machine.decide(position, value, self.trace)

    def _look(self, position: Position) -> None:
        forced = [one for step in self.trace.steps[self.fresh :] for one in step.records if isinstance(one, Forced)]
        last = len(self.scenario.decisions)
        for expectation, expected in zip(self.scenario.then, self.expected, strict=True):
            if (last if expectation.after is None else expectation.after) != self.taken:
                continue
            for one in expected.differences(self.machine, position, forced):
                self.differences.append(Difference(**vars(one), after=self.taken, stated_by=expectation.stated_by))

    def _missing_clauses(self) -> Iterator[str]:
        entries = self.trace.entries()
        at_work = entries | {entry.partition("/")[0] for entry in entries}
        return (name for name in self.scenario.clauses if name not in at_work)
