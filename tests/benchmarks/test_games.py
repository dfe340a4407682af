"""The benchmark runs, measures what it says, and the compiled back-end is worth having."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parent.parent.parent / "benchmarks" / "games.py"


def test_the_benchmark_compares_both_back_ends_with_a_hand_written_loop() -> None:
    command = [sys.executable, str(SCRIPT), "--seconds", "0.5", "--steps", "500"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert finished.returncode in (0, 1), finished.stderr
    rates = {name: float(rate) for name, rate in re.findall(r"^(\S.*?) +(\d+) games/s", finished.stdout, re.MULTILINE)}
    assert list(rates) == ["hand-written, simplified", "rulebook, compiled", "rulebook, reference"]
    assert rates["rulebook, compiled"] > 2 * rates["rulebook, reference"]
    peak = re.search(r"^peak memory +(\d+) MB", finished.stdout, re.MULTILINE)
    assert peak is not None and int(peak[1]) < 200


def test_an_unknown_profile_is_named() -> None:
    command = [sys.executable, str(SCRIPT), "--profile", "nobody"]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert finished.returncode == 2
    assert "no profile is called `nobody`" in finished.stderr
