"""Choice sequences: all that chance and the players decide in a game as two strings of bytes, read as they are needed.

A sequence that is at its end reads as `FIRSTS` zeros, and zero is the first legal value. So the empty sequences begin
the game in which chance gives the cards in the order declared and everybody takes the first choice offered, and
shrinking a sequence brings a game nearer to that one. After those it reads as pseudo-random bytes that its own bytes
determine: a die on which only a six goes on would never show one otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from ruleslawyer.fuzz.failures import Failure, failure_of
from ruleslawyer.machine import Machine, MachineError, Position, RuleFault, Trace
from ruleslawyer.machine.notation import Written
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.trace import Step
from ruleslawyer.machine.values import UNBOUND, Value
from ruleslawyer.scenario.run import begin

MAX_DECISIONS = 2_000
"""Decisions after which a game is left: it is suspected never to end."""
LAST = 200
"""Decisions at the end of a game that was left which say where it goes round."""
FIRSTS = 200
"""Choices past the end of a sequence that take the first value."""


class ChoiceSequences(NamedTuple):
    """The luck and the choices of one game."""

    chance: bytes = b""
    choices: bytes = b""


class ChoiceSequence:
    """Reads bytes as choices. One byte chooses among up to 256 values, two among more, and so on."""

    __slots__ = ("_at", "_data", "_firsts", "_rest")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0
        self._firsts = FIRSTS
        self._rest: Random | None = None

    def pick(self, count: int) -> int:
        """A number from 0 to `count - 1`; 0, without reading, when there is nothing to choose."""
        if count <= 1:
            return 0
        width = ((count - 1).bit_length() + 7) // 8
        if self._at >= len(self._data):
            return self._past_the_end(width) % count
        piece = self._data[self._at : self._at + width]
        self._at += width
        return int.from_bytes(piece.ljust(width, b"\0"), "big") % count

    def _past_the_end(self, width: int) -> int:
        if self._firsts:
            self._firsts -= 1
            return 0
        if self._rest is None:
            self._rest = Random(self._data)
        return int.from_bytes(self._rest.randbytes(width), "big")


class Decides(Protocol):
    """Whoever decides a game."""

    def value(self, decision: Decision) -> Value:
        """One of the legal values."""


class Chooser:
    """Decides by two sequences."""

    def __init__(self, sequences: ChoiceSequences) -> None:
        self._chance, self._choices = ChoiceSequence(sequences.chance), ChoiceSequence(sequences.choices)

    def value(self, decision: Decision) -> Value:
        """The value that the next bytes of the sequence of chance, or of choices, stand for."""
        sequence = self._chance if decision.by is None else self._choices
        return decision.values[sequence.pick(len(decision.values))]


@dataclass(slots=True)
class Played:
    """What became of a game: the decisions and values taken, the last of which met the `failure`, if there is one."""

    position: Position | None
    decisions: list[Decision] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    failure: Failure | None = None

    @property
    def finished(self) -> bool:
        """Whether the game came to its end."""
        return self.position is not None and self.position.over


def decided_most(decisions: Sequence[Decision]) -> str:
    """What the last decisions of a game were about most often: a label, and the entry that asks for it."""
    ((label, entry), _), *_ = Counter((one.label, one.clause) for one in decisions[-LAST:]).most_common()
    return f"{label} in {entry}"


OnStep = Callable[[Step, Position], None]
"""Told of each step when it is over, with the position after it."""


def play(
    machine: Machine,
    sequences: ChoiceSequences | Decides,
    max_decisions: int = MAX_DECISIONS,
    *,
    given: Mapping[str, Written] | None = None,
    on_step: OnStep | None = None,
    trace: Trace | None = None,
) -> Played:
    """Plays a game, by the sequences or as somebody decides.

    Nothing that the rulebook does wrong is raised: it is the `failure` of what is returned.

    :param given: where it begins, if not at the set-up.
    :param trace: makes the steps that `on_step` is told of; it keeps none of them.
    """
    chooser = Chooser(sequences) if isinstance(sequences, ChoiceSequences) else sequences
    trace = Trace() if trace is None else trace
    played = Played(None)
    try:
        position = played.position = begin(machine, given, trace)
        _tell(on_step, trace, position)
        while position.pending is not None and len(played.values) < max_decisions:
            decision = position.pending
            value = chooser.value(decision)
            played.decisions.append(decision)
            played.values.append(value)
            machine.decide(position, value, trace)
            _tell(on_step, trace, position)
    except MachineError as error:
        if isinstance(error, RuleFault) and error.code == UNBOUND:
            # A made-up position does not say what was bound before it, so this game cannot go on.
            return played
        played.failure = failure_of(machine.law, error, trace.steps[-1] if trace.steps else None)
        if played.failure is None:
            raise
        played.position = played.failure.position
    return played


def _tell(on_step: OnStep | None, trace: Trace, position: Position) -> None:
    for step in trace.steps:
        if on_step is not None:
            on_step(step, position)
    trace.steps.clear()
