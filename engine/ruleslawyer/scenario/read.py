"""Scenario files to scenarios, with every structural fault at once. JSON is read as the YAML that it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.citations import read_citations
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.fields import Items, Record, Shape, check
from ruleslawyer.rulebook.files import read_text
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.nodes import Listing, Mapping as MappingNode, Node, Span, Text
from ruleslawyer.rulebook.words import CITATIONS
from ruleslawyer.rulebook.yaml_reader import parse
from ruleslawyer.scenario.grammar import DECISION, FILE, FORMAT, GIVES, SCENARIO
from ruleslawyer.scenario.model import Reading, Scenario

SUFFIXES = (".yaml", ".json")
MOST_PLAYERS = 99

Faults = list[Diagnostic]


@dataclass(frozen=True)
class ScenarioFile:
    """The scenarios of one file; `text` is what diagnostics quote."""

    name: str
    text: str
    scenarios: tuple[Scenario, ...]


def read_file(path: Path) -> ScenarioFile:
    """The scenarios in a file.

    :raises RulebookError: with every fault found.
    """
    faults: Faults = []
    if path.suffix not in SUFFIXES:
        message = f"`{shown_name(path)}` is no scenario file: its name ends in `{path.suffix}`"
        raise RulebookError([Diagnostic("wrong-suffix", message, hint=f"its name must end in {' or '.join(SUFFIXES)}")])
    text = read_text(path, path.parent, faults)
    if text is None:
        raise RulebookError(faults)
    return read_text_of(shown_name(path), text)


def read_text_of(name: str, text: str) -> ScenarioFile:
    """The scenarios in a text; `name` is the file that messages name.

    :raises RulebookError: with every fault found.
    """
    faults: Faults = []
    node = parse(name, text, faults, flow=True)
    root = None if node is None else _block(node)
    if root is None or not check(root, FILE, faults) or not isinstance(root, MappingNode):
        raise RulebookError(faults, {name: text})
    version = _text(root, "format")
    if version != str(FORMAT):
        message = f"scenarios of format {version} are not read here, only of format {FORMAT}"
        span = None if root.get("format") is None else root.entries[0][1].span
        raise RulebookError([Diagnostic("wrong-format", message, span)], {name: text})
    listed = root.get("scenarios")
    nodes = (one for one in (listed if isinstance(listed, Listing) else ()) if isinstance(one, MappingNode))
    scenarios = tuple(_scenario(one, root, name, text, faults) for one in nodes)
    _repeated(scenarios, faults)
    if faults:
        raise RulebookError(faults, {name: text})
    return ScenarioFile(name, text, scenarios)


def _block(node: Node) -> Node:
    """The same tree as if it were written in block style: no expression stands here that brackets could tear apart."""
    if isinstance(node, MappingNode):
        return MappingNode(tuple((key, _block(value)) for key, value in node), node.span)
    if isinstance(node, Listing):
        return Listing(tuple(_block(item) for item in node), node.span)
    return node


def _repeated(scenarios: tuple[Scenario, ...], faults: Faults) -> None:
    seen: set[str] = set()
    for one in scenarios:
        if one.slug in seen:
            message = f"two scenarios of this file are called `{one.slug}`"
            faults.append(Diagnostic("declared-twice", message, one.span(("id",)), hint="give each its own id"))
        seen.add(one.slug)


def _scenario(node: MappingNode, root: MappingNode, file: str, text: str, faults: Faults) -> Scenario:
    present = [key for key in ("profile", "rulings", "under") if node.get(key) is not None]
    if len(present) > 1:
        span = _span(node.key(present[1]))
        message = f"a scenario takes only one of `{present[0]}:` and `{present[1]}:`"
        faults.append(Diagnostic("too-many-keys", message, span, hint="list several readings below `under:`"))
    values = _record(node, SCENARIO, faults)
    slug, _, digest = values.pop("id").partition("@")
    own = {name: values.pop(name) for name in ("profile", "rulings") if name in values}
    scenario = Scenario(
        slug=slug,
        rulebook=_text(root, "rulebook"),
        version=_text(root, "version"),
        readings=values.pop("under", (Reading(**own),) if own else ()),
        source=node,
        file=file,
        text=text,
        **values,
    )
    if digest and digest != scenario.digest:
        message = f"`{slug}` has been changed since its id was made"
        hint = f"write `id: {slug}` if that was meant, or `{scenario.id}`"
        faults.append(Diagnostic("stale-id", message, _span(node.get("id")), hint=hint))
    if not 1 <= scenario.players <= MOST_PLAYERS:
        message = f"{scenario.players} is no number of players"
        faults.append(Diagnostic("bad-value", message, _span(node.get("players"))))
    _check_after(scenario, faults)
    return scenario


def _check_after(scenario: Scenario, faults: Faults) -> None:
    for index, one in enumerate(scenario.then):
        if one.after is not None and one.after > len(scenario.decisions):
            message = f"only {len(scenario.decisions)} decisions are listed"
            span = scenario.span(("then", index, "after"))
            faults.append(Diagnostic("bad-value", message, span, hint="write a smaller number, or `end`"))


# -- decoding -------------------------------------------------------------------------------------------------------


def _text(node: MappingNode, key: str) -> str:
    value = node.get(key)
    return value.value if isinstance(value, Text) else ""


def _record(node: MappingNode, record: Record, faults: Faults) -> dict[str, Any]:
    """The values of the keys that are there."""
    shapes = {key.name: key.shape for key in record.keys}
    return {key.value: _decoded(value, shapes[key.value], faults) for key, value in node}


def _decoded(node: Node, shape: Shape, faults: Faults) -> Any:
    """What a node that has a shape says: by the table, or else by the kind of the shape; scalars are text."""
    if shape is CITATIONS:
        return read_citations(node, faults)
    if shape is DECISION:
        return _decision(node, faults)
    gives = GIVES.get(shape)
    if isinstance(shape, Record) and isinstance(node, MappingNode):
        values = _record(node, shape, faults)
        return values if gives is None else gives(**values)
    if isinstance(shape, Items):
        return tuple(
            _decoded(one, shape.item, faults) for one in (node.items if isinstance(node, Listing) else (node,))
        )
    found = plain(node)
    return found if gives is None else gives(found)


def _decision(node: Node, faults: Faults) -> tuple[str, Written]:
    assert isinstance(node, MappingNode)
    if len(node) != 1:
        message = f"a decision is one `label: value`, not {len(node)}"
        faults.append(Diagnostic("bad-decision", message, node.span, hint="write each decision after its own `- `"))
        return "", ""
    label, value = node.entries[0]
    return label.value, plain(value)


def plain(node: Node) -> Written:
    """A node as plain data; every scalar is text."""
    if isinstance(node, MappingNode):
        return {key.value: plain(value) for key, value in node}
    if isinstance(node, Listing):
        return [plain(item) for item in node]
    return node.value


def _span(node: Node | None) -> Span | None:
    return None if node is None else node.span
