"""The base game knows no trait: nothing that the extension declares is named by its law, its claims or its fixtures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.yaml_reader import parse

BASE, EXTENSION = "dead-mans-draw", "dead-mans-draw-traits"
PROSE = frozenset({"says", "title", "reason", "planned", "because", "asks", "silent", "heading", "cite", "authorities"})
"""Keys of texts for people."""
FILES = [
    path for kind in ("spec", "invariants", "fixtures") for path in sorted((data_folder(kind) / BASE).glob("*.yaml"))
]


def added() -> frozenset[str]:
    """Every name and literal that the extension declares, also those that it adds to types of the base."""
    law = load(EXTENSION)
    book = law.rulebook
    declared = [
        *(name for name, _ in (*book.types, *book.kinds, *book.options)),
        *(literal for _, literals in (*book.types, *book.options) for literal in literals),
        *(one.name for one in (*book.zones, *book.state, *book.events, *book.rulings)),
        *(clause.id for clause in book.clauses),
    ]
    own = {clause.id.value for clause in book.clauses if book.owns(clause.span)}
    definitions = {one.name for one in law.definitions.values() if one.clause in own}
    return frozenset({str(name) for name in declared if book.owns(name.span)} | definitions)


def scalars(node: Node, key: str = "") -> Iterator[Text]:
    if isinstance(node, Text):
        if key not in PROSE:
            yield node
    elif isinstance(node, Listing):
        for item in node:
            yield from scalars(item, key)
    else:
        for name, value in node:
            yield name
            yield from scalars(value, name.value)


def named(text: str, names: frozenset[str]) -> set[str]:
    """What of the names a file says, in anything but texts for people."""
    root = parse("base.yaml", text, [], flow=True)
    assert isinstance(root, Mapping)
    words = {word for one in scalars(root) for word in re.findall(r"[A-Za-z][\w-]*", one.value)}
    return words & names


@pytest.fixture(scope="module")
def names() -> frozenset[str]:
    return added()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}/{path.name}")
def test_the_base_game_names_nothing_of_the_extension(path: Path, names: frozenset[str]) -> None:
    assert named(path.read_text("utf-8"), names) == set()


def test_the_words_of_traits_and_characters_are_looked_for(names: frozenset[str]) -> None:
    assert {"gem", "Trait", "TraitName", "miser", "Character", "zahara", "traits", "shuffled_in", "gem_counts"} <= names
    assert {"traits_of", "hooked", "skilled", "may_be_empty", "cards_kept", "hook_up", "seize", "TR-MISER"} <= names
    assert not {"Suit", "anchor", "deck", "bust", "protected", "hook_bust", "TRN-1"} & names


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("zones:\n  deck:\n    holds: [Loot, Trait]\n", {"Trait"}),
        ("types:\n  Suit: [anchor, gem]\n", {"gem"}),
        ("events:\n  cards_kept:\n    policy: each\n", {"cards_kept"}),
        ("clauses:\n- id: A\n  when: skilled(active, miser)\n", {"skilled", "miser"}),
        ("clauses:\n- id: A\n  overrides: TR-MISER\n", {"TR-MISER"}),
        ("scenarios:\n- options: {traits: shuffled_in}\n", {"traits", "shuffled_in"}),
    ],
)
def test_a_base_file_that_knows_of_them_is_found(line: str, found: set[str], names: frozenset[str]) -> None:
    assert named(line, names) == found


def test_the_base_game_has_no_variants_and_one_kind_of_card() -> None:
    law = load(BASE)
    assert not law.options
    assert set(law.kinds) == {"Loot"}
    assert all(zone.holds == {"Loot"} for zone in law.zones.values())
