"""Shapes: what a piece of YAML may look like, as data, and the one function that holds a node against its shape.

The tables of `grammar` are made of shapes. The reader checks files with them, `schema` turns them into a JSON Schema
and `format` takes the order of keys from them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean, nearest
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text
from ruleslawyer.rulebook.yaml_reader import Broken

Reads = Callable[[Node, list[Diagnostic], str | None], object]
"""What is written, where faults go, and the clause that it is in, to the value."""


@dataclass(frozen=True)
class Scalar:
    """A single value, called `what` in messages. `pattern` must match all of it; `reserved` words are refused. `reads`
    makes the value of it that a declaration has; without it that is the text itself."""

    what: str
    pattern: str | None = None
    hint: str | None = None
    reserved: frozenset[str] = frozenset()
    reads: Reads | None = None


@dataclass(frozen=True)
class Items:
    """A list. `flow` accepts `[a, b]` of plain words, `alone` one item without a list around it, `empty` a list of
    nothing; `unique` refuses an item that was listed before."""

    what: str
    item: Shape
    flow: bool = False
    alone: bool = False
    empty: bool = False
    unique: bool = False
    reads: Reads | None = None


@dataclass(frozen=True)
class Table:
    """A mapping of freely chosen names to values of one shape."""

    what: str
    name: Scalar
    value: Shape


@dataclass(frozen=True)
class Key:
    """One key of a record; `says` explains it in the JSON Schema."""

    name: str
    shape: Shape
    required: bool = False
    says: str = ""


@dataclass(frozen=True)
class Record:
    """A mapping with fixed keys, in canonical order. Of each group in `one_of`, exactly one key is present. `makes` is
    the dataclass of `declared` that holds what is written."""

    what: str
    keys: tuple[Key, ...]
    one_of: tuple[tuple[str, ...], ...] = ()
    makes: type | None = None


@dataclass(frozen=True)
class Choice:
    """A mapping whose kind is told by which `variants` key it has; `common` keys go with every kind.

    A variant is its introducing key and a record that lists that key too. Where one variant's record has another's
    introducing key, it is the one with more keys that is meant.
    """

    what: str
    common: tuple[Key, ...]
    variants: tuple[tuple[str, Record], ...]


@dataclass(frozen=True)
class Either:
    """A shape for each kind of node."""

    what: str
    scalar: Scalar
    other: Items | Record


@dataclass(frozen=True)
class Extensible:
    """What an extension may add to: `declared` where it is said first, or a mapping with the one key `also:`."""

    what: str
    declared: Items | Record
    added: Record


@dataclass(frozen=True)
class Statements:
    """A block list of statements, or `[]` for none; what is in them is checked by the language."""

    what: str = "a list of statements"


@dataclass(frozen=True)
class Anything:
    """Any mapping."""

    what: str = "a mapping"


@dataclass(frozen=True)
class Data:
    """Any value; whoever reads it says what is wrong with it."""

    what: str


Shape = Scalar | Items | Table | Record | Choice | Either | Extensible | Statements | Anything | Data


def check(node: Node, shape: Shape, faults: list[Diagnostic], clause: str | None = None) -> bool:
    """Whether `node` has the shape; what is wrong is added to `faults`, said to be in `clause`."""
    if isinstance(node, Broken):
        return False
    return _Checker(faults, clause).check(node, shape)


class _Checker:
    def __init__(self, faults: list[Diagnostic], clause: str | None) -> None:
        self.faults, self.clause = faults, clause

    def check(self, node: Node, shape: Shape) -> bool:
        if isinstance(node, Broken):
            return False
        if isinstance(shape, Scalar):
            return self._scalar(node, shape)
        if isinstance(shape, Items):
            return self._items(node, shape)
        if isinstance(shape, Either):
            return self.check(node, shape.scalar if isinstance(node, Text) else shape.other)
        if isinstance(shape, Extensible):
            return self.check(node, extensible(node, shape))
        if isinstance(shape, Statements):
            return self._statements(node, shape)
        if isinstance(shape, Data):
            return True
        if not isinstance(node, Mapping):
            return self._expected("mapping", node, shape.what, "write it as `key: value` lines, indented below the key")
        if isinstance(shape, Table):
            return self._table(node, shape)
        if isinstance(shape, Record):
            return self._record(node, shape.what, shape.keys, shape.one_of)
        if isinstance(shape, Choice):
            return self._choice(node, shape)
        return True

    def _scalar(self, node: Node, shape: Scalar) -> bool:
        if not isinstance(node, Text):
            hint = "quote the value: braces and brackets at its start, and `: ` inside it, mean something to YAML"
            return self._expected("text", node, shape.what, shape.hint or hint)
        if not node.value.strip():
            return self._fault("empty-text", f"{shape.what} is expected here, not an empty text", node.span)
        if shape.pattern is not None and re.fullmatch(shape.pattern, node.value) is None:
            return self._fault("bad-value", f"`{_short(node.value)}` is not {shape.what}", node.span, shape.hint)
        if node.value in shape.reserved:
            hint = "choose another name: this word already means something in expressions or in YAML"
            return self._fault("reserved-name", f"`{node.value}` cannot be used as a name", node.span, hint)
        return True

    def _items(self, node: Node, shape: Items) -> bool:
        if isinstance(node, Text) and shape.alone:
            return self.check(node, shape.item)
        if not isinstance(node, Listing):
            shown = _short(node.value) if isinstance(node, Text) else "..."
            return self._expected("list", node, shape.what, f"write a list: `- {shown}` on a line of its own")
        if not self._flow(node, shape):
            return False
        if not node.items and not shape.empty:
            return self._fault("empty-list", f"{shape.what} is expected here, not an empty list", node.span)
        good = _every(self.check(item, shape.item) for item in node.items)
        return self._unique(node) and good if shape.unique else good

    def _unique(self, node: Listing) -> bool:
        seen: set[str] = set()
        good = True
        for item in node.items:
            if isinstance(item, Text) and item.value in seen:
                good = self._fault("listed-twice", f"`{_short(item.value)}` is listed twice", item.span, "list it once")
            elif isinstance(item, Text):
                seen.add(item.value)
        return good

    def _flow(self, node: Listing, shape: Items) -> bool:
        if not node.flow or not node.items:
            return True
        if not shape.flow:
            hint = "write one item a line, each after `- `: brackets and commas inside an expression would be lost"
            return self._fault("flow-list", f"{shape.what} cannot be written as `[..]`", node.span, hint)
        nested = [item for item in node.items if not isinstance(item, Text)]
        for item in nested:
            self._fault("flow-list", "only plain words may stand in `[..]`", item.span, "write one item a line")
        return not nested

    def _statements(self, node: Node, shape: Statements) -> bool:
        if not isinstance(node, Listing):
            return self._expected("list", node, shape.what, "write each statement after `- `")
        return _no_flow(node, self.faults, self.clause)

    def _table(self, node: Mapping, shape: Table) -> bool:
        return _every(self._scalar(key, shape.name) & self.check(value, shape.value) for key, value in node)

    def _record(
        self, node: Mapping, what: str, keys: tuple[Key, ...], one_of: tuple[tuple[str, ...], ...], other: str = ""
    ) -> bool:
        by_name = {key.name: key for key in keys}
        meant = set()
        good = True
        for key, value in node:
            if key.value in by_name:
                good &= self.check(value, by_name[key.value].shape)
                continue
            good = False
            meant.add(nearest(key.value, by_name))
            self.unknown_key(key, what, by_name)
        for one in keys:
            if one.required and node.get(one.name) is None and one.name not in meant:
                good = self._fault("missing-key", f"{what} needs `{one.name}:`", _head(node), one.says or None)
        for group in one_of:
            present = [name for name in group if node.get(name) is not None]
            if len(present) != 1 and not (meant & set(group)):
                good = self._one_of(node, what, group, present)
        return good

    def _one_of(self, node: Mapping, what: str, group: tuple[str, ...], present: list[str]) -> bool:
        names = " or ".join(f"`{name}:`" for name in group)
        if not present:
            return self._fault("missing-key", f"{what} needs {names}", _head(node))
        span = _last_key(node, present)
        return self._fault("too-many-keys", f"{what} takes only one of {names}", span, "remove the others")

    def _choice(self, node: Mapping, shape: Choice) -> bool:
        chosen = variants(node, shape)
        if len(chosen) == 1:
            return self._variant(node, shape, chosen[0][1])
        known = {key.name for key in shape.common}.union(*({k.name for k in r.keys} for _, r in shape.variants))
        unknown = [key for key, _ in node if key.value not in known]
        for key in unknown:
            self.unknown_key(key, shape.what, known)
        if chosen:
            names = " and ".join(f"`{name}:`" for name, _ in chosen)
            hint = "give each its own entry in a list `parts:`, with a `part:` name"
            span = _last_key(node, [name for name, _ in chosen])
            return self._fault("two-entries", f"{shape.what} cannot have {names} at once", span, hint)
        if not unknown:
            hint = "write one of " + ", ".join(f"`{name}:`" for name, _ in shape.variants)
            self._fault("no-entry", f"{shape.what} says what it is about, but nothing happens", _head(node), hint)
        return False

    def _variant(self, node: Mapping, shape: Choice, record: Record) -> bool:
        elsewhere = {key.name for _, other in shape.variants for key in other.keys}
        own = (*shape.common, *record.keys)
        names = {key.name for key in own}
        strays = [key for key, _ in node if key.value in elsewhere - names]
        for key in strays:
            hint = f"known here: {', '.join(sorted(names))}"
            self._fault("misplaced-key", f"`{key.value}:` does not go with {record.what}", key.span, hint)
        entries = tuple((key, value) for key, value in node if key not in strays)
        return self._record(Mapping(entries, node.span), record.what, own, record.one_of) and not strays

    def unknown_key(self, key: Text, what: str, known: Iterable[str]) -> None:
        message = f"{what} has no key `{_short(key.value)}`"
        self._fault("unknown-key", message, key.span, did_you_mean(key.value, known))

    def _expected(self, kind: str, node: Node, what: str, hint: str) -> bool:
        found = {Text: "a single value", Listing: "a list", Mapping: "a mapping"}[type(node)]
        return self._fault(f"expected-{kind}", f"{what} is expected here, not {found}", _head(node), hint)

    def _fault(self, code: str, message: str, span: Span, hint: str | None = None) -> bool:
        self.faults.append(Diagnostic(code, message, span, self.clause, hint))
        return False


def extensible(node: Node, shape: Extensible) -> Items | Record:
    """Which of the two forms of `shape` is meant."""
    return shape.added if isinstance(node, Mapping) and node.get("also") is not None else shape.declared


def variants(node: Mapping, shape: Choice) -> list[tuple[str, Record]]:
    """The variants whose introducing key `node` has: one, when it is well-formed."""
    present = [(name, record) for name, record in shape.variants if node.get(name) is not None]
    taken = {key.name for introducer, record in present for key in record.keys if key.name != introducer}
    return [(name, record) for name, record in present if name not in taken]


def unknown_key(key: Text, what: str, known: Iterable[str], faults: list[Diagnostic]) -> None:
    """Report that `what` has no such key, with the nearest one."""
    _Checker(faults, None).unknown_key(key, what, known)


def _no_flow(node: Node, faults: list[Diagnostic], clause: str | None, key: str | None = None) -> bool:
    """Statements hold `[..]` only where a scoped zone says what it `holds`."""
    if isinstance(node, Mapping):
        return _every(_no_flow(value, faults, clause, name.value) for name, value in node)
    if not isinstance(node, Listing):
        return True
    if node.flow and node.items and key != "holds":
        hint = "write one item a line, each after `- `, or quote the value if it is an expression"
        faults.append(Diagnostic("flow-list", "`[..]` is not accepted in statements", node.span, clause, hint))
        return False
    return _every(_no_flow(item, faults, clause) for item in node.items)


def _every(results: Iterable[bool]) -> bool:
    """As `all`, but looks at every result, so that each reports its faults."""
    return False not in list(results)


def _last_key(node: Mapping, names: list[str]) -> Span:
    """The last of several keys as written: the first one may stay."""
    return max(key.span for key, _ in node if key.value in names)


def _head(node: Node) -> Span:
    """A short span to point at: the first key of a mapping, the first line of a list."""
    if isinstance(node, Mapping) and node.entries:
        return node.entries[0][0].span
    span = node.span
    if span.end_line == span.line:
        return span
    return Span(span.file, span.line, span.column, span.line, span.column + 1)


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= 40 else one_line[:37] + "..."
