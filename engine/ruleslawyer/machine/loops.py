"""The instructions of loops. What a loop has still to do lies in hidden locals, whose names have a `#`."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.language import tree
from ruleslawyer.language.law import Claim
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.contracts import without_old
from ruleslawyer.machine.events import element_type
from ruleslawyer.machine.faults import InvariantViolated, ObligationBroken
from ruleslawyer.machine.instructions import Maker
from ruleslawyer.machine.position import Frame
from ruleslawyer.machine.run import Instruction, Run
from ruleslawyer.machine.values import UNBOUND, in_order
from ruleslawyer.machine.zones import Content, plain


def start_for(make: Maker, statement: tree.For) -> Instruction:
    """Freezes what a `for` goes through, under a local that no rulebook can name."""
    source, element, rest = make.ready(statement.source), element_type(statement.source.type), rest_of(statement.label)

    def start(run: Run, frame: Frame) -> None:
        found = source(run.position, frame.locals, frame.zones)
        frame.locals[rest] = found.listed() if isinstance(found, Content) else in_order(found, element)
        frame.counter += 1

    return Instruction(statement.label, start)


def next_for(make: Maker, statement: tree.For, exit_: int) -> Instruction:
    """Binds the next element, or leaves the loop."""
    name, until, hidden = statement.name, make.maybe(statement.until), rest_of(statement.label)

    def bind(run: Run, frame: Frame) -> None:
        rest = frame.locals[hidden]
        if rest:
            frame.locals[name] = rest[0]
            frame.locals[hidden] = rest[1:]
            if until is None or not until(run.position, frame.locals, frame.zones):
                frame.counter += 1
                return
        del frame.locals[hidden]
        frame.locals.pop(name, None)
        frame.counter = exit_

    return Instruction(statement.label, bind)


def forget(label: str, names: tuple[str, ...]) -> Instruction:
    """The end of a loop's round: what it bound is gone, so that equal positions are equal."""

    def forget_all(run: Run, frame: Frame) -> None:
        for name in names:
            frame.locals.pop(name, None)
        frame.counter += 1

    return Instruction(label, forget_all)


def rest_of(label: str) -> str:
    """The hidden local in which a loop keeps what is still to come."""
    return f"{label}#rest"


@dataclass(frozen=True, slots=True)
class LoopClaim:
    """An invariant of a loop made ready; `olds` are the values at its start, by the hidden local that they lie in."""

    claim: Claim
    holds: Evaluate
    olds: tuple[tuple[str, Evaluate], ...]

    def check(self, run: Run, frame: Frame) -> None:
        """The invariant holds at the start of a round."""
        try:
            for name, value in self.olds:
                if name not in frame.locals:
                    frame.locals[name] = plain(value(run.position, frame.locals, frame.zones))
            holds = self.holds(run.position, frame.locals, frame.zones)
        except ObligationBroken as broken:
            if broken.code != UNBOUND:
                raise
            # A position that began inside the loop cannot say what this invariant speaks of.
            return
        if not holds:
            raise InvariantViolated(self.claim, run.position)


def loop_head(make: Maker, statement: tree.Repeat, exit_: int) -> Instruction:
    """The start of each round of a `repeat`: leaves the loop unless the condition holds.

    With monitoring, the invariants hold here each time, and the measure is natural and less than it was the last time.
    """
    label, condition = statement.label, make.ready(statement.condition)
    claims, measure = _claims(make, statement), [*map(make.ready, statement.measure)]
    hidden = [measure_of(label), *(name for claim in claims for name, _ in claim.olds)]

    def begin_round(run: Run, frame: Frame) -> None:
        if run.setup.monitor:
            with run.position.silent():
                for claim in claims:
                    claim.check(run, frame)
        if condition(run.position, frame.locals, frame.zones):
            if run.setup.monitor and measure:
                with run.position.silent():
                    shrink(run, frame)
            frame.counter += 1
            return
        for name in hidden:
            frame.locals.pop(name, None)
        frame.counter = exit_

    def shrink(run: Run, frame: Frame) -> None:
        now = tuple(part(run.position, frame.locals, frame.zones) for part in measure)
        before = frame.locals.get(measure_of(label))
        if min(now) < 0 or (before is not None and now >= before):
            history = "" if before is None else f", after {before}"
            raise ObligationBroken("measure", f"the measure of `{label}` does not shrink: it is {now}{history}")
        frame.locals[measure_of(label)] = now

    return Instruction(label, begin_round)


def _claims(make: Maker, statement: tree.Repeat) -> list[LoopClaim]:
    claims: list[LoopClaim] = []
    remembered = 0
    for number, expression in enumerate(statement.invariants, start=1):
        olds: list[tuple[str, tree.Expression]] = []
        offset = remembered

        def local(index: int, offset: int = offset) -> str:
            return old_of(statement.label, offset + index)

        holds = make.ready(without_old(expression, olds, local))
        remembered += len(olds)
        title = f"invariant {number} of the loop `{statement.label}`"
        claim = Claim(f"{make.entry}.{statement.label}.{number}", title, "", expression, clause=make.entry)
        claims.append(LoopClaim(claim, holds, tuple((name, make.ready(operand)) for name, operand in olds)))
    return claims


def measure_of(label: str) -> str:
    """The hidden local in which a monitored loop keeps its measure."""
    return f"{label}#measure"


def old_of(label: str, number: int) -> str:
    """The hidden local for the value that an `old` in a loop's invariant speaks of."""
    return f"{label}#old{number}"
