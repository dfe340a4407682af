"""Batches spread over processes. With one process they run where they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.state import Tally, Task
from ruleslawyer.language.check import check
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.workers import without_interrupts

_fuzzer: Fuzzer | None = None
"""The fuzzer of a worker process, made when the process starts."""


class Workers:
    """A context that runs batches; leaving it by an exception stops the processes at once."""

    def __init__(self, law: Law, processes: int) -> None:
        self._law = law
        self._processes = processes
        self._local: Fuzzer | None = None
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        if self._processes > 1:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, _prepare, (self._law.rulebook,))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._pool is None:
            return
        if kind is not None:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def run(self, tasks: Sequence[Task]) -> list[Tally]:
        """The tallies of the tasks, in their order."""
        if self._pool is not None:
            with without_interrupts():
                tallies = self._pool.map(_run, tasks)
            return list(tallies)
        if self._local is None:
            self._local = Fuzzer(self._law, Compiled)
        return [self._local.run(task) for task in tasks]


def _prepare(rulebook: Rulebook) -> None:
    """Runs in a new worker."""
    global _fuzzer
    _fuzzer = Fuzzer(check(rulebook), Compiled)


def _run(task: Task) -> Tally:
    assert _fuzzer is not None
    return _fuzzer.run(task)
