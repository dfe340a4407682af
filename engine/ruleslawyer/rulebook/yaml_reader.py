"""YAML text to nodes: the core of YAML only, every node with its place, nothing converted and nothing expanded.

The tree is built from the parser's events and not by `yaml.compose`: depth and size are then bounded while reading, so
a hostile file can neither exhaust the stack nor expand an alias.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, field

import yaml

from ruleslawyer.rulebook.diagnostics import Diagnostic, EnoughFaults, Faults, RulebookError
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text

MAX_BYTES = 1024 * 1024
"""Largest file that is read, in bytes."""
MAX_DEPTH = 40
"""Deepest nesting of mappings and lists."""
MAX_NODES = 200_000
"""Most nodes in all files of a rulebook together."""

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_FORBIDDEN = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Broken(Text):
    """Stands where a value was refused and reported, so that nothing else is said about it."""


@dataclass
class Budget:
    """How many nodes may still be read; shared by all files of a rulebook."""

    left: int = MAX_NODES


def read_yaml(path_shown: str, text: str, *, flow: bool = False) -> Node:
    """The one document of `text`; `flow` allows `{a: b}` and nested `[..]`.

    Raises RulebookError with every fault that was found.
    """
    faults = Faults()
    node = None
    with contextlib.suppress(EnoughFaults):
        node = parse(path_shown, text, faults, flow=flow)
    if faults or node is None:
        raise RulebookError(faults, {path_shown: text})
    return node


def decode(path_shown: str, data: bytes, faults: list[Diagnostic]) -> str | None:
    """The text of a file's bytes, or None and a fault when it is too large or not UTF-8."""
    if len(data) > MAX_BYTES:
        message = f"this file is larger than {MAX_BYTES // 1024} KiB"
        faults.append(Diagnostic("file-too-large", message, _start(path_shown), hint="split it into several files"))
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        span = _place(path_shown, before, len(before))
        message = f"this file is not UTF-8: byte {data[error.start]:#04x} is not text"
        faults.append(Diagnostic("not-utf-8", message, span, hint="save it with the encoding UTF-8"))
        return None


def parse(
    path_shown: str, text: str, faults: list[Diagnostic], *, flow: bool = False, budget: Budget | None = None
) -> Node | None:
    """As `read_yaml`, but adds what is wrong to `faults`; None when nothing can be made of the text."""
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return decode(path_shown, b" " * (MAX_BYTES + 1), faults)  # type: ignore[return-value]
    bad = _FORBIDDEN.search(text)
    if bad is not None:
        faults.append(_forbidden(path_shown, text, bad.start()))
        return None
    builder = _Builder(path_shown, text, faults, flow, budget or Budget())
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            if not builder.take(event):
                return None
    except yaml.MarkedYAMLError as error:
        faults.append(_syntax_fault(path_shown, text, error))
        return None
    except yaml.YAMLError as error:
        faults.append(Diagnostic("yaml-syntax", f"this is not YAML: {error}", _start(path_shown)))
        return None
    if builder.root is None:
        hint = "write at least one declaration, or remove the file"
        faults.append(Diagnostic("empty-file", "this file holds nothing", _start(path_shown), hint=hint))
    return builder.root


def _start(path: str) -> Span:
    return Span(path, 1, 1, 1, 2)


def _place(path: str, text: str, index: int) -> Span:
    """The one character at `index` of `text`."""
    lines = (text[:index] + "x").splitlines()
    return Span(path, len(lines), len(lines[-1]), len(lines), len(lines[-1]) + 1)


def _forbidden(path: str, text: str, index: int) -> Diagnostic:
    code = ord(text[index])
    name = {0: "a NUL byte", 0xFEFF: "a byte order mark"}.get(code, f"the control character U+{code:04X}")
    hint = "save the file as plain UTF-8 text" + (" without a byte order mark" if code == 0xFEFF else "")
    return Diagnostic("forbidden-character", f"{name} is not allowed here", _place(path, text, index), hint=hint)


