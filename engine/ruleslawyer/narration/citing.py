"""Clauses as people read them: title and citation of the entry that did something."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslawyer.language.law import Law
from ruleslawyer.rulebook.citations import citation_lines, citation_text
from ruleslawyer.rulebook.model import Clause, EntryKind


class Citing:
    """Looks up clauses by the ids of their entries, and prefers the citations of one source."""

    def __init__(self, law: Law, profile: str | None = None) -> None:
        self._clauses = {entry.id: clause for clause in law.clauses.values() for entry in clause.entries}
        self._kinds = {entry.id: entry.kind for clause in law.clauses.values() for entry in clause.entries}
        named = next((one for one in law.rulebook.profiles if one.name.value == profile), None)
        self._source = None if named is None or named.source is None else named.source.value

    def clause(self, entry: str) -> Clause | None:
        """The clause of an entry; None for what the machine itself runs."""
        return self._clauses.get(entry)

    def title(self, entry: str) -> str:
        """`ID title`."""
        clause = self.clause(entry)
        return entry if clause is None else f"{clause.id} {clause.title}"

    def is_exception(self, entry: str) -> bool:
        """Whether the entry decides against another one."""
        return self._kinds.get(entry) in (EntryKind.EXCEPTION, EntryKind.UNDERCUT)

    def main_citation(self, entry: str) -> str:
        """The first citation of the preferred source, else the first of all; empty when there is none."""
        clause = self.clause(entry)
        if clause is None or not clause.cite:
            return ""
        preferred = [one for one in clause.cite if one.source.value == self._source]
        return citation_text((preferred or list(clause.cite))[0])

    def citations(self, entry: str) -> list[str]:
        """A line of citations for each source, the preferred source first."""
        clause = self.clause(entry)
        if clause is None:
            return []
        ordered = sorted(clause.cite, key=lambda one: one.source.value != self._source)
        return citation_lines(ordered)

    def data(self, entries: Iterable[str]) -> list[dict[str, object]]:
        """Entries as JSON: id, clause, title, sentence and citations."""
        found: list[dict[str, object]] = []
        for entry in entries:
            clause = self.clause(entry)
            if clause is not None:
                about = {"entry": entry, "clause": clause.id.value, "title": clause.title, "says": clause.says}
                found.append({**about, "cite": self.citations(entry)})
        return found
