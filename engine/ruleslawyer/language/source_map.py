"""Expression text to Python's `ast`, and the way back from an `ast` node to its place in the YAML file."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ruleslawyer.rulebook.nodes import Span, Text

MAXIMUM_LENGTH = 2_000
MAXIMUM_DEPTH = 60


class ExpressionSyntaxError(Exception):
    """The text is no expression; `span` is where reading it stopped."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


@dataclass(frozen=True)
class SourceMap:
    """Places of one expression's parts. Exact for one-line scalars without escapes, else the whole scalar."""

    text: Text

    def span(self, node: ast.AST) -> Span:
        """Where `node` stands in the file."""
        line = getattr(node, "lineno", 1)
        start = getattr(node, "col_offset", 0)
        end = getattr(node, "end_col_offset", start + 1)
        if line != 1 or getattr(node, "end_lineno", 1) != 1:
            return self.text.span
        encoded = self.text.value.encode()
        return self.at(len(encoded[:start].decode(errors="replace")), len(encoded[:end].decode(errors="replace")))

    def at(self, start: int, end: int) -> Span:
        """The span of the characters from `start` to `end` of the text."""
        whole = self.text.span
        quotes = 0 if self.text.plain else 1
        exact = whole.line == whole.end_line and whole.end_column - whole.column == len(self.text.value) + 2 * quotes
        if not exact:
            return whole
        first = whole.column + quotes
        return Span(whole.file, whole.line, first + start, whole.line, first + max(end, start + 1))


def parse_expression(text: Text) -> tuple[ast.expr, SourceMap]:
    """Parse one expression; nothing is evaluated.

    :raises ExpressionSyntaxError: when the text is no Python expression, is too long or too deeply nested.
    """
    places = SourceMap(text)
    if len(text.value) > MAXIMUM_LENGTH:
        raise ExpressionSyntaxError(
            f"an expression may have {MAXIMUM_LENGTH} characters, this has {len(text.value)}", text.span
        )
    try:
        tree = ast.parse(" ".join(text.value.split("\n")), mode="eval").body
    except SyntaxError as error:
        start = error.offset - 1 if error.offset and error.offset > 1 else max(0, len(text.value) - 1)
        raise ExpressionSyntaxError(f"this is not an expression: {error.msg}", places.at(start, start + 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionSyntaxError("this is not an expression", text.span) from None
    if _depth(tree) > MAXIMUM_DEPTH:
        raise ExpressionSyntaxError(f"an expression may be nested {MAXIMUM_DEPTH} deep", text.span)
    return tree, places


def _depth(tree: ast.AST) -> int:
    deepest = 0
    pending = [(tree, 1)]
    while pending:
        node, depth = pending.pop()
        deepest = max(deepest, depth)
        pending += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest
