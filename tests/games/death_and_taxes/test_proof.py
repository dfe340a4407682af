"""What is proved of Death & Taxes at every number of players and under every reading: a choice of events, for time."""

from __future__ import annotations

import pytest

from ruleslawyer.language import load
from ruleslawyer.prove import prove
from ruleslawyer.prove.docket import Verdict

LAW = load("death-and-taxes")


@pytest.mark.parametrize(
    "event",
    [
        "setup",
        "play_eight_rounds",
        "act",  # bets range up to what a player has
        "fire",  # effects wait in a set of any cards
        "return_topped",  # the last card of a row goes back first
        "draw_six",  # cards are dealt from the deck of whichever player it is
        "settle_side_pots",
        "settle_pots",
        "share_rest",
    ],
)
def test_an_event_is_proved(event: str) -> None:
    report = prove(LAW, only=event, confirm=False)
    assert report.results
    unproved = [one.obligation.id for one in report.results if one.verdict not in (Verdict.PROVED, Verdict.VACUOUS)]
    assert unproved == []
