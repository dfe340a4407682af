"""Every example of docs/api.md runs as it stands, one after another, in a folder above the rulebooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```$", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)


def test_the_page_has_its_examples() -> None:
    assert len(EXAMPLES) == 7


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_runs(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(EXAMPLES[number], f"docs/api.md, example {number + 1}", "exec"), {})
