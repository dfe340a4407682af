"""Well-shaped nodes to the dataclasses of `model`. Every function here expects a node that passed `fields.check`."""

from __future__ import annotations

from ruleslawyer.rulebook import grammar
from ruleslawyer.rulebook.citations import MAX_PARAGRAPHS, read_citations, read_paragraphs
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.fields import check
from ruleslawyer.rulebook.model import (
    AnswerDecl,
    CardRow,
    CardsDecl,
    Clause,
    Departure,
    Entry,
    EntryKind,
    EventDecl,
    InvariantDecl,
    NotEncoded,
    ProfileAnswer,
    ProfileDecl,
    RulingDecl,
    ScopeDecl,
    Section,
    Source,
    StateDecl,
    TableRow,
    TheoremDecl,
    ZoneDecl,
)
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text

Pairs = tuple[tuple[Text, Text], ...]
Faults = list[Diagnostic]


def text(node: Mapping, key: str) -> Text:
    """The scalar under a required key."""
    value = node.get(key)
    assert isinstance(value, Text), key
    return value


def optional_text(node: Mapping, key: str) -> Text | None:
    """The scalar under `key`, if it is there."""
    return None if node.get(key) is None else text(node, key)


def prose(node: Mapping, key: str) -> str:
    """A text for people: line breaks and runs of blanks are one blank. Empty when the key is absent."""
    value = optional_text(node, key)
    return "" if value is None else " ".join(value.value.split())


def texts(node: Node | None) -> tuple[Text, ...]:
    """The scalars of a list, of a single scalar, or of nothing."""
    if node is None:
        return ()
    return tuple(item for item in (node.items if isinstance(node, Listing) else (node,)) if isinstance(item, Text))


