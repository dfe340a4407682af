"""Cards listed in a CSV table beside the rulebook's files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.files import read_text
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.model import CardRow
from ruleslawyer.rulebook.nodes import Span, Text

MAX_ROWS = 10_000
"""Most rows of a table."""


def read_table(
    name: Text, beside: Path, folder: Path, files: dict[str, str], faults: list[Diagnostic]
) -> tuple[CardRow, ...]:
    """The rows of the table `name`; the first line of the file names the columns.

    The table lies in the folder of `beside`, the file that names it. Its text is added to `files`; what is wrong with
    it is added to `faults`.
    """
    path = beside.parent / name.value
    if not path.exists():
        hint = f"put `{name}` into the folder of `{beside.name}`"
        faults.append(Diagnostic("no-such-file", f"there is no file `{name}`", name.span, hint=hint))
        return ()
    content = read_text(path, folder, faults)
    if content is None:
        return ()
    shown = shown_name(path)
    files[shown] = content
    return _rows(shown, content, faults)


def _rows(shown: str, content: str, faults: list[Diagnostic]) -> tuple[CardRow, ...]:
    reader = csv.reader(io.StringIO(content), strict=True)
    columns: list[str] | None = None
    rows: list[CardRow] = []
    before = len(faults)
    try:
        for cells in reader:
            line = reader.line_num
            if not cells:
                continue
            if columns is None:
                columns = [cell.strip() for cell in cells]
                _check_columns(shown, line, columns, faults)
            elif len(cells) != len(columns):
                message = f"this row has {len(cells)} cells, but there are {len(columns)} columns"
                faults.append(Diagnostic("bad-table", message, _line(shown, line)))
            else:
                pairs = zip(columns, (cell.strip() for cell in cells), strict=True)
                rows.append(CardRow(tuple(pairs), _line(shown, line)))
            if len(rows) > MAX_ROWS:
                faults.append(Diagnostic("bad-table", f"more than {MAX_ROWS} rows", _line(shown, line)))
                return ()
    except csv.Error as error:
        faults.append(Diagnostic("bad-table", f"this is not a CSV table: {error}", _line(shown, reader.line_num)))
    if not rows and len(faults) == before:
        hint = "the first line names the columns, each further line is a card"
        faults.append(Diagnostic("bad-table", "this table lists no cards", _line(shown, 1), hint=hint))
    return tuple(rows)


def _check_columns(shown: str, line: int, columns: list[str], faults: list[Diagnostic]) -> None:
    for column in columns:
        if not column or columns.count(column) > 1:
            message = f"the column `{column}` is named twice" if column else "a column has no name"
            faults.append(Diagnostic("bad-table", message, _line(shown, line)))
            return


def _line(shown: str, line: int) -> Span:
    return Span(shown, max(1, line), 1, max(1, line), 2)
