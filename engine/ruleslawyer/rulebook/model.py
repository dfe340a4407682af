"""A rulebook as it is written: declarations and clauses with their places, expressions still text.

Built by `reader.read_rulebook`; what names and types the expressions mean is the business of `ruleslawyer.language`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Span, Text


@dataclass(frozen=True)
class Citation:
    """Where a sentence of the law comes from. No `paragraphs`: the whole section. `section` None: the whole source.
    `span` is the paragraphs, or the section or source where no paragraphs are named."""

    source: Text
    section: Text | None
    paragraphs: tuple[int, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True)
class NotEncoded:
    """Paragraphs that no clause encodes, and why; `planned` names the later work that will."""

    paragraphs: tuple[int, ...]
    reason: Text
    planned: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True)
class Section:
    """A section of a source document; paragraphs are numbered from 1."""

    number: Text
    heading: str
    paragraphs: int
    not_encoded: tuple[NotEncoded, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True)
class Source:
    """A document that the rulebook encodes or quotes. `sections` None: known only by facts, cited as a whole."""

    name: Text
    title: str
    language: str
    publisher: str
    sections: tuple[Section, ...] | None


@dataclass(frozen=True)
class CardRow:
    """One row of a table of cards: what stands in each column, and the line where it does."""

    cells: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@dataclass(frozen=True)
class CardsDecl:
    """One entry of `cards`: the product of `each`, or the rows of a table already read from `csv`."""

    kind: Text
    each: tuple[tuple[Text, Text], ...]
    where: Text | None
    rows: tuple[CardRow, ...] | None
    copies: int
    named_by: tuple[Text, ...]
    """The fields that make a card's name; empty: all of them."""
    span: Span = field(compare=False)


@dataclass(frozen=True)
class ZoneDecl:
    """One zone, or a scoped zone of a `scope` statement."""

    name: Text
    when: Text | None
    of: Text | None
    holds: tuple[Text, ...]
    order: str
    """'pile', 'bag', 'row' or 'stacks'."""
    stacks: Text | None
    top: Text | None
    distinct: Text | None
    seen_by: Text
    starts: tuple[Text, ...]
    """The first by the rulebook that declares it, further ones by extensions: together the cards at the start."""
    facing: Text | None


@dataclass(frozen=True)
class StateDecl:
    name: Text
    when: Text | None
    type: Text
    starts: Text
    of: Text | None
    per: Text | None


@dataclass(frozen=True)
class ScopeDecl:
    name: Text
    ends_with: tuple[Text, ...]


@dataclass(frozen=True)
class AnswerDecl:
    name: Text
    says: str
    authorities: tuple[Citation, ...]


@dataclass(frozen=True)
class RulingDecl:
    name: Text
    asks: str
    answers: tuple[AnswerDecl, ...]
    matters_when: Text | None
    fixture: Text | None


@dataclass(frozen=True)
class ProfileAnswer:
    ruling: Text
    answer: Text
    silent: str | None


@dataclass(frozen=True)
class ProfileDecl:
    name: Text
    title: str
    like: Text | None
    source: Text | None
    default_silent: Text | None
    """Why the answers of `like` were chosen although the source says nothing."""
    answers: tuple[ProfileAnswer, ...]


@dataclass(frozen=True)
class EventDecl:
    name: Text
    arguments: tuple[tuple[Text, Text], ...]
    policy: Text
    by: Text | None
    order: Text | None
    gives: Text | None
    requires: tuple[Text, ...]
    ensures: tuple[Text, ...]
    always: tuple[Text, ...]
    measure: tuple[Text, ...]


class EntryKind(Enum):
    """The families of clause entries; the value is the key that introduces each in YAML."""

    DEFINITION = "define"
    CONTRIBUTION = "adds_to"
    TABLE = "table"
    EXCEPTION = "overrides"
    UNDERCUT = "disables"
    OPTION = "option"
    RULE = "at"


@dataclass(frozen=True)
class TableRow:
    at: tuple[Text, ...]
    value: Text


