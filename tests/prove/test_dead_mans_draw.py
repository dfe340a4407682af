"""What is proved of Dead Man's Draw, for two to four players and under every reading."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.language.inference import cases_of
from ruleslawyer.language.law import Event
from ruleslawyer.prove import Kind, Report, Verdict, prove
from ruleslawyer.prove.context import EFFORT
from ruleslawyer.rulebook.locate import data_folder

RULEBOOK = "dead-mans-draw"

PROMISED = {
    "SCO-SUM": "the score is the sum over the suits of the best card",
    "SCO-BOUND": "a score is at most 72",
    "SCO-BEST": "no winner is outscored",
    "SET-7": "the top of every stack is its highest card",
    "KRA-BOUND": "no more than two cards are owed",
    "KRA-HELD": "a debt has a Kraken behind it",
    "KRA-COLLECT": "nobody collects what is owed",
    "KEY-EXACT": "a bonus takes exactly min(count, discard)",
    "KEY-BANKED": "what it takes goes to the bank",
    "COL-ALL": "the bonus of a collecting counts the cards that were collected",
    "BST-BONUS": "the bonus of a bust counts the cards that were protected",
    "END-ONLY": "the game ends only when the draw pile is empty",
    "END-NEXT": "no turn begins after the one that took the last card",
    "TRN-DRAWS": "every turn draws a card",
}


def test_everything_is_proved(report: Report) -> None:
    assert [result.obligation.id for result in report.failures()] == []
    assert report.verdict is Verdict.PROVED
    assert report.players == (2, 4)


@pytest.mark.parametrize("claim", PROMISED)
def test_proved(report: Report, claim: str) -> None:
    (row,) = (row for row in report.rows() if row.id == claim)
    assert row.verdict is Verdict.PROVED, PROMISED[claim]
    assert row.counts["proved"] > 0


def test_cards_are_conserved_by_every_clause_that_ends(report: Report, law: Law) -> None:
    conserved = {
        result.obligation.clause
        for result in report.results
        if result.obligation.kind is Kind.CONSERVATION and result.verdict is Verdict.PROVED
    }
    acting = [event for event in law.events.values() if event.policy != "each"]
    cases = (case for event in acting for case in cases_of(event))
    ends = {end for event in law.events.values() if event.policy == "each" for end in ends_of(event)}
    assert conserved == {case.id for case in cases} | ends


def ends_of(event: Event) -> Iterator[str]:
    """After which of its rules a sequence may be over: those behind it need not apply. If none need, after none."""
    for case in reversed(event.rules):
        yield case.id
        if case.when is None:
            return
    yield event.name


def test_no_question_comes_near_its_limit(report: Report) -> None:
    """A verdict must not hang on a limit that the next version of the solver may reach."""
    assert 0 < max(result.effort for result in report.results) <= EFFORT // 3


def test_the_report_is_plain_data(report: Report) -> None:
    written = json.loads(json.dumps(report.as_json()))
    assert written["verdict"] == "proved"
    assert sum(sum(row["counts"].values()) for row in written["rows"]) == len(written["results"]) == len(report.results)


def changed(folder: Path, file: str, old: str, new: str) -> Law:
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / RULEBOOK, folder / kind / RULEBOOK)
    path = folder / "invariants" / RULEBOOK / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    return load(str(folder / "spec" / RULEBOOK))


def test_a_claim_that_only_some_readings_allow_says_which(tmp_path: Path) -> None:
    """Three cards are owed only where a second Kraken adds to the one card that an Anchor, banking at once, left owed,
    and pays nothing of it."""
    law = changed(tmp_path, "debt.yaml", "    owed <= 2 or\n", "    owed <= 2 or len(table) < 0 and\n")

    report = prove(law, only="KRA-1/owe", confirm=False)

    (result,) = (one for one in report.failures() if one.obligation.claim == "KRA-BOUND")
    assert [dict(cube.answers) for cube in result.fails] == [
        {
            "anchor_saves": "at_once",
            "kraken_banked": "debt_stays",
            "kraken_again": "adds",
            "kraken_pays": "pays_nothing",
        }
    ]
    assert {"anchor_saves": "on_bust"} in [dict(cube.answers) for cube in result.holds]


def test_each_number_of_players_alone(law: Law) -> None:
    report = prove(law, players=range(3, 4), only="ability", confirm=False)

    assert report.verdict is Verdict.PROVED
    assert report.players == (3, 3)
