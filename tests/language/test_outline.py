"""What the statements of a rulebook tell of it as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.language.outline import measures, outermost_scopes, readers


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


def test_play_is_divided_by_the_scopes_that_lie_in_no_other(law: Law) -> None:
    assert set(law.scopes) == {"game", "turn", "reveal"}
    assert outermost_scopes(law) == {"turn"}, "what a Map reveals lies within a turn"


def test_the_winners_depend_on_the_score(law: Law) -> None:
    assert measures(law) == ("score",)


def test_a_measure_may_be_found_through_an_exception(law: Law) -> None:
    tiny = load(str(Path(__file__).parent.parent / "cli" / "rulebooks" / "tiny"))
    assert measures(tiny) == ("total",)
    assert outermost_scopes(tiny) == {"round"}


@pytest.mark.parametrize(
    ("ruling", "entries"),
    [
        ("kraken_again", {"KRA-5"}),
        ("tie_break", {"TIE-1"}),
        ("anchored_bonus_pool", {"BST-3"}),
        ("discard_facing", set()),  # only a zone reads it
    ],
)
def test_the_entries_that_read_a_ruling(law: Law, ruling: str, entries: set[str]) -> None:
    assert readers(law, ruling) == entries
