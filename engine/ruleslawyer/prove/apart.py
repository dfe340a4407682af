"""Proofs in a process of their own: other work goes on beside them, and an interrupt ends them whatever they are at."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import TYPE_CHECKING

from ruleslawyer.rulebook.diagnostics import RuleslawyerError
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.workers import without_interrupts

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law
    from ruleslawyer.prove.report import Report


Tick = Callable[[int, int], None]
"""Told how many parts are done, and how many there are."""


class ProverStopped(RuleslawyerError):
    """The process ended without a report; the message says what it said last."""


@dataclass(frozen=True)
class Wanted:
    """What is to be proved; see `ruleslawyer.prove.prove`."""

    players: range | None = None
    only: str | None = None
    timeout: float = 1800.0
    effort: int = 60_000_000
    confirm: bool = True


class Proving:
    """A context in which a rulebook is being proved; leaving it ends the process."""

    def __init__(self, law: Law, wanted: Wanted) -> None:
        context = get_context("spawn")
        self._connection, far_end = context.Pipe(duplex=False)
        self._process = context.Process(target=_prove, args=(law.rulebook, wanted, far_end), daemon=True)
        self._far_end = far_end
        self._report: Report | None = None
        self._failure: str | None = None

    def __enter__(self) -> Proving:
        try:
            with without_interrupts():
                self._process.start()
            self._far_end.close()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.terminate()
        self._process.join()
        self._connection.close()

    def look(self, tick: Tick, *, wait: float = 0.0) -> None:
        """Passes on how far the proofs are; waits so many seconds for news.

        :raises ProverStopped: the process has ended without a report.
        """
        while self._report is None and self._connection.poll(wait):
            try:
                kind, news = self._connection.recv()
            except EOFError:
                raise ProverStopped(self._failure or "it was ended from outside, for want of memory perhaps") from None
            if kind == "report":
                self._report = news
            elif kind == "failure":
                self._failure = news
            else:
                tick(*news)

    def report(self, tick: Tick) -> Report:
        """What was proved, once all of it is.

        :raises ProverStopped: the process has ended without a report.
        """
        while self._report is None:
            self.look(tick, wait=1.0)
        return self._report


def _prove(rulebook: Rulebook, wanted: Wanted, connection: Connection) -> None:
    """Runs in the process."""
    from ruleslawyer.language.check import check
    from ruleslawyer.prove import prove

    try:
        report = prove(
            check(rulebook),
            progress=lambda done, of, name: connection.send(("progress", (done, of))),
            **asdict(wanted),
        )
    except Exception as error:
        traceback.print_exc()
        connection.send(("failure", f"{type(error).__name__}: {error}"))
    else:
        connection.send(("report", report))
    connection.close()
