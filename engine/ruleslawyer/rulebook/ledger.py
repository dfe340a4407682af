"""The source ledger: every paragraph of every document, and what cites it or why nothing does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ruleslawyer.rulebook.citations import Citation, number_runs
from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean
from ruleslawyer.rulebook.model import Rulebook, Section, Source
from ruleslawyer.rulebook.nodes import Text


@dataclass(frozen=True)
class LedgerRow:
    """One paragraph. `cited_by` holds ids of clauses, invariants and theorems, and `ruling.NAME` for rulings; `reason`
    and `planned` are those of its `not_encoded` entry. A row with neither is a gap, a row with both a contradiction."""

    source: str
    section: str
    heading: str
    paragraph: int
    cited_by: tuple[str, ...]
    reason: str | None
    planned: str | None


def ledger(rulebook: Rulebook) -> list[LedgerRow]:
    """Every paragraph of every source that has sections, in the order of the ledger.

    Citations of what does not exist are left out; `ledger_faults` reports them.
    """
    citing = _citing(rulebook)
    return [
        row
        for source in rulebook.sources
        for section in source.sections or ()
        for row in _rows(rulebook, source, section, citing)
    ]


def ledger_faults(rulebook: Rulebook) -> list[Diagnostic]:
    """Gaps in either direction: paragraphs that nothing cites, and citations of what does not exist."""
    faults = [
        fault for citer, clause, one in citations(rulebook) for fault in citation_faults(rulebook, one, citer, clause)
    ]
    faults += _profile_faults(rulebook)
    citing = _citing(rulebook)
    for source in rulebook.sources:
        for section in source.sections or ():
            faults += _not_encoded_faults(section)
            faults += _paragraph_faults(source, section, list(_rows(rulebook, source, section, citing)))
    return faults


def citations(rulebook: Rulebook) -> Iterator[tuple[str, str | None, Citation]]:
    """Every citation: what cites (as in `LedgerRow.cited_by`), the id of its clause if it is one, and the citation."""
    for one in (*rulebook.clauses, *rulebook.claims):
        for citation in one.cite:
            yield one.id.value, one.id.value, citation
    for ruling in rulebook.rulings:
        for answer in ruling.answers:
            for citation in answer.authorities:
                yield f"ruling.{ruling.name}", None, citation


_Citing = dict[tuple[str, str, int], dict[str, None]]


def _citing(rulebook: Rulebook) -> _Citing:
    """Source, section and paragraph to what cites it, each once."""
    citing: _Citing = {}
    sections = {
        (source.name.value, section.number.value): section
        for source in rulebook.sources
        for section in source.sections or ()
    }
    for citer, _, one in citations(rulebook):
        place = (one.source.value, one.section.value if one.section is not None else "")
        if place not in sections:
            continue
        for number in one.paragraphs or range(1, sections[place].paragraphs + 1):
            citing.setdefault((*place, number), {})[citer] = None
    return citing


def _rows(rulebook: Rulebook, source: Source, section: Section, citing: _Citing) -> Iterator[LedgerRow]:
    """What an extension cites is encoded, although the base does not encode it."""
    left_out = {number: one for one in section.not_encoded for number in one.paragraphs}
    for number in range(1, section.paragraphs + 1):
        cited_by = tuple(citing.get((source.name.value, section.number.value, number), ()))
        reason = left_out.get(number)
        if reason is not None and cited_by and not rulebook.owns(reason.span):
            reason = None
        yield LedgerRow(
            source=source.name.value,
            section=section.number.value,
            heading=section.heading,
            paragraph=number,
            cited_by=cited_by,
            reason=None if reason is None else reason.reason.value,
            planned=None if reason is None or reason.planned is None else reason.planned.value,
        )


def citation_faults(rulebook: Rulebook, one: Citation, citer: str, clause: str | None) -> Iterator[Diagnostic]:
    """What is wrong with one citation, made by `citer` in `clause` (if it is one)."""
    source = next((source for source in rulebook.sources if source.name.value == one.source.value), None)
    if source is None:
        hint = did_you_mean(one.source.value, (known.name.value for known in rulebook.sources))
        yield Diagnostic(
            "unknown-source", f"`{citer}` cites the unknown source `{one.source}`", one.source.span, clause, hint
        )
    elif source.sections is None:
        if one.section is not None or one.paragraphs:
            message = f"the source `{source.name}` lists no sections"
            span = one.section.span if one.section is not None else one.span
            yield Diagnostic("unknown-section", message, span, clause, "cite the source alone, or list its sections")
    elif one.section is None:
        hint = f"write it after the source; known here: {', '.join(known.number.value for known in source.sections)}"
        yield Diagnostic("missing-section", f"which section of `{source.name}`?", one.span, clause, hint)
    else:
        yield from _section_faults(source, source.sections, one, one.section, clause)


def _section_faults(
    source: Source, sections: tuple[Section, ...], one: Citation, number: Text, clause: str | None
) -> Iterator[Diagnostic]:
    section = next((section for section in sections if section.number.value == number.value), None)
    if section is None:
        hint = did_you_mean(number.value, (known.number.value for known in sections))
        message = f"`{source.name}` has no section `{number}`"
        yield Diagnostic("unknown-section", message, number.span, clause, hint)
        return
    beyond = [paragraph for paragraph in one.paragraphs if paragraph > section.paragraphs]
    if beyond:
        message = f"section `{number}` of `{source.name}` has no {_paragraphs(beyond)}"
        hint = f"it has {section.paragraphs} paragraphs"
        yield Diagnostic("no-such-paragraph", message, one.span, clause, hint)


def _profile_faults(rulebook: Rulebook) -> Iterator[Diagnostic]:
    known = {source.name.value for source in rulebook.sources}
    for profile in rulebook.profiles:
        if profile.source is not None and profile.source.value not in known:
            message = f"the profile `{profile.name}` speaks for the unknown source `{profile.source}`"
            yield Diagnostic(
                "unknown-source", message, profile.source.span, None, did_you_mean(profile.source.value, known)
            )


def _not_encoded_faults(section: Section) -> Iterator[Diagnostic]:
    seen: set[int] = set()
    for one in section.not_encoded:
        beyond = [paragraph for paragraph in one.paragraphs if paragraph > section.paragraphs]
        if beyond:
            message = f"section `{section.number}` has no {_paragraphs(beyond)}"
            yield Diagnostic("no-such-paragraph", message, one.span, None, f"it has {section.paragraphs} paragraphs")
        again = sorted(seen.intersection(one.paragraphs))
        if again:
            message = f"{_paragraphs(again)} of section `{section.number}` left out twice"
            yield Diagnostic("declared-twice", message, one.span, None, "name each paragraph once")
        seen.update(one.paragraphs)


def _paragraph_faults(source: Source, section: Section, rows: list[LedgerRow]) -> Iterator[Diagnostic]:
    where = f"of section `{section.number}` ({section.heading}) of `{source.name}`"
    gaps = [row.paragraph for row in rows if not row.cited_by and row.reason is None]
    if gaps:
        message = f"nothing cites {_paragraphs(gaps)} {where}"
        hint = "cite it in the clause that encodes it, or list it under `not_encoded:` with a reason"
        yield Diagnostic("uncited-paragraph", message, section.span, None, hint)
    for one in section.not_encoded:
        both = [row for row in rows if row.paragraph in one.paragraphs and row.cited_by]
        if both:
            message = f"`not_encoded` and yet cited: {_paragraphs(row.paragraph for row in both)} {where}"
            citers = sorted({citer for row in both for citer in row.cited_by})
            hint = f"cited by {', '.join(citers)}: remove it here, or the citation there"
            yield Diagnostic("cited-and-not-encoded", message, one.span, None, hint)


def _paragraphs(numbers: Iterable[int]) -> str:
    """`paragraph 7`, or `paragraphs 1,3-5`."""
    listed = list(numbers)
    return f"paragraph{'' if len(listed) == 1 else 's'} {number_runs(listed)}"
