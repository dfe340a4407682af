"""One script played under two readings side by side, until they part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ruleslawyer.compare.looks import Both, Pair, same, seen_alike
from ruleslawyer.machine.faults import MachineError
from ruleslawyer.machine.notation import Written, read_decision, write_decision
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.run import start


@dataclass(frozen=True)
class Parting:
    """Two readings after the `taken` decisions that it took to part them (0: they differ at once).

    `script` are these decisions, chance included; `steps` is what each reading did since the last of them; `before` are
    the positions before that, None if there were none.
    """

    script: tuple[tuple[str, Written], ...]
    before: Both | None
    after: Both
    steps: tuple[tuple[Step, ...], tuple[Step, ...]] = field(repr=False)

    @property
    def taken(self) -> int:
        """How many decisions it took."""
        return len(self.script)


MOST = 10_000
"""Decisions after which play is given up."""
STARTING = 5
"""What beginning from a position costs, in decisions."""
Choose = Callable[[Decision], Value]
"""Takes a decision that both readings ask for alike. StopIteration ends the play."""


class Lockstep:
    """Plays two machines of one rulebook side by side.

    :param views: hold what people see against each other too, not only what comes of play.
    """

    def __init__(self, pair: Pair, *, views: bool = False) -> None:
        self.pair = pair
        self.views = views
        self.work = 0
        """Decisions played so far, and `STARTING` for each position begun from."""

    def parting(self, scenario: Scenario) -> Parting | None:
        """Where the readings part when a scenario is played; None if they do not, or if it cannot be played."""
        script = iter(scenario.decisions)
        law = self.pair[0].law

        def choose(decision: Decision) -> Value:
            label, written = next(script)
            if decision.label != label:
                raise StopIteration
            return read_decision(law, decision, written)

        return self.on_from(scenario, choose)

    def on_from(self, scenario: Scenario, choose: Choose, most: int = MOST) -> Parting | None:
        """Where they part when play goes on from where a scenario begins, its decisions left out."""
        traces = (Trace(), Trace())
        self.work += STARTING
        try:
            left, right = (start(machine, scenario, trace) for machine, trace in zip(self.pair, traces, strict=True))
        except (MachineError, RulebookError):
            return None
        return self._play((left, right), traces, choose, most)

    def _play(self, both: Both, traces: tuple[Trace, Trace], choose: Choose, most: int) -> Parting | None:
        script: list[tuple[str, Written]] = []
        before: Both | None = None
        for _ in range(most + 1):
            if not self._alike(both):
                return Parting(tuple(script), before, both, (tuple(traces[0].steps), tuple(traces[1].steps)))
            decision = both[0].pending
            if decision is None:
                return None
            self.work += 1
            try:
                value = choose(decision)
                script.append((decision.label, write_decision(self.pair[0].law, decision, value)))
                before = (both[0].copy(), both[1].copy())
                for machine, position, trace in zip(self.pair, both, traces, strict=True):
                    trace.steps.clear()
                    machine.decide(position, value, trace)
            except (StopIteration, MachineError):
                return None
        return None

    def _alike(self, both: Both) -> bool:
        return same(*both) and (not self.views or seen_alike(self.pair, both))
