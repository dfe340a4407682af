"""Accounts: what they must hold together, and what a written position leaves unsaid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ruleslawyer.machine.faults import PositionError, RuleFault
from ruleslawyer.machine.position import Position, StateKey
from ruleslawyer.machine.values import Value

if TYPE_CHECKING:
    from ruleslawyer.machine.setup import Setup


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