_SYNTAX_HINTS = (
    ("mapping values are not allowed", "a value that holds `: ` must be quoted, or written after `>` on its own lines"),
    ("while parsing a flow", "brackets and braces at the start of a value begin YAML lists: quote the value"),
    ("could not find expected ':'", "write `key: value`; a long text goes on lines that are indented further"),
    ("did not find expected key", "check the indentation; a value that begins with a quote must end with one"),
    ("did not find expected '-'", "check the indentation: the items of a list begin in the same column"),
    ("cannot start any token", "a value that begins with this character must be quoted"),
    ("quoted scalar", "the closing quote is missing"),
)


def _syntax_fault(path: str, text: str, error: yaml.MarkedYAMLError) -> Diagnostic:
    said = ", ".join(part for part in (error.context, error.problem) if part)
    unclosed = "unexpected end of stream" in said
    mark = (error.context_mark if unclosed else error.problem_mark) or error.problem_mark
    lines = text.splitlines() or [""]
    line, column = (mark.line, mark.column) if mark is not None else (0, 0)
    if line >= len(lines):
        line, column = len(lines) - 1, max(0, len(lines[-1]) - 1)
    span = Span(path, line + 1, column + 1, line + 1, column + 2)
    if lines[line][column : column + 1] == "\t":
        hint: str | None = "indent with spaces: YAML allows no tabs there"
    else:
        hint = next((hint for sign, hint in _SYNTAX_HINTS if sign in said), None)
    return Diagnostic("yaml-syntax", f"this is not YAML: {said}", span, hint=hint)


@dataclass
class _Open:
    """A mapping or list that is being read; `key` waits for its value."""

    event: yaml.CollectionStartEvent
    mapping: bool
    items: list[Node] = field(default_factory=list)
    entries: list[tuple[Text, Node]] = field(default_factory=list)
    places: dict[str, Span] = field(default_factory=dict)
    key: Text | None = None
    awaits_value: bool = False


