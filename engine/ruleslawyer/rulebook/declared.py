"""Dataclasses whose fields are keys of a file: the table that checks them, and how a node becomes one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.fields import (
    Choice,
    Either,
    Extensible,
    Items,
    Key,
    Record,
    Scalar,
    Shape,
    Table,
    variants,
)
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text

Declared = TypeVar("Declared")
TABLES: dict[type, Record] = {}


def key(shape: Shape, says: str = "", *, name: str = "", default: Any = MISSING) -> Any:
    """A field that is written below a key of its name, or of `name`; required unless it has a default."""
    return field(default=default, metadata={"held": Key(name, shape, default is MISSING, says)})


def place(name: str) -> Any:
    """A field that says where the value of the key `name` stands."""
    return field(compare=False, metadata={"place": name})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(key, place))
def declares(what: str, *, one_of: tuple[tuple[str, ...], ...] = ()) -> Callable[[type[Declared]], type[Declared]]:
    """Makes a class a frozen dataclass, and a table of its keys."""

    def made(plain: type[Declared]) -> type[Declared]:
        declared = dataclass(frozen=True, kw_only=True)(plain)
        TABLES[declared] = record(what, declared, one_of=one_of)
        return declared

    return made


def shape(declared: type) -> Record:
    """The table of a class of `declares`."""
    return TABLES[declared]


def record(
    what: str,
    makes: type,
    *,
    one_of: tuple[tuple[str, ...], ...] = (),
    required: Collection[str] = (),
    without: Collection[str] = (),
) -> Record:
    """The keys of a dataclass, in the order of its fields. `required` are keys that are required here although the
    field has a default, `without` such as are not written here."""
    keys = tuple(
        Key(held.name or one.name, held.shape, held.required or one.name in required, held.says)
        for one in fields(makes)
        if (held := one.metadata.get("held")) is not None and one.name not in without
    )
    return Record(what, keys, one_of, makes)


def decode(
    node: Node, shape: Shape, faults: list[Diagnostic], clause: str | None = None, given: dict[str, Any] | None = None
) -> Any:
    """The value of a node that has the shape; `given` are fields that are not written below it."""
    if isinstance(shape, Extensible):
        shape = shape.declared
    if isinstance(shape, Either):
        if isinstance(node, Text) and isinstance(shape.other, Record) and given is not None:
            return _made(shape.other, {shape.other.keys[0].name: node}, faults, clause, given)
        shape = shape.scalar if isinstance(node, Text) else shape.other
    if isinstance(shape, Scalar | Items) and shape.reads is not None:
        return shape.reads(node, faults, clause)
    if isinstance(shape, Items):
        items = node.items if isinstance(node, Listing) else (node,)
        return tuple(decode(item, shape.item, faults, clause) for item in items)
    if isinstance(node, Mapping) and isinstance(shape, Table):
        return tuple(_named(name, value, shape.value, faults, clause) for name, value in node)
    if isinstance(node, Mapping) and isinstance(shape, Choice):
        shape = variants(node, shape)[0][1]
    if isinstance(node, Mapping) and isinstance(shape, Record) and shape.makes is not None:
        return _made(shape, {name.value: value for name, value in node}, faults, clause, given or {})
    return node


def _named(name: Text, node: Node, shape: Shape, faults: list[Diagnostic], clause: str | None) -> Any:
    """What a name stands for: something that has it as its field `name`, or else both as a pair."""
    declared = shape.declared if isinstance(shape, Extensible) else shape
    of = declared.other if isinstance(declared, Either) else declared
    if isinstance(of, Record) and of.makes is not None:
        return decode(node, shape, faults, clause, {"name": name})
    return name, decode(node, shape, faults, clause)


def _made(
    shape: Record, written: dict[str, Node], faults: list[Diagnostic], clause: str | None, given: dict[str, Any]
) -> Any:
    assert shape.makes is not None
    if isinstance(written.get("id"), Text):
        clause = str(written["id"])
    values = dict(given)
    for one in fields(shape.makes):
        held: Key | None = one.metadata.get("held")
        name = "" if held is None else held.name or one.name
        if held is not None and name in written:
            values[one.name] = decode(written[name], held.shape, faults, clause)
        elif "place" in one.metadata:
            values[one.name] = written[one.metadata["place"]].span
    return shape.makes(**values)
