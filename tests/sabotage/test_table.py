"""The table of mutants itself."""

from __future__ import annotations

from pathlib import Path

import yaml

CHECKS = {"fuzz", "prove", "scenario"}
TABLE = yaml.safe_load((Path(__file__).parent / "mutants.yaml").read_text("utf-8"))


def test_there_are_at_least_twenty() -> None:
    assert len(TABLE) >= 20
    assert len({one["name"] for one in TABLE}) == len(TABLE)


def test_each_says_what_catches_it_and_by_what() -> None:
    for one in TABLE:
        assert one["caught_by"] and set(one["caught_by"]) <= CHECKS, one["name"]
        assert set(one["by"]) == set(one["caught_by"]), one["name"]
