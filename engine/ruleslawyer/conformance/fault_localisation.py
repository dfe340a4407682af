"""From all failures of a run to the clauses that explain them, the best explanation first.

Spectrum-based fault localisation (Ochiai): a clause is the more suspect the more of the failures it took part in, and
the fewer of the moments that went well. Each failure's own evidence weighs it; a clause that names what all the
differing cards have in common is more likely than one that is about any card. Greedily, the best clause takes the
failures that it can explain, until none is left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ruleslawyer.conformance.evidence import TOOK_PART, Evidence, Weights
from ruleslawyer.conformance.verdicts import Execution

NAMED = 1.5
"""How much more suspect a clause is that names what all differing cards have in common."""
MOST_GROUPS = 30


@dataclass(frozen=True)
class Explanation:
    """A clause, and the failures that it explains, in the order given."""

    clause: str
    failures: tuple[Execution, ...]


class FaultLocaliser:
    """Collects what went wrong.

    :param well: by clause, how many moments went well in which it had a part.
    """

    def __init__(self, evidence: Evidence, well: Mapping[str, int]) -> None:
        self.evidence = evidence
        self.failures: list[Execution] = []
        self._weights: list[Weights] = []
        self._well = well

    def note(self, failure: Execution) -> None:
        """Takes a failure into account."""
        self.failures.append(failure)
        self._weights.append(self.evidence.weights(failure))

    def explanations(self) -> list[Explanation]:
        """The clauses that explain all failures, the best explanation first."""
        left = list(range(len(self.failures)))
        found: list[Explanation] = []
        while left and len(found) < MOST_GROUPS:
            clause = self._best(left)
            if clause is None:
                break
            own = [index for index in left if self._explains(clause, index)]
            own = own or [index for index in left if clause in self._weights[index]]
            found.append(Explanation(clause, tuple(self.failures[index] for index in own)))
            left = [index for index in left if index not in own]
        return found

    def _explains(self, clause: str, index: int) -> bool:
        weights = self._weights[index]
        if not weights:
            return False
        return weights.get(clause, 0.0) >= min(TOOK_PART, max(weights.values()))

    def _best(self, left: Sequence[int]) -> str | None:
        candidates = {clause for index in left for clause in self._weights[index]}
        common = self._in_common(left)
        return max(sorted(candidates), key=lambda clause: self._score(clause, left, common), default=None)

    def _score(self, clause: str, left: Sequence[int], common: frozenset[str]) -> float:
        weights = [self._weights[index].get(clause, 0.0) for index in left]
        part = sum(weight > 0 for weight in weights)
        ochiai = part / math.sqrt(len(left) * (part + self._well.get(clause, 0)))
        named = NAMED if common & self.evidence.index.mentions(clause) else 1.0
        return sum(weights) / len(left) * ochiai * named

    def _in_common(self, left: Sequence[int]) -> frozenset[str]:
        """The words that describe every card that lies elsewhere than it should, in all of the failures."""
        return self.evidence.words([one for index in left for one in self.failures[index].differences])
