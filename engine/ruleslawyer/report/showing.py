"""A clause with all that belongs to it: sentence, citations, body, exceptions, what it changes, scenarios, claims."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from ruleslawyer.language.analysis import all_cases, calls, cases_of, claim_expressions, event_of
from ruleslawyer.language.law import Case, Claim, Law, Undercut
from ruleslawyer.rulebook.citations import citation_lines
from ruleslawyer.rulebook.model import Clause, EntryKind
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.yaml_reader import read_yaml
from ruleslawyer.scenario.model import Scenario

_TOLD = ("id", "title", "says", "cite")
"""Keys of a clause that are told in a line of their own."""
_CHANGES = (EntryKind.EXCEPTION, EntryKind.UNDERCUT, EntryKind.CONTRIBUTION)


def clause_data(law: Law, clause: Clause, scenarios: Iterable[Scenario]) -> dict[str, Any]:
    """The clause as JSON. Exceptions are trees: `id`, `title`, `how` they change it, and the `exceptions` to them."""
    entries = {entry.id for entry in clause.entries}
    lemmas = {one.id.value for one in law.rulebook.claims if one.lemma}
    claims = {claim.id: claim for claim in _claims_on(law, clause)}
    return {
        "id": clause.id.value,
        "title": clause.title,
        "says": clause.says,
        "place": str(clause.span),
        "cite": citation_lines(clause.cite),
        "body": _body(law, clause),
        "exceptions": [
            tree for case in _cases(law, entries) for tree in _exceptions(law, (*case.exceptions, *case.disabled_by))
        ],
        "changes": [
            {**_titled(law, target.value), "how": entry.kind.value}
            for entry in clause.entries
            if entry.kind in _CHANGES
            for target in entry.head
        ],
        "scenarios": [
            {"id": one.slug, "because": one.because}
            for one in scenarios
            if {clause.id.value, *entries} & set(one.clauses)
        ],
        "claims": [
            {"id": one.id, "title": one.title, "says": one.says, "lemma": one.id in lemmas} for one in claims.values()
        ],
    }


def clause_lines(data: dict[str, Any]) -> Iterator[str]:
    """The same for people."""
    yield f"{data['id']} {data['title']}  ({data['place']})"
    yield f"  {data['says']}"
    yield from (f"  [{line}]" for line in data["cite"])
    yield ""
    yield from (f"  {line}" for line in data["body"])
    promised, lemmas = ([one for one in data["claims"] if one["lemma"] is lemma] for lemma in (False, True))
    sections = (
        ("It changes", [f"{one['id']} {one['title']}  ({one['how']})" for one in data["changes"]]),
        ("Exceptions to it", list(_tree(data["exceptions"], ""))),
        ("Scenarios about it", [f"{one['id']}: {one['because']}" for one in data["scenarios"]]),
        ("Promised of it", [f"{one['id']} {one['title']}: {one['says']}" for one in promised]),
        ("Lemmas about it", [f"{one['id']} {one['title']}" for one in lemmas]),
    )
    for heading, lines in sections:
        if lines:
            yield from ("", heading, *(f"  {line}" for line in lines))


def _tree(exceptions: list[dict[str, Any]], indent: str) -> Iterator[str]:
    for one in exceptions:
        yield f"{indent}{one['id']} {one['title']}  ({one['how']})"
        yield from _tree(one["exceptions"], indent + "  ")


def _titled(law: Law, entry: str) -> dict[str, Any]:
    return {"id": entry, "title": law.clauses[entry.partition("/")[0]].title}


def _exceptions(law: Law, changing: tuple[Case | Undercut, ...]) -> list[dict[str, Any]]:
    return [
        {
            **_titled(law, one.id),
            "how": "overrides" if isinstance(one, Case) else "disables",
            "exceptions": _exceptions(law, (*(one.exceptions if isinstance(one, Case) else ()), *one.disabled_by)),
        }
        for one in changing
    ]


def _cases(law: Law, entries: set[str]) -> list[Case]:
    """The cases of some entries; an exception to several cases is one."""
    return list({case.id: case for case in all_cases(law) if case.id in entries}.values())


def _claims_on(law: Law, clause: Clause) -> Iterator[Claim]:
    """What is promised of the events in which the clause has a part, and what speaks of its definitions."""
    entries = {entry.id for entry in clause.entries}
    events = {found[0].name: found[0] for found in (event_of(law, entry) for entry in entries) if found is not None}
    for event in events.values():
        yield from (*event.requires, *event.ensures, *event.always)
    of = {one.name for one in law.definitions.values() if any(case.id in entries for case in cases_of(one))}
    every = (claim for event in law.events.values() for claim in (*event.requires, *event.ensures, *event.always))
    for claim in (*law.invariants, *every):
        if calls(*claim_expressions(claim)) & of:
            yield claim


def _body(law: Law, clause: Clause) -> list[str]:
    """The lines of the file that say what the clause does."""
    text = law.rulebook.files[clause.span.file]
    root = read_yaml(clause.span.file, text)
    listed = root.get("clauses") if isinstance(root, Mapping) else None
    items: tuple[Node, ...] = listed.items if isinstance(listed, Listing) else ()
    node = next(one for one in items if isinstance(one, Mapping) and one.get("id") == Text(clause.id.value, one.span))
    assert isinstance(node, Mapping)
    lines = text.splitlines()
    told = [(key, value) for key, value in node if key.value not in _TOLD]
    body = [line for key, value in told for line in lines[key.span.line - 1 : value.span.end_line]]
    return textwrap.dedent("\n".join(body)).splitlines()
