"""The examples of docs/fuzzing.md work as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ruleslawyer

PAGE = Path(__file__).parents[2] / "docs" / "fuzzing.md"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_page_has_its_examples() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_passes(number: int, tmp_path: Path) -> None:
    file = tmp_path / "test_example.py"
    file.write_text(EXAMPLES[number], "utf-8")

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    found = {**os.environ, "PYTHONPATH": str(Path(ruleslawyer.__file__).parents[1])}
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=found, timeout=120, check=False)

    assert run.returncode == 0, run.stdout
    assert "1 passed" in run.stdout
