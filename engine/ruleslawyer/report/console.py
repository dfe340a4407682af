"""The terminal: colour only where somebody looks, and lines as wide as they need where nobody does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

FILE_WIDTH = 140
"""Columns of what is written to a file or a pipe, unless `COLUMNS` says otherwise."""


def console(*, err: bool = False) -> Console:
    """A console on standard output or standard error."""
    from rich.console import Console

    stream = sys.stderr if err else sys.stdout
    terminal = stream.isatty()
    plain = not terminal or bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    columns = os.environ.get("COLUMNS", "")
    width = None if terminal else int(columns) if columns.isdecimal() and int(columns) > 20 else FILE_WIDTH
    return _with_pipes(Console)(
        file=stream, highlight=False, markup=False, emoji=False, width=width, color_system=None if plain else "auto"
    )


def _with_pipes(console: type[Console]) -> type[Console]:
    """A console that lets the program decide what a closed pipe means, where rich would end it with code 1."""

    class WithPipes(console):  # type: ignore[misc, valid-type]
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return WithPipes


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[RenderableType]],
    *,
    numbers: Sequence[str] = (),
    whole: Sequence[str] = (),
) -> None:
    """Prints a table on standard output.

    :param numbers: columns that are flush right.
    :param whole: columns whose cells are never broken.
    """
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        justify: Literal["left", "right"] = "right" if name in numbers else "left"
        table.add_column(name, overflow="fold", justify=justify, no_wrap=name in whole)
    for row in rows:
        table.add_row(*row)
    show(console(), table)


def show(terminal: Console, renderable: RenderableType) -> None:
    """Prints a table or a padded one; without the blanks at line ends where nobody looks."""
    if terminal.is_terminal:
        terminal.print(renderable)
        return
    with terminal.capture() as captured:
        terminal.print(renderable)
    for line in captured.get().splitlines():
        terminal.print(line.rstrip(), soft_wrap=True)
