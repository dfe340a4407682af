"""What is expected at each moment, worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleslawyer.compile import fast_machine
from ruleslawyer.generate.expectations import expectations, public_measures
from ruleslawyer.language import Law, load
from ruleslawyer.scenario.model import Expectation, Reading, Scenario

LAYING = Scenario(
    "laying",
    "tiny",
    "1",
    2,
    "It is a test.",
    readings=(Reading(profile="plain"),),
    given={"at": "play", "zones": {"hand": {"p1": ["red 3", "blue 1"]}, "stock": ["blue 2"]}, "rest": "aside"},
    decisions=(("play", "lay_one"), ("which", "red 3")),
)


def test_all_that_may_be_seen_and_has_changed(tiny: Law) -> None:
    machine = fast_machine(tiny, tiny.profiles["plain"], 2)

    assert expectations(machine, LAYING) == (
        Expectation(0, "everyone", asks="play", by="p1", legal=("lay_one", "pass_on")),
        # What may be laid is what lies in a hand that the others do not see.
        Expectation(1, "everyone", asks="which", by="p1"),
        Expectation(1, "p1", legal=("red 3", "blue 1")),
        # The red 3 was laid and went back to the hand; p2 has the last card.
        Expectation(
            None,
            "everyone",
            zones={"stock": [], "hand": {"p2": {"count": 1}}},
            state={"mover": "p2", "points": {"p1": 3}},
            asks="play",
            by="p2",
            legal=("lay_one", "pass_on"),
        ),
        Expectation(None, "p2", zones={"hand": {"p1": {"count": 2, "cards": ["red 3"]}, "p2": ["blue 2"]}}),
    ) or pytest.fail("\n".join(map(str, expectations(machine, LAYING))))


def test_the_end_names_winners(tiny: Law) -> None:
    machine = fast_machine(tiny, tiny.profiles["plain"], 2)
    given = {**(LAYING.given or {}), "zones": {"hand": {"p1": ["red 3"]}}}
    last = expectations(machine, replace(LAYING, given=given, decisions=(("play", "lay_one"),)))[-1]

    assert (last.seen_by, last.zones) == ("p2", {"hand": {"p1": ["red 3"]}})
    [all_see] = [
        one
        for one in expectations(machine, replace(LAYING, given=given, decisions=(("play", "lay_one"),)))
        if one.after is None and one.seen_by == "everyone"
    ]
    assert (all_see.winners, all_see.finished, all_see.asks) == (("p1",), True, None)


def test_scores_are_told_where_all_see_what_they_count() -> None:
    law = load("dead-mans-draw")
    machine = fast_machine(law, law.profiles["reference"], 2)

    assert list(public_measures(machine, machine.start())) == ["score"]
