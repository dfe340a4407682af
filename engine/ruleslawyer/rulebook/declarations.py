"""Clauses, claims and what else a table of keys alone does not make of well-shaped nodes."""

from __future__ import annotations

from ruleslawyer.rulebook.citations import MAX_PARAGRAPHS, read_citations
from ruleslawyer.rulebook.declared import decode, shape
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.fields import Items, check
from ruleslawyer.rulebook.model import (
    Clause,
    Entry,
    EntryKind,
    RulingDecl,
    Source,
    TableRow,
    ZoneDecl,
)
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text, texts
from ruleslawyer.rulebook.words import Faults, prose


def text(node: Mapping, key: str) -> Text:
    """The scalar under a required key."""
    value = node.get(key)
    assert isinstance(value, Text), key
    return value


def optional_text(node: Mapping, key: str) -> Text | None:
    """The scalar under `key`, if it is there."""
    return None if node.get(key) is None else text(node, key)


def pairs(node: Node | None) -> tuple[tuple[Text, Text], ...]:
    """Names and scalars of a mapping, or of nothing."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((name, value) for name, value in entries if isinstance(value, Text))


def number_range(value: Text, faults: Faults) -> tuple[int, int]:
    """`7` or `2..5` as its two ends."""
    low, _, high = value.value.partition("..")
    ends = int(low), int(high or low)
    if ends[0] > ends[1]:
        hint = f"write `{ends[1]}..{ends[0]}`"
        faults.append(Diagnostic("empty-range", f"`{value.value}` is an empty range", value.span, hint=hint))
    return ends


def check_source(source: Source, faults: Faults) -> None:
    """Reports sections that are too long or listed twice."""
    first: dict[str, Text] = {}
    for one in source.sections or ():
        if one.paragraphs > MAX_PARAGRAPHS:
            message = f"a section has no more than {MAX_PARAGRAPHS} paragraphs"
            faults.append(Diagnostic("bad-value", message, one.span))
        known = first.setdefault(one.number.value, one.number)
        if known is not one.number:
            message = f"the section `{one.number}` of `{source.name}` is listed twice"
            faults.append(Diagnostic("declared-twice", message, one.number.span, hint=_first(known)))


def check_ruling(ruling: RulingDecl, faults: Faults) -> None:
    """Reports a ruling that offers no choice."""
    if len(ruling.answers) < 2:
        hint = "list every answer that the sources allow, or remove the ruling"
        message = f"the ruling `{ruling.name}` offers no choice"
        faults.append(Diagnostic("one-answer", message, ruling.name.span, hint=hint))


def scoped_zone(name: Text, node: Node, faults: Faults, clause: str | None) -> ZoneDecl | None:
    """A zone as declared in a `scope` statement of `clause`; None when it is not well-shaped."""
    if not check(node, shape(ZoneDecl), faults, clause):
        return None
    zone: ZoneDecl = decode(node, shape(ZoneDecl), faults, clause, {"name": name})
    return zone


def clause(node: Mapping, faults: Faults) -> Clause:
    """A clause with its entries. A clause that neither cites nor is a helper is a fault."""
    name = text(node, "id")
    listed = node.get("parts")
    parts = [part for part in listed if isinstance(part, Mapping)] if isinstance(listed, Listing) else []
    entries = tuple(_entry(part, f"{name}/{text(part, 'part')}", name.value) for part in parts)
    seen: dict[str, Text] = {}
    for part in parts:
        label = text(part, "part")
        if label.value in seen:
            message = f"two parts of `{name}` are called `{label}`"
            hint = _first(seen[label.value])
            faults.append(Diagnostic("declared-twice", message, label.span, name.value, hint))
        seen.setdefault(label.value, label)
    if node.get("cite") is None and node.get("helper") is None:
        hint = "add `cite:` with the source and section it encodes, or `helper: true` if no source states it"
        faults.append(Diagnostic("missing-citation", f"`{name}` cites nothing", name.span, name.value, hint))
    return Clause(
        id=name,
        title=prose(text(node, "title"), faults, None),
        says=prose(text(node, "says"), faults, None),
        cite=read_citations(node.get("cite"), faults, name.value),
        level=optional_text(node, "level"),
        helper=node.get("helper") is not None,
        entries=entries or (_entry(node, name.value, name.value),),
        span=name.span,
    )


def _kind(node: Mapping) -> EntryKind:
    """The last in the order of EntryKind is `at`, which an option has as well."""
    return next(kind for kind in EntryKind if node.get(kind.value) is not None)


def _entry(node: Mapping, name: str, owner: str) -> Entry:
    kind = _kind(node)
    do = node.get("do")
    head = node.get("at" if kind is EntryKind.OPTION else kind.value)
    rows = node.get("rows")
    return Entry(
        id=name,
        clause=owner,
        kind=kind,
        head=texts(head),
        option=optional_text(node, "option"),
        parameters=pairs(node.get("with")),
        gives=optional_text(node, "gives"),
        combine=optional_text(node, "combine"),
        when=optional_text(node, "when"),
        value=optional_text(node, "is"),
        by=texts(node.get("by")),
        rows=() if rows is None else decode(rows, Items("rows", shape(TableRow)), []),
        do=do if isinstance(do, Listing) else None,
        after=texts(node.get("after")),
        span=head.span if head is not None else node.span,
    )


def _first(place: Text) -> str:
    return f"the first is at {place.span}"
