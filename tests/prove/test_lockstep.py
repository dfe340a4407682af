"""The formulas admit whatever the machine does: whole games, decision by decision, and definitions by their values."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ruleslawyer.language import Law
from ruleslawyer.language.analysis import Footprints
from ruleslawyer.language.types import CardType, EnumType, PlayerType, SetType
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.prove.context import SAT, UNSAT, Context
from ruleslawyer.prove.contracts import Contracts
from ruleslawyer.prove.resolution import Resolution
from ruleslawyer.prove.results import Results
from ruleslawyer.prove.state import any_state
from ruleslawyer.prove.terms import eq, neg

from .lockstep import Disagreement, Taken, follow, taken
from .pinning import machine_value, membership_facts, position_facts

DECISIONS = 24


def random_game(law: Law, seed: int, decisions: int) -> tuple[Machine, list[Taken], list[Position]]:
    """A game under random answers, with every decision taken at random."""
    chance = random.Random(seed)
    answers = {name: chance.choice(ruling.type.literals) for name, ruling in law.rulings.items()}
    machine, trace = Machine(law, answers, 2 + seed % 3), Trace()
    position = machine.start(trace)
    positions = []
    while position.pending is not None and len(positions) < decisions:
        positions.append(position.copy())
        machine.decide(position, chance.choice(position.pending.values), trace)
    return machine, taken(trace, positions), positions


@pytest.mark.parametrize("seed", range(6))
def test_the_formulas_follow_a_game(law: Law, seed: int) -> None:
    machine, tape, positions = random_game(law, seed, DECISIONS)

    assert follow(law, machine.answers, machine.players, tape, card=seed * 7 % 60) == len(positions)


def test_a_game_that_the_rules_do_not_allow_is_noticed(law: Law) -> None:
    machine, tape, _ = random_game(law, 1, DECISIONS)
    place = next(place for place, one in enumerate(tape) if one.label == "act" and one.position is not None)
    other = "collect" if tape[place].value[0] == "draw" else "draw"

    with pytest.raises(Disagreement):
        follow(
            law,
            machine.answers,
            machine.players,
            [*tape[:place], replace(tape[place], value=(other, ())), *tape[place + 1 :]],
            0,
        )


def test_a_position_that_the_game_did_not_reach_is_noticed(law: Law) -> None:
    machine, tape, _ = random_game(law, 2, DECISIONS)
    places = [place for place, one in enumerate(tape) if one.position is not None]
    swapped = [*tape]
    swapped[places[-1]] = replace(tape[places[-1]], position=tape[places[2]].position)

    with pytest.raises(Disagreement):
        follow(law, machine.answers, machine.players, swapped, 0)


def arguments_of(law: Law, name: str, position: Position, chance: random.Random) -> list[object] | None:
    """Some arguments for a definition, None where it takes sets."""
    found: list[object] = []
    for parameter in law.definitions[name].parameters:
        match parameter.type:
            case PlayerType():
                found.append(chance.randrange(position.players))
            case CardType():
                found.append(chance.randrange(len(law.cards)))
            case EnumType():
                found.append(chance.choice(parameter.type.literals))
            case _:
                return None
    return found


@pytest.mark.parametrize("seed", range(20, 24))
def test_definitions_have_the_values_of_the_machine(law: Law, seed: int) -> None:
    """Each value is possible in the formulas, and most are the only one possible: the abstraction forgets little."""
    machine, _, positions = random_game(law, seed, 40)
    position = positions[-1]
    context = Context(law, range(machine.players, machine.players + 1), 10)
    for name, term in context.rulings.items():
        context.assume(eq(term, law.rulings[name].type.literals.index(machine.answers[name])))
    for name, term in context.options.items():
        context.assume(eq(term, law.options[name].literals.index(machine.options[name])))
    contracts = Contracts(context, Results(context), Footprints(law))
    state = any_state(context, law, symmetric=False)
    context.assume(context.is_generic(context.table.constant(seed)))
    for _, fact in position_facts(context, state, position):
        context.assume(fact)
    chance = random.Random(seed)
    exact, asked = 0, 0
    for name, definition in law.definitions.items():
        arguments = arguments_of(law, name, position, chance)
        if arguments is None:
            continue
        value = machine.evaluate_definition(position, name, arguments)
        terms = [
            _term(context, one, parameter.type) for one, parameter in zip(arguments, definition.parameters, strict=True)
        ]
        with context.scope(), context.apart():
            term = Resolution(contracts.evaluator(state)).define(name, terms)
            of = definition.gives.element if isinstance(definition.gives, SetType) else definition.gives
            goal = machine_value(context, value, of, term)
            for fact in membership_facts(context, state, position):
                context.assume(fact)
            assert context.check(goal) == SAT, name
            asked += 1
            exact += context.check(neg(goal)) == UNSAT
    assert asked >= 20
    assert exact >= 0.8 * asked


def _term(context: Context, value: object, of: object) -> object:
    if isinstance(of, CardType):
        assert isinstance(value, int)
        return context.table.constant(value)
    return of.literals.index(value) if isinstance(of, EnumType) else value
