"""The obligations met so far, and the solver's word on each."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ruleslawyer.prove.context import SAT, UNKNOWN, UNSAT, Context
from ruleslawyer.prove.obligations import Counterexample, Cube, Kind, Obligation, Result, Verdict
from ruleslawyer.prove.terms import Bool, conjuncts, neg

Explain = Callable[[], tuple[Counterexample, tuple[Cube, ...], tuple[Cube, ...]]]

EXPLAINED = 6
"""Paths on which the failure of one obligation is explained."""

_SEVERITY = {Verdict.VACUOUS: 0, Verdict.PROVED: 1, Verdict.FOUND: 1, Verdict.UNPROVED: 2, Verdict.VIOLATED: 3}


@dataclass
class Results:
    """Results by obligation. An obligation that several paths reach has the worst of their verdicts."""

    context: Context
    by_id: dict[str, Result] = field(default_factory=dict)
    _failures: dict[str, int] = field(default_factory=dict)

    def prove(self, obligation: Obligation, goal: Bool, explain: Explain) -> bool:
        """Ask whether the goal follows from what is assumed. `explain` is called while its negation has a model."""
        start, effort = time.perf_counter(), 0
        if goal is True:
            self._record(Result(obligation, Verdict.PROVED, 0.0))
            return True
        for part in conjuncts(goal):
            with self.context.scope():
                self.context.assume(neg(part))
                answer = self.context.check()
                effort = max(effort, self.context.effort)
                if answer != UNSAT:
                    reason = self.context.reason() if answer == UNKNOWN else ""
                    result = Result(obligation, Verdict.UNPROVED, time.perf_counter() - start, effort=effort)
                    self._fail(replace(result, reason=reason), answer, explain)
                    return False
        self._record(Result(obligation, Verdict.PROVED, time.perf_counter() - start, effort=effort))
        return True

    def _fail(self, result: Result, answer: str, explain: Explain) -> None:
        obligation = result.obligation
        paths = self._failures.get(obligation.id, 0)
        self._failures[obligation.id] = paths + 1
        if answer == SAT and paths < EXPLAINED and not self._fails_always(obligation):
            counterexample, fails, holds = explain()
            result = replace(result, counterexample=counterexample, fails=fails, holds=holds)
        self._record(result)

    def _fails_always(self, obligation: Obligation) -> bool:
        """Whether another path has already shown that it fails under every reading: there is no more to learn."""
        known = self.by_id.get(obligation.id)
        return known is not None and any(not cube.answers for cube in known.fails)

    def refute(self, obligation: Obligation, cube: Cube, goal: Bool, example: Callable[[], Counterexample]) -> None:
        """Look for a way in which the goal fails under a reading for which that is declared; the caller assumes it.

        Until one is found the obligation is violated: the declaration would be stale.
        """
        known = self.by_id.get(obligation.id)
        if known is not None and known.counterexample is not None:
            return
        start = time.perf_counter()
        result = stale_result(obligation, cube)
        with self.context.scope():
            self.context.assume(neg(goal))
            answer = self.context.check()
            if answer == SAT:
                result = Result(obligation, Verdict.UNPROVED, 0.0, example(), fails=(cube,))
            elif answer != UNSAT:
                result = Result(obligation, Verdict.UNPROVED, 0.0, fails=(cube,))
        seconds = time.perf_counter() - start + (known.seconds if known is not None else 0.0)
        if known is None or known.verdict is Verdict.VIOLATED or result.counterexample is not None:
            self.by_id[obligation.id] = replace(result, seconds=seconds)

    def note(self, obligation: Obligation, verdict: Verdict) -> None:
        """Record a verdict that needed no question."""
        self._record(Result(obligation, verdict, 0.0))

    def _record(self, result: Result) -> None:
        known = self.by_id.get(result.obligation.id)
        if known is None:
            self.by_id[result.obligation.id] = result
            return
        worse = max(known, result, key=lambda one: (_SEVERITY[one.verdict], one.counterexample is not None))
        worse = replace(worse, seconds=known.seconds + result.seconds, effort=max(known.effort, result.effort))
        if known.verdict is result.verdict is Verdict.UNPROVED:
            worse = replace(worse, fails=_either(known.fails, result.fails), holds=_both(known.holds, result.holds))
        self.by_id[result.obligation.id] = worse

    def unsupported(self, clause: str, label: str, reason: str) -> None:
        """An entry that could not be encoded to its end stays unproved."""
        obligation = Obligation(f"{clause}:{label}:encoded", Kind.ENCODING, clause, "", f"no encoding for {reason}")
        self._record(Result(obligation, Verdict.UNPROVED, 0.0))


def stale_result(obligation: Obligation, cube: Cube) -> Result:
    """That a claim holds under a reading under which it is declared to fail."""
    stale = replace(obligation, text=f"{obligation.text}, it is said, but it holds there")
    return Result(stale, Verdict.VIOLATED, 0.0, holds=(cube,))


def _either(one: tuple[Cube, ...], other: tuple[Cube, ...]) -> tuple[Cube, ...]:
    """The readings of both, without cubes that lie in another."""
    cubes = dict.fromkeys(_items(cube) for cube in (*one, *other))
    return tuple(Cube(dict(items)) for items in cubes if not any(wider < items for wider in cubes))


def _both(one: tuple[Cube, ...], other: tuple[Cube, ...]) -> tuple[Cube, ...]:
    """The readings that are in a cube of each."""
    common = (Cube({**a.answers, **b.answers}) for a in one for b in other if _agree(a, b))
    return _either(tuple(common), ())


def _items(cube: Cube) -> frozenset[tuple[str, str]]:
    return frozenset(cube.answers.items())


def _agree(one: Cube, other: Cube) -> bool:
    return all(other.answers.get(name, answer) == answer for name, answer in one.answers.items())
