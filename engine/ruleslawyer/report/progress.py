"""How far a long job has come, on standard error: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

PATIENCE = 2.0
"""Seconds before the first sign."""
PAUSE = 10.0
"""Seconds between lines where there is no terminal."""


class Tick(Protocol):
    """Told how much is done, and of how much."""

    def __call__(self, done: int, of: int) -> None: ...


class Ticks(Protocol):
    """Told how much of a named job is done, and of how much."""

    def __call__(self, name: str, done: int, of: int) -> None: ...


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Tick]:
    """Shows how far one job has come, unless it is `quiet`."""
    with several((what,), quiet=quiet) as ticks:
        yield lambda done, of: ticks(what, done, of)


@contextmanager
def several(names: Sequence[str], *, quiet: bool = False) -> Iterator[Ticks]:
    """Shows how far several jobs have come that are done beside or after one another."""
    if quiet:
        yield lambda name, done, of: None
    elif sys.stderr.isatty():
        with _bars(names) as ticks:
            yield ticks
    else:
        yield _lines()


@contextmanager
def _bars(names: Sequence[str]) -> Iterator[Ticks]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from ruleslawyer.report.console import console

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn(), console=console(err=True), transient=True) as bars:
        tasks = {name: bars.add_task(name, total=None) for name in names}
        yield lambda name, done, of: bars.update(tasks[name], completed=done, total=of)


def _lines() -> Ticks:
    last = time.monotonic() - PAUSE + PATIENCE

    def tick(name: str, done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= PAUSE and done < of:
            last = time.monotonic()
            print(f"{name}: {done} of {of}", file=sys.stderr, flush=True)

    return tick
