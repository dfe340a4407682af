"""`ruleslawyer fuzz`, as a user runs it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import ruleslawyer
from ruleslawyer.cli.main import main

TOO_MUCH = ("- if: c.metal == gold and not any(s.metal == gold for s in spent)", "- if: c.metal != copper")
FEW = ("--examples", "60", "--seed", "7", "--processes", "1")


@pytest.fixture
def sound(write_coins: Callable[..., Path]) -> str:
    return str(write_coins())


@pytest.fixture
def faulty(write_coins: Callable[..., Path]) -> str:
    return str(write_coins(TOO_MUCH))


def fuzz(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["fuzz", *arguments])


def test_a_sound_rulebook(sound: str) -> None:
    result = fuzz(sound, *FEW)

    assert result.exit_code == 0
    assert "Fuzzing Coins, seed 7" in result.output
    assert "reached: 4/4 clause entries, 6/6 sides of conditions, 2/2 answers, 3/3 pairs of clauses" in result.output
    assert result.output.endswith("No failure.\n")


def test_a_faulty_one_shows_the_smallest_scenario(faulty: str) -> None:
    result = fuzz(faulty, *FEW)

    assert result.exit_code == 1
    assert "2 failures:" in result.output
    assert "SPENT: One gold coin is spent does not hold" in result.output
    assert "- {heap: silver}" in result.output


def test_the_line_that_replays_a_failure_does(faulty: str, sound: str, tmp_path: Path) -> None:
    result = fuzz(faulty, *FEW, "--resume", str(tmp_path))
    lines = re.findall(r"ruleslawyer fuzz (.* --replay .*)", result.output)
    assert len(lines) == 2

    replayed = [fuzz(*shlex.split(line)) for line in lines]
    assert [one.exit_code for one in replayed] == [1, 1]
    assert "take-spent: SPENT: One gold coin is spent does not hold (in TAKE)\n" in [one.output for one in replayed]

    _, *replay = shlex.split(lines[0])
    mended = fuzz(sound, *replay)
    assert mended.exit_code == 0
    assert mended.output.endswith("it holds now\n")


def test_json(faulty: str) -> None:
    result = fuzz(faulty, *FEW, "--json")

    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (report["holds"], report["seed"], report["games"]) == (False, 7, 60)
    assert {one["claim"] for one in report["failures"]} == {"SPENT", "[distinct]"}
    assert report["coverage"]["answer"] == {"reached": 2, "total": 2}


def test_only_one_profile(sound: str) -> None:
    result = fuzz(sound, *FEW, "--profile", "strict")

    assert "PASS never ran: impossible under strict: it needs passing = allowed" in result.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--profile", "strct"], "has no profile `strct`; did you mean `strict`?"),
        (["--profile", "strict", "--all"], "give --all or --profile, not both"),
        (["--players", "5"], "Coins is for 2 to 3 players, not for 5"),
        (["--examples", "0"], "Invalid value for '--examples'"),
        (["--minutes", "0"], "Invalid value for '--minutes'"),
        (["--replay", "nowhere.yaml"], "does not exist"),
    ],
)
def test_wrong_use(sound: str, arguments: list[str], said: str) -> None:
    result = fuzz(sound, *arguments)

    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_a_folder_of_another_campaign(sound: str, tmp_path: Path) -> None:
    fuzz(sound, *FEW, "--resume", str(tmp_path))

    result = fuzz(sound, *FEW, "--resume", str(tmp_path), "--profile", "strict")

    assert result.exit_code == 2
    assert "give another folder" in result.output


def test_an_interrupt_loses_nothing(faulty: str, tmp_path: Path) -> None:
    """The interrupted campaign goes on, with its own seed, to the same end as one that never was."""
    wanted = [faulty, "--examples", "200", "--resume", str(tmp_path / "interrupted")]
    running = subprocess.Popen(
        [sys.executable, "-m", "ruleslawyer", "fuzz", *wanted, "--seed", "3"],
        env={**os.environ, "PYTHONPATH": str(Path(ruleslawyer.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # In the background of a shell interrupts are ignored, by what the tests start too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    state = tmp_path / "interrupted" / "campaign.json"
    deadline = time.monotonic() + 60
    while not state.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)

    assert running.returncode == 130, errors
    assert "Interrupted after" in errors and "Traceback" not in errors
    assert 0 < json.loads(state.read_text("utf-8"))["games"] < 200

    fuzz(*wanted)
    fuzz(faulty, "--examples", "200", "--seed", "3", "--resume", str(tmp_path / "whole"))

    def kept(folder: str) -> dict[str, object]:
        data: dict[str, object] = json.loads((tmp_path / folder / "campaign.json").read_text("utf-8"))
        return {**data, "seconds": 0}

    assert kept("interrupted") == kept("whole")
