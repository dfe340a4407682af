"""The canonical layout of a rulebook file: one order of keys, one indentation, every comment kept.

The result is read again and compared with the original before it is returned; what cannot be kept is refused.
"""

from __future__ import annotations

import io
import re
from collections import Counter

from yaml.emitter import Emitter

from ruleslawyer.rulebook import grammar, older_forms, words
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.fields import (
    Choice,
    Either,
    Extensible,
    Items,
    Key,
    Record,
    Shape,
    Statements,
    Table,
    extensible,
    variants,
)
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text
from ruleslawyer.rulebook.statement_keys import STATEMENTS
from ruleslawyer.rulebook.trivia import Place, Trivia, item_place, key_place, trivia
from ruleslawyer.rulebook.yaml_reader import NULLS, read_yaml

MAX_WIDTH = 120
"""A list in brackets that would be wider than this is written one item a line."""

_PLAIN_HEADER = re.compile(r"[|>]-?\s*")
_TEXT_HINT = "write the text after a bare `>`, `>-`, `|` or `|-`, or in quotes on one line"

_CLAIMS = ("invariants", "theorems", "lemmas")
_SPACED = frozenset({"clauses", *_CLAIMS})
"""Lists whose items have a blank line between them."""


def canonical(text: str, path_shown: str = "rulebook.yaml") -> str:
    """The file `text` in canonical form.

    Raises RulebookError when it is not YAML that the reader accepts, or when laying it out would lose something.
    """
    root = read_yaml(path_shown, text)
    if not isinstance(root, Mapping):
        fault = Diagnostic(
            "expected-mapping", "a rulebook file is a mapping", root.span, hint="write `key: value` lines"
        )
        raise RulebookError([fault], {path_shown: text})
    ordered = order(older_forms.claims(root), grammar.RULEBOOK)
    assert isinstance(ordered, Mapping)
    try:
        result = _Writer(text, root).file(ordered)
        _verify(path_shown, text, root, ordered, result)
    except _Refused as refused:
        fault = Diagnostic("format-refused", "this cannot be laid out without loss", refused.span, hint=refused.hint)
        raise RulebookError([fault], {path_shown: text}) from None
    return result


class _Refused(Exception):
    """Something at `span` would be lost; `hint` says how to write it instead."""

    def __init__(self, span: Span, hint: str = _TEXT_HINT) -> None:
        self.span, self.hint = span, hint


def order(node: Node, shape: Shape | None) -> Node:
    """The same node with the keys of every record in canonical order; unknown keys stay behind the known ones."""
    if shape is words.CITATIONS:
        return older_forms.citations(node)
    if shape is words.PARAGRAPHS:
        return older_forms.paragraphs(node)
    if isinstance(shape, Either):
        shape = shape.scalar if isinstance(node, Text) else shape.other
    if isinstance(shape, Extensible):
        shape = extensible(node, shape)
    if isinstance(node, Listing):
        if isinstance(shape, Statements):
            return Listing(tuple(_order_statement(item) for item in node), node.span, node.flow)
        item_shape = shape.item if isinstance(shape, Items) else None
        return Listing(tuple(order(item, item_shape) for item in node), node.span, node.flow)
    if not isinstance(node, Mapping):
        return node
    if isinstance(shape, Record):
        return _order_keys(node, shape.keys)
    if isinstance(shape, Choice):
        found = variants(node, shape)
        return _order_keys(node, (*shape.common, *(found[0][1].keys if len(found) == 1 else ())))
    value_shape = shape.value if isinstance(shape, Table) else None
    return Mapping(tuple((key, order(value, value_shape)) for key, value in node), node.span)


def _order_statement(node: Node) -> Node:
    """The first key is the keyword, so it stays first."""
    keyword = node.entries[0][0].value if isinstance(node, Mapping) and node.entries else ""
    return order(node, STATEMENTS.get(keyword))


def _order_keys(node: Mapping, keys: tuple[Key, ...]) -> Mapping:
    rank = {key.name: (index, key.shape) for index, key in enumerate(keys)}
    last = (len(keys), None)
    entries = sorted(node.entries, key=lambda entry: rank.get(entry[0].value, last)[0])
    return Mapping(tuple((key, order(value, rank.get(key.value, last)[1])) for key, value in entries), node.span)


