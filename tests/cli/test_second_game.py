"""The commands on a game of bets: amounts, hidden cards, long choices."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

GAME = "death-and-taxes"
Run = Callable[..., Result]

BETS = """\
rulebook: death-and-taxes
players: 3
at: act
zones:
  veiled: {p1: [hubris 1], p2: [malice 2], p3: [banality 3]}
  hand_cards: {p2: [hell 11]}
state:
  round_number: 8
  active: p1
  small_blind: p2
  purse: {p1: 900, p2: 920, p3: 840}
  personal_pot: {p1: 0, p2: 80, p3: 160}
rest: aside
"""
"""160 is asked of p1 in a round without a cap; p2 holds a reaction to a raise."""


@pytest.fixture
def bets(tmp_path: Path) -> Path:
    path = tmp_path / "bets.yaml"
    path.write_text(BETS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def told() -> str:
    """A whole game as it is told to p1, who takes the first choice, or the lowest number, each time."""
    from click.testing import CliRunner

    from ruleslawyer.cli.main import main

    line = ["play", GAME, "--seed", "3", "--players", "2", "--hands", "1", "--profile", "suggested"]
    result = CliRunner(env={"COLUMNS": "140"}).invoke(
        main, line, input="1\n50\n150\n500\n" * 60, prog_name="ruleslawyer"
    )
    assert result.exit_code == 0
    return result.stdout


# -- play -------------------------------------------------------------------------------------------------------------


def test_a_game_at_random_is_told_to_its_end_with_scores_in_chips(run: Run) -> None:
    lines = run("play", GAME, "--seed", "3", "--players", "2").stdout.splitlines()
    assert sum(line.startswith("duel_round ") for line in lines) == 8
    assert re.search(r"wins\.$|share the victory\.$", lines[-1])
    zone, score = (
        [line.split()[1:] for line in lines if line.split()[:1] == [name]][-1] for name in ("score_zone", "score")
    )
    assert zone == score


def test_json_has_scores_in_chips(run: Run) -> None:
    found = json.loads(run("play", GAME, "--seed", "3", "--players", "2", "--json").stdout)
    assert found["over"]
    assert 0 < sum(found["measures"]["score"].values()) <= 5050
    raised = [step["value"] for step in found["decisions"] if "raise_to" in str(step["value"])]
    assert raised and all(step["raise_to"]["amount"] % 10 == 0 for step in raised)


def test_a_bet_is_one_line_and_its_amount_is_asked_for(told: str) -> None:
    assert "    1  raise_to(amount: 50 to 150 by 10)\n" in told
    assert "  [amount from 50 to 150, by 10] > " in told
    assert re.search(r"by 10\] >   p1  act: raise_to\(amount: 50\)", told)
    assert max(map(len, re.findall(r"^    (\d+)  ", told, re.MULTILINE))) < 3


def test_an_amount_that_is_not_allowed_is_asked_for_again(run: Run) -> None:
    typed = "1\n1\n1\n1\n55\n160\n50\nq\n"
    shown = run("play", GAME, "--seed", "3", "--players", "3", "--hands", "1", stdin=typed).stdout
    assert shown.count("Type a number from 50 to 150, by 10, or ?, u or q.") == 2
    assert "50: purse[p1] → personal_pot[p1]" in shown


def test_a_choice_of_one_is_taken_without_asking(told: str) -> None:
    assert "  p1  lay_cards: enough_laid (nothing else is possible) " in told
    assert not re.search(r"p1 decides \w+:\n    1  \w+\n  \[", told)


def test_others_are_seen_to_lay_cards_but_not_which(told: str) -> None:
    assert "  p2  lay_cards: lay_card(card: hidden) " in told
    assert "1 card: hand_cards[p2] → veiled[p2]" in told
    assert "  p2  lay_cards: enough_laid " in told
    assert not re.search(r"p2  lay_cards: lay_card\(card: (?!hidden)", told)


def test_that_somebody_else_had_no_choice_is_not_told(told: str) -> None:
    assert "nothing else is possible" in told
    assert not re.search(r"p2  act: .*nothing else is possible", told)


# -- ask --------------------------------------------------------------------------------------------------------------


def test_what_may_be_bet_is_shown_as_an_amount_with_all_else_beside_it(run: Run, bets: Path) -> None:
    shown = " ".join(run("ask", bets).stdout.split())
    assert "p1 decides act: raise_to(amount: 170 to 900 by 10); call_bet;" in shown
    assert "fold_cards; flip(card: hubris 1)" in shown


def test_a_decision_is_given_as_it_is_shown_or_as_a_scenario_has_it(run: Run, bets: Path) -> None:
    shown = run("ask", bets, "--decide", "act=raise_to(amount: 300)", "--json")
    written = run("ask", bets, "--decide", "act={raise_to: {amount: 300}}", "--json")
    one, other = (json.loads(result.stdout)["readings"] for result in (shown, written))
    assert one == other
    assert {"what": "300: purse[p1] → personal_pot[p1]", "entry": "ROT-8"} in one[0]["stages"][1]["happened"]
    assert one[0]["stages"][1]["legal"] == ["none", "hell 11"]


def test_an_amount_that_is_not_legal_is_said_to_be_so(run: Run, bets: Path) -> None:
    result = run("ask", bets, "--decide", "act=raise_to(amount: 305)")
    assert result.exit_code == 2
    assert "`raise_to(amount: 305)` is not legal" in result.stderr
    assert "raise_to(amount: 170 to 900 by 10); call_bet" in result.stderr


# -- compare ----------------------------------------------------------------------------------------------------------


def test_a_question_about_bets_is_compared_in_chips(run: Run) -> None:
    line = ("compare", GAME, "--ruling", "all_in_answer", "--games", "4", "--seed", "1", "--jobs", "1")
    (found,) = json.loads(run(*line, "--json").stdout)["rulings"]
    assert found["case"]["scenario"]["id"].startswith("q20-respond")
    different = {one["what"]: one["answers"] for one in found["case"]["differences"]}
    assert different["score_zone[p1]"] == ["0", "80"]
    assert list(found["effect"]["shifts"]) == ["score"]


def test_another_scenario_of_the_question_is_tried_before_a_search(run: Run) -> None:
    """The second answer to the same question has the position in which a bet takes more than the cap."""
    shown = run("compare", GAME, "--ruling", "stack_return", "--games", "0", "--seed", "1", "--jobs", "1").stdout
    assert "the scenario q37-" in shown
    assert "found by search" not in shown
