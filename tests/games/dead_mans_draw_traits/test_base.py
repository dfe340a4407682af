"""Without traits and characters the extension plays as the base game does."""

from __future__ import annotations

from ruleslawyer.compare.bases import likeness
from ruleslawyer.language import load_with_bases


def test_without_its_options_it_plays_as_the_base_game() -> None:
    found = likeness(*load_with_bases("dead-mans-draw-traits"), games=20)
    assert set(found.options) == {"traits", "character_cards", "traits_each", "discarded_traits"}
    assert found.holds and found.games == 20
