"""The base game knows no trait: its clauses are the same with traits and without, which only add to it from outside."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load, tree
from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.language.types import EnumType
from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.rulebook.nodes import Text

RULEBOOK = "dead-mans-draw"
ADDED = (
    "traits.yaml",
    "traits-for-two.yaml",
    "trait-cards.yaml",
    "characters.yaml",
    "dealing.yaml",
    "rulings-traits.yaml",
)


def added(name: Text) -> bool:
    """Whether something is declared in a file about traits and characters."""
    return name.span.file.rpartition("/")[2] in ADDED


class Added:
    """The names that the files about traits and characters declare."""

    def __init__(self, law: Law) -> None:
        book = law.rulebook
        self.clauses = {clause.id.value for clause in book.clauses if added(clause.id)}
        self.types = {name.value for name, _ in book.types if added(name)}
        self.kinds = {name.value for name, _ in book.kinds if added(name)}
        self.options = {name.value for name, _ in book.options if added(name)}
        self.rulings = {one.name.value for one in book.rulings if added(one.name)}
        self.places = {one.name.value for one in (*book.zones, *book.state) if added(one.name)}
        self.events = {one.name.value for one in book.events if added(one.name)}
        self.definitions = {one.name for one in law.definitions.values() if one.clause in self.clauses}

    def named_by(self, expression: tree.Expression) -> Iterator[str]:
        """What of it an expression names, anywhere inside."""
        for part in tree.walk(expression):
            if isinstance(part, tree.StateRead | tree.ZoneRead) and part.name in self.places:
                yield part.name
            elif isinstance(part, tree.Call) and part.name in self.definitions:
                yield f"{part.name}()"
            elif isinstance(part, tree.RulingRead) and part.name in self.rulings:
                yield f"ruling.{part.name}"
            elif isinstance(part, tree.OptionRead) and part.name in self.options:
                yield f"options.{part.name}"
            elif isinstance(part, tree.IsKind):
                yield from part.kinds & self.kinds
            elif isinstance(part.type, EnumType) and part.type.name in self.types:
                yield str(part.value) if isinstance(part, tree.Literal) else part.type.name

    def named_in(self, block: tree.Block) -> Iterator[str]:
        """What of it statements name, and the events that they raise and the variables that they set."""
        for one in tree.statements(block):
            for expression in one.expressions():
                yield from self.named_by(expression)
            if isinstance(one, tree.Raise | tree.Offer) and one.event in self.events:
                yield f"{one.event}()"
            if isinstance(one, tree.SetState):
                yield from (each.name for each in one.assignments if each.name in self.places)


def undercuts(of: Iterable[Undercut]) -> Iterator[Undercut]:
    for one in of:
        yield one
        yield from undercuts(one.disabled_by)


def base_names(law: Law) -> dict[str, set[str]]:
    """What of traits and characters is named outside the files about them, by clause, event, zone or variable."""
    names, found = Added(law), dict[str, set[str]]()

    def note(owner: str, expressions: Iterable[tree.Expression | None], block: tree.Block = ()) -> None:
        named = {name for one in expressions if one is not None for name in names.named_by(one)}
        named |= set(names.named_in(block))
        if named:
            found.setdefault(owner, set()).update(named)

    def note_cases(cases: Iterable[Case]) -> None:
        for case in with_exceptions(*cases):
            if case.clause not in names.clauses:
                note(case.clause, (case.when, case.value), case.do)
            for undercut in undercuts(case.disabled_by):
                if undercut.clause not in names.clauses:
                    note(undercut.clause, (undercut.when,))

    for definition in law.definitions.values():
        note_cases(definition.cases)
    for event in law.events.values():
        note_cases((*event.rules, *(option.case for option in event.options)))
        if event.name not in names.events:
            note(event.name, (event.by, event.order, *event.measure))
        for option in event.options:
            if option.case.clause not in names.clauses:
                note(option.case.clause, (source for _, source in option.parameters))
    for zone in law.zones.values():
        if zone.name not in names.places and not zone.scoped:
            note(zone.name, (zone.seen_by, zone.starts, zone.when))
    for state in law.state.values():
        if state.name not in names.places:
            note(state.name, (state.starts, state.when))
    for scope, claims in law.scopes.items():
        note(scope, (claim.expression for claim in claims))
    return found


def test_no_clause_of_the_base_game_knows_of_traits_or_characters() -> None:
    assert base_names(load(RULEBOOK)) == {}


def test_the_words_of_traits_and_characters_are_looked_for() -> None:
    names = Added(load(RULEBOOK))
    assert {"TraitName", "Character"} == names.types
    assert {"traits", "character_cards", "traits_each", "discarded_traits"} == names.options
    assert {"traits_of", "trait_deck", "trait_box", "dealt_traits", "character_of", "hooked"} <= names.places
    assert {"skilled", "taken_at_once", "circulates", "is_plain", "spares_more"} <= names.definitions
    assert {"seize", "drop_trait", "deal_traits"} <= names.events
    assert names.kinds == {"Trait"}
    assert len(names.clauses) > 40


@pytest.mark.parametrize(
    ("file", "old", "new", "clause", "named"),
    [
        (
            "turn.yaml",
            "is: lies_in_play(card.suit)",
            "is: not skilled(active, miser) and lies_in_play(card.suit)",
            "TRN-2",
            {"skilled()", "miser"},
        ),
        (
            "turn.yaml",
            "- len(table) > 0 or may_be_empty()",
            "- len(traits_of[active]) < 9 or may_be_empty()",
            "TRN-1",
            {"traits_of"},
        ),
        (
            "turn.yaml",
            "- raise: ability(card)",
            "- raise: ability(card)\n  - raise: look_ahead()",
            "TRN-3",
            {"look_ahead()"},
        ),
        ("turn.yaml", "- if: pays_debt(card)", "- if: pays_debt(card) or card is Trait", "TRN-3", {"Trait"}),
        (
            "turn.yaml",
            "- if: pays_debt(card)",
            "- if: pays_debt(card) or options.traits == shuffled_in",
            "TRN-3",
            {"options.traits"},
        ),
        ("turn.yaml", "owed: max(0, owed - 1)", "bonus_left: '1'", "TRN-3", {"bonus_left"}),
        (
            "suit-map.yaml",
            "when: ruling.map_reveal == until_safe\n    is: len(",
            "when: ruling.davy_gem == removed\n    is: len(",
            "MAP-3",
            {"ruling.davy_gem"},
        ),
        ("rulebook.yaml", "- len(table) == 0", "- len(table) == 0 or not is_plain()", "turn", {"is_plain()"}),
        (
            "rulebook.yaml",
            "    policy: menu\n    by: active\n    measure:\n    - room()",
            "    policy: menu\n    by: active\n    measure:\n    - room() + len(trait_box)",
            "foresee",
            {"trait_box"},
        ),
    ],
)
def test_a_base_clause_that_knows_of_them_is_found(
    file: str, old: str, new: str, clause: str, named: set[str], tmp_path: Path
) -> None:
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / RULEBOOK, tmp_path / kind / RULEBOOK)
    path = tmp_path / "spec" / RULEBOOK / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    assert base_names(load(str(path.parent))) == {clause: named}