class _Builder:
    """Takes events one by one; `root` is the document when all are taken."""

    def __init__(self, path: str, text: str, faults: list[Diagnostic], flow: bool, budget: Budget) -> None:
        self.path, self.faults, self.flow, self.budget = path, faults, flow, budget
        self.lines = text.splitlines()
        self.root: Node | None = None
        self.stack: list[_Open] = []
        self.documents = 0

    def take(self, event: yaml.Event) -> bool:
        """Whether reading may go on."""
        if isinstance(event, yaml.DocumentStartEvent):
            return self._document(event)
        if isinstance(event, yaml.NodeEvent):
            self.budget.left -= 1
            if self.budget.left < 0:
                self._fault("too-many-nodes", f"more than {MAX_NODES} values in one rulebook", self._span(event))
                return False
            self._check_properties(event)
        if isinstance(event, yaml.AliasEvent):
            self._add(Broken("", self._span(event)))
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            return self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
        return True

    def _document(self, event: yaml.DocumentStartEvent) -> bool:
        self.documents += 1
        if self.documents > 1:
            hint = "remove the line `---`, or put the second part into its own file"
            self._fault("second-document", "a file holds one YAML document", self._span(event), hint)
            return False
        if event.version or event.tags:
            self._fault("directive", "YAML directives are not accepted", self._span(event), "remove the line")
        return True

    def _check_properties(self, event: yaml.NodeEvent) -> None:
        span = self._span(event)
        if isinstance(event, yaml.AliasEvent):
            hint = "write the value out; text that begins with `*` must be quoted"
            self._fault("yaml-alias", f"the YAML alias `*{event.anchor}` is not accepted", span, hint)
        elif event.anchor is not None:
            hint = f"remove `&{event.anchor}`; text that begins with `&` must be quoted"
            self._fault("yaml-anchor", f"the YAML name `&{event.anchor}` is not accepted", span, hint)
        tag = getattr(event, "tag", None)
        if tag is not None and not isinstance(event, yaml.AliasEvent):
            shown = tag.replace("tag:yaml.org,2002:", "!!")
            hint = f"remove `{shown}`; text that begins with `!` must be quoted"
            self._fault("yaml-tag", f"the YAML tag `{shown}` is not accepted: every value is read as text", span, hint)

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        span = self._span(event)
        if event.style in ("|", ">"):
            span = self._without_blank_end(span)
        plain = event.style in (None, "")
        if plain and event.value in NULLS and event.tag is None:
            self._null(event.value, span)
        else:
            self._add(Text(event.value, span, plain))

    def _without_blank_end(self, span: Span) -> Span:
        """The parser counts the blank lines that follow a block scalar as part of it."""
        end = min(span.end_line - 1, len(self.lines)) if span.end_column == 1 else span.end_line
        while end > span.line and not self.lines[end - 1].strip():
            end -= 1
        return Span(span.file, span.line, span.column, end, len(self.lines[end - 1]) + 1)

    def _null(self, value: str, span: Span) -> None:
        open_now = self.stack[-1] if self.stack else None
        if open_now is not None and open_now.mapping and open_now.event.flow_style and not self.flow:
            self._add(Broken("", span))
            return
        if open_now is not None and open_now.mapping and open_now.awaits_value:
            key = open_now.key
            where = f"after `{key.value}:`" if key is not None else "here"
            span = key.span if key is not None and not value else span
        else:
            where = "in this list" if open_now is not None and not open_now.mapping else "here"
        said = f"`{value}` is YAML's null" if value else f"nothing is written {where}"
        hint = "write `none` for the value none" if value else "write a value, or remove the line"
        self._fault("null", said, span, hint)
        self._add(Broken("", span))

    def _open(self, event: yaml.CollectionStartEvent) -> bool:
        if len(self.stack) >= MAX_DEPTH:
            hint = "name the inner parts and refer to them"
            self._fault("too-deep", f"nested more than {MAX_DEPTH} levels deep", self._span(event), hint)
            return False
        mapping = isinstance(event, yaml.MappingStartEvent)
        if event.flow_style and mapping and not self.flow:
            hint = "write one `key: value` a line, or quote the value if it is an expression"
            self._fault("flow-mapping", "`{` begins a mapping in flow style", self._span(event), hint)
        self.stack.append(_Open(event, mapping))
        return True

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self.stack.pop()
        start = self._span(done.event)
        if done.event.flow_style:
            end = self._span(event)
            end_line, end_column = end.end_line, end.end_column
        else:
            last = done.entries[-1][1].span if done.entries else done.items[-1].span if done.items else None
            end_line = last.end_line if last else start.line
            end_column = last.end_column if last else start.column + 1
        span = Span(self.path, start.line, start.column, end_line, end_column)
        flow = bool(done.event.flow_style)
        if done.mapping:
            self._add(Mapping(tuple(done.entries), span))
        else:
            self._add(Listing(tuple(done.items), span, flow))

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        parent = self.stack[-1]
        if not parent.mapping:
            parent.items.append(node)
        elif not parent.awaits_value:
            parent.key, parent.awaits_value = self._key(parent, node), True
        else:
            if parent.key is not None:
                parent.entries.append((parent.key, node))
            parent.key, parent.awaits_value = None, False

    def _key(self, parent: _Open, node: Node) -> Text | None:
        """The key, or None when it was refused and its value is to be dropped."""
        if isinstance(node, Broken):
            return None
        if not isinstance(node, Text):
            hint = "quote the line if it is an expression"
            self._fault("complex-key", "a key must be a single word, not a list or mapping", node.span, hint)
            return None
        first = parent.places.get(node.value)
        if first is not None:
            hint = f"the first is at line {first.line}; YAML would silently keep only one"
            self._fault("duplicate-key", f"the key `{node.value}` is written twice", node.span, hint)
            return None
        parent.places[node.value] = node.span
        return node

    def _span(self, event: yaml.Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None and end is not None, "the loaders mark every event"
        return Span(self.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _fault(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, span, hint=hint))
