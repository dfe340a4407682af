"""Prints a narration to the terminal: in three columns what happened, by which clause, by which source; and boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleslawyer.language.outline import measures
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.snapshot import Audience
from ruleslawyer.narration.citing import Citing
from ruleslawyer.narration.narrator import Line, winners_text
from ruleslawyer.report.board import board, shared_text
from ruleslawyer.report.console import console, show

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.text import Text

WIDE = 46
"""Columns of what happened; the clause stands to the right of them."""
STYLES = {"decision": "bold", "begin": "bold cyan", "reason": "italic"}
INDENTS = {"decision": 2, "effect": 6, "reason": 6}


class Printer:
    """Prints lines of a narration as they come."""

    def __init__(self, machine: Machine, audience: Audience, citing: Citing) -> None:
        self.machine = machine
        self.audience = audience
        self.citing = citing
        self.console = console()
        self._last: str | None = None

    def show(self, lines: Iterable[Line]) -> None:
        """Prints lines; after each round the board."""
        for line in lines:
            if line.kind == "begin":
                self.console.print(f"\n{line.text}", style=STYLES["begin"])
            elif line.kind == "end":
                if line.position is not None:
                    self.board(line.position)
            else:
                self.console.print(self._line(line), no_wrap=True, overflow="ellipsis", crop=True)
            self._last = line.entry if line.kind != "begin" else None

    def board(self, position: Position, indent: int = 2) -> None:
        """The zones as the audience sees them."""
        from rich.padding import Padding
        from rich.text import Text

        table = board(self.machine, position, self.audience)
        if table.row_count:
            show(self.console, Padding(table, (0, 0, 0, indent)))
        text = shared_text(self.machine, position, self.audience)
        show(self.console, Text(f"{' ' * (indent + 2)}{text}", style="dim"))

    def result(self, position: Position) -> None:
        """The final board, the numbers that decide, and who won."""
        self.console.print("\nThe game is over.", style="bold cyan")
        self.board(position)
        for name in measures(self.machine.law):
            definition = self.machine.law.definitions[name]
            by = f"{self.citing.title(definition.clause)}  [{self.citing.main_citation(definition.clause)}]"
            self.console.print(f"    {name}: {by}", style="dim", no_wrap=True, overflow="ellipsis")
        self.console.print(f"\n{winners_text(position)}", style="bold")

    def _line(self, line: Line) -> Text:
        from rich.cells import cell_len
        from rich.text import Text

        text = Text(" " * INDENTS[line.kind])
        text.append(line.text, style=STYLES.get(line.kind, ""))
        if line.entry is None or (line.entry == self._last and line.kind == "effect"):
            return text
        text.append(" " * max(2, WIDE - cell_len(text.plain)))
        text.append(self.citing.title(line.entry))
        citation = self.citing.main_citation(line.entry)
        if citation:
            text.append(f"  [{citation}]", style="dim")
        return text
