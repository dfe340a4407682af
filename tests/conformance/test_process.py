"""A child that misbehaves is a fault of its own kind, costs bounded time and memory, and is gone afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ruleslawyer.conformance.faults import (
    CannotStart,
    Crashed,
    Flooded,
    Garbage,
    Hung,
    ImplementationFault,
    Refused,
)
from ruleslawyer.conformance.process import KEPT_ERRORS, ChildProcess

RUDE = Path(__file__).parent / "adapters" / "rude.py"

Start = Callable[[str], ChildProcess]


@pytest.fixture
def start() -> Iterator[Start]:
    children: list[ChildProcess] = []

    def started(manner: str, timeout: float = 2.0) -> ChildProcess:
        child = ChildProcess([sys.executable, str(RUDE), manner], timeout=timeout)
        children.append(child)
        child.ask("initialize", {})
        return child

    yield started  # type: ignore[misc]
    for child in children:
        child.close()


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie has)."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("manner", "fault", "words"),
    [
        ("exits", Crashed, "exit code 7"),
        ("dies", Crashed, "signal 9"),
        ("mutters", Garbage, "no JSON: hello"),
        ("shouts", Flooded, "without an end of line"),
        ("rages", Flooded, "standard error"),
        ("answers another", Garbage, "question 99"),
        ("is old", Garbage, "JSON-RPC 2.0"),
        ("nests", Garbage, "no JSON"),
        ("fails", Crashed, "division by zero"),
        ("refuses", Refused, "not for three"),
    ],
)
def test_each_misbehaviour_is_a_fault_of_its_kind(
    start: Start, manner: str, fault: type[ImplementationFault], words: str
) -> None:
    with pytest.raises(fault, match=words):
        start(manner).ask("reset", {})


@pytest.mark.parametrize("manner", ["sleeps", "closes"])
def test_a_child_that_does_not_answer_is_given_up_in_time(start: Callable[..., ChildProcess], manner: str) -> None:
    child = start(manner, 0.3)
    began = time.monotonic()
    with pytest.raises((Hung, Crashed)):
        child.ask("reset", {})
    assert time.monotonic() - began < 5


def test_what_it_said_last_is_repeated(start: Start) -> None:
    with pytest.raises(Crashed) as caught:
        start("exits").ask("reset", {})
    assert "out of cards" in caught.value.hint


def test_complaints_are_kept_within_bounds_and_are_no_fault(start: Start) -> None:
    child = start("complains")
    assert child.ask("reset", {}) == "fine"
    assert child.ask("reset", {}) == "fine"
    assert 0 < len(child.errors) <= KEPT_ERRORS


def test_a_child_that_never_reads_is_given_up(start: Callable[..., ChildProcess]) -> None:
    child = start("sleeps", 0.3)
    with pytest.raises(Hung):
        child.ask("reset", {"filler": "x" * (1 << 20)})


def test_no_such_program() -> None:
    with pytest.raises(CannotStart, match="does not run"):
        ChildProcess(["/no/such/program"])


def test_closing_ends_the_child_and_whatever_it_started(start: Callable[..., ChildProcess]) -> None:
    child = ChildProcess([sys.executable, str(RUDE), "has a child"])
    own = child.ask("initialize", {})
    grandchild = child.ask("reset", {})
    assert child.alive
    child.close()
    child.close()
    assert gone(own)
    assert gone(grandchild)


@pytest.mark.skipif(sys.platform != "linux", reason="parent-death signals are Linux's")
def test_the_child_does_not_outlive_a_harness_that_is_killed() -> None:
    code = (
        "import sys, time\n"
        "from ruleslawyer.conformance.process import ChildProcess\n"
        f"child = ChildProcess([sys.executable, {str(RUDE)!r}, 'sleeps'])\n"
        "print(child.ask('initialize', {}), flush=True)\n"
        "time.sleep(3600)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as harness:
        assert harness.stdout is not None
        pid = int(harness.stdout.readline())
        harness.kill()
    assert gone(pid)
