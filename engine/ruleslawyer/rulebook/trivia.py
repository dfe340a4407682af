"""What YAML's parser throws away and people write: comments and blank lines, with the line they stand on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text

Place = tuple[str, int, int]
"""'entry' or 'item', line and column: names an entry of a mapping or an item of a list."""


def key_place(key: Text) -> Place:
    return ("entry", key.span.line, key.span.column)


def item_place(item: Node) -> Place:
    return ("item", item.span.line, item.span.column)


@dataclass
class Trivia:
    """`before` an entry: comments and blank lines ("" in the list) on lines of their own. `beside`: line to the comment
    at its end. `end`: what follows the last entry."""

    before: dict[Place, list[str]] = field(default_factory=dict)
    beside: dict[int, str] = field(default_factory=dict)
    end: list[str] = field(default_factory=list)


def trivia(text: str, root: Node) -> Trivia:
    """The comments and blank lines of a file; each one on its own line belongs to the entry that follows it."""
    lines = text.splitlines()
    covered = _covered(root)
    found = Trivia()
    own: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        spans = covered.get(number, [])
        if not line.strip() and not spans:
            own.append((number, ""))
        column = _comment_column(line, spans)
        if column is None:
            continue
        comment = line[column:].rstrip()
        if line[:column].strip(" \t-"):
            found.beside[number] = comment
        else:
            own.append((number, comment))
    for place in places(root):
        taken = [comment for number, comment in own if number < place[1]]
        del own[: len(taken)]
        if taken:
            found.before[place] = taken
    found.end = [comment for _, comment in own]
    return found


def places(node: Node) -> Iterator[Place]:
    """Every entry and item, in the order written, outer ones first."""
    if isinstance(node, Mapping):
        for key, value in node:
            yield key_place(key)
            yield from places(value)
    elif isinstance(node, Listing) and not node.flow:
        for item in node:
            yield item_place(item)
            yield from places(item)


def _scalars(node: Node) -> Iterator[Text]:
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Listing):
        for item in node:
            yield from _scalars(item)
    else:
        for key, value in node:
            yield key
            yield from _scalars(value)


def _covered(root: Node) -> dict[int, list[tuple[int, int]]]:
    """Line to the columns (from 0, end exclusive) that scalars cover."""
    covered: dict[int, list[tuple[int, int]]] = {}
    for scalar in _scalars(root):
        span = scalar.span
        for line in range(span.line, span.end_line + 1):
            start = span.column - 1 if line == span.line else 0
            end = span.end_column - 1 if line == span.end_line else 1 << 30
            covered.setdefault(line, []).append((start, end))
    return covered


def _comment_column(line: str, spans: list[tuple[int, int]]) -> int | None:
    """Where a comment begins: a `#` at the start or after a blank, outside every scalar."""
    for column, character in enumerate(line):
        inside = any(start <= column < end for start, end in spans)
        if character == "#" and not inside and (column == 0 or line[column - 1] in " \t"):
            return column
    return None
