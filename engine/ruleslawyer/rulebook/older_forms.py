"""What `fmt` rewrites: forms that rulebooks had before, as nodes of the present form."""

from __future__ import annotations

from ruleslawyer.rulebook.citations import MAX_WIDTH, citation_lines, number_runs, read_citations, read_paragraphs
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text

NOWHERE = Span("", 0, 0, 0, 0)
"""Where a text stands that no file has."""


def citations(node: Node) -> Node:
    """Citations in canonical notation, of `source:`, `section:` and `paragraphs:` too; the same if they have faults."""
    faults: list[Diagnostic] = []
    items = node.items if isinstance(node, Listing) else (node,)
    written = Listing(tuple(_citation(item) if isinstance(item, Mapping) else item for item in items), node.span)
    lines = tuple(Text(line, NOWHERE) for line in citation_lines(read_citations(written, faults), MAX_WIDTH))
    if faults or not lines or not all(isinstance(item, Text) for item in written):
        return node
    return lines[0] if len(lines) == 1 else Listing(lines, node.span)


def _citation(node: Mapping) -> Node:
    source, section, paragraphs = (node.get(key) for key in ("source", "section", "paragraphs"))
    if not isinstance(source, Text) or isinstance(section, Listing | Mapping):
        return node
    sign = "" if paragraphs is None else f" ¶{_numbers(paragraphs)}"
    return Text(f"{source}{f' {section}' if section else ''}{sign}", NOWHERE)


def paragraphs(node: Node) -> Node:
    """Numbers of paragraphs in canonical notation, of a list of them too; the same if they have faults."""
    faults: list[Diagnostic] = []
    numbers = read_paragraphs(Text(_numbers(node), NOWHERE), faults)
    return node if faults else Text(number_runs(numbers), NOWHERE)


def _numbers(node: Node) -> str:
    items = node.items if isinstance(node, Listing) else (node,)
    return ",".join(str(item).replace("..", "-") for item in items)


def claims(root: Mapping) -> Mapping:
    """The file with the claims that are marked `helper: true` in the list `lemmas`."""
    lemmas: list[Node] = []
    entries = []
    for key, node in root:
        if key.value in ("invariants", "theorems") and isinstance(node, Listing):
            helpers = [item for item in node if isinstance(item, Mapping) and item.get("helper") is not None]
            lemmas += [Mapping(tuple(one for one in item if one[0].value != "helper"), item.span) for item in helpers]
            node = Listing(tuple(item for item in node if item not in helpers), node.span, node.flow)
        entries.append((key, node))
    if not lemmas:
        return root
    known = root.get("lemmas")
    moved = Listing((*(known if isinstance(known, Listing) else ()), *lemmas), NOWHERE)
    kept = [(key, node) for key, node in entries if key.value != "lemmas" and node != Listing((), NOWHERE)]
    return Mapping((*kept, (Text("lemmas", NOWHERE), moved)), root.span)
