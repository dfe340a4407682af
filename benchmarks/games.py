"""Speed and memory of the machine: `python benchmarks/games.py [--seconds S] [--steps N] [--profile P]`.

Plays complete random two-player games of Dead Man's Draw on one core, traces and monitoring off, with the compiled and
the reference back-end, and beside them a hand-written loop of the simplified game. Then plays N decisions in one
process and prints its peak memory.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

from simplified_game import play_simplified

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import load
from ruleslawyer.machine import Machine
from ruleslawyer.rulebook.diagnostics import did_you_mean

GOAL_GAMES = 100
GOAL_MEGABYTES = 200


def play_random(machine: Machine, rng: random.Random) -> int:
    """Plays one game with uniformly random decisions; gives their number."""
    position = machine.start()
    decisions = 0
    while position.pending is not None:
        machine.decide(position, rng.choice(position.pending.values))
        decisions += 1
    return decisions


def rate(play: Callable[[random.Random], int], seconds: float) -> tuple[float, float]:
    """Games a second, and decisions a game, of playing again and again for some seconds of processor time."""
    rng = random.Random(1)
    play(rng)
    games = decisions = 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        decisions += play(rng)
        games += 1
    return games / (time.process_time() - begin), decisions / games


def megabytes() -> float:
    """The peak resident memory of this process; what it was before this program began counts only without /proc."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = (line for line in status.read_text("ascii").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def main() -> int:
    """Prints the table; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each measurement")
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions for the memory measurement")
    parser.add_argument("--profile", default="reference", help="the readings to play under")
    arguments = parser.parse_args()
    law = load("dead-mans-draw")
    if arguments.profile not in law.profiles:
        parser.error(f"no profile is called `{arguments.profile}`; {did_you_mean(arguments.profile, law.profiles)}")
    answers = law.profiles[arguments.profile]
    compiled, reference = fast_machine(law, answers, 2), Machine(law, answers, 2)
    by_hand, by_hand_decisions = rate(lambda rng: play_simplified(rng)[1], arguments.seconds)
    print(f"{'hand-written, simplified':28}{by_hand:10.0f} games/s   {by_hand_decisions:6.1f} decisions a game")
    results = {}
    for name, machine in (("rulebook, compiled", compiled), ("rulebook, reference", reference)):
        games, decisions = rate(lambda rng, machine=machine: play_random(machine, rng), arguments.seconds)  # type: ignore[misc]
        results[name] = games
        slower = by_hand / games
        print(f"{name:28}{games:10.0f} games/s   {decisions:6.1f} decisions a game   {slower:6.1f} times slower")
    rng, steps = random.Random(2), 0
    while steps < arguments.steps:
        steps += play_random(compiled, rng)
    print(f"{'peak memory':28}{megabytes():10.0f} MB        after {steps} more decisions")
    return 0 if results["rulebook, compiled"] >= GOAL_GAMES and megabytes() < GOAL_MEGABYTES else 1


if __name__ == "__main__":
    sys.exit(main())
