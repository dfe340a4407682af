"""Runs of cards are laid with the rest as long as what matters stays."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.generate.emptying import emptied
from ruleslawyer.machine.notation import Written
from ruleslawyer.scenario.model import Scenario


def scenario(zones: dict[str, Written], **given: Written) -> Scenario:
    return Scenario("case", "tiny", "1", 2, "It is a test.", given={"at": "play", "zones": zones, **given})


def needs(*cards: str) -> Callable[[Scenario], bool]:
    return lambda one: all(card in str(one.given) for card in cards)


def test_only_what_matters_is_left_in_its_run() -> None:
    full = scenario({"heap": list("abcdefgh"), "hand": {"p1": ["i", "j"], "p2": ["k", "l"]}}, rest="stock")

    # Of eight cards four go, then of the four that are left two; single cards are left to `minimise`.
    assert emptied(full, needs("'c'")).given == {"at": "play", "zones": {"heap": ["c", "d"]}, "rest": "stock"}


def test_a_position_that_mentions_every_card_is_left_alone() -> None:
    full = scenario({"heap": ["a", "b"]})

    assert emptied(full, lambda one: True) is full
