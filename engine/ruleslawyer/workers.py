"""Work shared out to processes, which an interrupt ends without a word."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar, cast

from ruleslawyer.rulebook.diagnostics import RuleslawyerError

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerStopped(RuleslawyerError):
    """A process ended in the middle of its work, for want of memory perhaps."""


def in_parallel(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None = None
) -> Iterator[tuple[int, Result]]:
    """The number of each task and what `work` makes of it, as they are done. Nothing is left running afterwards.

    :param work: a function of a module; it, the tasks and the outcomes must be picklable.
    :param jobs: processes, the number of processors if None; 1 works in this process.
    :raises WorkerStopped: a process was ended from outside. What `work` raises is raised here too.
    """
    jobs = min(len(tasks), jobs or os.cpu_count() or 1)
    if jobs <= 1:
        yield from ((number, work(task)) for number, task in enumerate(tasks))
        return
    processes: list[BaseProcess] = []
    try:
        connections = [_started(work, processes) for _ in range(jobs)]
        yield from _shared_out(tasks, connections)
    finally:
        for process in processes:
            if process.pid is not None:
                process.terminate()
                process.join()


def _started(work: Callable[[Task], Result], processes: list[BaseProcess]) -> Connection:
    """Starts one more process, and returns the way to it."""
    context = get_context("spawn")
    near, far = context.Pipe()
    process = context.Process(target=_serve, args=(work, far), daemon=True)
    processes.append(process)
    with without_interrupts():
        process.start()
    far.close()
    return near


def _shared_out(tasks: Sequence[Task], connections: Sequence[Connection]) -> Iterator[tuple[int, Any]]:
    waiting = enumerate(tasks)
    working: dict[Connection, int] = {}

    def give(connection: Connection) -> None:
        for number, task in waiting:
            working[connection] = number
            connection.send(task)
            return

    for connection in connections:
        give(connection)
    while working:
        for ready in wait(list(working)):
            connection = cast(Connection, ready)
            try:
                outcome, error = connection.recv()
            except EOFError:
                raise WorkerStopped("a process of this program was ended from outside") from None
            if error is not None:
                raise error
            number = working.pop(connection)
            give(connection)
            yield number, outcome


def _serve(work: Callable[[Any], object], connection: Connection) -> None:
    """Runs in a process: works on one task after another until it is ended, or whoever shares out the work has gone."""
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        try:
            done: tuple[object, Exception | None] = (work(task), None)
        except Exception as error:
            error.add_note("".join(traceback.format_exception(error)).rstrip())
            done = (None, error)
        connection.send(done)


@contextmanager
def without_interrupts() -> Iterator[None]:
    """Holds interrupts back, also in the processes that are started here, and there for good.

    Whoever interrupts a program interrupts all its processes; the first of them ends the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Starting the tracker lets interrupts through again, so it is started first.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
