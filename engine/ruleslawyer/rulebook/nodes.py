"""YAML as a tree of three node types that keep their place in the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in a source file. Lines and columns count from 1; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, as written: never converted to a number, a truth value or a date."""

    value: str
    span: Span = field(compare=False)
    plain: bool = field(default=True, compare=False)
    """Whether it was written without quotes, so that a column inside it maps to the file."""

    def __str__(self) -> str:
        return self.value

    def part(self, start: int, end: int) -> Span:
        """Where the characters from `start` to `end` stand. Exact on one line without escapes, else the whole text."""
        whole, quotes = self.span, 0 if self.plain else 1
        if whole.line != whole.end_line or whole.end_column - whole.column != len(self.value) + 2 * quotes:
            return whole
        first = whole.column + quotes
        return Span(whole.file, whole.line, first + start, whole.line, first + max(end, start + 1))


@dataclass(frozen=True, slots=True)
class Listing:
    """A sequence of nodes."""

    items: tuple[Node, ...]
    span: Span = field(compare=False)
    flow: bool = field(default=False, compare=False)
    """Whether it was written as `[a, b]`."""

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order in which they were written; keys are unique."""

    entries: tuple[tuple[Text, Node], ...]
    span: Span = field(compare=False)

    def get(self, key: str) -> Node | None:
        """The value under `key`, or None."""
        return next((value for name, value in self.entries if name.value == key), None)

    def key(self, key: str) -> Text | None:
        """The key node itself, for pointing at it."""
        return next((name for name, _ in self.entries if name.value == key), None)

    def __iter__(self) -> Iterator[tuple[Text, Node]]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


Node = Text | Listing | Mapping


def texts(node: Node | None) -> tuple[Text, ...]:
    """The scalars of a list, of a single scalar, or of nothing."""
    items = node.items if isinstance(node, Listing) else () if node is None else (node,)
    return tuple(item for item in items if isinstance(item, Text))
