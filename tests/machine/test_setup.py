"""What a machine can be made for, and how a game is laid out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import Machine, RuleFault, SetupError

LawOf = Callable[..., Law]
RULING = """
    rulings:
      early:
        asks: When?
        answers:
          now:
            says: At once.
            authorities: book
          later:
            says: Later.
            authorities: book
    sources:
      book:
        title: A book
        language: en
        publisher: nobody
    options:
      length: [short, long]
    profiles:
      plain:
        title: Plain
        answers:
          early: now
    """
DO = "- set:\n    count: (1 if ruling.early == now else 2) + (1 if options.length == long else 0)"


@pytest.mark.parametrize("players", [0, 1, 4, -1])
def test_the_number_of_players_is_the_rulebooks(law_of: LawOf, players: int) -> None:
    with pytest.raises(SetupError, match=f"{players} players: `small` is for 2 to 3"):
        Machine(law_of(), {}, players)


def test_rulings_and_options_decide(law_of: LawOf) -> None:
    law = law_of(DO, more=RULING)
    assert Machine(law, {"early": "now"}, 2).start().state["count", None] == 1
    assert Machine(law, {"early": "later"}, 2, options={"length": "long"}).start().state["count", None] == 3


@pytest.mark.parametrize(
    ("answers", "options", "message"),
    [
        ({}, {}, "the rulings early have no answer"),
        ({"early": "new"}, {}, "`new` is no answer to the ruling `early`; did you mean `now`?"),
        ({"early": "now", "erly": "now"}, {}, "no ruling is called `erly`; did you mean `early`?"),
        ({"early": "now"}, {"length": "lang"}, "`lang` is no answer to the option `length`; did you mean `long`?"),
        ({"early": "now"}, {"width": "short"}, "no option is called `width`"),
    ],
)
def test_unknown_answers_are_named(
    law_of: LawOf, answers: dict[str, str], options: dict[str, str], message: str
) -> None:
    law = law_of(DO, more=RULING)
    with pytest.raises(SetupError) as caught:
        Machine(law, answers, 2, options=options)
    assert message in str(caught.value)


def test_cards_that_no_zone_starts_with_are_aside(law_of: LawOf) -> None:
    law = law_of()
    assert Machine(law, {}, 2).start().aside == frozenset()
    zones = """
        box:
          holds: Tile
          order: bag
          seen_by: nobody
          starts: set(c for c in cards() if c.colour == red)
        """
    with pytest.raises(SetupError, match="`box` starts with cards that another zone starts with: red 1, red 2, red 3"):
        Machine(law_of("- set:\n    count: len(box)", zones=zones), {}, 2).start()


def test_a_definition_can_be_asked_for(law_of: LawOf) -> None:
    clauses = """
        - id: DEF-1
          define: height
          with:
            p: Player
          gives: Int
          is: sum(c.number for c in towers[p])
        """
    do = "- move: x\n  from: stock\n  into: towers[last(players())]\n- set:\n    count: min(3, height(active))"
    machine = Machine(law_of(do, clauses=clauses), {}, 2)
    position = machine.start()
    assert machine.evaluate_definition(position, "height", [1]) == 12
    assert machine.evaluate_definition(position, "height", [0]) == 0
    with pytest.raises(SetupError, match="did you mean `height`"):
        machine.evaluate_definition(position, "hight", [0])
    with pytest.raises(SetupError, match="takes 1 arguments, 0 are given"):
        machine.evaluate_definition(position, "height")


def test_a_definition_without_a_value_is_a_fault_of_its_clause(law_of: LawOf) -> None:
    clauses = """
        - id: DEF-1
          define: greatest
          gives: Int
          is: max(c.number for c in row)
        """
    machine = Machine(law_of("- if: count > 0\n  do:\n  - set:\n      count: greatest()", clauses=clauses), {}, 2)
    with pytest.raises(RuleFault, match="`max` of nothing"):
        machine.evaluate_definition(machine.start(), "greatest")
