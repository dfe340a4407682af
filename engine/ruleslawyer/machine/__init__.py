"""The execution model: positions, decisions, chance, traces, and the reference interpreter."""

from ruleslawyer.machine.faults import (
    ChoiceLimitExceeded,
    IllegalDecision,
    InvariantViolated,
    MachineError,
    PositionError,
    RuleFault,
    SetupError,
    StepLimitExceeded,
)
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.trace import Trace

__all__ = [
    "ChoiceLimitExceeded",
    "Decision",
    "IllegalDecision",
    "InvariantViolated",
    "Machine",
    "MachineError",
    "Position",
    "PositionError",
    "RuleFault",
    "SetupError",
    "StepLimitExceeded",
    "Trace",
]
