"""Faster back-ends made from the same checked tree as the reference interpreter."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.compile.backend import Compiled
from ruleslawyer.language.law import Law
from ruleslawyer.machine.machine import Machine


def fast_machine(
    law: Law,
    answers: Mapping[str, str],
    players: int,
    *,
    options: Mapping[str, str] | None = None,
    monitor: bool = False,
) -> Machine:
    """A machine with the compiled back-end; see `Machine` for what it takes and raises."""
    return Machine(law, answers, players, options=options, monitor=monitor, backend=Compiled)


__all__ = ["Compiled", "fast_machine"]
