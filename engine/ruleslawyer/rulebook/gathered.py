"""The top-level keys of all files of one folder, before anything is made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ruleslawyer.rulebook import grammar
from ruleslawyer.rulebook.diagnostics import Diagnostic, Faults
from ruleslawyer.rulebook.fields import Extensible, Items, Record, Scalar, Table, check, unknown_key
from ruleslawyer.rulebook.files import yaml_files
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.model import Base
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.yaml_reader import Budget, parse


@dataclass
class Gathered:
    """What well-shaped top-level keys say, from all files: scalars once, tables and lists joined."""

    faults: list[Diagnostic] = field(default_factory=Faults)
    files: dict[str, str] = field(default_factory=dict)
    own_files: list[str] = field(default_factory=list)
    scalars: dict[str, Text] = field(default_factory=dict)
    tables: dict[str, dict[str, tuple[Text, Node]]] = field(default_factory=dict)
    additions: list[tuple[str, Text, Node]] = field(default_factory=list)
    """What an extension adds to declarations of its base: key, name, and what stands below `also:`."""
    lists: dict[str, list[tuple[Path, Path, Node]]] = field(default_factory=dict)
    """Key to its items, each with the file it is in and the folder of the rulebook."""
    ids: dict[str, Text] = field(default_factory=dict)
    written: dict[str, Text] = field(default_factory=dict)
    """Top-level keys that some file has, also when what they say was refused."""
    bases: list[Base] = field(default_factory=list)
    """The nearest first."""
    layers: list[frozenset[str]] = field(default_factory=list)
    """The files of the bases, farthest first, and of the rulebook itself."""
    budget: Budget = field(default_factory=Budget)
    complete: bool = True
    """Whether every file could be read, so that a missing key is missing."""

    def fault(self, code: str, message: str, at: Text, hint: str | None = None, clause: str | None = None) -> None:
        self.faults.append(Diagnostic(code, message, at.span, clause, hint))

    def items(self, key: str) -> list[Mapping]:
        return [node for _, _, node in self.lists.get(key, []) if isinstance(node, Mapping)]

    def table(self, key: str) -> list[tuple[Text, Node]]:
        return list(self.tables.get(key, {}).values())

    def named(self, key: str) -> list[tuple[Text, Mapping]]:
        return [(name, node) for name, node in self.table(key) if isinstance(node, Mapping)]


def gather_folder(folder: Path, record: Record, gathered: Gathered) -> None:
    """Read every file of one folder; the keys of `record` are those allowed at the top of a file."""
    shapes = {key.name: key.shape for key in record.keys}
    before = len(gathered.faults)
    found = yaml_files(folder, gathered.faults)
    gathered.complete &= len(gathered.faults) == before
    if not found and gathered.complete and record is grammar.RULEBOOK:
        gathered.complete = False
        message = f"`{shown_name(folder)}` holds no YAML files"
        gathered.faults.append(Diagnostic("no-files", message, hint="a rulebook is a folder of `.yaml` files"))
    for path, shown, text in found:
        gathered.files[shown] = text
        gathered.own_files.append(shown)
        root = parse(shown, text, gathered.faults, budget=gathered.budget)
        if not isinstance(root, Mapping):
            gathered.complete = root is not None and check(root, record, gathered.faults)
            continue
        for key, node in root:
            gathered.written.setdefault(key.value, key)
            shape = shapes.get(key.value)
            if shape is None:
                unknown_key(key, record.what, shapes, gathered.faults)
            elif isinstance(shape, Table) and isinstance(node, Mapping):
                _gather_table(key.value, node, shape, gathered)
            elif isinstance(shape, Items) and isinstance(node, Listing):
                _gather_list(key.value, node, shape, gathered, path, folder)
            elif check(node, shape, gathered.faults):
                _gather_single(key, node, gathered)


def _gather_table(key: str, node: Mapping, shape: Table, gathered: Gathered) -> None:
    for name, value in node:
        one = Mapping(((name, value),), name.span)
        if not check(one, shape, gathered.faults):
            continue
        also = value.get("also") if isinstance(shape.value, Extensible) and isinstance(value, Mapping) else None
        if also is None:
            declare(gathered, key, name, value)
        else:
            gathered.additions.append((key, name, also))


def declare(gathered: Gathered, key: str, name: Text, node: Node) -> None:
    first = gathered.tables.setdefault(key, {}).setdefault(name.value, (name, node))
    if first[0] is not name:
        gathered.fault("declared-twice", f"`{name}` is declared twice in `{key}`", name, first_place(first[0]))


def _gather_list(key: str, node: Listing, shape: Items, gathered: Gathered, path: Path, folder: Path) -> None:
    if isinstance(shape.item, Scalar) or not node.items or node.flow:
        if key in gathered.lists:
            gathered.faults.append(Diagnostic("declared-twice", f"`{key}:` is written in two files", node.span))
        if check(node, shape, gathered.faults):
            gathered.lists[key] = [(path, folder, item) for item in node.items]
        return
    for item in node.items:
        identity = item.get("id") if isinstance(item, Mapping) else None
        name = identity if isinstance(identity, Text) else None
        if name is not None:
            identify(gathered, name)
        if check(item, shape.item, gathered.faults, name.value if name is not None else None):
            gathered.lists.setdefault(key, []).append((path, folder, item))


def identify(gathered: Gathered, name: Text) -> None:
    first = gathered.ids.setdefault(name.value, name)
    if first is not name:
        gathered.fault("declared-twice", f"two clauses have the id `{name}`", name, first_place(first), name.value)


def _gather_single(key: Text, node: Node, gathered: Gathered) -> None:
    if not isinstance(node, Text):
        declare(gathered, key.value, key, node)
        return
    first = gathered.scalars.setdefault(key.value, node)
    if first is not node and key.value != "says":
        gathered.fault("declared-twice", f"`{key}:` is written in two files", key, first_place(first))


def first_place(place: Text) -> str:
    return f"the first is at {place.span}"