class _Writer:
    """Writes nodes line by line; every text is copied as it stands in the file."""

    def __init__(self, text: str, root: Node) -> None:
        self.source = text.splitlines()
        self.trivia = trivia(text, root)
        self.lines: list[str] = []

    def file(self, root: Mapping) -> str:
        self._header(root)
        for index, (key, value) in enumerate(root):
            spread = index > 0 and (self._is_block(value) or self._is_block(root.entries[index - 1][1]))
            self._entry(key, value, 0, "", spread, keep_blanks=index > 0)
        self._trivia(self.trivia.end, 0, keep_blanks=True)
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return "\n".join(self.lines) + "\n"

    def _header(self, root: Mapping) -> None:
        """Comments at the top that a blank line sets off from the first key belong to the file."""
        if not root.entries:
            return
        first = min((key for key, _ in root), key=lambda key: key.span)
        before = self.trivia.before.get(key_place(first), [])
        cut = max((index for index, line in enumerate(before) if not line), default=-1)
        if any(before[:cut]):
            self._trivia(before[:cut], 0, keep_blanks=True)
            self.lines.append("")
            self.trivia.before[key_place(first)] = before[cut + 1 :]

    @staticmethod
    def _is_block(value: Node) -> bool:
        return not isinstance(value, Text) and not (isinstance(value, Listing) and value.flow)

    def _mapping(self, node: Mapping, indent: int, lead: str, keep_blanks: bool) -> None:
        for index, (key, value) in enumerate(node):
            first = index == 0
            self._entry(key, value, indent, lead if first else "", False, keep_blanks and not first)

    def _listing(self, node: Listing, indent: int, spaced: bool) -> None:
        for index, item in enumerate(node):
            self._before(item_place(item), indent, spaced and index > 0, keep_blanks=index > 0)
            if isinstance(item, Mapping):
                self._mapping(item, indent + 2, f"{' ' * indent}- ", keep_blanks=False)
            elif isinstance(item, Text):
                self._value(f"{' ' * indent}-", item, item.span, indent + 2)
            else:
                self._flow_or_refuse(f"{' ' * indent}-", item)

    def _entry(self, key: Text, value: Node, indent: int, lead: str, spread: bool, keep_blanks: bool) -> None:
        """`lead` is the `- ` that the first key of a list item follows; its comments go above."""
        self._before(key_place(key), len(lead) - 2 if lead else indent, spread, keep_blanks)
        start = f"{lead or ' ' * indent}{self._shown(key)}:"
        if isinstance(value, Text):
            self._value(start, value, Span("", key.span.line, 1, value.span.end_line, 1), indent + 2)
        elif isinstance(value, Listing) and value.flow and self._fits(start, value):
            self._beside(f"{start} {self._flow(value)}", key.span.line, value.span.end_line, indent)
        else:
            self._beside(start, key.span.line, key.span.line if self._is_block(value) else value.span.end_line, indent)
            if isinstance(value, Mapping):
                self._mapping(value, indent + 2, "", keep_blanks=True)
            else:
                self._listing(value, indent, spaced=key.value in _SPACED)

    def _value(self, start: str, value: Text, reach: Span, indent: int) -> None:
        """A scalar after `start`; `reach` is the lines whose comments belong to it."""
        span = value.span
        if not span.line:
            self._beside(f"{start} {self._shown(value)}", reach.line, max(reach.line, reach.end_line), indent - 2)
            return
        first, *more = [self.source[line - 1] for line in range(span.line, span.end_line + 1)]
        if not more:
            self._beside(f"{start} {self._shown(value)}", reach.line, reach.end_line, indent - 2)
        elif first[span.column - 1] in "|>":
            if _PLAIN_HEADER.fullmatch(first, span.column - 1) is None:
                raise _Refused(span)
            self._all_above(reach, indent - 2)
            self.lines.append(f"{start} {first[span.column - 1 :].rstrip()}")
            self.lines += _shift(more, indent)
        else:
            more[-1] = more[-1][: span.end_column - 1]
            below = span.line > reach.line
            body = [first[span.column - 1 :], *more]
            shifted = [f"{' ' * indent}{line.strip()}".rstrip() for line in body]
            head = [start, *shifted] if below else [f"{start} {shifted[0].strip()}", *shifted[1:]]
            self.lines += head[:-1]
            self._beside(head[-1], reach.line, reach.end_line, indent - 2, len(head) - 1)

    def _flow_or_refuse(self, start: str, node: Listing) -> None:
        """A list within a list: no rulebook has one, so it is only kept when it is in brackets."""
        self._beside(f"{start} {self._flow(node)}", node.span.line, node.span.end_line, 0)

    def _fits(self, start: str, value: Listing) -> bool:
        return len(start) + 1 + len(self._flow(value)) <= MAX_WIDTH or not value.items

    def _flow(self, node: Listing) -> str:
        for item in node:
            if item.span.line != item.span.end_line:
                raise _Refused(item.span, "write each word of the list on one line")
        return f"[{', '.join(self._shown(item, in_brackets=True) for item in node)}]"

    def _shown(self, node: Node, in_brackets: bool = False) -> str:
        """A node of one line as it stands in the file, without quotes that YAML does not need."""
        span = node.span
        if isinstance(node, Text) and (not span.line or (not node.plain and _can_be_plain(node.value, in_brackets))):
            return node.value
        return self.source[span.line - 1][span.column - 1 : span.end_column - 1]

    def _before(self, place: Place, indent: int, spread: bool, keep_blanks: bool) -> None:
        found = self.trivia.before.pop(place, [])
        if spread and self.lines and self.lines[-1]:
            self.lines.append("")
        self._trivia(found, indent, keep_blanks)

    def _trivia(self, found: list[str], indent: int, keep_blanks: bool) -> None:
        for line in found:
            if line:
                self.lines.append(" " * indent + line)
            elif keep_blanks and self.lines and self.lines[-1]:
                self.lines.append("")

    def _beside(self, line: str, first: int, last: int, indent: int, above: int = 0) -> None:
        """Write `line` with the comment beside it; earlier ones go above it and the `above` lines before it."""
        found = [self.trivia.beside.pop(number) for number in range(first, last + 1) if number in self.trivia.beside]
        place = len(self.lines) - above
        self.lines[place:place] = [" " * max(0, indent) + comment for comment in found[:-1]]
        self.lines.append(f"{line}  {found[-1]}" if found else line)

    def _all_above(self, reach: Span, indent: int) -> None:
        for number in range(reach.line, reach.end_line + 1):
            if number in self.trivia.beside:
                self.lines.append(" " * max(0, indent) + self.trivia.beside.pop(number))


