"""Work shared out to processes, which an interrupt ends without a word."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeVar

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


def in_parallel(
    work: Callable[[Task], Outcome], tasks: Sequence[Task], jobs: int | None = None
) -> Iterator[tuple[int, Outcome]]:
    """The number of each task and what `work` makes of it, as they are done. Nothing is left running afterwards.

    :param work: a function of a module; it, the tasks and the outcomes must be picklable.
    :param jobs: processes, the number of processors if None; 1 works in this process.
    """
    jobs = min(len(tasks), jobs or os.cpu_count() or 1)
    if jobs <= 1:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    numbered = [(work, number, task) for number, task in enumerate(tasks)]
    with get_context("spawn").Pool(jobs, initializer=_ignore_interrupts) as pool:
        yield from pool.imap_unordered(_numbered, numbered)


def _numbered(task: tuple[Callable[[Task], Outcome], int, Task]) -> tuple[int, Outcome]:
    work, number, given = task
    return number, work(given)


def _ignore_interrupts() -> None:
    """The process that shares out the work is interrupted too, and ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
