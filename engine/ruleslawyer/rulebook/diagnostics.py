"""Errors that teach: a place, the line, a caret, the clause, and what to write instead."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ruleslawyer.rulebook.nodes import Span

MAX_SHOWN = 100
"""Most faults that a message shows."""


@dataclass(frozen=True)
class Diagnostic:
    """One fault of a rulebook. `code` is a stable slug (`unknown-name`), `hint` says what to write instead."""

    code: str
    message: str
    span: Span | None = None
    clause: str | None = None
    hint: str | None = None


class RuleslawyerError(Exception):
    """Base of everything that is raised on purpose."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every fault: where, what, in which clause, and what to write instead."""
        code: str = getattr(self, "code", "") or re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(self).__name__).lower()
        return (Diagnostic(code, str(self), clause=getattr(self, "clause", None), hint=getattr(self, "hint", None)),)


class UsageError(RuleslawyerError):
    """What was asked for does not fit the rulebook, or itself."""


class RulebookError(RuleslawyerError):
    """A rulebook, scenario or position that cannot be used; carries every fault found in it."""

    def __init__(self, diagnostics: Iterable[Diagnostic], files: Mapping[str, str] | None = None) -> None:
        self._diagnostics = tuple(diagnostics)
        self.files = dict(files or {})
        super().__init__(self._diagnostics)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every fault that was found."""
        return self._diagnostics

    def __str__(self) -> str:
        """The first `MAX_SHOWN` faults as users see them, and how many more there are."""
        shown = [render(one, self.files) for one in self.diagnostics[:MAX_SHOWN]]
        more = len(self.diagnostics) - len(shown)
        return "\n\n".join([*shown, f"and {more} more faults"] if more else shown)


class EnoughFaults(Exception):
    """So many faults were found that looking for more helps nobody."""


class Faults(list[Diagnostic]):
    """Faults that a reader collects. A hostile file can hold a hundred thousand, so the list is bounded."""

    def append(self, fault: Diagnostic) -> None:
        """:raises EnoughFaults: when twice as many have been found as are shown."""
        super().append(fault)
        if len(self) >= 2 * MAX_SHOWN:
            raise EnoughFaults


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The known name that `name` was most likely meant to be, or None."""
    return next(iter(difflib.get_close_matches(name, sorted(set(candidates)), n=1, cutoff=0.6)), None)


def did_you_mean(name: str, candidates: Iterable[str]) -> str:
    """A hint that names the nearest candidate, or lists them all when none is near."""
    known = sorted(set(candidates))
    near = nearest(name, known)
    if near is not None:
        return f"did you mean `{near}`?"
    return f"known here: {', '.join(known)}" if known else "nothing is known here"


MAX_QUOTE = 160
"""Longest part of a line that is quoted, in characters."""


def render(diagnostic: Diagnostic, files: Mapping[str, str]) -> str:
    """The diagnostic as users see it: place and message, quoted line with caret, clause, hint."""
    span = diagnostic.span
    lines = [f"{span}: {diagnostic.message}" if span else diagnostic.message]
    lines[0] += f" [{diagnostic.code}]"
    if span is not None and span.file in files:
        lines += _quote(span, files[span.file].splitlines())
    if diagnostic.clause is not None:
        lines.append(f"  = in clause {diagnostic.clause}")
    if diagnostic.hint is not None:
        lines.append(f"  = {diagnostic.hint}")
    return "\n".join(_printable(line) for line in lines)


def _quote(span: Span, text: list[str]) -> list[str]:
    """The line that `span` begins in, and carets under the span; of a very long line only the part around it."""
    if not 0 < span.line <= len(text):
        return []
    quoted = text[span.line - 1]
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(quoted)
    cut = start - MAX_QUOTE // 2 if len(quoted) > MAX_QUOTE and start > MAX_QUOTE // 2 else 0
    shown = quoted[cut : cut + MAX_QUOTE]
    lead = "".join("\t" if c == "\t" else " " * _width(c) for c in shown[: start - cut])
    width = sum(_width(c) for c in shown[start - cut : max(start, end) - cut])
    return [f"  | {shown}", f"  | {lead}{'^' * max(1, width)}"]


def _printable(line: str) -> str:
    """Control characters of a hostile file must not reach the terminal."""
    return "".join(c if c.isprintable() or c in "\t " else "\N{REPLACEMENT CHARACTER}" for c in line)


def _width(character: str) -> int:
    """Terminal columns of a character: carets must line up under Chinese text as well."""
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
