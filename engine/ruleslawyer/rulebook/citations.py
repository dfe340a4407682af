"""The one notation for citations, which rulebooks are written in and reports print.

A source, then the places in it: `reference 二 ¶1,4; 三.4 锚 ¶1-3`. Several sources are several such lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.nodes import Listing, Node, Span, Text

MAX_PARAGRAPHS = 1_000
"""Most paragraphs of one section."""
MAX_WIDTH = 100
"""Places of one source that take more characters go on in a line of their own."""

_NUMBERS = re.compile(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?")


@dataclass(frozen=True)
class Citation:
    """Where a sentence of the law comes from. No `paragraphs`: the whole section. `section` None: the whole source.
    `span` is the paragraphs, or the section or source where no paragraphs are named."""

    source: Text
    section: Text | None
    paragraphs: tuple[int, ...]
    span: Span = field(compare=False)


def read_citations(node: Node | None, faults: list[Diagnostic], clause: str | None = None) -> tuple[Citation, ...]:
    """What a text or a list of texts cites, in order; what cannot be read is left out and reported."""
    listed = node.items if isinstance(node, Listing) else (node,)
    return tuple(
        citation for item in listed if isinstance(item, Text) for citation in _Reader(item, faults, clause).citations()
    )


def read_paragraphs(text: Text, faults: list[Diagnostic]) -> tuple[int, ...]:
    """The numbers that `1,4-6` stands for, in order, each once."""
    return _Reader(text, faults, None).paragraphs(0, len(text.value))


def citation_lines(citations: Iterable[Citation], width: int = 10**6) -> list[str]:
    """One line for each run of citations of one source, and more where a line would be longer than `width`."""
    lines: list[str] = []
    before = ""
    for one in citations:
        place = _place_text(one)
        if place and one.source.value == before and len(lines[-1]) + len(place) + 2 <= width:
            lines[-1] += f"; {place}"
        else:
            lines.append(f"{one.source} {place}".rstrip())
        before = one.source.value if place else ""
    return lines


def citation_text(citation: Citation) -> str:
    """`source section ¶3,5`."""
    return citation_lines([citation])[0]


def _place_text(citation: Citation) -> str:
    paragraphs = f"¶{number_runs(citation.paragraphs)}" if citation.paragraphs else ""
    return " ".join(part for part in (str(citation.section or ""), paragraphs) if part)


def number_runs(numbers: Sequence[int]) -> str:
    """`1,3-5` for 1, 3, 4, 5."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


class _Reader:
    """Reads one line of citations; every fault points at the part that is wrong."""

    def __init__(self, text: Text, faults: list[Diagnostic], clause: str | None) -> None:
        self.text, self.faults, self.clause = text, faults, clause

    def citations(self) -> Iterator[Citation]:
        value = self.text.value
        start = len(value) - len(value.lstrip())
        end = start + len(value[start:].split(maxsplit=1)[0])
        source = Text(value[start:end], self.text.part(start, end))
        if not value[end:].strip():
            yield Citation(source, None, (), source.span)
            return
        for place in self.split(";", end, len(value)):
            found = self.place(source, *place)
            if found is not None:
                yield found

    def place(self, source: Text, start: int, end: int) -> Citation | None:
        """The citation of `section ¶1,4-6`, of `section` or of `¶1,4-6`."""
        written = self.text.value[start:end]
        name, sign, _ = written.partition("¶")
        if not written.strip():
            self.fault("empty-text", "a section is expected here", start, end, "remove the `;`, or write a section")
            return None
        mark = start + len(name)
        first, last = start + len(name) - len(name.lstrip()), start + len(name.rstrip())
        section = Text(self.text.value[first:last], self.text.part(first, last)) if name.strip() else None
        span = self.text.part(mark if sign else first, start + len(written.rstrip()))
        return Citation(source, section, self.paragraphs(mark + 1, end) if sign else (), span)

    def paragraphs(self, start: int, end: int) -> tuple[int, ...]:
        runs = [self.run(*run) for run in self.split(",", start, end)]
        return tuple(sorted({number for run in runs for number in run}))

    def split(self, separator: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the parts between separators begin and end."""
        for part in self.text.value[start:end].split(separator):
            yield start, start + len(part)
            start += len(part) + 1

    def run(self, start: int, end: int) -> range:
        """The paragraphs of `7` or `4-6`; none, and a fault, when it is neither."""
        written = self.text.value[start:end]
        found = _NUMBERS.fullmatch(written)
        if found is None:
            hint = "write `7` or `4-6`, with commas between and `;` before the next section"
            return self.fault("bad-value", f"`{written.strip()[:40]}` is no paragraph", start, end, hint)
        low, high = int(found[1]), int(found[2] or found[1])
        if low > high:
            return self.fault(
                "empty-range", f"`{written.strip()}` is an empty range", start, end, f"write `{high}-{low}`"
            )
        if low < 1:
            hint = "paragraphs are numbered from 1"
            return self.fault("no-such-paragraph", "there is no paragraph 0", start, end, hint)
        if high > MAX_PARAGRAPHS:
            message = f"a section has no more than {MAX_PARAGRAPHS} paragraphs"
            return self.fault("no-such-paragraph", message, start, end)
        return range(low, high + 1)

    def fault(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> range:
        self.faults.append(Diagnostic(code, message, self.text.part(start, end), self.clause, hint))
        return range(0)
