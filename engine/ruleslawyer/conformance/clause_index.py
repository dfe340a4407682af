"""What a rulebook's entries ask, read and mention: the way from what went wrong to the clause that rules it."""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import (
    Footprints,
    all_cases,
    cases_of,
    entries_by,
    own_expressions,
    parts,
    raisers,
    with_exceptions,
)
from ruleslawyer.language.law import Case, Definition, Event, Law
from ruleslawyer.language.types import EnumType


class ClauseIndex:
    """Looks things up by the ids of entries."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.clause_of = {
            entry.id: clause.id.value
            for clause in law.clauses.values()
            if not clause.helper
            for entry in clause.entries
        }
        """Helpers are no rules: nobody can break one."""
        self._cases = {case.id: case for case in all_cases(law)}
        self._exceptions = {inner.id for case in self._cases.values() for inner in case.exceptions}
        self._exceptions |= {case.id for one in law.definitions.values() if one.combine for case in one.cases}
        self._footprints = Footprints(law)
        self._mentions: dict[str, frozenset[str]] = {}
        self.options = {
            (event.name, option.name): option.case.id for event in law.events.values() for option in event.options
        }
        self._askers = entries_by(law, _asked)
        self._raisers = raisers(law)
        self._event_of = {case.id: event.name for event in law.events.values() for case in cases_of(event)}

    def is_exception(self, entry: str) -> bool:
        """Whether it decides something against, or together with, another entry."""
        return entry in self._exceptions

    def reads(self, entry: str) -> frozenset[str]:
        """The definitions that an entry depends on, by way of others too."""
        cases = with_exceptions(self._cases[entry]) if entry in self._cases else ()
        return self._footprints.reads(*(one for case in cases for one in own_expressions(case))).definitions

    def deciders(self, definition: str) -> tuple[str, ...]:
        """The entries that may decide a definition."""
        return tuple(case.id for case in cases_of(self.law.definitions[definition]))

    def asking(self, label: str) -> frozenset[str]:
        """The entries that ask for a decision of that label."""
        return self._askers.get(label, frozenset())

    def raisers(self, entry: str) -> frozenset[str]:
        """The entries that raise the event at which a rule stands: what it is told, they decide."""
        return self._raisers.get(self._event_of.get(entry, ""), frozenset())

    def mentions(self, clause: str) -> frozenset[str]:
        """The literals of enumerations that a clause names."""
        if clause not in self._mentions:
            self._mentions[clause] = frozenset(
                part.value
                for entry, owner in self.clause_of.items()
                if owner == clause and entry in self._cases
                for part in parts(tree.Literal, *own_expressions(self._cases[entry]))
                if isinstance(part.type, EnumType) and isinstance(part.value, str)
            )
        return self._mentions[clause]


def _asked(statement: tree.Statement) -> str | None:
    match statement:
        case tree.Choose(ask=label) | tree.Offer(event=label):
            return label
        case _:
            return None


def without(law: Law, entry: str) -> Law:
    """The rulebook as if an exception, or a contribution, had not been written."""

    def kept(cases: tuple[Case, ...]) -> tuple[Case, ...]:
        return tuple(replace(case, exceptions=kept(case.exceptions)) for case in cases if case.id != entry)

    def definition(one: Definition) -> Definition:
        return replace(one, cases=kept(one.cases))

    def event(one: Event) -> Event:
        options = tuple(replace(option, case=kept((option.case,))[0]) for option in one.options)
        return replace(one, rules=kept(one.rules), options=options)

    return replace(
        law,
        definitions={name: definition(one) for name, one in law.definitions.items()},
        events={name: event(one) for name, one in law.events.items()},
    )
