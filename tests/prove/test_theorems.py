"""Theorems that range over something: proved and monitored for every value that there was when the event began."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.language import Law
from ruleslawyer.machine import InvariantViolated, Machine
from ruleslawyer.prove import Verdict, prove
from ruleslawyer.rulebook.diagnostics import RulebookError

from .conftest import POINTS

LawOf = Callable[..., Law]

EVENTS = """
score:
  with:
    winner: Player
  policy: one
"""
CLAUSES = """
- id: STEP
  at: step
  do:
  - choose:
      anybody: players()
    by: first(players())
    ask: whoever
  - raise: score(anybody)
- id: SCORE
  at: score
  do:
  - pay: min(1, box)
    from: box
    into: points[{scorer}]
"""
THEOREM = """
lemmas:
- id: ONLY-WINNER
  event: score
  for:
    p: {range}
  {part}: {claim}
"""


def law(law_of: LawOf, scorer: str, claim: str, *, part: str = "ensures", range_: str = "players()") -> Law:
    theorem = THEOREM.format(part=part, claim=claim, range=range_)
    return law_of(CLAUSES.format(scorer=scorer), events=EVENTS, more=POINTS, invariants=theorem)


OTHERS = "points[p] == old(points[p]) or p == winner"


@pytest.mark.parametrize("part", ["ensures", "always"])
def test_what_holds_for_every_value_is_proved_and_monitored(law_of: LawOf, part: str) -> None:
    kept = law(law_of, "winner", OTHERS, part=part)
    assert prove(kept, only="score", confirm=False).verdict is Verdict.PROVED
    machine = Machine(kept, {}, 3, monitor=True)
    position = machine.start()
    for seat in (1, 2, 2, 0):
        machine.decide(position, seat)


def test_what_fails_for_one_value_is_refuted_and_met(law_of: LawOf) -> None:
    broken = law(law_of, "next(winner)", OTHERS)
    (failed,) = prove(broken, only="score", confirm=False).failures()
    assert failed.obligation.id == "SCORE:return:ONLY-WINNER"
    machine = Machine(broken, {}, 3, monitor=True)
    position = machine.start()
    with pytest.raises(InvariantViolated) as caught:
        machine.decide(position, 1)
    assert "for p = p3" in str(caught.value)


def test_the_range_is_that_of_the_start(law_of: LawOf) -> None:
    """Whoever had no points may have one afterwards, and is then no longer among those without."""
    range_ = "set(q for q in players() if points[q] == 0 and q == winner)"
    scored = law(law_of, "winner", "points[p] <= 1", range_=range_)
    assert prove(scored, only="score", confirm=False).verdict is Verdict.PROVED
    wrong = law(law_of, "winner", "points[p] == 0", range_=range_)
    assert prove(wrong, only="score", confirm=False).verdict is not Verdict.PROVED
    machine = Machine(wrong, {}, 2, monitor=True)
    position = machine.start()
    with pytest.raises(InvariantViolated):
        machine.decide(position, 1)


def test_a_requirement_may_range_too(law_of: LawOf) -> None:
    never = law(law_of, "winner", "points[p] < 1", part="requires")
    machine = Machine(never, {}, 2, monitor=True)
    position = machine.start()
    machine.decide(position, 1)
    with pytest.raises(InvariantViolated):
        machine.decide(position, 0)
    failed = {one.obligation.id for one in prove(never, only="step", confirm=False).failures()}
    assert failed == {"STEP:raise:ONLY-WINNER"}


def test_a_name_that_nothing_reads_is_refused(law_of: LawOf) -> None:
    with pytest.raises(RulebookError, match="unread-name"):
        law(law_of, "winner", "points[winner] > 0")
