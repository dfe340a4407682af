"""Scenario files to scenarios, with every structural fault at once. JSON is read as the YAML that it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.citations import read_citations
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.fields import check
from ruleslawyer.rulebook.files import read_text
from ruleslawyer.rulebook.locate import shown_name
from ruleslawyer.rulebook.nodes import Listing, Mapping as MappingNode, Node, Span, Text
from ruleslawyer.rulebook.yaml_reader import parse
from ruleslawyer.scenario.grammar import FILE, FORMAT
from ruleslawyer.scenario.model import Expectation, Reading, Scenario

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
    scenarios = tuple(_scenario(one, root, name, text, faults) for one in _records(root.get("scenarios")))
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
    slug, _, digest = _text(node, "id").partition("@")
    present = [key for key in ("profile", "rulings", "under") if node.get(key) is not None]
    if len(present) > 1:
        span = _span(node.key(present[1]))
        message = f"a scenario takes only one of `{present[0]}:` and `{present[1]}:`"
        faults.append(Diagnostic("too-many-keys", message, span, hint="list several readings below `under:`"))
    scenario = Scenario(
        slug=slug,
        rulebook=_text(root, "rulebook"),
        version=_text(root, "version"),
        players=_players(node, faults),
        because=_text(node, "because"),
        origin=_text(node, "origin"),
        cite=read_citations(node.get("cite"), faults),
        readings=tuple(_reading(one) for one in (_records(node.get("under")) or [node]) if _names_reading(one)),
        otherwise=_text(node, "otherwise"),
        options=_texts(node.get("options")),
        given=_given(node.get("given")),
        luck=_text(node, "luck") or "listed",
        decisions=_decisions(node.get("decisions"), faults),
        then=tuple(_expectation(one, faults) for one in _records(node.get("then"))),
        clauses=tuple(str(plain(one)) for one in _items(node.get("clauses"))),
        info=_texts(node.get("info")),
        source=node,
        file=file,
        text=text,
    )
    if digest and digest != scenario.digest:
        message = f"`{slug}` has been changed since its id was made"
        hint = f"write `id: {slug}` if that was meant, or `{scenario.id}`"
        faults.append(Diagnostic("stale-id", message, _span(node.get("id")), hint=hint))
    _check_after(scenario, faults)
    return scenario


def _check_after(scenario: Scenario, faults: Faults) -> None:
    for index, one in enumerate(scenario.then):
        if one.after is not None and one.after > len(scenario.decisions):
            message = f"only {len(scenario.decisions)} decisions are listed"
            span = scenario.span(("then", index, "after"))
            faults.append(Diagnostic("bad-value", message, span, hint="write a smaller number, or `end`"))


def _players(node: MappingNode, faults: Faults) -> int:
    players = int(_text(node, "players"))
    if not 1 <= players <= MOST_PLAYERS:
        message = f"{players} is no number of players"
        faults.append(Diagnostic("bad-value", message, _span(node.get("players"))))
    return players


def _names_reading(node: MappingNode) -> bool:
    return node.get("profile") is not None or node.get("rulings") is not None


def _reading(node: MappingNode) -> Reading:
    return Reading(_text(node, "profile"), _texts(node.get("rulings")))


def _given(node: Node | None) -> Mapping[str, Written] | None:
    given = None if node is None else plain(node)
    return given if isinstance(given, dict) else None


def _decisions(node: Node | None, faults: Faults) -> tuple[tuple[str, Written], ...]:
    found = []
    for one in _records(node):
        if len(one) == 1:
            label, value = one.entries[0]
            found.append((label.value, plain(value)))
        else:
            message = f"a decision is one `label: value`, not {len(one)}"
            hint = "write each decision after its own `- `"
            faults.append(Diagnostic("bad-decision", message, one.span, hint=hint))
    return tuple(found)


def _expectation(node: MappingNode, faults: Faults) -> Expectation:
    after = _text(node, "after")
    finished = _text(node, "finished")
    return Expectation(
        after=None if after in ("", "end") else int(after),
        seen_by=_text(node, "seen_by"),
        zones=_data(node.get("zones")),
        state=_data(node.get("state")),
        asks=_text(node, "asks") or None,
        by=_text(node, "by") or None,
        legal=None if node.get("legal") is None else tuple(plain(one) for one in _items(node.get("legal"))),
        forced=_decisions(node.get("forced"), faults),
        values=_data(node.get("values")),
        winners=None if node.get("winners") is None else tuple(str(plain(one)) for one in _items(node.get("winners"))),
        finished=None if not finished else finished == "true",
        stated_by=read_citations(node.get("stated_by"), faults),
    )


def plain(node: Node) -> Written:
    """A node as plain data; every scalar is text."""
    if isinstance(node, MappingNode):
        return {key.value: plain(value) for key, value in node}
    if isinstance(node, Listing):
        return [plain(item) for item in node]
    return node.value


def _text(node: MappingNode, key: str) -> str:
    value = node.get(key)
    return value.value if isinstance(value, Text) else ""


def _texts(node: Node | None) -> dict[str, str]:
    return (
        {key.value: value.value for key, value in node if isinstance(value, Text)}
        if isinstance(node, MappingNode)
        else {}
    )


def _data(node: Node | None) -> dict[str, Written]:
    return {key.value: plain(value) for key, value in node} if isinstance(node, MappingNode) else {}


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Listing) else () if node is None else (node,)


def _records(node: Node | None) -> tuple[MappingNode, ...]:
    return tuple(one for one in _items(node) if isinstance(one, MappingNode))


def _span(node: Node | None) -> Span | None:
    return None if node is None else node.span
