"""What came of playing a run on an implementation."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ruleslawyer.conformance.expected_run import ExpectedRun
from ruleslawyer.machine.snapshot import Difference, Snapshot


class Verdict(Enum):
    """The worst that can be said of an implementation in a run; they are kept apart and never summed up."""

    CONFORMS = "conforms"
    DIVERGES = "diverges"
    REFUSES = "refuses"
    CRASHES = "crashes"
    HANGS = "hangs"
    FLOODS = "floods"
    GARBAGE = "speaks garbage"
    CONTRADICTS = "contradicts itself"

    @property
    def fails(self) -> bool:
        """Whether it counts against the implementation."""
        return self not in (Verdict.CONFORMS, Verdict.REFUSES)

    @property
    def fatal(self) -> bool:
        """Whether the process had to be started again."""
        return self in (Verdict.CRASHES, Verdict.HANGS, Verdict.FLOODS, Verdict.GARBAGE)


@dataclass(frozen=True)
class Execution:
    """A run as an implementation played it: up to `moment` (its index), where it went wrong, or to the end.

    `message` says in the implementation's or the harness's words what went wrong; `decision` is the forced decision
    (label and legal value) at which it differed, if it was one.
    """

    run: ExpectedRun
    verdict: Verdict
    moment: int
    message: str = ""
    hint: str = ""
    differences: tuple[Difference, ...] = ()
    decision: tuple[str, str] | None = None
    actual: Snapshot | None = None
    """What the implementation showed where it differed."""

    @property
    def decisions(self) -> int:
        """How many decisions of the scenario were taken when it went wrong."""
        return self.run.moments[self.moment].decided
