"""What a suite is asked to be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ruleslawyer.language.law import Law
from ruleslawyer.scenario.model import Reading


@dataclass(frozen=True)
class Request:
    """A suite for one reading, and how long to look for cases.

    `answers` answers every ruling; `base` is the profile that answers most of them so (empty: there is none). `players`
    are the numbers of seats. `pairs`: whether pairs of clauses are goals too. `examples` and `seconds`: whichever is
    reached first ends the play; None is no limit. `options` are variants of play that are not the first of their kind.
    """

    answers: Mapping[str, str]
    base: str
    players: tuple[int, ...]
    pairs: bool = False
    seed: int = 0
    examples: int | None = 500
    seconds: float | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def readings(self, law: Law) -> tuple[tuple[Reading, ...], str]:
        """The reading as scenarios say it, and the profile that answers the rest, if any."""
        if not self.answers:
            return (), ""
        given = law.profiles.get(self.base, {})
        other = {name: answer for name, answer in self.answers.items() if given.get(name) != answer}
        if not other:
            return (Reading(profile=self.base),), ""
        return (Reading(rulings=other),), self.base

    def reading_name(self, law: Law) -> str:
        """The reading in words; empty for a rulebook without questions."""
        readings, otherwise = self.readings(law)
        return ", otherwise ".join([*map(str, readings), *([otherwise] if otherwise else [])])
