"""`ruleslawyer play`: the narration of a game, and a seat at the keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

GAME = "dead-mans-draw"
Run = Callable[..., Result]


def test_a_small_game_is_told_whole(run: Run, tiny: Path) -> None:
    lines = run("play", tiny, "--seed", "4").stdout.splitlines()
    assert lines[0] == "Tiny 0.1.0 · 2 players · plain (The leaflet as it stands) · seed 4"
    assert lines[2:10] == [
        "round 1 · mover: p1",
        "      red 2: stock → offer                    PLAY Turn up chips one by one  [leaflet 1 ¶1]",
        "  p1  take: throw                             THROW Throw it away  [leaflet 1 ¶2]",
        "      red 2: offer → bin",
        "           p1    p2",
        "  heap     -     -",
        "  total    0     0",
        "    stock: 5 cards · bin: 1 card · offer: - · mover: p1",
    ]
    assert sum(line.startswith("round ") for line in lines) == 6
    assert lines[-1] == "p1 and p2 share the victory."


def test_the_same_seed_gives_the_same_narration(run: Run) -> None:
    assert run("play", GAME, "--seed", "9").stdout == run("play", GAME, "--seed", "9").stdout
    assert run("play", GAME, "--seed", "9").stdout != run("play", GAME, "--seed", "10").stdout


def test_a_seed_is_picked_and_printed_so_that_the_game_can_be_told_again(run: Run, tiny: Path) -> None:
    first = run("play", tiny).stdout
    seed = re.search(r"seed (\d+)", first)
    assert seed is not None
    assert run("play", tiny, "--seed", seed[1]).stdout == first


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("profile", ["reference", "print-and-play", "boxed"])
def test_a_game_ends_under_every_profile(run: Run, players: int, profile: str) -> None:
    result = run("play", GAME, "--profile", profile, "--players", players, "--seed", "2")
    assert result.exit_code == 0
    assert re.search(r"wins\.$|share the victory\.$", result.stdout.strip())


def test_json_lists_the_decisions_with_their_clauses(run: Run, tiny: Path) -> None:
    found = json.loads(run("play", tiny, "--seed", "4", "--json").stdout)
    choices = [step for step in found["decisions"] if step["label"] == "take"]
    assert [step["value"] for step in choices] == ["throw", "throw", "keep", "keep", "throw", "throw"]
    assert choices[2] == {"by": "p1", "label": "take", "value": "keep", "clauses": ["KEEP"]}
    assert found["measures"] == {"total": {"p1": 3, "p2": 3}}
    assert found["winners"] == ["p1", "p2"]


def test_a_person_chooses_by_number_and_may_ask_why(run: Run, tiny: Path) -> None:
    result = run("play", tiny, "--seed", "4", "--hands", "1", stdin="?\n1\n2\n2\n")
    assert result.exit_code == 0
    assert "    1  keep\n    2  throw\n" in result.stdout
    assert "  KEEP  Keep it\n      The mover may keep the chip.\n      leaflet 1 ¶2\n" in result.stdout
    assert result.stdout.count("p1 decides take") == 3
    assert "The game is over." in result.stdout


def test_a_choice_can_be_taken_back(run: Run, tiny: Path) -> None:
    result = run("play", tiny, "--seed", "4", "--hands", "1", stdin="u\n1\nu\n2\nq\n")
    assert "There is nothing to take back." in result.stdout
    assert "Taken back." in result.stdout
    kept, thrown = (result.stdout.index(text) for text in ("p1  take: keep", "p1  take: throw"))
    assert kept < result.stdout.index("Taken back.") < thrown
    assert result.stdout.count("round 1 ·") == 1
    assert "Until another time." in result.stdout


def test_what_is_no_number_of_a_choice_is_asked_again(run: Run, tiny: Path) -> None:
    result = run("play", tiny, "--seed", "4", "--hands", "1", stdin="0\n3\nkeep\n\nq\n")
    assert result.stdout.count("Type a number from 1 to 2") == 4


def test_the_end_of_input_quits(run: Run, tiny: Path) -> None:
    result = run("play", tiny, "--seed", "4", "--hands", "2", stdin="")
    assert result.exit_code == 0
    assert result.stdout.endswith("Until another time.\n")


def test_a_person_is_shown_only_what_the_seat_may_see(run: Run) -> None:
    """Set-up puts ten known cards into a discard pile that nobody may look through under this profile."""
    seen = run("play", GAME, "--profile", "reference", "--seed", "3", "--hands", "1", stdin="q\n").stdout
    assert "10 cards: deck → discard" in seen
    assert "anchor 2" not in seen
    everything = run("play", GAME, "--profile", "reference", "--seed", "3").stdout
    assert "anchor 2" in everything.splitlines()[1]


def test_a_card_that_only_another_seat_may_see_is_not_named(run: Run, tiny: Path) -> None:
    path = tiny / "rulebook.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("      top: rank\n    seen_by: everyone\n", "      top: rank\n    seen_by: owner\n")
    text = text.replace("    order: row\n    seen_by: everyone\n", "    order: row\n    seen_by: set(mover)\n")
    path.write_text(text, encoding="utf-8")
    assert run("check", path.parent).exit_code == 0, "the change is sound"
    told = run("play", path.parent, "--seed", "4", "--hands", "1", stdin="1\n").stdout
    of_other = [line for line in told.splitlines() if "heap[p2]" in line]
    assert of_other == [] or all("1 card:" in line for line in of_other)
    assert "1 card: stock → offer" in told
