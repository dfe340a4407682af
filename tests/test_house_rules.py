"""The page on house rules: its rulebook is the one in the examples, and its commands find nothing wrong."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "docs" / "examples" / "mermaid-repeats" / "rulebook.yaml"
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]


def ruleslawyer(command: str) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", *shlex.split(command)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def test_the_page_shows_the_rulebook() -> None:
    assert re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL) == [EXAMPLE.read_text(encoding="utf-8")]


def test_the_page_checks_runs_fuzzes_and_proves_it() -> None:
    assert [command.split()[1] for command in COMMANDS] == ["check", "run", "fuzz", "prove"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.split()[1])
def test_a_command_of_the_page_finds_nothing_wrong(command: str) -> None:
    done = ruleslawyer(command)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_version_that_the_page_tells_of_is_refused(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE.parent, tmp_path / "rule")
    text = EXAMPLE.read_text(encoding="utf-8")
    repeats_all = re.sub(r"again\.suit != anchor and again\.suit != kraken", "again.suit != mermaid", text)
    assert repeats_all != text
    (tmp_path / "rule" / "rulebook.yaml").write_text(repeats_all, encoding="utf-8")
    done = ruleslawyer(f"ruleslawyer prove {tmp_path / 'rule'} --only MER-AGAIN --players 2")
    assert done.returncode == 1 and "KRA-SECOND" in done.stdout
