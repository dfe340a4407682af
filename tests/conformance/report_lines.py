"""A reader of reports as JSON Lines, which knows a whole one from a part of one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


class TruncatedReport(ValueError):
    """The lines do not make a whole report."""


def read_jsonl(lines: Iterable[str]) -> list[dict[str, Any]]:
    """The records of one or more whole reports.

    :raises TruncatedReport: a report has no header or no footer, or its footer counts other lines.
    """
    records: list[dict[str, Any]] = []
    counts: dict[str, int] | None = None
    for number, line in enumerate(lines, start=1):
        try:
            record = json.loads(line)
            kind = record["kind"]
        except (ValueError, KeyError, TypeError):
            raise TruncatedReport(f"line {number} is no record: the report has been cut off or damaged") from None
        if (kind == "header") != (counts is None):
            raise TruncatedReport(f"line {number}: a report has one header, and it comes first")
        if kind == "header":
            counts = {"case": 0, "finding": 0}
        elif kind == "footer":
            assert counts is not None
            if (record.get("cases"), record.get("findings")) != (counts["case"], counts["finding"]):
                raise TruncatedReport(f"line {number}: the footer counts other lines than there are")
            counts = None
        elif counts is not None and kind in counts:
            counts[kind] += 1
        else:
            raise TruncatedReport(f"line {number}: there is no kind `{kind}`")
        records.append(record)
    if counts is not None or not records:
        raise TruncatedReport("the report has no footer: it was cut off")
    return records
