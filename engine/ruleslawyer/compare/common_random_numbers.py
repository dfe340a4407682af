"""Common random numbers: luck and choices that stay the same as long as two games ask the same, for pairs of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import blake2b

from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.trace import Shuffled, Step, Trace
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place

Choose = Callable[[Decision], Value]


class CommonRandomNumbers:
    """Decides by a rank that a seed gives to every value: the first legal one is taken.

    A card's rank holds from one shuffle of its pile to the next, so that a reading that draws one card more sees the
    rest of the pile in the same order. Players' choices are ranked anew for each of their decisions.
    """

    def __init__(self, seed: str) -> None:
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self._shuffles: Counter[Place] = Counter()
        self._asked: Counter[tuple[str, int | None]] = Counter()

    def choose(self, decision: Decision) -> Value:
        """The value that is taken. Every legal one is equally likely over all seeds."""
        if decision.by is None and decision.kind == "card" and not decision.names:
            turn = sum(count for (name, _), count in self._shuffles.items() if name == decision.label)
        else:
            turn = self._asked[(decision.label, decision.by)]
            self._asked[(decision.label, decision.by)] += 1
        asked = f"{decision.label}\0{decision.by}\0{turn}\0"
        return min(decision.values, key=lambda value: self._rank(asked, value))

    def play(self, machine: Machine, position: Position, most: int, choose: Choose | None = None) -> str:
        """Plays on until the game is over, or for so many decisions; a hash of everything that was asked and decided.

        :param choose: takes the decisions; this does if None.
        """
        course, trace = blake2b(digest_size=16), Trace()
        for _ in range(most):
            decision = position.pending
            if decision is None:
                break
            value = self.choose(decision) if choose is None else choose(decision)
            course.update(stable_text((decision.label, decision.by, decision.values, value)).encode())
            machine.decide(position, value, trace)
            self.note(trace.steps.pop())
        return course.hexdigest()

    def note(self, step: Step) -> None:
        """Takes note of the piles that were shuffled."""
        for record in step.records:
            if isinstance(record, Shuffled):
                self._shuffles[record.place] += 1

    def _rank(self, asked: str, value: Value) -> bytes:
        return blake2b(f"{asked}{stable_text(value)}".encode(), key=self._key, digest_size=8).digest()


def stable_text(value: Value) -> str:
    """A text that is the same for equal values in every run of the program."""
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(stable_text, value)))}}}"
    if isinstance(value, tuple):
        return f"({', '.join(map(stable_text, value))})"
    return repr(value)
