"""From a failing game to the shortest scenario that shows an implementation fail in the same way."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.evidence import Evidence, participants
from ruleslawyer.conformance.execute import execute
from ruleslawyer.conformance.expected_run import ExpectedRun, ReferencePlayer, Unplayable
from ruleslawyer.conformance.session import GivenUp, Session
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.machine import Machine, MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.consistency import Consistency
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.shrink import ONE_READING, Failing, Spent, begun_later, shrink, size

TRIALS = 600
FATAL_TRIALS = 10
"""Smaller scenarios tried where each costs a restart."""
HANG_TRIALS = 3
GAME_TRIALS = 40
"""Shorter games tried beside a position."""
REPEATS = 4
"""How often a run is played again to see whether the implementation contradicts itself."""
LATEST = 8
"""How many moments before the failure are tried as the start."""


class Shrinking:
    """Makes the failures of one implementation under one set of answers smaller."""

    def __init__(self, session: Session, evidence: Evidence, answers: dict[str, str], reading: Reading) -> None:
        self.session = session
        self.evidence = evidence
        self.answers = answers
        self.reading = reading
        self._ready: dict[object, tuple[ReferencePlayer, Consistency]] = {}

    def shrink(self, failures: tuple[Execution, ...], clause: str) -> tuple[Execution, Scenario | None]:
        """The shortest execution found that fails like one of these, with that clause at work; and if it begins in a
        position, the shortest game from the set-up, if one of them was such a game.

        One that fails before anything is decided shows nobody what was done wrong, so it is the last resort.
        """
        shortest = self._smallest(failures)
        trials = {Verdict.HANGS: HANG_TRIALS}.get(shortest.verdict, FATAL_TRIALS if shortest.verdict.fatal else TRIALS)
        found = self._smaller(shortest, clause, trials, later=True)
        games = tuple(one for one in failures if one.run.scenario.given is None and one.moment)
        if found.run.scenario.given is None or not games:
            return found, None
        game = self._smaller(self._smallest(games), clause, min(trials, GAME_TRIALS), later=False)
        return found, self._cut(game)

    def _smallest(self, failures: tuple[Execution, ...]) -> Execution:
        law = self.evidence.law
        return min(failures, key=lambda one: (one.moment == 0, size(law, one.run.scenario), one.decisions))

    def _smaller(self, failure: Execution, clause: str, trials: int, *, later: bool) -> Execution:
        """As small as it becomes; begun `later`, at a menu shortly before it fails, where it may be."""
        before, self.session.most_restarts = self.session.most_restarts, self.session.restarts + trials + 1
        judged = _Judged(self, failure, clause, trials)
        scenario = self._cut(failure)
        try:
            if later:
                able = tuple(self.session.able.positions)
                machine = self._machine(scenario)
                scenario = begun_later(machine, scenario, judged.judge, judged.failing, able, LATEST) or scenario
            shrink(self.evidence.law, scenario, judged.judge, machine=self._machine, only=ONE_READING)
        except (GivenUp, ValueError, Spent):
            pass
        finally:
            self.session.most_restarts = max(before, self.session.restarts + before)
        return judged.found

    def _cut(self, failure: Execution) -> Scenario:
        """The scenario up to where it fails."""
        scenario = failure.run.scenario
        decisions = scenario.decisions[: failure.decisions]
        return replace(scenario, decisions=decisions, readings=(self.reading,), luck="first")

    def ready(self, scenario: Scenario) -> tuple[ReferencePlayer, Consistency]:
        """The player for the number of players and the options of play of a scenario, and what judges positions."""
        players, options = scenario.players, scenario.options
        key = players, tuple(sorted(options.items()))
        if key not in self._ready:
            machine = fast_machine(self.evidence.law, self.answers, players, options=options)
            self._ready[key] = ReferencePlayer(machine), Consistency(machine)
        return self._ready[key]

    def _machine(self, scenario: Scenario) -> Machine:
        return self.ready(scenario)[0].machine


class _Judged:
    """Judges smaller cases of one failure, and keeps the execution of the last that failed so."""

    def __init__(self, shrinking: Shrinking, failure: Execution, clause: str, trials: int) -> None:
        self.shrinking, self.session, self.found, self.clause = shrinking, shrinking.session, failure, clause
        self.failing = Failing(failure.verdict.value, clause)
        self._first, self._left = failure, trials

    def judge(self, scenario: Scenario) -> Failing | None:
        """Whether the implementation fails in the same way, with that clause at work."""
        if not scenario.decisions and self._first.moment:
            return None
        try:
            player, consistency = self.shrinking.ready(scenario)
            if not consistency.holds(scenario.given):
                return None
            run = player.run(scenario)
        except (Unplayable, RulebookError, MachineError):
            return None
        self._left -= 1
        if self._left < 0:
            raise Spent
        execution = self._execute(run, self._first.verdict)
        if execution.verdict is not self._first.verdict or self.clause not in self._clauses(execution):
            return None
        self.found = execution
        return self.failing

    def _execute(self, run: ExpectedRun, verdict: Verdict) -> Execution:
        execution = execute(self.session, run, look_again=verdict is Verdict.CONTRADICTS)
        if verdict is Verdict.CONTRADICTS and execution.verdict is not verdict:
            for _ in range(REPEATS):
                again = execute(self.session, run)
                if not alike(execution, again):
                    failed = again if again.verdict.fails else execution
                    return replace(failed, verdict=Verdict.CONTRADICTS)
        return execution

    def _clauses(self, execution: Execution) -> frozenset[str]:
        if not execution.verdict.fails:
            return frozenset()
        return participants(self.shrinking.evidence.index, execution.run.moments[execution.moment])


def alike(one: Execution, other: Execution) -> bool:
    """Whether an implementation did the same twice."""
    return (one.verdict, one.moment, one.differences) == (other.verdict, other.moment, other.differences)
