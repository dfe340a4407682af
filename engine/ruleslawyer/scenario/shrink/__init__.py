"""Smaller cases that fail in the same way: one shrinker for whatever somebody calls a failure.

`shrinker` holds the contract and the order of the passes, `passes` what each of them leaves out, `later` turns a game
into a position. What counts as a failure is the caller's: a judge says how a scenario fails, or that it does not.
"""

from ruleslawyer.scenario.shrink.later import begun_later
from ruleslawyer.scenario.shrink.shrinker import (
    ONE_READING,
    TOPS,
    Failing,
    Judge,
    MachineOf,
    Spent,
    shrink,
    size,
)

__all__ = [
    "ONE_READING",
    "TOPS",
    "Failing",
    "Judge",
    "MachineOf",
    "Spent",
    "begun_later",
    "shrink",
    "size",
]
