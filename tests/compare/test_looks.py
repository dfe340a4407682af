"""What counts as an outcome, and what does not."""

from __future__ import annotations

import pytest

from ruleslawyer.compare.looks import differences, same, seen_alike
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine
from ruleslawyer.machine.position_io import read_position


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="module")
def machine(law: Law) -> Machine:
    return Machine(law, law.profiles["reference"], 2)


def position(machine: Machine, **zones: object):  # type: ignore[no-untyped-def]
    return read_position(machine, {"players": "2", "at": "act", "zones": zones, "rest": "deck"})


def test_the_order_of_a_row_is_an_outcome_and_that_of_a_pile_is_none(machine: Machine) -> None:
    table = position(machine, table=["key 3", "map 3"])
    assert same(table, position(machine, table=["key 3", "map 3"]))
    assert not same(table, position(machine, table=["map 3", "key 3"]))
    one, other = position(machine, discard=["key 3", "map 3"]), position(machine, discard=["map 3", "key 3"])
    assert same(one, other)


def test_what_differs_is_named_with_a_text_for_each_side(machine: Machine) -> None:
    left = position(machine, table=["key 3"], bank={"p1": ["map 3"]})
    right = position(machine, table=["key 3", "map 3"])
    assert differences((machine, machine), (left, right)) == [
        ("table", "key 3", "key 3, map 3"),
        ("bank[p1]", "map 3", "-"),
    ]
    assert differences((machine, machine), (left, left)) == []


def test_of_a_large_zone_only_what_the_other_side_lacks_is_named(machine: Machine) -> None:
    left, right = position(machine, table=["key 3"]), position(machine, table=["key 3", "map 3"])
    assert ("deck", "59 cards, map 3 among them", "58 cards") in differences((machine, machine), (left, right))


def test_the_legal_choices_are_an_outcome(machine: Machine) -> None:
    free = position(machine, table=["key 3"])
    owing = read_position(
        machine,
        {"players": "2", "at": "act", "zones": {"table": ["kraken 3"]}, "state": {"owed": "2"}, "rest": "deck"},
    )
    found = differences((machine, machine), (free, owing))
    assert ("owed", "0", "2") in found
    assert next(row for row in found if row[0] == "next")[1] == "p1 decides act: draw; collect"


def test_who_has_seen_a_card_is_no_outcome_but_what_people_see(law: Law) -> None:
    """Document 000: only the active player looks at the Oracle's card; document 002: everybody does."""
    pair = [
        Machine(law, {**law.profiles["reference"], "oracle_seen": answer}, 2) for answer in ("active_only", "public")
    ]
    given = {
        "players": "2",
        "at": "act",
        "zones": {"table": ["mermaid 5"], "deck": ["oracle 4", "key 3"]},
        "rest": "deck",
    }
    reached = []
    for machine in pair:
        reached.append(read_position(machine, given))
        machine.decide(reached[-1], ("draw", ()))
    assert same(*reached)
    assert not seen_alike((pair[0], pair[1]), (reached[0], reached[1]))
