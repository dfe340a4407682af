"""A step told for people, and what it keeps from those who may not know."""

from __future__ import annotations

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.position_io import read_position
from ruleslawyer.machine.snapshot import EVERYTHING, Audience
from ruleslawyer.narration.citing import Citing
from ruleslawyer.narration.narrator import Line, Narrator
from ruleslawyer.report.board import contents_text, shared_text


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


@pytest.fixture(scope="module")
def machine(law: Law) -> Machine:
    return Machine(law, law.profiles["reference"], 2)


def at_act(machine: Machine, **given: object) -> Position:
    return read_position(machine, {"players": "2", "at": "act", "rest": "deck", **given})


def told(machine: Machine, position: Position, *values: object, audience: Audience = EVERYTHING) -> list[Line]:
    """The lines of decisions taken in a position, which is changed."""
    narrator = Narrator(machine, audience, Citing(machine.law, "reference"))
    lines: list[Line] = []
    for value in values:
        before, trace = position.copy(), Trace()
        machine.decide(position, value, trace)
        lines += narrator.narrate(trace.steps[-1], before)
    return lines


def texts(lines: list[Line]) -> list[str]:
    return [line.text for line in lines]


def test_taking_and_putting_are_one_move_and_cards_that_go_together_are_named_together(machine: Machine) -> None:
    position = at_act(machine, zones={"table": ["key 3", "map 3"], "deck": ["key 4"]})
    assert texts(told(machine, position, ("draw", ())))[:4] == [
        "p1  act: draw",
        "drawn: 0 → 1",
        "key 4: deck → discard",
        "key 3, map 3: table → discard",
    ]


def test_a_decision_with_one_value_is_said_to_be_so(machine: Machine) -> None:
    position = at_act(
        machine, zones={"table": ["mermaid 5"], "deck": ["hook 4", "key 3"], "bank": {"p1": ["cannon 5"]}}
    )
    assert "p1  hook: cannon 5 (nothing else is possible)" in texts(told(machine, position, ("draw", ())))


def test_an_exception_that_decided_is_named_before_the_round_ends(machine: Machine) -> None:
    position = at_act(machine, zones={"table": ["mermaid 5"], "deck": ["kraken 3", "key 3"]})
    lines = told(machine, position, ("draw", ()))
    assert [line.entry for line in lines if line.kind == "reason"] == ["KRA-2"]


def test_the_end_of_a_round_shows_the_position_as_it_was_then(machine: Machine) -> None:
    position = at_act(machine, zones={"table": ["key 3"], "deck": ["map 3", "map 4"]})
    lines = told(machine, position, ("collect", ()))
    (end,) = (line for line in lines if line.kind == "end")
    assert end.position is not None
    names = [machine.law.cards[card].name for card in end.position.zones[("bank", 0)].cards()]
    assert names == ["key 3"]
    assert len(end.position.zones[("table", None)]) == 0, "although the next player has drawn by now"
    begin = next(line for line in lines if line.kind == "begin")
    assert begin.text.endswith("· active: p2")


def test_what_an_oracle_shows_is_named_only_to_who_may_see_it(machine: Machine) -> None:
    """Document 000 三.4 预言者: the active player looks at the card."""

    def seen_by(seat: int) -> list[str]:
        position = at_act(machine, zones={"table": ["mermaid 5"], "deck": ["oracle 4", "key 3"]})
        return texts(told(machine, position, ("draw", ()), audience=frozenset({seat})))

    assert "p1 may see key 3 (deck)" in seen_by(0)
    assert "p1 may see 1 card (deck)" in seen_by(1)
    assert not any("key 3" in text for text in seen_by(1))


def test_a_pile_is_told_by_its_size_and_stacks_by_their_tops(machine: Machine) -> None:
    position = at_act(machine, zones={"table": ["key 3"], "bank": {"p1": ["map 3", "map 5", "hook 2"]}})
    assert contents_text(machine, position, position.zones[("bank", 0)]) == "hook 2, map 5 +1"
    assert contents_text(machine, position, position.zones[("bank", 1)]) == "-"
    assert shared_text(machine, position) == "deck: 56 cards · table: key 3 · active: p1"


def test_zones_of_other_options_of_play_are_not_shown(law: Law, machine: Machine) -> None:
    extension = load("dead-mans-draw-traits")
    traits = Machine(extension, extension.profiles["reference"], 2, options={"traits": "free_choice"})
    given = {"players": 2, "at": "act", "rest": {"Loot": "deck", "Trait": "trait_box"}}
    shown = shared_text(traits, read_position(traits, {**given, "zones": {"trait_deck": ["miser"]}}))
    assert shown == "deck: 60 cards · table: - · trait_deck: miser · trait_box: 16 cards · active: p1"
    assert "trait" not in shared_text(machine, at_act(machine))
