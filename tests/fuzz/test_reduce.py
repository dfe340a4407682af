"""Failures become the smallest scenario that still shows them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences, play
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.reduce import Found, Reducer
from ruleslawyer.fuzz.start import SET_UP
from ruleslawyer.language import Law
from ruleslawyer.machine import Machine
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.write import to_yaml

SILVER_IS_SPENT = ("- if: c.metal == gold and not", "- if: c.metal != copper and not")


def found_by_chance(law: Law, key: FailureKey) -> Found:
    """The first of a number of random games that fails so."""
    for seed in range(200):
        random = Random(seed)
        answers = law.profiles["lenient"]
        machine = Machine(law, answers, 3, backend=Compiled, monitor=True)
        played = play(machine, ChoiceSequences(random.randbytes(50), random.randbytes(50)))
        if played.failure is not None and played.failure.key == key and len(played.values) > 4:
            return Found(key, played.failure.message, answers, 3, SET_UP, tuple(played.values))
    raise AssertionError(f"no game fails with {key}")


def reduced(law: Law, key: FailureKey) -> Scenario:
    return Reducer(law, Compiled).reduce(found_by_chance(law, key))


def test_one_coin_is_enough(make_coins: Callable[..., Law]) -> None:
    scenario = reduced(make_coins(SILVER_IS_SPENT), FailureKey("TAKE", "SPENT"))

    assert scenario.decisions == (("choose_one", "take"), ("heap", "silver"))
    assert scenario.given == {"at": "choose_one", "rest": "heap"}
    assert scenario.players == 2
    assert scenario.readings == (Reading(profile="lenient"),)
    assert scenario.origin == "fuzz"
    assert "SPENT" in scenario.because


def test_it_fails_as_long_as_the_fault_is_there(make_coins: Callable[..., Law], coins: Law) -> None:
    law = make_coins(SILVER_IS_SPENT)
    scenario = reduced(law, FailureKey("TAKE", "SPENT"))
    [again] = read_text_of("again.yaml", to_yaml([scenario])).scenarios

    failure = Reducer(law, Compiled).failure(again)

    assert failure is not None
    assert failure.key == FailureKey("TAKE", "SPENT")
    assert Reducer(coins, Compiled).failure(again) is None


def test_a_lost_coin_needs_the_position_in_which_it_is_lost(make_coins: Callable[..., Law]) -> None:
    """A second gold coin is put where the first already lies, for nobody looks."""
    law = make_coins((" and not any(s.metal == gold for s in spent)", ""))

    scenario = reduced(law, FailureKey("TAKE", "[distinct]"))

    assert scenario.given == {"at": "choose_one", "rest": "heap", "zones": {"spent": ["gold #2"]}}
    assert scenario.decisions == (("heap", "gold"),)


def test_only_the_rulings_that_matter_are_kept(make_coins: Callable[..., Law]) -> None:
    pays = "      passes: passes + 1\n  - take: c\n    top: heap\n  - put: c\n    into: spent"
    law = make_coins(("      passes: passes + 1", pays))
    scenario = reduced(law, FailureKey("PASS", "SPENT"))

    assert scenario.readings == (Reading(profile="lenient"),)
    assert scenario.decisions == (("choose_one", "skip"), ("heap", "copper"))
    assert scenario.given == {"at": "choose_one", "rest": "heap"}
