"""The shipped rulebooks share all of the engine: what only one of them reaches is what its YAML asks for, by a list.

The list, and how it comes about, is in shared_engine.py; docs/shared-engine.md shows it.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from .shared_engine import FEATURES, FIRST, SECOND, feature_lines, reached, unexplained

PAGE = Path(__file__).parents[1] / "docs" / "shared-engine.md"


@pytest.mark.parametrize(("name", "other"), [(FIRST, SECOND), (SECOND, FIRST)])
def test_each_reaches_what_the_other_does_but_for_features_of_its_yaml(
    name: str, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = reached(name), reached(other)
    functions, lines = here.functions & there.functions, here.lines & there.lines
    with capsys.disabled():
        print(
            f"\n  {name}: {len(functions)} of {len(here.functions)} functions "
            f"and {len(lines)} of {len(here.lines)} lines are shared",
            end="",
        )
    assert unexplained(here.functions - functions, name, other) == []
    assert len(functions) > 0.9 * len(here.functions) > 500
    assert len(lines) > 0.85 * len(here.lines) > 2500
    assert here.modules == there.modules


def test_every_listed_function_is_reached() -> None:
    every = reached(FIRST).functions | reached(SECOND).functions
    patterns = [pattern for feature in FEATURES for pattern in feature.functions]
    assert [pattern for pattern in patterns if not any(fnmatchcase(one, pattern) for one in every)] == []


def test_the_page_lists_what_only_one_of_them_reaches() -> None:
    shown = PAGE.read_text("utf-8")
    missing = [line for line in feature_lines() if line not in shown]
    assert missing == [], "write the page anew: python tests/shared_engine.py > docs/shared-engine.md"


def test_a_function_without_a_reason_is_noticed() -> None:
    """Neither a function of no feature passes, nor one of a feature that the YAML does not ask for."""
    assert unexplained({"machine/accounts.py Pay.run", "machine/run.py Run.odd"}, SECOND, FIRST) == [
        "machine/run.py Run.odd"
    ]
    assert unexplained({"machine/accounts.py Pay.run"}, FIRST, SECOND) == ["machine/accounts.py Pay.run"]
