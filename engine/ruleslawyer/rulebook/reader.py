"""A folder of YAML files to a `Rulebook`. Every structural fault is collected; the reader raises once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ruleslawyer.rulebook import declarations, grammar
from ruleslawyer.rulebook.card_table import read_table
from ruleslawyer.rulebook.diagnostics import Diagnostic, EnoughFaults, Faults, RulebookError
from ruleslawyer.rulebook.fields import Items, Record, Scalar, Table, check, unknown_key
from ruleslawyer.rulebook.files import yaml_files
from ruleslawyer.rulebook.locate import invariants_folder, rulebook_folder, shown_name
from ruleslawyer.rulebook.model import CardsDecl, Rulebook, ZoneDecl
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text
from ruleslawyer.rulebook.yaml_reader import Budget, parse

MAX_EXTENDS = 8
"""Longest chain of rulebooks that extend one another."""


def read_rulebook(folder: Path, invariants: Path | None = None) -> Rulebook:
    """The rulebook in `folder` with those it extends, and the claims in the folder `invariants`.

    Raises RulebookError with every structural fault of all files.
    """
    rulebook, faults = read_leniently(folder, invariants)
    if faults:
        raise RulebookError(faults, rulebook.files)
    return rulebook


def read_leniently(folder: Path, invariants: Path | None = None) -> tuple[Rulebook, list[Diagnostic]]:
    """What can be read of a rulebook, and its structural faults in the order of their places.

    What was refused is missing from the rulebook, so with faults it serves only to look for more of them.
    """
    gathered = Gathered()
    try:
        _gather(folder, invariants, gathered)
    except EnoughFaults:
        gathered.complete = False
    found, gathered.faults = gathered.faults, []
    rulebook = _build(gathered, folder)
    return rulebook, sorted([*found, *gathered.faults], key=_place)


def _gather(folder: Path, invariants: Path | None, gathered: Gathered) -> None:
    extended = gather_rulebook(folder, gathered)
    if invariants is None:
        return
    for base in extended:
        claims = invariants_folder(base)
        if claims is not None:
            gather_folder(claims, grammar.INVARIANTS, gathered)
    gather_folder(invariants, grammar.INVARIANTS, gathered)


def _place(fault: Diagnostic) -> tuple[str, int, int]:
    span = fault.span
    return ("", 0, 0) if span is None else (span.file, span.line, span.column)


@dataclass
class Gathered:
    """What well-shaped top-level keys say, from all files: scalars once, tables and lists joined."""

    faults: list[Diagnostic] = field(default_factory=Faults)
    files: dict[str, str] = field(default_factory=dict)
    scalars: dict[str, Text] = field(default_factory=dict)
    tables: dict[str, dict[str, tuple[Text, Node]]] = field(default_factory=dict)
    lists: dict[str, list[tuple[Path, Path, Node]]] = field(default_factory=dict)
    """Key to its items, each with the file it is in and the folder of the rulebook."""
    ids: dict[str, Text] = field(default_factory=dict)
    written: dict[str, Text] = field(default_factory=dict)
    """Top-level keys that some file has, also when what they say was refused."""
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


def gather_rulebook(folder: Path, gathered: Gathered) -> list[Path]:
    """Read `folder` and the rulebooks it extends, bases first; return the folders of the bases."""
    chain = [folder]
    layers = []
    while True:
        layer = Gathered(faults=gathered.faults, files=gathered.files, budget=gathered.budget)
        gather_folder(chain[-1], grammar.RULEBOOK, layer)
        layers.append(layer)
        base = layer.scalars.get("extends")
        following = None if base is None else _extended(base, chain, layer)
        if following is None:
            break
        chain.append(following)
    for layer in reversed(layers):
        _join(layer, gathered)
    return chain[:0:-1]


def _extended(base: Text, chain: list[Path], layer: Gathered) -> Path | None:
    """The folder that `base` names, or None and a fault."""
    relative = chain[-1] / base.value
    if Path(base.value).is_absolute():
        layer.fault("absolute-path", "a rulebook extends another by name or by a relative path", base)
        return None
    if "/" in base.value and relative.is_dir():
        found = relative
    else:
        try:
            found = rulebook_folder(base.value)
        except RulebookError as error:
            fault = error.diagnostics[0]
            layer.fault(fault.code, fault.message, base, fault.hint)
            return None
    if found.resolve() in [one.resolve() for one in chain]:
        layer.fault("extends-itself", f"`{base}` extends this rulebook as well", base, "remove one `extends:`")
        return None
    if len(chain) > MAX_EXTENDS:
        layer.fault("extends-too-long", f"more than {MAX_EXTENDS} rulebooks extend one another", base)
        return None
    return found


def _join(layer: Gathered, into: Gathered) -> None:
    """Add an extending rulebook to what its bases say. Its own scalars win; a name can be declared only once."""
    into.complete &= layer.complete
    into.scalars.update(layer.scalars)
    into.written.update(layer.written)
    for key, table in layer.tables.items():
        for name, node in table.values():
            _declare(into, key, name, node)
    for key, items in layer.lists.items():
        into.lists.setdefault(key, []).extend(items)
    for name in layer.ids.values():
        _identify(into, name)


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
        if check(one, shape, gathered.faults):
            _declare(gathered, key, name, value)


def _declare(gathered: Gathered, key: str, name: Text, node: Node) -> None:
    first = gathered.tables.setdefault(key, {}).setdefault(name.value, (name, node))
    if first[0] is not name:
        gathered.fault("declared-twice", f"`{name}` is declared twice in `{key}`", name, _first(first[0]))


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
            _identify(gathered, name)
        if check(item, shape.item, gathered.faults, name.value if name is not None else None):
            gathered.lists.setdefault(key, []).append((path, folder, item))


def _identify(gathered: Gathered, name: Text) -> None:
    first = gathered.ids.setdefault(name.value, name)
    if first is not name:
        gathered.fault("declared-twice", f"two clauses have the id `{name}`", name, _first(first), name.value)


def _gather_single(key: Text, node: Node, gathered: Gathered) -> None:
    if not isinstance(node, Text):
        _declare(gathered, key.value, key, node)
        return
    first = gathered.scalars.setdefault(key.value, node)
    if first is not node and key.value != "says":
        gathered.fault("declared-twice", f"`{key}:` is written in two files", key, _first(first))


def _first(place: Text) -> str:
    return f"the first is at {place.span}"


REQUIRED = {
    "rulebook": "the name of the rulebook, such as `rulebook: my-game`",
    "title": "what the rulebook is called",
    "players": "how many can play, such as `players: 2..4`",
    "begins": "the event that plays a whole game",
}
"""Scalars that some file of every rulebook has, and what they are."""


def _build(gathered: Gathered, folder: Path) -> Rulebook:
    """The rulebook that was gathered; only to be used when there are no faults."""
    faults = gathered.faults
    for key, meaning in REQUIRED.items() if gathered.complete else ():
        if key not in gathered.written:
            message = f"no file of `{shown_name(folder)}` has `{key}:`"
            faults.append(Diagnostic("missing-key", message, hint=f"add {meaning}"))
    nowhere = Text("0", Span("", 1, 1, 1, 1))
    single = gathered.scalars
    lemmas = gathered.items("lemmas")
    accounts = gathered.tables.get("accounts", {}).get("accounts", (nowhere, None))[1]
    return Rulebook(
        name=single.get("rulebook", nowhere),
        title=_one_line(single.get("title", nowhere)),
        version=_one_line(single.get("version", nowhere)),
        players=declarations.number_range(single.get("players", nowhere), faults),
        begins=single.get("begins", nowhere),
        options=tuple((name, declarations.texts(node)) for name, node in gathered.table("options")),
        sources=tuple(declarations.source(name, node, faults) for name, node in gathered.named("sources")),
        types=tuple((name, declarations.texts(node)) for name, node in gathered.table("types")),
        kinds=tuple((name, declarations.pairs(node)) for name, node in gathered.table("kinds")),
        cards=tuple(_cards(gathered)),
        zones=tuple(_zones(gathered)),
        state=tuple(declarations.state(name, node) for name, node in gathered.named("state")),
        accounts=accounts if isinstance(accounts, Mapping) else None,
        scopes=tuple(declarations.scope(name, node) for name, node in gathered.named("scopes")),
        levels=tuple(node for _, _, node in gathered.lists.get("levels", []) if isinstance(node, Text)),
        rulings=tuple(declarations.ruling(name, node, faults) for name, node in gathered.named("rulings")),
        profiles=tuple(declarations.profile(name, node) for name, node in gathered.named("profiles")),
        events=tuple(declarations.event(name, node) for name, node in gathered.named("events")),
        clauses=tuple(declarations.clause(node, faults) for node in gathered.items("clauses")),
        invariants=(
            *(declarations.invariant(node, faults) for node in gathered.items("invariants")),
            *(declarations.invariant(node, faults, True) for node in lemmas if node.get("holds") is not None),
        ),
        theorems=(
            *(declarations.theorem(node, faults) for node in gathered.items("theorems")),
            *(declarations.theorem(node, faults, True) for node in lemmas if node.get("event") is not None),
        ),
        files=gathered.files,
    )


def _zones(gathered: Gathered) -> Iterator[ZoneDecl]:
    for name, node in gathered.named("zones"):
        zone = declarations.zone(name, node, gathered.faults)
        if zone is not None:
            yield zone


def _cards(gathered: Gathered) -> Iterator[CardsDecl]:
    for path, folder, node in gathered.lists.get("cards", []):
        assert isinstance(node, Mapping)
        table = declarations.optional_text(node, "csv")
        rows = None if table is None else read_table(table, path, folder, gathered.files, gathered.faults)
        yield declarations.cards(node, rows)


def _one_line(text: Text) -> str:
    return " ".join(text.value.split())
