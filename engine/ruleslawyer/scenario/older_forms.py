"""What `fmt` rewrites in scenario files: citations of the older form. All else stays as somebody laid it out."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ruleslawyer.rulebook import older_forms
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text, texts
from ruleslawyer.rulebook.trivia import trivia
from ruleslawyer.rulebook.yaml_reader import read_yaml

_KEYS = ("cite", "stated_by")


def is_scenario_file(text: str) -> bool:
    """Whether the text has the list of scenarios that no rulebook file has."""
    try:
        root = read_yaml("", text, flow=True)
    except RulebookError:
        return False
    return isinstance(root, Mapping) and root.get("scenarios") is not None


def rewritten(text: str, path_shown: str) -> str:
    """A scenario file with its citations in the present notation.

    :raises RulebookError: it is not YAML, or a comment stands within what would be rewritten.
    """
    root = read_yaml(path_shown, text, flow=True)
    comments = trivia(text, root)
    lines = text.splitlines(keepends=True)
    for key, node in sorted(_cited(root), key=lambda entry: entry[0].span, reverse=True):
        cited = older_forms.citations(node)
        if isinstance(node, Text) or cited is node or all(isinstance(item, Text) for item in node):
            continue
        within = range(key.span.line, node.span.end_line + 1)
        if any(line in comments.beside for line in within) or any(place[1] in within[1:] for place in comments.before):
            raise RulebookError([_refused(node.span)], {path_shown: text})
        first, last = node.span.line, node.span.end_line
        start, end = lines[first - 1][: node.span.column - 1], lines[last - 1][node.span.end_column - 1 :]
        if first > key.span.line:
            first, start = key.span.line, f"{lines[key.span.line - 1][: key.span.end_column - 1]}: "
        # In quotes of JSON the words stand in a file of either kind, and in brackets of either kind.
        words = [str(line) for line in texts(cited)]
        lines[first - 1 : last] = [start + json.dumps(words[0] if len(words) == 1 else words, ensure_ascii=False) + end]
    return "".join(lines)


def _refused(span: Span) -> Diagnostic:
    hint = "put the comment above the scenario"
    return Diagnostic("format-refused", "this cannot be rewritten without losing a comment", span, hint=hint)


def _cited(node: Node) -> Iterator[tuple[Text, Node]]:
    if isinstance(node, Mapping):
        for key, value in node:
            if key.value in _KEYS:
                yield key, value
            else:
                yield from _cited(value)
    elif isinstance(node, Listing):
        for item in node:
            yield from _cited(item)
