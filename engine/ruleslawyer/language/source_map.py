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
        characters = (len(encoded[:count].decode(errors="replace")) for count in (start, end))
        return self.text.part(*characters)


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
        raise ExpressionSyntaxError(f"this is not an expression: {error.msg}", text.part(start, start + 1)) from None
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