def pairs(node: Node | None) -> Pairs:
    """Names and scalars of a mapping, or of nothing."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((name, value) for name, value in entries if isinstance(value, Text))


def records(node: Node | None) -> tuple[Mapping, ...]:
    """The mappings of a list, or of nothing."""
    return tuple(item for item in node.items if isinstance(item, Mapping)) if isinstance(node, Listing) else ()


def named_records(node: Node | None) -> tuple[tuple[Text, Mapping], ...]:
    """Names and mappings of a mapping, or of nothing."""
    entries = node.entries if isinstance(node, Mapping) else ()
    return tuple((name, value) for name, value in entries if isinstance(value, Mapping))


def number_range(value: Text, faults: Faults) -> tuple[int, int]:
    """`7` or `2..5` as its two ends."""
    low, _, high = value.value.partition("..")
    ends = int(low), int(high or low)
    if ends[0] > ends[1]:
        hint = f"write `{ends[1]}..{ends[0]}`"
        faults.append(Diagnostic("empty-range", f"`{value.value}` is an empty range", value.span, hint=hint))
    return ends


def source(name: Text, node: Mapping, faults: Faults) -> Source:
    listed = node.get("sections")
    sections = None if listed is None else tuple(_section(one, faults) for one in records(listed))
    first: dict[str, Text] = {}
    for one in sections or ():
        if one.number.value in first:
            message = f"the section `{one.number}` of `{name}` is listed twice"
            faults.append(Diagnostic("declared-twice", message, one.number.span, hint=_first(first[one.number.value])))
        first.setdefault(one.number.value, one.number)
    return Source(name, prose(node, "title"), prose(node, "language"), prose(node, "publisher"), sections)


def _section(node: Mapping, faults: Faults) -> Section:
    count = text(node, "paragraphs")
    if int(count.value) > MAX_PARAGRAPHS:
        message = f"a section has no more than {MAX_PARAGRAPHS} paragraphs"
        faults.append(Diagnostic("bad-value", message, count.span))
    left_out = tuple(
        NotEncoded(
            read_paragraphs(text(one, "paragraphs"), faults),
            text(one, "reason"),
            optional_text(one, "planned"),
            text(one, "paragraphs").span,
        )
        for one in records(node.get("not_encoded"))
    )
    number = text(node, "section")
    return Section(number, prose(node, "heading"), int(count.value), left_out, number.span)


def cards(node: Mapping, rows: tuple[CardRow, ...] | None) -> CardsDecl:
    """One entry of `cards`; `rows` are those of its table."""
    copies = optional_text(node, "copies")
    return CardsDecl(
        text(node, "kind"),
        pairs(node.get("each")),
        optional_text(node, "where"),
        rows,
        1 if copies is None else int(copies.value),
        texts(node.get("named_by")),
        text(node, "kind").span,
    )


def scoped_zone(name: Text, node: Node, faults: Faults, clause: str | None) -> ZoneDecl | None:
    """A zone as declared in a `scope` statement of `clause`; None when it is not well-shaped."""
    if not check(node, grammar.ZONE, faults, clause) or not isinstance(node, Mapping):
        return None
    return zone(name, node)


def zone(name: Text, node: Mapping) -> ZoneDecl:
    order = node.get("order")
    stacks = order if isinstance(order, Mapping) else None
    return ZoneDecl(
        name=name,
        when=optional_text(node, "when"),
        of=optional_text(node, "of"),
        holds=texts(node.get("holds")),
        order="stacks" if stacks is not None else text(node, "order").value,
        stacks=None if stacks is None else text(stacks, "stacks"),
        top=None if stacks is None else text(stacks, "top"),
        distinct=optional_text(node, "distinct"),
        seen_by=text(node, "seen_by"),
        starts=texts(node.get("starts")),
        facing=optional_text(node, "facing"),
    )


def departure(node: Mapping) -> Departure:
    return Departure(text(node, "scenario"), prose(node, "reason"))


def state(name: Text, node: Mapping) -> StateDecl:
    return StateDecl(
        name=name,
        when=optional_text(node, "when"),
        type=text(node, "type"),
        starts=text(node, "starts"),
        of=optional_text(node, "of"),
        per=optional_text(node, "per"),
    )


def scope(name: Text, node: Mapping) -> ScopeDecl:
    return ScopeDecl(name, texts(node.get("ends_with")))


def ruling(name: Text, node: Mapping, faults: Faults) -> RulingDecl:
    answers = tuple(
        AnswerDecl(answer, prose(one, "says"), read_citations(one.get("authorities"), faults))
        for answer, one in named_records(node.get("answers"))
    )
    if len(answers) < 2:
        hint = "list every answer that the sources allow, or remove the ruling"
        faults.append(Diagnostic("one-answer", f"the ruling `{name}` offers no choice", name.span, hint=hint))
    return RulingDecl(
        name, prose(node, "asks"), answers, optional_text(node, "matters_when"), optional_text(node, "fixture")
    )


def profile(name: Text, node: Mapping) -> ProfileDecl:
    answers = node.get("answers")
    return ProfileDecl(
        name,
        prose(node, "title"),
        optional_text(node, "like"),
        optional_text(node, "source"),
        optional_text(node, "default_silent"),
        tuple(_profile_answer(asked, one) for asked, one in (answers if isinstance(answers, Mapping) else ())),
    )


def _profile_answer(asked: Text, node: Node) -> ProfileAnswer:
    if isinstance(node, Text):
        return ProfileAnswer(asked, node, None)
    assert isinstance(node, Mapping)
    return ProfileAnswer(asked, text(node, "answer"), prose(node, "silent") or None)


def event(name: Text, node: Mapping) -> EventDecl:
    return EventDecl(
        name=name,
        arguments=pairs(node.get("with")),
        policy=text(node, "policy"),
        by=optional_text(node, "by"),
        order=optional_text(node, "order"),
        gives=optional_text(node, "gives"),
        requires=texts(node.get("requires")),
        ensures=texts(node.get("ensures")),
        always=texts(node.get("always")),
        measure=texts(node.get("measure")),
    )


def clause(node: Mapping, faults: Faults) -> Clause:
    """A clause with its entries. A clause that neither cites nor is a helper is a fault."""
    name = text(node, "id")
    parts = records(node.get("parts"))
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
        title=prose(node, "title"),
        says=prose(node, "says"),
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
    rows = tuple(TableRow(texts(row.get("at")), text(row, "is")) for row in records(node.get("rows")))
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
        rows=rows,
        do=do if isinstance(do, Listing) else None,
        after=texts(node.get("after")),
        span=head.span if head is not None else node.span,
    )


def invariant(node: Mapping, faults: Faults, lemma: bool = False) -> InvariantDecl:
    name = text(node, "id")
    return InvariantDecl(
        id=name,
        title=prose(node, "title"),
        says=prose(node, "says"),
        cite=read_citations(node.get("cite"), faults, name.value),
        over=pairs(node.get("for")),
        holds=text(node, "holds"),
        lemma=lemma,
        span=name.span,
    )


def theorem(node: Mapping, faults: Faults, lemma: bool = False) -> TheoremDecl:
    name = text(node, "id")
    when = next(one for one in ("requires", "ensures", "always") if node.get(one) is not None)
    return TheoremDecl(
        id=name,
        title=prose(node, "title"),
        says=prose(node, "says"),
        cite=read_citations(node.get("cite"), faults, name.value),
        event=text(node, "event"),
        over=pairs(node.get("for")),
        when=when,
        claim=text(node, when),
        fails_under=tuple(pairs(one) for one in records(node.get("fails_under"))),
        lemma=lemma,
        span=name.span,
    )


def _first(place: Text) -> str:
    return f"the first is at {place.span}"
