"""What can go wrong while a rulebook is played, in the order in which a user meets it.

`SetupError`: the machine cannot be made (seats, rulings, options). `PositionError`: a written position is impossible.
`IllegalDecision`: the value is not among the legal ones. `RuleFault`: the rulebook breaks one of its obligations.
`InvariantViolated`: a claim about the rulebook is false here. `StepLimitExceeded`, `ChoiceLimitExceeded`: it never
comes to a decision, or to too large a one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.rulebook.diagnostics import RuleslawyerError

if TYPE_CHECKING:
    from ruleslawyer.language.law import Claim
    from ruleslawyer.machine.position import Decision, Position
    from ruleslawyer.machine.values import Value


class MachineError(RuleslawyerError):
    """Base of everything that this room raises on purpose."""


class SetupError(MachineError):
    """A machine was asked for with seats, answers or options that the rulebook does not know."""


class PositionError(MachineError):
    """A written position is malformed or impossible; `part` says where in it, `hint` what to write instead."""

    def __init__(self, message: str, *, part: str | None = None, hint: str | None = None) -> None:
        self.message = message
        self.part = part
        self.hint = hint
        super().__init__("".join((f"{part}: " if part else "", message, f" ({hint})" if hint else "")))


class IllegalDecision(MachineError):
    """The value is not a legal value of the pending decision; the message lists those that are."""

    def __init__(self, message: str, decision: Decision | None, value: Value) -> None:
        self.decision = decision
        self.value = value
        super().__init__(message)


class RuleFault(MachineError):
    """The rulebook broke an obligation in this position.

    `code` is a stable slug (`gap`, `overlap`, `conflict`, `stuck`, `empty`, `not-there`, `not-held`, `held`, `bounds`,
    `distinct`, `scope-not-empty`, `ends-with`, `give`, `nothing-to-choose`, `conservation`, `measure`, `pay`,
    `accounts`, `absent`, `value`, `unbound`), `clause` the id of the entry at fault.
    """

    def __init__(self, code: str, clause: str, message: str, position: Position) -> None:
        self.code = code
        self.clause = clause
        self.message = message
        self.position = position
        super().__init__(f"{clause}: {message} [{code}]")


class InvariantViolated(MachineError):
    """A claim (an invariant, a contract line or a theorem) is false in `position`."""

    def __init__(self, claim: Claim, position: Position, *, detail: str = "") -> None:
        self.claim = claim
        self.position = position
        self.detail = detail
        super().__init__(f"{claim.id}: {claim.title or claim.says} does not hold{f' {detail}' if detail else ''}")


class StepLimitExceeded(MachineError):
    """More program steps than allowed passed without a decision: the rulebook most likely loops for ever."""

    def __init__(self, clause: str, limit: int, position: Position) -> None:
        self.clause = clause
        self.position = position
        super().__init__(f"{clause}: no decision within {limit} steps; does a loop here never end?")


class ChoiceLimitExceeded(MachineError):
    """A decision has more legal values than allowed."""

    def __init__(self, clause: str, limit: int, position: Position) -> None:
        self.clause = clause
        self.position = position
        super().__init__(f"{clause}: more than {limit} legal values for one decision")


class ObligationBroken(Exception):
    """Internal: raised where the clause is not known; the machine turns it into a `RuleFault` of the running clause."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        self.code = code
        self.message = message
        self.clause = clause
        super().__init__(message)
