"""What is to be proved, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Kind(Enum):
    """The families of obligations; the value is how a report names them."""

    CONSERVATION = "cards conserved"
    HELD = "cards in hand accounted for"
    SCOPED = "scoped zones emptied"
    MEMBERSHIP = "taken cards lie there"
    SUPPLY = "piles large enough"
    DISTINCT = "rows stay distinct"
    CHOICE = "forced choices possible"
    BOUNDS = "values within bounds"
    PAYMENT = "payments covered"
    DEFINED = "expressions defined"
    INVARIANT = "invariants"
    REQUIRES = "requirements met"
    ENSURES = "promises kept on return"
    ALWAYS = "promises kept however it ends"
    RESULT = "events give one result"
    ABSENT = "what an option leaves out is not used"
    ENDS_WITH = "scopes end as declared"
    MENU = "menus offer something"
    COMPLETE = "decision tables complete"
    OVERLAP = "decision tables without overlap"
    CONFLICT = "exceptions without conflict"
    MEASURE = "termination measures"
    SETUP = "set-up"
    FINDING = "failures that are declared"
    ENCODING = "encoded"


class Verdict(Enum):
    """`VACUOUS`: the rulebook never gets there, so there was nothing to prove. `FOUND`: it is declared to fail under a
    reading, and a game was found in which it does."""

    PROVED = "proved"
    FOUND = "found"
    VIOLATED = "violated"
    UNPROVED = "unproved"
    VACUOUS = "vacuous"


@dataclass(frozen=True)
class Obligation:
    """`clause` is the entry (empty: the rulebook as a whole), `claim` the invariant or contract, if it is about one."""

    id: str
    kind: Kind
    clause: str
    claim: str
    text: str


@dataclass(frozen=True)
class Change:
    """A zone or variable before and after, as text."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Counterexample:
    """Why an obligation failed: `changes` since the clause began (nothing else changed), the decisions on the way.

    `card`: the one card followed through the zones, with where it was and is. `confirmed`: a game that gets there;
    None: none was found by playing.
    """

    players: int
    readings: Mapping[str, str]
    parameters: Mapping[str, str]
    decisions: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    card: str
    reason: str = ""
    confirmed: Confirmation | None = None


@dataclass(frozen=True)
class Confirmation:
    """A game that the machine played into the fault, and the scenario file that replays it."""

    message: str
    players: int
    answers: Mapping[str, str]
    decisions: tuple[tuple[str, str], ...]
    scenario: Mapping[str, Any]


@dataclass(frozen=True)
class Cube:
    """Some rulings with the answers that matter; every other ruling may have any answer."""

    answers: Mapping[str, str]

    def includes(self, readings: Mapping[str, str]) -> bool:
        """Whether answers to all rulings lie in it."""
        return all(readings.get(name) == answer for name, answer in self.answers.items())

    def __str__(self) -> str:
        return " and ".join(f"{name} = {answer}" for name, answer in self.answers.items()) or "every reading"


@dataclass(frozen=True)
class Result:
    """The verdict on an obligation. `holds`: the readings under which it was proved although it fails under others.

    `effort`: what the hardest of its questions took, in the solver's own steps. `reason`: why the solver gave one up.
    """

    obligation: Obligation
    verdict: Verdict
    seconds: float
    counterexample: Counterexample | None = None
    fails: tuple[Cube, ...] = ()
    holds: tuple[Cube, ...] = ()
    effort: int = 0
    reason: str = ""
