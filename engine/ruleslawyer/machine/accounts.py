"""Accounts: paying from one into another, what they must hold together, and what a written position leaves unsaid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.machine import trace as record
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.faults import ObligationBroken, PositionError, RuleFault
from ruleslawyer.machine.position import Frame, Position, StateKey
from ruleslawyer.machine.values import Value

if TYPE_CHECKING:
    from ruleslawyer.machine.run import Run
    from ruleslawyer.machine.setup import Setup


@dataclass(frozen=True, slots=True)
class Account:
    """An account as a statement names it."""

    name: str
    index: Evaluate | None

    def key(self, position: Position, frame: Frame) -> StateKey:
        """The account meant, of this seat if every player has one."""
        if self.index is None:
            return self.name, None
        return self.name, self.index(position, frame.locals, frame.zones)


@dataclass(frozen=True, slots=True)
class Pay:
    """Moves an amount between accounts; that it is there is an obligation."""

    label: str
    amount: Evaluate
    source: Account
    target: Account

    def run(self, run: Run, frame: Frame) -> None:
        position = run.position
        amount = self.amount(position, frame.locals, frame.zones)
        source, target = self.source.key(position, frame), self.target.key(position, frame)
        holds = position.state[source]
        if not 0 <= amount <= holds:
            raise ObligationBroken("pay", f"{amount} is paid from `{source[0]}`, which holds {holds}")
        if amount and source != target:
            position.state[source] = holds - amount
            position.state[target] += amount
            if run.trace is not None:
                run.trace.records.append(record.Paid(amount, source, target, frame.entry))
        frame.counter += 1


def check_accounts(setup: Setup, position: Position) -> None:
    """No account is below 0, and together they hold the total.

    :raises RuleFault: they do not; the message says what they hold.
    """
    keys = setup.account_keys
    if not keys:
        return
    held = [position.state[key] for key in keys]
    if min(held) < 0 or sum(held) != setup.total:
        message = f"the accounts hold {sum(held)} together, the least {min(held)}; the total is {setup.total}"
        clause = position.frames[-1].entry if position.frames else setup.law.begins
        raise RuleFault("accounts", clause, message, position)


def fill_accounts(setup: Setup, position: Position, written: Mapping[StateKey, Value]) -> None:
    """What a written position leaves unsaid: if it names any account the others hold nothing, and the one that holds
    all at the start holds the rest.

    :raises PositionError: the accounts together do not hold the total.
    """
    named = [key for key in setup.account_keys if key in written]
    if not named:
        return
    rest = setup.total - sum(written[key] for key in named)
    treasury: StateKey = (setup.law.treasury or "", None)
    if rest < 0 or (rest and treasury in named):
        together = setup.total - rest
        raise PositionError(
            f"the accounts hold {together} together, the total is {setup.total}",
            part="state",
            hint=f"leave `{treasury[0]}` out: it holds what is left" if rest > 0 else "take some away",
        )
    for key in setup.account_keys:
        if key not in written:
            position.state[key] = rest if key == treasury else 0
