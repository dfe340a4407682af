"""Game logs: what was seen is pinned, what was not is solved for, and the first illegal step names its clause."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ruleslawyer.conformance.check_log import Verdicted, check_log
from ruleslawyer.conformance.game_log import GameLog, read_log
from ruleslawyer.language import Law
from ruleslawyer.rulebook.diagnostics import RulebookError

HEADER = {"kind": "header", "format": 1, "rulebook": "dead-mans-draw", "profile": "boxed", "players": 2}


def log_of(*events: Any, position: Any = None) -> GameLog:
    header = HEADER if position is None else {**HEADER, "position": position}
    return read_log("a.jsonl", [json.dumps(one) for one in (header, *events)])


def checked(law: Law, *events: Any, position: Any = None) -> Verdicted:
    return check_log(law, log_of(*events, position=position), law.profiles["boxed"])


def chance(label: str, value: str | None) -> dict[str, Any]:
    return {"by": "chance", "label": label, "value": value}


def player(by: str, label: str, value: Any) -> dict[str, Any]:
    return {"by": by, "label": label, "value": value}


AT_ACT = {"at": "act", "zones": {"table": ["key 3"]}, "rest": "deck"}
STARTS = (chance("first_player", "p1"), chance("deck", "key 3"))


def test_a_game_whose_cards_were_all_seen_is_legal(law: Law) -> None:
    found = checked(
        law,
        *STARTS,
        player("p1", "act", "draw"),
        chance("deck", "mermaid 9"),
        {"see": {"zones": {"table": {"cards": ["key 3", "mermaid 9"]}, "deck": {"count": 48}}}},
        player("p1", "act", "collect"),
        chance("deck", "hook 4"),
        {"see": {"zones": {"bank[p1]": {"cards": ["mermaid 9", "key 3"]}}, "state": {"active": "p2"}, "over": False}},
    )
    assert found.verdict == "legal"


def test_a_card_that_nobody_saw_is_solved_for(law: Law) -> None:
    assert checked(law, *STARTS, player("p1", "act", "draw"), {"see": {"state": {"active": "p1"}}}).verdict == "legal"
    table = {"see": {"zones": {"table": {"cards": ["key 3", "chest 5"]}}}}
    assert checked(law, *STARTS, player("p1", "act", "draw"), table).verdict == "legal"


def test_what_comes_later_decides_what_was_not_seen(law: Law) -> None:
    """The first unseen card must have been the Chest, the second the Mermaid: only so do both lie in the bank."""
    found = checked(
        law,
        *STARTS,
        player("p1", "act", "draw"),
        player("p1", "act", "draw"),
        {"see": {"zones": {"table": {"cards": ["key 3", "chest 5", "mermaid 9"]}}}},
    )
    assert found.verdict == "legal"
    assert found.tried < 100


def test_a_line_without_a_value_is_a_card_that_nobody_saw(law: Law) -> None:
    events = (*STARTS, player("p1", "act", "draw"), chance("deck", None))
    seen = {"see": {"zones": {"table": {"cards": ["key 3", "chest 5"]}}}}
    assert checked(law, *events, seen).verdict == "legal"


def test_no_hidden_order_explains_two_cards_of_a_suit(law: Law) -> None:
    """Of three cards an Anchor and a Chest would enter, and a second Key busts: it goes to the discard pile."""
    position = {
        "at": "act",
        "zones": {"table": ["key 3"], "deck": [["key 5", "anchor 4", "chest 6"]]},
        "rest": "discard",
    }
    seen = {"see": {"zones": {"table": {"cards": ["key 3", "key 5"]}}}}
    found = checked(law, player("p1", "act", "draw"), seen, position=position)
    assert (found.verdict, found.clause) == ("illegal", "BST-6")


def test_collecting_in_debt_is_illegal_by_the_krakens_clause(law: Law) -> None:
    found = checked(
        law,
        player("p1", "act", "draw"),
        chance("deck", "kraken 3"),
        player("p1", "act", "collect"),
        position=AT_ACT,
    )
    assert (found.verdict, found.clause) == ("illegal", "KRA-2")
    assert found.event is not None and found.event.line == 4


def test_an_illegal_card_names_what_would_have_been_legal(law: Law) -> None:
    found = checked(
        law,
        player("p1", "act", "draw"),
        player("p1", "hook", "cannon 7"),
        position={
            "at": "act",
            "zones": {"table": ["key 3"], "deck": ["hook 4"], "bank": {"p1": ["cannon 5", "map 3"]}},
            "rest": "deck",
        },
    )
    assert (found.verdict, found.clause) == ("illegal", "HOK-1")
    assert set(found.legal) == {"p1 hook: cannon 5", "p1 hook: map 3"}


def test_what_is_seen_wrongly_names_the_clause_that_moved_the_card(law: Law) -> None:
    found = checked(
        law,
        player("p1", "act", "draw"),
        chance("deck", "key 5"),
        chance("deck", "mermaid 9"),
        {"see": {"zones": {"discard": {"cards": ["key 3"]}}}},
        position=AT_ACT,
    )
    assert (found.verdict, found.clause) == ("illegal", "BST-6")
    assert found.differences[0].missing == ("key 5",)


def test_a_card_that_cannot_come_is_illegal(law: Law) -> None:
    found = checked(law, chance("first_player", "p1"), chance("deck", "key 2"))
    assert found.verdict == "illegal"


def test_too_many_hidden_orders_are_undecided_and_not_legal(law: Law) -> None:
    impossible = {"see": {"zones": {"table": {"cards": ["key 3", "key 4"]}}}}
    log = log_of(*STARTS, player("p1", "act", "draw"), impossible)
    found = check_log(law, log, law.profiles["boxed"], most_tried=200)
    assert (found.verdict, found.event) == ("undecided", log.events[-1])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "empty"),
        (["{}"], "header"),
        (["[1]"], "the header: Expected `object`, got `array`"),
        (["nonsense"], "no JSON"),
        ([json.dumps(HEADER), '{"by": "p1"}'], "`by` and `label`"),
        ([json.dumps(HEADER), '{"see": 3}'], r"Expected `object \| null`, got `int` - at `\$.see`"),
        (
            [json.dumps(HEADER), '{"see": {"zones": {"deck": {"cards": [1]}}}}'],
            r"Expected `str`, got `int` - at `\$.see.zones\[deck\].cards\[0\]`",
        ),
        ([json.dumps({**HEADER, "players": "two"})], "players"),
        ([json.dumps(HEADER), '{"see": {"zones": {"deck": {}}}}'], "says `cards` or `count`"),
    ],
)
def test_a_damaged_log_is_explained(lines: list[str], words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        read_log("a.jsonl", lines)
