from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main

RULEBOOKS = Path(__file__).parent / "rulebooks"

Run = Callable[..., Result]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run() -> Run:
    """The command line in this process; `stdin` is what somebody types."""

    def run(*arguments: object, stdin: str = "") -> Result:
        result = CliRunner(env={"COLUMNS": "140"}).invoke(
            main, [str(one) for one in arguments], input=stdin, prog_name="ruleslawyer"
        )
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return run


@pytest.fixture
def command() -> Command:
    """The command line in a process of its own."""

    def command(*arguments: object, **options: object) -> subprocess.CompletedProcess[str]:
        line = [sys.executable, "-m", "ruleslawyer", *map(str, arguments)]
        return subprocess.run(line, capture_output=True, text=True, timeout=120, check=False, **options)  # type: ignore[call-overload, no-any-return]

    return command


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A copy of a small rulebook, which a test may spoil."""
    return Path(shutil.copytree(RULEBOOKS / "tiny", tmp_path / "tiny"))
