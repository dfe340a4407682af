"""Whole games with random cards: any table that the columns allow, two to four players, any answers, every claim held.

Nothing of the cards but the starting ones' duel values is known, so the rules must be sound whatever is printed.
"""

from __future__ import annotations

import csv
import io
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, seed, settings, strategies as st

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import Law, load
from ruleslawyer.machine import RuleFault

from .card_tables import LAW, TABLES, card_tables
from .copies import copied, replaced, with_tables
from .playing import play_out

lucks = st.integers(0, 2**32 - 1)
FREE_NUMBERS = (
    "effects.yaml",
    "when: card.number_is_free\n",
    "when: card.number_is_free and card.occasion == on_action\n",
)
"""An effect that is no action is not carried out where its number is free. No card that ships is like that."""


def random_game(law: Law, luck: random.Random) -> Counter[str]:
    """Plays a game for any number of players under any answers; counts the keywords that were carried out."""
    answers = {name: luck.choice(ruling.type.literals) for name, ruling in law.rulings.items()}
    return play_out(fast_machine(law, answers, luck.randint(*law.players), monitor=True), luck)


def examples(number: int) -> settings:
    """So many examples, with no time limit for each; what fails is shown as it was drawn."""
    return settings(max_examples=number, deadline=None, database=None, phases=[Phase.generate])


@pytest.mark.parametrize("part", range(4))
def test_games_with_random_cards_keep_every_claim(part: int, tmp_path: Path) -> None:
    spec = copied(tmp_path)
    played = Counter[str]()

    @seed(part)
    @examples(8)
    @given(card_tables(), lucks)
    def check(tables: dict[str, str], luck: int) -> None:
        played.update(random_game(with_tables(spec, tables), random.Random(luck)))
        played["games"] += 1

    check()
    assert played["games"] >= 8
    assert set(LAW.enums["CardKeyword"].literals) <= set(played)


def test_a_table_is_one_that_the_rulebook_takes(tmp_path: Path) -> None:
    """It has every card of the document, and its cards are not those that ship."""
    spec = copied(tmp_path)
    met: dict[str, set[str]] = {}

    @seed(1)
    @examples(12)
    @given(card_tables())
    def check(tables: dict[str, str]) -> None:
        law = with_tables(spec, tables)
        assert [card.name for card in law.cards] == [card.name for card in LAW.cards]
        for file in TABLES.values():
            for row in csv.DictReader(io.StringIO(tables[file])):
                for column, value in row.items():
                    met.setdefault(column, set()).add(value)

    check()
    for column in ("occasion", "card_keyword", "cue"):
        (of,) = {fields[column] for fields in LAW.kinds.values()}
        assert met[column] == set(LAW.enums[str(of)].literals)
    assert met["w_count"] == {"0", "1", "2"}
    assert len(met["keyword_number"]) == 10


def test_a_rule_that_fails_for_cards_that_do_not_ship_is_caught(tmp_path: Path) -> None:
    spec = copied(tmp_path)
    replaced(spec, *FREE_NUMBERS)
    shipped = load(str(spec))
    for number in range(6):
        random_game(shipped, random.Random(number))

    @seed(2)
    @examples(40)
    @given(card_tables(), lucks)
    def check(tables: dict[str, str], luck: int) -> None:
        random_game(with_tables(spec, tables), random.Random(luck))

    with pytest.raises(RuleFault, match="carry_out"):
        check()
