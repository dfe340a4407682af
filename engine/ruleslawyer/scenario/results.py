"""What came of running a scenario, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleslawyer.machine import snapshot
from ruleslawyer.machine.trace import Trace
from ruleslawyer.rulebook.citations import Citation
from ruleslawyer.scenario.model import Scenario


@dataclass(frozen=True)
class Difference(snapshot.Difference):
    """One thing that is not as expected after `after` decisions; `stated_by` are the documents that state it."""

    after: int = 0
    stated_by: tuple[Citation, ...] = ()


@dataclass(frozen=True)
class Stop:
    """Why play did not get past the first `after` decisions; `clause` is the entry at fault, if any."""

    after: int
    message: str
    clause: str | None = None


@dataclass(frozen=True)
class Outcome:
    """A run under one set of answers. `luck` is 'first' or 'last' where unlisted chance was decided so, else empty.

    `fired` are the rules and options that ran, step by step; the first step is the start. `trace` has everything.
    """

    reading: str
    luck: str
    differences: tuple[Difference, ...]
    stop: Stop | None
    missing_clauses: tuple[str, ...]
    fired: tuple[tuple[str, ...], ...]
    trace: Trace = field(compare=False, repr=False)

    @property
    def holds(self) -> bool:
        """Whether everything was as expected."""
        return not self.differences and self.stop is None and not self.missing_clauses


@dataclass(frozen=True)
class Result:
    """A scenario and what came of it under each reading; `warnings` do not make it fail.

    `departs` is why an extension says that this scenario of its base goes otherwise, if it says so.
    """

    scenario: Scenario
    outcomes: tuple[Outcome, ...]
    warnings: tuple[str, ...] = ()
    departs: str = ""

    @property
    def as_expected(self) -> bool:
        """Whether everything is as the scenario expects under every reading that it claims."""
        return all(outcome.holds for outcome in self.outcomes)

    @property
    def holds(self) -> bool:
        """Whether it is as expected, or else the rulebook says that it departs from it."""
        return self.as_expected != bool(self.departs)
