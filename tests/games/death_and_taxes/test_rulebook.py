"""The rulebook against its document: what was counted and read by hand in it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.ledger import ledger

LAW = load("death-and-taxes")
(WEBSITE,) = (source for source in LAW.rulebook.sources if source.name.value == "website")
QUESTIONS = Path(__file__).parents[3] / "docs" / "questions-death-and-taxes.md"
LINES, HEADINGS = 179, 46


def test_the_ledger_has_every_line_of_the_document() -> None:
    """Each line is a heading or a paragraph, and one is both: the heading of phase five stands at the end of a line."""
    assert WEBSITE.sections is not None
    assert len(WEBSITE.sections) == HEADINGS
    assert HEADINGS + sum(one.paragraphs for one in WEBSITE.sections) - 1 == LINES


def test_what_is_not_encoded_states_no_rule() -> None:
    left_out = [(row.section, row.paragraph) for row in ledger(LAW.rulebook) if row.source == "website" and row.reason]
    copies = {"阶段一": range(6, 10), "阶段三": range(21, 28), "阶段四": range(13, 23), "阶段五": range(10, 16)}
    again = [(section, number) for section, numbers in copies.items() for number in numbers]
    assert sorted(left_out) == sorted([("玩法介绍", 1), ("什么是", 1), ("设置 03", 1), *again])


def test_the_starting_cards_have_the_duel_values_of_the_document() -> None:
    for board in (1, 2, 3, 4):
        cards = [
            card.fields for card in LAW.cards if card.kind == "StartingCard" and card.fields["board_number"] == board
        ]
        assert sorted(card["duel_value"] for card in cards if not card["w_count"]) == [-3, -2, -1, 0, 0, 1, 2, 3]
        assert [card["w_count"] for card in cards if card["w_count"]] == [1, 1]
        assert Counter(card["sin"] for card in cards)["banality"] == 2


def test_there_are_as_many_cards_as_the_document_says() -> None:
    assert Counter(card.kind for card in LAW.cards) == {"StartingCard": 40, "FactionCard": 80, "RewardCard": 12}


def test_the_synthetic_cards_use_every_keyword_and_every_occasion() -> None:
    made_up = [card.fields for card in LAW.cards if card.kind != "StartingCard"]
    assert {card["card_keyword"] for card in made_up} == set(LAW.enums["CardKeyword"].literals)
    assert {card["occasion"] for card in made_up} == set(LAW.enums["Occasion"].literals)
    assert {card["cue"] for card in made_up} == set(LAW.enums["Cue"].literals)
    assert {card["w_count"] for card in made_up} == {0, 1, 2}
    assert {card["number_is_free"] for card in made_up} == {card["apollo"] for card in made_up} == {True, False}


def test_literal_answers_from_the_document_or_says_that_it_is_silent() -> None:
    answers = {
        (ruling.name.value, answer.name.value): {citation.source.value for citation in answer.authorities}
        for ruling in LAW.rulebook.rulings
        for answer in ruling.answers
    }
    (literal,) = (profile for profile in LAW.rulebook.profiles if profile.name.value == "literal")
    for one in literal.answers:
        if one.silent is None:
            assert "website" in answers[one.name.value, one.answer.value], one.name.value
    assert {one.name.value for one in literal.answers} == set(LAW.rulings)


@pytest.mark.parametrize("name", LAW.rulings)
def test_every_ruling_is_listed_among_the_questions(name: str) -> None:
    assert f"`{name}`" in QUESTIONS.read_text(encoding="utf-8")


def test_the_questions_name_only_what_there_is() -> None:
    text = QUESTIONS.read_text(encoding="utf-8")
    for clause in set(re.findall(r"\b(?:SET|RND|PLC|BET|END|STL|CLR|POT|ODD|BLD|KEY|SCO|GAM|W)-\d+[A-Z]?\b", text)):
        assert clause in LAW.clauses, clause
