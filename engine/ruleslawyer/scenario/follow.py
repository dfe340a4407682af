"""Plays the decisions that a scenario lists, and lets chance decide what it does not list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.machine import IllegalDecision, Machine, MachineError, Position, Trace
from ruleslawyer.machine.notation import Written, read_decision, write_decision
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.run import NotDue, let_chance_decide, start


def follow(
    machine: Machine, scenario: Scenario, trace: Trace | None = None, *, to_player: bool = False
) -> Iterator[tuple[int, Position]]:
    """How many of the listed decisions have been taken, and the position, always the same object: at the start and
    after every decision, those included that chance takes by the first legal value before a listed one is due.

    :param to_player: goes on until a player is to decide.
    :raises NotDue: a listed decision is not due, or chance never comes to it.
    :raises MachineError: a decision is not legal, or the rulebook fails.
    :raises RulebookError: the position is impossible.
    """
    position = start(machine, scenario, trace)
    yield 0, position
    for taken, (label, written) in enumerate(scenario.decisions):
        yield from ((taken, position) for _ in _until(machine, position, scenario, label, trace))
        if position.pending is None or position.pending.label != label:
            raise NotDue(f"`{label}` is not to be decided")
        machine.decide(position, read_decision(machine.law, position.pending, written), trace)
        yield taken + 1, position
    if to_player:
        for _ in let_chance_decide(machine, position, None, trace=trace):
            yield len(scenario.decisions), position


def playable(machine: Machine, scenario: Scenario, *, instead: bool = False) -> Scenario:
    """The scenario with only those decisions that are due and legal when their turn comes, up to one that fails.

    :param instead: of a decision that is due but not legal as it is, the first legal value is taken.
    :raises MachineError: the rulebook fails before them.
    :raises RulebookError: the position is impossible.
    """
    position = start(machine, scenario)
    index = 0
    while index < len(scenario.decisions):
        label, written = scenario.decisions[index]
        later = position.copy()
        try:
            for _ in _until(machine, later, scenario, label, None):
                pass
            pending = later.pending
            if pending is None or pending.label != label:
                raise NotDue(f"`{label}` is not to be decided")
            value = _legal(machine, pending, written, instead)
        except (NotDue, IllegalDecision):
            scenario = without_decisions(scenario, index, index + 1)
            continue
        decisions = list(scenario.decisions)
        decisions[index] = label, write_decision(machine.law, pending, value)
        scenario = replace(scenario, decisions=tuple(decisions))
        position, index = later, index + 1
        try:
            machine.decide(position, value)
        except MachineError:
            return without_decisions(scenario, index, len(scenario.decisions))
    return scenario


def _legal(machine: Machine, decision: Decision, written: Written, instead: bool) -> Value:
    try:
        return read_decision(machine.law, decision, written)
    except IllegalDecision:
        if not instead:
            raise
        return decision.values[0]


def without_decisions(scenario: Scenario, first: int, end: int) -> Scenario:
    """The scenario without the decisions from `first` to before `end`, and without what was expected among them."""
    gone = end - first
    then = []
    for one in scenario.then:
        if one.after is None or one.after <= first:
            then.append(one)
        elif one.after >= end:
            then.append(replace(one, after=one.after - gone))
    decisions = scenario.decisions[:first] + scenario.decisions[end:]
    return replace(scenario, decisions=decisions, then=tuple(then))


def _until(machine: Machine, position: Position, scenario: Scenario, label: str, trace: Trace | None) -> Iterator[None]:
    """A failure on the way shows nothing: the decisions of a scenario must lead to it, not what they leave out."""
    if scenario.luck != "listed":
        try:
            yield from let_chance_decide(machine, position, label, "first", trace)
        except MachineError as error:
            raise NotDue(str(error)) from None
