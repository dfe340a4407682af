"""What a feature is worth, on a rulebook so small that it can be worked out by hand.

Six tiles are drawn in turn; when nobody stays, each of two players stores three. A heap is worth its tiles, that of the
deep gift twice as many, and that of the opponents of the broad gift half, rounded down.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main
from ruleslawyer.features.games import Question
from ruleslawyer.features.possession import possession_of
from ruleslawyer.features.worth import Answer, CannotGive, weigh
from ruleslawyer.language import Law, load

GIFTS = Path(__file__).parent / "rulebooks" / "gifts"
PROFILES = """profiles:
  only:
    title: The only reading
    answers:
      ends: empty
"""
RULING = """rulings:
  ends:
    asks: When does the game end?
    answers:
      empty:
        says: When no tile is left.
        authorities: us
      early:
        says: When one tile is left.
        authorities: us
sources:
  us:
    title: Ourselves
    language: en
    publisher: Ourselves
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rulebook of gifts with a profile, in which nobody may stay."""
    text = (GIFTS / "rulebook.yaml").read_text(encoding="utf-8")
    text = text.replace("clauses:\n", f"{RULING}{PROFILES}clauses:\n", 1)
    text = text.replace("while: any(", "while: len(stock) > (0 if ruling.ends == empty else 1) and any(")
    text = text.replace("  option: stay\n", "  option: stay\n  when: len(stock) == 0\n")
    folder = tmp_path_factory.mktemp("rulebooks") / "gifts"
    folder.mkdir()
    (folder / "rulebook.yaml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def law(folder: Path) -> Law:
    return load(str(folder))


def ask(law: Law, feature: str, games: int = 8) -> Answer:
    counts = {"random": games, "greedy": games}
    question = Question(possession_of(law, None), feature, "only", 2, counts, "worth", 1)
    (answer,) = weigh(law, [question], jobs=1)
    return answer


def test_a_gift_that_decides_every_game(law: Law) -> None:
    """Three tiles each: a shared victory. Twice three against three: the deep win, three ahead."""
    for worth in ask(law, "deep").worth.values():
        assert (worth.without.mean, worth.having.mean, worth.change.mean) == (0.5, 1.0, 0.5)
        assert worth.change.margin == 0
        assert (worth.ahead.mean, worth.ahead.margin) == (3, 0)


def test_the_gift_is_that_of_the_holder_in_every_seat(law: Law) -> None:
    """The holder gives all tiles away: none, against half of six."""
    for worth in ask(law, "broad").worth.values():
        assert (worth.without.mean, worth.having.mean) == (0.5, 0.0)
        assert worth.ahead.mean == -3


def test_the_smallest_position_on_which_it_matters(law: Law) -> None:
    case = ask(law, "deep", games=1).case
    assert case is not None
    seat = f"p{case.holder + 1}"
    assert case.scenario.given is not None
    assert case.scenario.given["zones"]["tokens"] == {seat: ["deep"]}  # type: ignore[index, call-overload]
    worth = {name: (one, other) for name, one, other in case.differences}
    assert worth[f"worth[{seat}]"] == ("1", "2"), "one tile is the least that can be doubled"
    assert case.scenario.decisions == ()


def test_a_gift_that_no_clause_asks_for_changes_nothing(law: Law) -> None:
    answer = ask(law, "idle")
    assert answer.case is None
    for worth in answer.worth.values():
        assert worth.played.count == 0
        assert (worth.change.mean, worth.change.margin, worth.ahead.mean) == (0, 0, 0)


def test_equal_seeds_have_equal_answers(law: Law) -> None:
    assert ask(law, "swift") == ask(law, "swift")


def test_a_feature_that_cannot_be_given(law: Law) -> None:
    zones = {name: replace(zone, per_player=name != "tokens" and zone.per_player) for name, zone in law.zones.items()}
    with pytest.raises(CannotGive, match="no way to give a Gift"):
        ask(replace(law, zones=zones), "deep")


# -- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in arguments], prog_name="ruleslawyer")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_command(folder: Path) -> None:
    named = run("compare", folder, "--feature", "Gift.deep", "--games", 4, "--seed", 1, "--jobs", 1)
    assert named.exit_code == 0
    assert "the holder wins 50.0 ± 0.0 % without it and 100.0 ± 0.0 % with it" in named.stdout
    assert "2 pairs of games, 2 players, greedy play" in named.stdout


def test_the_table_of_all(folder: Path) -> None:
    line = ("compare", folder, "--feature", "Gift", "--table", "--games", 2, "--seed", 1, "--jobs", 1)
    page = run(*line).stdout
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == ["swift", "broad", "deep", "idle"]
    assert "No position was found on which idle matters." in page
    data = json.loads(run(*line, "--json").stdout)
    assert [one["feature"] for one in data] == ["Gift.swift", "Gift.broad", "Gift.deep", "Gift.idle"]
    assert data[2]["games"]["random"]["change"] == {"mean": 0.5, "margin": 0.0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--feature", "depe"), "did you mean `deep`"),
        (("--gift", "deep"), "No such option"),
        (("--feature", "deep", "--ruling", "ends"), "neither `--profiles` nor `--ruling`"),
        (("--feature", "deep", "--measure", "wort"), "did you mean `worth`"),
        (("--table",), "go with `--feature`"),
    ],
)
def test_what_cannot_be_asked_is_explained(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run("compare", folder, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
