"""The pytest plugin collects scenario files as tests of an adapter, and Hypothesis plays against one in three lines."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ruleslawyer.rulebook.locate import data_folder

FAULTY = Path(__file__).parent / "adapters" / "faulty.py"
PYTHON = Path(__file__).resolve().parents[2] / "adapters" / "dead_mans_draw" / "python"
ENGINE = Path(__file__).resolve().parents[2] / "engine"


def run_pytest(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest as a user would, in a folder of the user's own."""
    paths = os.pathsep.join([str(ENGINE), str(PYTHON)])
    loaded = ("-p", "ruleslawyer.conformance.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:xdist")
    installed = any(one.name == "ruleslawyer" for one in entry_points(group="pytest11"))
    plugin = loaded[2:] if installed else loaded
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugin, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Two of the shipped files, and one that is something else."""
    for name in ("q12-tie.yaml", "q01-hook-forced.yaml"):
        text = (data_folder("fixtures") / "dead-mans-draw" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "other.yaml").write_text("a: 1\n", encoding="utf-8")
    return tmp_path


def test_scenario_files_are_collected_and_a_failure_is_told_without_a_stack_trace(cases: Path) -> None:
    done = run_pytest(cases, "--ruleslawyer-adapter", f"{sys.executable} {FAULTY} no_tie_break", "-q")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed" in done.stdout and "passed" in done.stdout
    assert "winners: expected p2; got p1, p2" in done.stdout
    assert "Traceback" not in done.stdout


def test_without_the_option_nothing_is_collected(cases: Path) -> None:
    assert run_pytest(cases, "-q").returncode == 5


def test_an_unknown_profile_is_said(cases: Path) -> None:
    adapter = f"{sys.executable} -m dead_mans_draw"
    done = run_pytest(cases, "--ruleslawyer-adapter", adapter, "--ruleslawyer-profile", "nobody", "-q")
    assert done.returncode != 0
    assert "no profile `nobody`" in done.stdout + done.stderr


THREE_LINES = """
    import sys
    from hypothesis import Phase, given, settings
    from ruleslawyer.conformance.testing import adapter_state_machine, check_game, connect
    from ruleslawyer.fuzz.strategies import games

    session = connect({command!r}, "dead-mans-draw")

    quickly = settings(max_examples=4, stateful_step_count=20, deadline=None, phases=[Phase.generate])

    @quickly
    @given(games(session.law, profiles=["boxed"], monitor=False))
    def test_whole_games(game):
        check_game(session, game)

    TestSteps = adapter_state_machine(session, profiles=["boxed"]).TestCase
    TestSteps.settings = quickly
"""


@pytest.mark.parametrize(("fault", "code"), [("good", 0), ("busting_card_lost", 1)])
def test_hypothesis_plays_against_an_adapter(tmp_path: Path, fault: str, code: int) -> None:
    command = f"{sys.executable} -m dead_mans_draw" if fault == "good" else f"{sys.executable} {FAULTY} {fault}"
    text = textwrap.dedent(THREE_LINES).format(command=command)
    (tmp_path / "test_mine.py").write_text(text, encoding="utf-8")
    done = run_pytest(tmp_path, "-q", "test_mine.py", "--hypothesis-seed=1")
    assert done.returncode == code, done.stdout + done.stderr
    if code:
        assert "DoesNotConform" in done.stdout
