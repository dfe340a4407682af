"""How far a long job has come, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

PATIENCE = 2.0
"""Seconds before the first sign."""
PAUSE = 10.0
"""Seconds between lines where there is no terminal."""


Progress = Callable[[str, int, int], None]
"""Told the name of a job, how much of it is done, and of how much."""


@contextmanager
def progress(heading: str = "", *, quiet: bool = False) -> Iterator[Progress]:
    """Shows how far jobs have come, unless it is `quiet`. What stands after a colon in a name may change.

    :param heading: printed on standard output as soon as there is something to show.
    """
    if quiet:
        yield lambda name, done, of: None
        return
    left = [heading] if heading else []
    with _bars() if sys.stderr.isatty() else nullcontext(_lines()) as told:

        def headed(name: str, done: int, of: int) -> None:
            if left:
                print(left.pop(), flush=True)
            told(name, done, of)

        yield headed
    for line in left:
        print(line)


@contextmanager
def _bars() -> Iterator[Progress]:
    from rich import progress as rich

    from ruleslawyer.report.console import console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.TextColumn("{task.completed}/{task.total}"),
    )
    with rich.Progress(*columns, rich.TimeElapsedColumn(), console=console(err=True), transient=True) as bars:
        tasks: dict[str, rich.TaskID] = {}

        def told(name: str, done: int, of: int) -> None:
            job = name.partition(":")[0]
            if job not in tasks:
                tasks[job] = bars.add_task(name, total=None)
            bars.update(tasks[job], completed=done, total=of, description=name)

        yield told


def _lines() -> Progress:
    last = time.monotonic() - PAUSE + PATIENCE

    def told(name: str, done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE and done < of:
            last = time.monotonic()
            print(f"{name}, {done} of {of}", file=sys.stderr, flush=True)

    return told
