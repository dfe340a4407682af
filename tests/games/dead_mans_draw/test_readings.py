"""`matters_when` of the rulings: a question that is called dead changes nothing, and one that is alive does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pytest

from ruleslawyer.language import load, tree
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position import Position

LAW = load("dead-mans-draw")
CONDITIONAL = [ruling.name for ruling in LAW.rulings.values() if ruling.matters_when is not None]
GAMES = 8


def matters(expression: tree.Expression, answers: Mapping[str, str]) -> bool:
    if isinstance(expression, tree.Not):
        return not matters(expression.operand, answers)
    if isinstance(expression, tree.Logic):
        both = all if expression.operator == "and" else any
        return both(matters(operand, answers) for operand in expression.operands)
    assert isinstance(expression, tree.Compare)
    assert isinstance(expression.right, tree.Literal)
    if isinstance(expression.left, tree.OptionRead):
        given = LAW.options[expression.left.name].literals[0]
    else:
        assert isinstance(expression.left, tree.RulingRead)
        given = answers[expression.left.name]
    return (given == expression.right.value) == (expression.operator == "==")


def readings(name: str, alive: bool, luck: random.Random) -> tuple[dict[str, str], dict[str, str]]:
    """Two sets of answers that differ on one ruling, which is alive or dead under the others."""
    condition = LAW.rulings[name].matters_when
    assert condition is not None
    while True:
        answers = {ruling.name: luck.choice(ruling.type.literals) for ruling in LAW.rulings.values()}
        if matters(condition, answers) == alive:
            others = [literal for literal in LAW.rulings[name].type.literals if literal != answers[name]]
            return answers, {**answers, name: luck.choice(others)}


def seen(position: Position) -> object:
    zones = {place: tuple(content.cards()) for place, content in position.zones.items()}
    pending = position.pending
    asked = None if pending is None else (pending.label, pending.by, pending.values)
    return zones, position.state, position.winners, asked


def play(first: dict[str, str], second: dict[str, str], luck: random.Random) -> Iterator[tuple[object, object]]:
    """One game played with the same decisions under two readings: what is seen under each after every decision."""
    machines = [Machine(LAW, answers, 2) for answers in (first, second)]
    positions = [machine.start() for machine in machines]
    while positions[0].pending is not None:
        value = luck.choice(positions[0].pending.values)
        for machine, position in zip(machines, positions, strict=True):
            machine.decide(position, value)
        yield seen(positions[0]), seen(positions[1])


@pytest.mark.parametrize("name", CONDITIONAL)
def test_a_dead_question_changes_nothing(name: str) -> None:
    luck = random.Random(name)
    for _ in range(GAMES):
        for one, other in play(*readings(name, False, luck), luck):
            assert one == other


def test_a_question_that_is_alive_changes_something() -> None:
    luck = random.Random(2)
    both = (play(*readings("sword_owned", True, luck), luck) for _ in range(GAMES))
    assert any(one != other for game in both for one, other in game)
