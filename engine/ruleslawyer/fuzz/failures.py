"""What a game can meet that no rulebook should do, and when two such failures are the same."""

from __future__ import annotations

import re
from typing import NamedTuple

from ruleslawyer.language.analysis import Footprints, claim_expressions
from ruleslawyer.language.law import Law
from ruleslawyer.machine import ChoiceLimitExceeded, InvariantViolated, MachineError, RuleFault, StepLimitExceeded
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Assigned, Moved, Step


class FailureKey(NamedTuple):
    """Failures with one key are one bug: the entry that ran, and the claim or obligation (`[gap]`, say) that was
    broken."""

    clause: str
    claim: str

    def __str__(self) -> str:
        return f"{self.claim} in {self.clause}"


class Failure(NamedTuple):
    """A failure as the machine reported it; `position` is the one at the fault.

    `kind` is what the message says but for the cards and numbers in it: that there is too much of something is one kind
    of failure, however much it is, and that there is nothing of it another.
    """

    key: FailureKey
    message: str
    position: Position
    kind: str = ""


def failure_of(law: Law, error: MachineError, step: Step | None = None) -> Failure | None:
    """The failure that an error means; None for a mistake of the caller (an illegal decision, a bad position).

    :param step: what happened since the last decision. A claim may be looked at long after it was broken, so the
        culprit is the entry that last changed something which the claim reads.
    """
    if isinstance(error, RuleFault):
        key = FailureKey(error.clause, f"[{error.code}]")
        return Failure(key, str(error), error.position, _kind(law, error.message))
    if isinstance(error, InvariantViolated):
        clause = _last_writer(Footprints(law).reads(*claim_expressions(error.claim)).places, step, error.position)
        return Failure(FailureKey(clause, error.claim.id), str(error), error.position)
    if isinstance(error, StepLimitExceeded):
        return Failure(FailureKey(error.clause, "[step-limit]"), str(error), error.position)
    if isinstance(error, ChoiceLimitExceeded):
        return Failure(FailureKey(error.clause, "[choice-limit]"), str(error), error.position)
    return None


def _kind(law: Law, message: str) -> str:
    for name in sorted((card.name for card in law.cards if card.name in message), key=len, reverse=True):
        message = message.replace(name, "CARD")
    return re.sub(r"\b[1-9]\d*\b", "N", message)


def _last_writer(read: frozenset[str], step: Step | None, position: Position) -> str:
    for record in reversed(step.records if step is not None else ()):
        if isinstance(record, Assigned) and record.name in read:
            return record.entry
        if isinstance(record, Moved):
            places = (place for place in (record.source, record.target) if place is not None)
            if any(place[0] in read for place in places):
                return record.entry
    return position.frames[-1].entry if position.frames else "the end"
