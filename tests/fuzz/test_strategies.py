"""The public strategies, as somebody else's tests use them."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ruleslawyer.fuzz.strategies import Game, decisions, games, machines, positions, rulings
from ruleslawyer.language import Law, load
from ruleslawyer.machine import Machine

LAW = load("dead-mans-draw")
CHECKED = settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@CHECKED
@given(rulings(LAW))
def test_rulings_answer_every_question(answers: dict[str, str]) -> None:
    assert {name: answers[name] in ruling.type.literals for name, ruling in LAW.rulings.items()} == dict.fromkeys(
        LAW.rulings, True
    )


@CHECKED
@given(rulings(LAW, ["boxed", "reference"]))
def test_rulings_may_be_those_of_profiles(answers: dict[str, str]) -> None:
    assert answers in (LAW.profiles["boxed"], LAW.profiles["reference"])


def test_an_unknown_profile_is_refused() -> None:
    with pytest.raises(ValueError, match="no profile `boxd`"):
        rulings(LAW, ["boxd"])


@CHECKED
@given(games(LAW, random_starts=True))
def test_a_game_goes_through_the_same_steps_as_it_plays(game: Game) -> None:
    played = game.play()
    steps = list(game.steps())

    assert played.failure is None
    assert [step.value for step in steps] == played.values
    assert [step.decision for step in steps] == played.decisions
    assert all(step.position.pending == step.decision for step in steps)


@CHECKED
@given(machines(LAW, players=[3]))
def test_machines_have_the_players_asked_for(machine: Machine) -> None:
    assert machine.players == 3


@CHECKED
@given(st.data())
def test_positions_are_sound_and_play_goes_on(data: st.DataObject) -> None:
    machine, position = data.draw(positions(LAW))

    machine.check(position)
    if position.pending is not None:
        machine.decide(position.copy(), data.draw(decisions(position)))


def test_there_is_nothing_to_decide_when_the_game_is_over(coins: Law) -> None:
    machine = Machine(coins, coins.profiles["strict"], 2)
    position = machine.start()
    while position.pending is not None:
        machine.decide(position, position.pending.values[0])

    with pytest.raises(ValueError, match="the game is over"):
        decisions(position)