def _can_be_plain(value: str, in_brackets: bool) -> bool:
    """Whether YAML reads the text without quotes as the same text."""
    analysis = Emitter(io.StringIO(), allow_unicode=True).analyze_scalar(value)
    plain = analysis.allow_flow_plain if in_brackets else analysis.allow_block_plain
    return plain and not analysis.multiline and value not in NULLS


def _shift(lines: list[str], indent: int) -> list[str]:
    """The lines of a block scalar, moved so that the least indented one begins at `indent`."""
    least = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return [(" " * indent + line[least:]).rstrip() if line.strip() else "" for line in lines]


def _verify(path: str, text: str, root: Node, ordered: Node, result: str) -> None:
    """Refuse a result that does not say the same, or that lost a comment."""
    try:
        again = read_yaml(path, result)
    except RulebookError:
        raise _Refused(ordered.span) from None
    if again != ordered:
        raise _Refused(_difference(ordered, again))
    lost = _comments(trivia(text, root)) - _comments(trivia(result, again))
    if lost:
        span = next((span for comment in lost for span in _find(path, text, comment)), root.span)
        raise _Refused(span, "put the comment above the key that it is about")


def _comments(found: Trivia) -> Counter[str]:
    own = [line for lines in found.before.values() for line in lines]
    return Counter(line for line in [*own, *found.beside.values(), *found.end] if line)


def _find(path: str, text: str, comment: str) -> list[Span]:
    lines = text.splitlines()
    return [
        Span(path, number, line.index(comment) + 1, number, len(line) + 1)
        for number, line in enumerate(lines, start=1)
        if comment in line
    ]


def _difference(before: Node, after: Node) -> Span:
    """Where two trees of one shape first differ."""
    if isinstance(before, Listing) and isinstance(after, Listing) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            if one != other:
                return _difference(one, other)
    if isinstance(before, Mapping) and isinstance(after, Mapping) and len(before) == len(after):
        for (_, one), (_, other) in zip(before, after, strict=True):
            if one != other:
                return _difference(one, other)
    return before.span
