"""The tables of mutants themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ruleslawyer.language import Law, load

CHECKS = {"fuzz", "prove", "scenario"}
OF_TRAITS = ("traits.yaml", "traits-for-two.yaml", "characters.yaml")


def test_there_are_at_least_a_hundred(mutants: list[Any]) -> None:
    assert len(mutants) >= 100
    assert len({one.name for one in mutants}) == len(mutants)


def test_each_says_what_catches_it_and_by_what(mutants: list[Any]) -> None:
    for one in mutants:
        assert one.caught_by and set(one.caught_by) <= CHECKS, one.name
        assert set(one.by) == set(one.caught_by), one.name


def test_every_entry_about_a_trait_or_a_character_is_altered(
    mutants: list[Any], entry_of: Callable[[Law, Any], str]
) -> None:
    """All that says something: not what others add to, what only helps, and what is as in the base."""
    law = load("dead-mans-draw-traits")
    said = {
        entry.id
        for clause in law.rulebook.clauses
        if clause.id.span.file.rpartition("/")[2] in OF_TRAITS and not clause.helper and clause.id.value != "KEPT"
        for entry in clause.entries
        if entry.combine is None
    }
    assert len(said) > 60
    altered = {entry_of(law, one) for one in mutants if one.rulebook == law.name and one.file in OF_TRAITS}
    assert said - altered == set()
