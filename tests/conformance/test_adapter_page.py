"""docs/adapter.md builds an adapter step by step: each step is run, and prints what the page shows."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapter.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```", PAGE, re.DOTALL))
SHOWN = re.findall(r"```console\n\$ ruleslawyer (.*?)\n(.*?)```", PAGE, re.DOTALL)
SKIPPED = "..."
COUNTS = re.compile(r"\b\d+(?= (scenario|game|case|clause|conforms|refuses|diverges|decision|finding))")
"""Numbers that change with every scenario that is added to the suite."""


def printed(command: str, folder: Path) -> str:
    arguments = [word.replace("python3", sys.executable, 1) for word in shlex.split(command)]
    paths = [str(ROOT / "engine"), str(ROOT / "adapters" / "dead_mans_draw" / "python")]
    done = subprocess.run(
        [sys.executable, "-m", "ruleslawyer", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).replace(sys.executable, "python3")


def test_the_page_has_its_steps() -> None:
    assert list(FILES) == ["step1.py", "step2.py", "step3.py", "step4.py"]
    assert len(SHOWN) == 5
    assert all(output.strip() for _, output in SHOWN)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[shlex.split(command)[2] for command, _ in SHOWN])
def test_a_step_prints_what_the_page_shows(tmp_path: Path, command: str, output: str) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    text = printed(command, tmp_path)
    left = iter(text.splitlines())
    for line in output.splitlines():
        if line.strip() != SKIPPED:
            shown = any(plain(one) == plain(line) for one in left)
            assert shown, f"the page shows, but nothing prints: {line}\n\n{text}"


def plain(line: str) -> str:
    """A line without what its number of cases makes of it."""
    return re.sub(r"(case|scenario|finding|decision|clause)s?\b", r"\1", COUNTS.sub("N", line.rstrip()))
