"""From a failing game to the shortest scenario that shows an implementation fail in the same way."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace

from ruleslawyer.compare.search import given_at
from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.evidence import Evidence, participants
from ruleslawyer.conformance.execute import execute
from ruleslawyer.conformance.expected_run import ExpectedRun, ReferencePlayer, Unplayable
from ruleslawyer.conformance.session import GivenUp, Session
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.fuzz.positions import Positions
from ruleslawyer.fuzz.start import Start
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.minimise import minimise, size
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.write import to_json

TRIALS = 600
FATAL_TRIALS = 10
"""Smaller scenarios tried where each costs a restart."""
HANG_TRIALS = 3
REPEATS = 4
"""How often a run is played again to see whether the implementation contradicts itself."""
LATEST = 8
"""How many moments before the failure are tried as the start."""
LONGEST_REPLAY = 200_000
"""Characters of a scenario that was packed into a word."""


class Reducer:
    """Reduces the failures of one implementation under one set of answers."""

    def __init__(self, session: Session, evidence: Evidence, answers: dict[str, str], reading: Reading) -> None:
        self.session = session
        self.evidence = evidence
        self.answers = answers
        self.reading = reading
        self._players: dict[object, ReferencePlayer] = {}
        self._positions: dict[ReferencePlayer, Positions] = {}
        self._found: Execution | None = None

    def player(self, scenario: Scenario) -> ReferencePlayer:
        """The player for the number of players and the options of play of a scenario."""
        players, options = scenario.players, scenario.options
        key = players, tuple(sorted(options.items()))
        if key not in self._players:
            machine = fast_machine(self.evidence.law, self.answers, players, options=options)
            self._players[key] = ReferencePlayer(machine)
        return self._players[key]

    def reduce(self, failures: tuple[Execution, ...], clause: str) -> Execution:
        """The shortest execution found that fails like one of these, with that clause at work.

        One that fails before anything is decided shows nobody what was done wrong, so it is the last resort.
        """
        law = self.evidence.law
        failure = min(failures, key=lambda one: (one.moment == 0, size(law, one.run.scenario), one.decisions))
        self._found = failure
        trials = {Verdict.HANGS: HANG_TRIALS}.get(failure.verdict, FATAL_TRIALS if failure.verdict.fatal else TRIALS)
        before, self.session.most_restarts = self.session.most_restarts, self.session.restarts + trials + 1

        def shows(scenario: Scenario) -> bool:
            told = bool(scenario.decisions) or not failure.moment
            return told and self._shows(scenario, failure.verdict, clause)

        try:
            scenario = next((one for one in self._later(failure) if shows(one)), None)
            if scenario is None:
                scenario = self._cut(failure)
            if shows(scenario):
                minimise(law, scenario, shows, most_trials=trials)
        except (GivenUp, ValueError):
            pass
        finally:
            self.session.most_restarts = max(before, self.session.restarts + before)
        return self._found

    def _cut(self, failure: Execution) -> Scenario:
        """The scenario up to where it fails."""
        scenario = failure.run.scenario
        decisions = scenario.decisions[: failure.decisions]
        return replace(scenario, decisions=decisions, readings=(self.reading,), luck="first")

    def _later(self, failure: Execution) -> Iterator[Scenario]:
        """The same begun at a menu shortly before it fails, the latest first."""
        cut, run, able = self._cut(failure), failure.run, self.session.introduction.positions
        for index in range(failure.moment, max(0, failure.moment - LATEST), -1):
            before = run.moments[index].before
            if before is None or before.pending is None or before.pending.label not in able:
                continue
            taken = run.moments[index - 1].decided
            given = given_at((run.machine, run.machine), before)
            yield replace(cut, given=given, decisions=cut.decisions[taken:])

    def _shows(self, scenario: Scenario, verdict: Verdict, clause: str) -> bool:
        low, high = self.evidence.law.players
        if not low <= scenario.players <= high:
            return False
        try:
            if not self._acceptable(scenario):
                return False
            run = self.player(scenario).run(scenario)
        except (Unplayable, RulebookError, MachineError):
            return False
        execution = self._execute(run, verdict)
        if execution.verdict is not verdict or clause not in self._clauses(execution):
            return False
        self._found = execution
        return True

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
        return participants(self.evidence.index, execution.run.moments[execution.moment])

    def _acceptable(self, scenario: Scenario) -> bool:
        if scenario.given is None:
            return True
        player = self.player(scenario)
        if player not in self._positions:
            self._positions[player] = Positions(player.machine)
        given = {"players": scenario.players, **scenario.given}
        return self._positions[player].acceptable(Start(given))


def alike(one: Execution, other: Execution) -> bool:
    """Whether an implementation did the same twice."""
    return (one.verdict, one.moment, one.differences) == (other.verdict, other.moment, other.differences)


def pack(scenario: Scenario) -> str:
    """A scenario as one word, to be given on a command line."""
    return base64.urlsafe_b64encode(zlib.compress(to_json([scenario]).encode(), 9)).decode().rstrip("=")


def unpack(word: str) -> Scenario:
    """The scenario that a word stands for.

    :raises RulebookError: it stands for none.
    """
    from ruleslawyer.rulebook.diagnostics import Diagnostic

    try:
        data = base64.urlsafe_b64decode(word[:LONGEST_REPLAY] + "=" * (-len(word) % 4))
        text = zlib.decompressobj().decompress(data, LONGEST_REPLAY).decode()
        json.loads(text)
    except (ValueError, zlib.error, RecursionError):
        message = "this is no packed scenario"
        raise RulebookError([Diagnostic("bad-replay", message, hint="copy the whole word of the report")]) from None
    return read_text_of("the packed scenario", text).scenarios[0]
