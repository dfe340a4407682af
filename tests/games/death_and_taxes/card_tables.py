"""Random tables of cards: any values that the rulebook's columns can hold, where the document says nothing of them.

The document names the ten starting cards with their duel values, the four factions and how many cards there are. All
else is drawn: a few kinds of card by Hypothesis, so that it can make them small, and which card is of which kind by a
seed.
"""

from __future__ import annotations

import csv
import io
import random
from typing import Any

from hypothesis import strategies as st

from ruleslawyer.language import load
from ruleslawyer.language.types import BoolType, EnumType, IntType, Type
from ruleslawyer.rulebook.locate import data_folder

from .copies import NAME

LAW = load(NAME)
TABLES = {
    "StartingCard": "cards-starting.csv",
    "FactionCard": "cards-faction-synthetic.csv",
    "RewardCard": "cards-reward-synthetic.csv",
}
STATED = {
    "StartingCard": ("sin", "board_number", "duel_value", "w_count"),
    "FactionCard": ("faction", "serial"),
    "RewardCard": ("reward_name", "serial"),
}
"""The columns that are as they ship: what the document states, and the cards' names."""
MOST_SORTS = 8

Row = dict[str, Any]


def values_of(of: Type) -> st.SearchStrategy[str]:
    """What a column can hold, as it is written."""
    if isinstance(of, BoolType):
        return st.sampled_from(["false", "true"])
    if isinstance(of, EnumType):
        return st.sampled_from(of.literals)
    assert isinstance(of, IntType)
    return st.integers(of.low, of.high).map(str)


def sorts_of(kind: str) -> st.SearchStrategy[list[Row]]:
    """A few sorts of card of a kind: the columns of which the document says nothing."""
    drawn = {name: values_of(of) for name, of in LAW.kinds[kind].items() if name not in STATED[kind]}
    return st.lists(st.fixed_dictionaries(drawn), min_size=1, max_size=MOST_SORTS)


def table(kind: str, sorts: list[Row], seed: int) -> str:
    """The shipped table with every other column drawn. Cards of one name on two boards are the same card."""
    shipped = (data_folder("spec") / NAME / TABLES[kind]).read_text("utf-8")
    reader = csv.DictReader(io.StringIO(shipped))
    out = io.StringIO()
    writer = csv.DictWriter(out, reader.fieldnames or (), lineterminator="\n")
    writer.writeheader()
    for row in reader:
        card = " ".join(row[name] for name in STATED[kind] if name != "board_number")
        writer.writerow({**row, **random.Random(f"{seed} {card}").choice(sorts)})
    return out.getvalue()


@st.composite
def card_tables(draw: st.DrawFn) -> dict[str, str]:
    """All three tables, by file name."""
    seed = draw(st.integers(0, 999))
    return {TABLES[kind]: table(kind, draw(sorts_of(kind)), seed) for kind in TABLES}
