"""Failures become the smallest scenario that still shows them, and a game from the set-up stays one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences, play
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.shrinking import Found, Shrinking
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.read import read_file, read_text_of
from ruleslawyer.scenario.write import to_yaml

Decisions = tuple[tuple[str, object], ...]
SILVER_IS_SPENT = ("- if: c.metal == gold and not", "- if: c.metal != copper and not")
GOLD_IS_LOST = (" and not any(s.metal == gold for s in spent)", "")
PASSING_PAYS = (
    "      passes: passes + 1",
    "      passes: passes + 1\n  - take: c\n    top: heap\n  - put: c\n    into: spent",
)
WHIST = Path(__file__).parent / "whist"


def found_by_chance(law: Law, key: FailureKey, answers: dict[str, str], players: int) -> Found:
    """The first of a number of random games that fails so."""
    for seed in range(200):
        random = Random(seed)
        machine = Machine(law, answers, players, backend=Compiled, monitor=True)
        played = play(machine, ChoiceSequences(random.randbytes(50), random.randbytes(50)))
        if played.failure is not None and played.failure.key == key and len(played.values) > 4:
            return Found(key, played.failure.message, answers, players, None, tuple(played.values))
    raise AssertionError(f"no game fails with {key}")


def shrunk(law: Law, clause: str, claim: str) -> tuple[Scenario, Scenario | None]:
    found = found_by_chance(law, FailureKey(clause, claim), dict(law.profiles["lenient"]), 3)
    return Shrinking(law, Compiled).shrink(found)


@pytest.mark.parametrize(
    ("change", "clause", "claim", "profile", "decisions"),
    [
        # Who may not pass takes without being asked, so one coin is enough.
        (SILVER_IS_SPENT, "TAKE", "SPENT", "strict", (("heap", "silver"),)),
        # A second gold coin is put where the first already lies, for nobody looks.
        (GOLD_IS_LOST, "TAKE", "[distinct]", "strict", (("heap", "gold"), ("heap", "gold #2"))),
        (PASSING_PAYS, "PASS", "SPENT", "lenient", (("choose_one", "skip"), ("heap", "copper"))),
    ],
)
def test_the_shortest_game(
    make_coins: Callable[..., Law], change: tuple[str, str], clause: str, claim: str, profile: str, decisions: Decisions
) -> None:
    game, _ = shrunk(make_coins(change), clause, claim)

    assert game.decisions == decisions
    assert (game.given, game.players, game.readings) == (None, 2, (Reading(profile=profile),))
    assert game.origin == "fuzz"
    assert claim in game.because


def test_a_shorter_position_stands_beside_the_game_and_says_what_it_is(make_coins: Callable[..., Law]) -> None:
    _, position = shrunk(make_coins(GOLD_IS_LOST), "TAKE", "[distinct]")

    assert position is not None
    assert position.given == {"at": "choose_one", "rest": "heap", "zones": {"spent": ["gold"]}}
    assert position.decisions == (("heap", "gold #2"),)
    assert position.because.endswith("It begins in a position to which no game has been shown to come.")


def test_a_position_that_is_no_shorter_is_not_shown(make_coins: Callable[..., Law]) -> None:
    _, position = shrunk(make_coins(SILVER_IS_SPENT), "TAKE", "SPENT")

    assert position is None


def test_it_fails_as_long_as_the_fault_is_there(make_coins: Callable[..., Law], coins: Law) -> None:
    law = make_coins(SILVER_IS_SPENT)
    game, _ = shrunk(law, "TAKE", "SPENT")
    [again] = read_text_of("again.yaml", to_yaml([game])).scenarios

    failure = Shrinking(law, Compiled).failure(again)

    assert failure is not None
    assert failure.key == FailureKey("TAKE", "SPENT")
    assert Shrinking(coins, Compiled).failure(again) is None


# -- a position that no game reaches fails by a correct rulebook too --------------------------------------------------


@pytest.fixture(scope="module")
def correct() -> Law:
    """A trick-taking game without faults, in which nobody stands at a menu that a position could name."""
    return load(str(WHIST / "spec" / "whist"))


def test_what_was_once_reduced_too_far_fails_by_the_correct_rulebook(correct: Law) -> None:
    """Two players have laid no card, so nobody's card is beaten: three take the trick."""
    [scenario] = read_file(WHIST / "reduced-too-far.yaml").scenarios

    failure = Shrinking(correct, Compiled).failure(scenario)

    assert failure is not None
    assert failure.key == FailureKey("W-2", "[value]")


def test_a_real_game_is_not_given_up_for_an_impossible_position(correct: Law, tmp_path: Path) -> None:
    """Trumps are worth no more than the suit that was led, so two cards of one rank both take the trick."""
    copytree(WHIST, tmp_path, dirs_exist_ok=True)
    rules = tmp_path / "spec" / "whist" / "whist.yaml"
    text = rules.read_text("utf-8")
    assert text.count("12 if c.suit == trump") == 1
    rules.write_text(text.replace("12 if c.suit == trump", "6 if c.suit == trump"), "utf-8")
    faulty = load(str(tmp_path / "spec" / "whist"))
    found = found_by_chance(faulty, FailureKey("W-2", "[value]"), dict(faulty.profiles["standard"]), 3)

    game, position = Shrinking(faulty, Compiled).shrink(found)

    assert game.given is None
    assert position is None
    assert Shrinking(faulty, Compiled).failure(game) is not None
    assert Shrinking(correct, Compiled).failure(game) is None
    # Trumps are named, and each of three players lays a card; one of the four things is forced, or one card dealt.
    assert len(game.decisions) == 4
