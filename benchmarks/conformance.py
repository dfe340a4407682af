"""Speed of conformance testing: `python benchmarks/conformance.py [--seconds S]`.

Plays the scenarios of Dead Man's Draw again and again on the Python adapter: in this process, and as a child process.
Rates are by processor time, that of the child included, so they are those of one core. Beside them, the time that the
implementation itself needs to answer the same questions when nobody compares or sends anything; and how long it takes
to make the runs, once for each scenario.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from python_adapter import COMMAND, Adapter

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.campaign import applicable
from ruleslawyer.conformance.execute import execute
from ruleslawyer.conformance.expected_run import ExpectedRun, ReferencePlayer
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.process import ChildProcess
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.language import load
from ruleslawyer.scenario.paths import read_paths

PROFILE = "boxed"
GOALS = {"in this process": 2_500, "as a child process": 500}


def runs() -> list[ExpectedRun]:
    """The run of every scenario that holds under the profile."""
    law = load("dead-mans-draw")
    suite = [scenario for file in read_paths(["dead-mans-draw"]) for scenario in file.scenarios]
    players: dict[int, ReferencePlayer] = {}
    found = []
    for scenario in applicable(law, suite, law.profiles[PROFILE]):
        if scenario.players not in players:
            players[scenario.players] = ReferencePlayer(fast_machine(law, law.profiles[PROFILE], scenario.players))
        found.append(players[scenario.players].run(scenario))
    return found


def rate(
    play: Callable[[ExpectedRun], None], listed: Sequence[ExpectedRun], seconds: float, clock: Callable[[], float]
) -> float:
    """Scenarios a second by a clock."""
    for run in listed:
        play(run)
    count, begin = 0, clock()
    while clock() - begin < seconds:
        for run in listed:
            play(run)
        count += len(listed)
    return count / (clock() - begin)


def executed(session: Session) -> Callable[[ExpectedRun], None]:
    """Plays a run, which must conform."""

    def play(run: ExpectedRun) -> None:
        execution = execute(session, run)
        assert execution.verdict is Verdict.CONFORMS, execution

    return play


def answered(run: ExpectedRun) -> None:
    """The implementation alone: asked the same, nothing compared."""
    adapter = Adapter()
    for moment in run.moments:
        seen = adapter.handle(moment.method, dict(moment.params))
        for taken in moment.forced:
            due = seen.get("decision")
            if due is not None and (due["label"], due["by"]) == (taken.due.label, taken.due.by):
                params = {"by": taken.due.by, "label": taken.due.label, "value": taken.value}
                seen = adapter.handle("decide", params)


def processor_time_with(pid: int) -> float:
    """Seconds of processor time of this process and another; by the wall clock where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return time.perf_counter()
    ticks = int(fields[11]) + int(fields[12])
    return time.process_time() + ticks / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Prints the table; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each measurement")
    seconds = parser.parse_args().seconds
    law = load("dead-mans-draw")
    begin = time.process_time()
    listed = runs()
    made = time.process_time() - begin
    questions = sum(len(run.moments) for run in listed)
    print(f"{len(listed)} scenarios, {questions} questions; their runs are made in {made:.2f} s, once")
    rates: dict[str, float] = {"the implementation alone": rate(answered, listed, seconds, time.process_time)}
    with Session(lambda: InProcess(Adapter().handle), law) as session:
        rates["in this process"] = rate(executed(session), listed, seconds, time.process_time)
    child = ChildProcess(COMMAND, timeout=10.0)
    with Session(lambda: child, law) as session:
        rates["as a child process"] = rate(executed(session), listed, seconds, lambda: processor_time_with(child.pid))
    missed = False
    for name, found in rates.items():
        goal = GOALS.get(name)
        missed |= goal is not None and found < goal
        wanted = "" if goal is None else f"   goal {goal:,}{'' if found >= goal else ' MISSED'}"
        print(f"{name:<26}{found:>9,.0f} scenarios/s{wanted}")
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
