"""Playing games at random, as people more or less would."""

from __future__ import annotations

import random
from collections import Counter

from ruleslawyer.machine import Machine
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Raised, Trace
from ruleslawyer.machine.values import Value

BOX = 5050


def pick(decision: Decision, luck: random.Random) -> Value:
    """Any legal value; bets are small at times, so that not every game is all-in by the second round."""
    modest = [value for value in decision.values if decision.kind == "option" and not value[1]]
    return luck.choice(modest if modest and luck.random() < 0.5 else decision.values)


def play_out(machine: Machine, luck: random.Random) -> Counter[str]:
    """Plays a game to its end, and counts the keywords that were carried out.

    :raises MachineError: the rulebook breaks an obligation, or a claim if the machine monitors.
    """
    keywords = Counter[str]()
    trace = Trace()
    position = machine.start(trace)
    while position.pending is not None:
        machine.decide(position, pick(position.pending, luck), trace)
        for record in trace.steps.pop().records:
            if isinstance(record, Raised) and record.event == "apply_keyword":
                keywords[str(record.arguments[1])] += 1
    assert position.winners
    assert position.state["round_number", None] == 9
    chips = [position.state[key] for key in machine.account_keys]
    assert sum(chips) == BOX and min(chips) >= 0
    return keywords
