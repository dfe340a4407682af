"""The rulebook against its documents: what was counted and read by hand in them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.ledger import ledger

LAW = load("dead-mans-draw")
SOURCES = {source.name.value: source for source in LAW.rulebook.sources}
QUESTIONS = Path(__file__).parents[3] / "docs" / "questions-dead-mans-draw.md"


def test_sixty_cards_six_of_each_suit() -> None:
    loot = LAW.cards
    suits = LAW.enums["Suit"].literals
    assert Counter(card.fields["suit"] for card in loot) == dict.fromkeys(suits, 6)
    assert sorted(card.fields["rank"] for card in loot if card.fields["suit"] == "mermaid") == [4, 5, 6, 7, 8, 9]
    assert {card.fields["rank"] for card in loot if card.fields["suit"] != "mermaid"} == {2, 3, 4, 5, 6, 7}


@pytest.mark.parametrize(
    ("source", "lines", "headings"),
    [("reference", 183, 37), ("print-and-play", 172, 11)],
)
def test_the_ledger_has_every_line_of_the_document(source: str, lines: int, headings: int) -> None:
    """Each non-empty line is a heading or a paragraph; the note at the end of each document has no heading."""
    sections = SOURCES[source].sections
    assert sections is not None
    assert len([one for one in sections if one.heading != "closing note"]) == headings
    assert headings + sum(one.paragraphs for one in sections) == lines


@pytest.mark.parametrize("source", ["reference", "print-and-play"])
def test_only_what_states_no_rule_of_the_base_game_is_left_out(source: str) -> None:
    left_out = [row for row in ledger(LAW.rulebook) if row.source == source and not row.cited_by]
    traits = {"角色能力", "特性卡規則", "特性卡能力", "特性卡提示"}
    for row in left_out:
        assert row.reason
        assert row.planned in (None, "dead-mans-draw-traits")
        assert row.section not in traits or row.planned or "picture" in row.reason
    if source == "reference":
        assert [(row.section, row.paragraph) for row in left_out] == [
            ("前言", 1),
            ("前言", 2),
            ("前言", 4),
            ("一 组件", 3),
            ("一 组件", 4),
            ("一.4", 2),
            ("后记", 1),
        ]


@pytest.mark.parametrize("profile", [profile.name.value for profile in LAW.rulebook.profiles])
def test_a_profile_answers_from_its_source_or_says_that_it_is_silent(profile: str) -> None:
    answers = {
        (ruling.name.value, answer.name.value): {citation.source.value for citation in answer.authorities}
        for ruling in LAW.rulebook.rulings
        for answer in ruling.answers
    }
    declared = next(one for one in LAW.rulebook.profiles if one.name.value == profile)
    assert declared.source is not None
    for one in declared.answers:
        if one.silent is None:
            assert declared.source.value in answers[one.name.value, one.answer.value], one.name.value
    assert {one.name.value for one in declared.answers} == set(LAW.rulings)


@pytest.mark.parametrize(
    ("ruling", "reference", "print_and_play", "boxed"),
    [
        ("hook_bust", "forced", "safe_only", "forced"),
        ("sword_bust", "forced", "safe_only", "forced"),
        ("map_reveal", "three", "until_safe", "three"),
        ("anchor_saves", "at_once", "on_bust", "on_bust"),
        ("anchored_pair", "pays_nothing", "pays", "pays_nothing"),
        ("oracle_seen", "active_only", "public", "public"),
        ("tie_break", "cards_then_shared", "shared", "cards_then_shared"),
        ("deck_end", "after_turn", "at_once", "after_turn"),
        ("sword_owned", "bank_only", "bank_only", "bank_only"),
        ("discard_facing", "face_down", "face_down", "face_up"),
    ],
)
def test_the_documents_answer_as_the_catalogue_found(
    ruling: str, reference: str, print_and_play: str, boxed: str
) -> None:
    found = [LAW.profiles[name][ruling] for name in ("reference", "print-and-play", "boxed")]
    assert found == [reference, print_and_play, boxed]


def test_every_ruling_is_a_question_of_the_list_and_every_question_is_there() -> None:
    rows = [
        line.split("|")[1:4]
        for line in QUESTIONS.read_text(encoding="utf-8").splitlines()
        if line.startswith(("| Q", "| T"))
    ]
    asked = {row[0].strip(): row[2].strip() for row in rows}
    assert {f"Q{number:02}" for number in range(1, 32)} | {f"T{number:02}" for number in range(1, 23)} <= set(asked)
    named = {answer.split("`")[1] for answer in asked.values() if answer.startswith("`")}
    assert named == set(load("dead-mans-draw-traits").rulings)
    assert all(answer.startswith(("`", "none: ", "none in ")) for answer in asked.values())
