"""Titles and citations."""

from __future__ import annotations

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.narration.citing import Citing


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw")


def test_the_source_of_the_profile_comes_first(law: Law) -> None:
    assert Citing(law, "reference").main_citation("HOK-1/play") == "reference 三.4 钩爪 ¶1,3"
    assert Citing(law, "print-and-play").main_citation("HOK-1/play") == "print-and-play 花色能力 ¶2"
    assert Citing(law, "print-and-play").citations("BST-4") == Citing(law).citations("BST-4"), "which 002 does not cite"


def test_a_helper_and_what_the_machine_runs_have_no_citation(law: Law) -> None:
    citing = Citing(law)
    assert citing.main_citation("IN-PLAY") == ""
    assert (citing.title("@start"), citing.main_citation("@start")) == ("@start", "")


def test_exceptions_are_told_from_rules(law: Law) -> None:
    citing = Citing(law)
    assert citing.is_exception("KRA-2")
    assert not citing.is_exception("TRN-7")
    assert not citing.is_exception("KRA-1/demand")


def test_data_has_what_people_read(law: Law) -> None:
    (found,) = Citing(law).data(["KRA-4"])
    assert found == {
        "entry": "KRA-4",
        "clause": "KRA-4",
        "title": "A Kraken pays nothing of an older debt",
        "says": "Another Kraken does not count toward what an earlier one still demands.",
        "cite": ["practice"],
    }
