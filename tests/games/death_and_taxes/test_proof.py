"""What is proved of Death & Taxes at every number of players and under every reading: a choice of events, for time."""

from __future__ import annotations

import pytest

from ruleslawyer.language import load
from ruleslawyer.prove import Kind, Verdict, prove

LAW = load("death-and-taxes")


@pytest.mark.parametrize(
    "event",
    [
        "setup",
        "play_eight_rounds",
        "act",  # bets range up to what a player has
        "bet_in_turn",  # betting ends where the highest pot is answered
        "build_deck",  # what is for sale is used up
        "build_decks",
        "fire",  # effects wait in a set of any cards
        "return_topped",  # the last card of a row goes back first
        "draw_six",  # cards are dealt from the deck of whichever player it is
        "settle_side_pots",
        "lay_cards",
        "settle_pots",
        "share_rest",
    ],
)
def test_an_event_is_proved(event: str) -> None:
    report = prove(LAW, only=event, confirm=False)
    assert report.results
    promises = [one for one in report.results if one.obligation.kind is not Kind.FINDING]
    unproved = [one.obligation.id for one in promises if one.verdict not in (Verdict.PROVED, Verdict.VACUOUS)]
    assert unproved == []


FINDINGS = {
    "act": [("CMP-9", {"cap_on": "one_raise"})],
    "one_turn": [("BTG-1", {"previous_player": "in_rotation"}), ("BTG-1", {"previous_player": "seat_before"})],
    "bet": [("BTG-2", {"all_in_answer": "cut_off"}), ("BTG-2", {"rotation_has": "without_all_in"})],
    "betting_move": [
        ("BTG-3", {"previous_player": "in_rotation"}),
        ("BTG-3", {"previous_player": "seat_before"}),
        ("BTG-3", {"amount_means": "chips_added"}),
    ],
}
"""What the letter of the document breaks, by the event in which it shows."""


@pytest.mark.parametrize("event", FINDINGS)
def test_where_the_letter_breaks_a_theorem_a_game_is_found(event: str) -> None:
    report = prove(LAW, only=event)
    assert report.failures() == ()
    assert {one.verdict for one in report.results} <= {Verdict.PROVED, Verdict.VACUOUS, Verdict.FOUND}
    found = [(one.obligation.claim, dict(one.fails[0].answers)) for one in report.findings()]
    assert sorted(found, key=str) == sorted(FINDINGS[event], key=str)
    for one in report.findings():
        assert one.obligation.kind is Kind.FINDING
        assert one.counterexample is not None and one.counterexample.confirmed is not None
        (scenario,) = one.counterexample.confirmed.scenario["scenarios"]
        profile = scenario.get("profile") or scenario["otherwise"]
        answers = {**LAW.profiles[profile], **scenario.get("rulings", {})}
        assert one.fails[0].includes(answers)
        assert one.obligation.claim in scenario["because"]


def test_the_catalogue_of_findings_is_that_of_the_theorems() -> None:
    """Every reading under which a theorem is declared to fail, those about money (which take long) among them."""
    declared = {
        (claim.id, name, answer)
        for event in LAW.events.values()
        for claim in (*event.requires, *event.ensures, *event.always)
        for reading in claim.fails_under
        for name, answer in reading.items()
    }
    of_betting = {(claim, *item) for some in FINDINGS.values() for claim, reading in some for item in reading.items()}
    of_money = {
        ("MON-2", "unequal_tie", "pooled"),
        ("MON-2", "folder_excess", "to_the_best"),
        ("MON-2A", "unequal_tie", "pooled"),
        ("MON-3", "unequal_tie", "pooled"),
        ("MON-4", "won_chips", "can_be_staked"),
        ("MON-10A", "tied_first", "joint_firsts"),
        ("MON-11", "unequal_tie", "pooled"),
        ("MON-14", "common_pot_in", "every_side_pot"),
        ("MON-14", "folder_excess", "by_place"),
        ("MON-16", "folder_excess", "by_place"),
        ("CMP-9", "cap_on", "one_raise"),
    }
    assert declared == of_betting | of_money