@dataclass(frozen=True)
class Entry:
    """One operative part of a clause. Keys that the kind does not use are None or empty."""

    id: str
    """The clause id, or `ID/part`."""
    clause: str
    kind: EntryKind
    head: tuple[Text, ...]
    """Definition or table name, event name, or the ids that are overridden, disabled or added to."""
    option: Text | None
    parameters: tuple[tuple[Text, Text], ...]
    """`with`: name to type (definitions), or name to expression (options)."""
    gives: Text | None
    combine: Text | None
    when: Text | None
    value: Text | None
    """`is`."""
    by: tuple[Text, ...]
    rows: tuple[TableRow, ...]
    do: Listing | None
    after: tuple[Text, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True)
class Clause:
    id: Text
    title: str
    says: str
    cite: tuple[Citation, ...]
    level: Text | None
    helper: bool
    entries: tuple[Entry, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True)
class InvariantDecl:
    """`holds` at every decision, for all values of `over`."""

    id: Text
    title: str
    says: str
    cite: tuple[Citation, ...]
    over: tuple[tuple[Text, Text], ...]
    holds: Text
    lemma: bool
    """Whether only proofs need it."""
    span: Span = field(compare=False)


@dataclass(frozen=True)
class TheoremDecl:
    """A contract of an event, stated outside the rulebook, for all values of `over`. `when` is 'requires', 'ensures' or
    'always'. It is said to fail under each reading of `fails_under`: rulings with answers."""

    id: Text
    title: str
    says: str
    cite: tuple[Citation, ...]
    event: Text
    over: tuple[tuple[Text, Text], ...]
    when: str
    claim: Text
    fails_under: tuple[tuple[tuple[Text, Text], ...], ...]
    lemma: bool
    span: Span = field(compare=False)


@dataclass(frozen=True)
class Base:
    """A rulebook that another extends: its name and its folder."""

    name: str
    folder: Path


@dataclass(frozen=True)
class Departure:
    """A scenario of the base that goes otherwise with the extension, and why."""

    scenario: Text
    reason: str


@dataclass(frozen=True)
class Rulebook:
    """Everything that the files of one rulebook folder (and its `invariants` folder) say."""

    name: Text
    title: str
    version: str
    players: tuple[int, int]
    begins: Text
    options: tuple[tuple[Text, tuple[Text, ...]], ...]
    sources: tuple[Source, ...]
    types: tuple[tuple[Text, tuple[Text, ...]], ...]
    kinds: tuple[tuple[Text, tuple[tuple[Text, Text], ...]], ...]
    cards: tuple[CardsDecl, ...]
    zones: tuple[ZoneDecl, ...]
    state: tuple[StateDecl, ...]
    accounts: Mapping | None
    scopes: tuple[ScopeDecl, ...]
    levels: tuple[Text, ...]
    rulings: tuple[RulingDecl, ...]
    profiles: tuple[ProfileDecl, ...]
    events: tuple[EventDecl, ...]
    clauses: tuple[Clause, ...]
    invariants: tuple[InvariantDecl, ...]
    theorems: tuple[TheoremDecl, ...]
    departs: tuple[Departure, ...]
    folder: Path = field(compare=False)
    bases: tuple[Base, ...] = field(compare=False)
    """The rulebook that this one extends, the one which that extends, and so on."""
    files: dict[str, str] = field(compare=False)
    """File name as shown to users, to its text: what a diagnostic quotes."""
    layers: tuple[frozenset[str], ...] = field(compare=False)
    """The files of the rulebook that extends no other, of its extension, and so on; the last are its own."""

    def layer(self, span: Span) -> int:
        """Which of `layers` a place belongs to."""
        return next(number for number, files in enumerate(self.layers) if span.file in files)

    def owns(self, span: Span) -> bool:
        """Whether a place is in this rulebook's own files, not in those of a rulebook that it extends."""
        return span.file in self.layers[-1]

    @property
    def claims(self) -> tuple[InvariantDecl | TheoremDecl, ...]:
        """What is promised, and the lemmas."""
        return (*self.invariants, *self.theorems)


__all__ = [name for name in dir() if name[0].isupper()] + ["Node"]
