"""The program points of loops. What a loop has still to do lies in hidden locals, whose names have a `#`."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.language.law import Claim
from ruleslawyer.language.types import Type
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.faults import InvariantViolated, ObligationBroken
from ruleslawyer.machine.position import Frame
from ruleslawyer.machine.run import Run
from ruleslawyer.machine.values import UNBOUND, in_order
from ruleslawyer.machine.zones import Content, plain


@dataclass(frozen=True, slots=True)
class StartFor:
    """Freezes what a `for` goes through, under a local that no rulebook can name."""

    label: str
    source: Evaluate
    element: Type

    def run(self, run: Run, frame: Frame) -> None:
        source = self.source(run.position, frame.locals, frame.zones)
        listed = source.listed() if isinstance(source, Content) else in_order(source, self.element)
        frame.locals[rest_of(self.label)] = listed
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class NextFor:
    """Binds the next element, or leaves the loop."""

    label: str
    name: str
    until: Evaluate | None
    exit: int

    def run(self, run: Run, frame: Frame) -> None:
        rest = frame.locals[rest_of(self.label)]
        if rest:
            frame.locals[self.name] = rest[0]
            frame.locals[rest_of(self.label)] = rest[1:]
            if self.until is None or not self.until(run.position, frame.locals, frame.zones):
                frame.counter += 1
                return
        del frame.locals[rest_of(self.label)]
        frame.locals.pop(self.name, None)
        frame.counter = self.exit


@dataclass(frozen=True, slots=True)
class Forget:
    """The end of a loop's round: what it bound is gone, so that equal positions are equal."""

    label: str
    names: tuple[str, ...]

    def run(self, run: Run, frame: Frame) -> None:
        for name in self.names:
            frame.locals.pop(name, None)
        frame.counter += 1


def rest_of(label: str) -> str:
    """The hidden local in which a loop keeps what is still to come."""
    return f"{label}#rest"


@dataclass(frozen=True, slots=True)
class LoopClaim:
    """An invariant of a loop made ready; `olds` are the values at its start, by the hidden local that they lie in."""

    claim: Claim
    holds: Evaluate
    olds: tuple[tuple[str, Evaluate], ...]


@dataclass(frozen=True, slots=True)
class LoopHead:
    """The start of each round of a `repeat`: leaves the loop unless the condition holds.

    With monitoring, the invariants hold here each time, and the measure is natural and less than it was the last time.
    """

    label: str
    condition: Evaluate
    exit: int
    invariants: tuple[LoopClaim, ...]
    measure: tuple[Evaluate, ...]

    def run(self, run: Run, frame: Frame) -> None:
        if run.setup.monitor:
            with run.position.silent():
                self._check_invariants(run, frame)
        if self.condition(run.position, frame.locals, frame.zones):
            if run.setup.monitor and self.measure:
                with run.position.silent():
                    self._check_measure(run, frame)
            frame.counter += 1
            return
        for name in self.hidden():
            frame.locals.pop(name, None)
        frame.counter = self.exit

    def hidden(self) -> list[str]:
        """The locals that monitoring keeps while the loop runs."""
        return [measure_of(self.label), *(name for claim in self.invariants for name, _ in claim.olds)]

    def _check_invariants(self, run: Run, frame: Frame) -> None:
        for one in self.invariants:
            try:
                for name, value in one.olds:
                    if name not in frame.locals:
                        frame.locals[name] = plain(value(run.position, frame.locals, frame.zones))
                holds = one.holds(run.position, frame.locals, frame.zones)
            except ObligationBroken as broken:
                if broken.code != UNBOUND:
                    raise
                # A position that began inside the loop cannot say what this invariant speaks of.
                continue
            if not holds:
                raise InvariantViolated(one.claim, run.position)

    def _check_measure(self, run: Run, frame: Frame) -> None:
        now = tuple(part(run.position, frame.locals, frame.zones) for part in self.measure)
        before = frame.locals.get(measure_of(self.label))
        if min(now) < 0 or (before is not None and now >= before):
            history = "" if before is None else f", after {before}"
            raise ObligationBroken("measure", f"the measure of `{self.label}` does not shrink: it is {now}{history}")
        frame.locals[measure_of(self.label)] = now


def measure_of(label: str) -> str:
    """The hidden local in which a monitored loop keeps its measure."""
    return f"{label}#measure"


def old_of(label: str, number: int) -> str:
    """The hidden local for the value that an `old` in a loop's invariant speaks of."""
    return f"{label}#old{number}"
