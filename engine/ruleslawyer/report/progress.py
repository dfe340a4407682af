"""How far a long job has come, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

PATIENCE = 2.0
"""Seconds before the first sign."""
PAUSE = 10.0
"""Seconds between lines where there is no terminal."""


class Tick(Protocol):
    """Told how much is done, and of how much."""

    def __call__(self, done: int, of: int) -> None: ...


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Tick]:
    """Shows how far `what` has come, unless it is `quiet`."""
    if quiet:
        yield lambda done, of: None
    elif sys.stderr.isatty():
        with _bar(what) as tick:
            yield tick
    else:
        yield _lines(what)


@contextmanager
def _bar(what: str) -> Iterator[Tick]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ruleslawyer.report.console import console

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console(err=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def _lines(what: str) -> Tick:
    last = time.monotonic() - PAUSE + PATIENCE

    def tick(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE and done < of:
            last = time.monotonic()
            print(f"{what}: {done} of {of}", file=sys.stderr, flush=True)

    return tick
