"""What the README and the page on the second game show is what the commands print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SECOND_GAME = (ROOT / "docs" / "death-and-taxes.md").read_text(encoding="utf-8")
SESSIONS = [
    session
    for page in (README, SECOND_GAME)
    for session in re.findall(r"^```console\n\$ (.+?)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
]
WIDTH = "110"


def printed(command: str) -> list[str]:
    """The lines that a command of the README prints, run with this Python."""
    words = [sys.executable, "-m", *shlex.split(command.replace("python3", sys.executable))]
    environment = {**os.environ, "COLUMNS": WIDTH, "NO_COLOR": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    return [line.rstrip() for line in done.stdout.splitlines()]


def matches(shown: list[str], lines: list[str]) -> bool:
    """Whether the lines are those shown, `...` standing for any number of lines."""
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in lines)) is not None


@pytest.mark.parametrize(("command", "output"), SESSIONS)
def test_a_page_shows_what_a_command_prints(command: str, output: str) -> None:
    assert matches(output.splitlines(), printed(command))


def test_there_is_something_to_compare() -> None:
    assert len(SESSIONS) == 7


def test_another_output_is_noticed() -> None:
    assert not matches(["one", "..."], ["two", "three"])
    assert not matches(["one", "...", "four"], ["one", "two", "three"])
    assert matches(["one", "...", "four"], ["one", "two", "three", "four"])
    assert not matches(["one"], ["one", "two"])


@pytest.mark.parametrize(("page", "folder"), [(README, ROOT), (SECOND_GAME, ROOT / "docs")], ids=["readme", "second"])
def test_every_page_that_a_page_names_is_there(page: str, folder: Path) -> None:
    missing = [
        name for name in re.findall(r"\]\(([^)]+)\)", page) if "://" not in name and not (folder / name).exists()
    ]
    assert missing == []


def test_the_clause_that_the_readme_quotes_is_in_the_rulebook() -> None:
    quoted = re.search(r"```yaml\n(- id: BST-1\n.*?)```", README, re.DOTALL)
    assert quoted is not None
    law = (ROOT / "spec" / "dead-mans-draw" / "bust.yaml").read_text(encoding="utf-8")
    start = law.index("- id: BST-1")
    assert quoted[1].strip() == law[start : law.index("\n\n", start)]
