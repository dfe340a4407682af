"""Batches spread over processes. With one process they run where they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.state import Tally, Task
from ruleslawyer.language.check import check
from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.workers import without_interrupts

_fuzzer: Fuzzer | None = None
"""The fuzzer of a worker process, made when the process starts."""


RunBatches = Callable[[Sequence[Task]], list[Tally]]
"""Gives the tallies of some tasks, in their order."""


@contextmanager
def workers(law: Law, processes: int) -> Iterator[RunBatches]:
    """What runs batches; leaving it by an exception stops the processes at once."""
    if processes == 1:
        fuzzer = Fuzzer(law, Compiled)
        yield lambda tasks: [fuzzer.run(task) for task in tasks]
        return
    pool = ProcessPoolExecutor(processes, get_context("spawn"), _prepare, (law.rulebook,))

    def run(tasks: Sequence[Task]) -> list[Tally]:
        with without_interrupts():
            tallies = pool.map(_run, tasks)
        return list(tallies)

    try:
        yield run
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _prepare(rulebook: Rulebook) -> None:
    """Runs in a new worker."""
    global _fuzzer
    _fuzzer = Fuzzer(check(rulebook), Compiled)


def _run(task: Task) -> Tally:
    assert _fuzzer is not None
    return _fuzzer.run(task)
