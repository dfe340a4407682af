"""What rulebooks declare: each key of a file once, with its shape, what it says, and the field that holds it.

The reader checks files with these tables and makes these values; the JSON Schema describes them and the formatter takes
the order of keys from them. Expressions are still text: what they mean is the business of `ruleslawyer.language`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Literal, cast

from ruleslawyer.rulebook import words
from ruleslawyer.rulebook.citations import Citation
from ruleslawyer.rulebook.declared import declares, key, place, shape
from ruleslawyer.rulebook.fields import Either, Items, Scalar, Table
from ruleslawyer.rulebook.nodes import Listing, Mapping, Span, Text
from ruleslawyer.rulebook.words import EXPRESSION, EXPRESSIONS, NAME, PROSE, SLUG, TEXT, TYPE, TYPES

Pairs = tuple[tuple[Text, Text], ...]
ZoneOrder = Literal["pile", "bag", "row", "stacks"]


@declares("an entry of `not_encoded`")
class NotEncoded:
    """Paragraphs that no clause encodes, and why; `planned` names the later work that will."""

    paragraphs: tuple[int, ...] = key(words.PARAGRAPHS, "the paragraphs that no clause encodes")
    planned: Text | None = key(TEXT, "the later work that will encode them", default=None)
    reason: Text = key(TEXT, "why no clause encodes them")
    span: Span = place("paragraphs")


@declares("a section")
class Section:
    """A section of a source document; paragraphs are numbered from 1."""

    number: Text = key(words.SECTION_NAME, "its number, as in the document", name="section")
    heading: str = key(PROSE, "its heading, as in the document")
    paragraphs: int = key(words.COUNT, "how many non-empty lines stand below the heading")
    not_encoded: tuple[NotEncoded, ...] = key(
        Items("a list of paragraphs that are not encoded", shape(NotEncoded)), default=()
    )
    span: Span = place("section")


@declares("a source")
class Source:
    """A document that the rulebook encodes or quotes. `sections` None: known only by facts, cited as a whole."""

    name: Text
    title: str = key(PROSE, "what the document is called")
    language: str = key(PROSE, "a language tag such as `en`", default="")
    publisher: str = key(PROSE, "who wrote it", default="")
    sections: tuple[Section, ...] | None = key(
        Items("a list of sections", shape(Section)), "without it the source is known only by facts", default=None
    )


@dataclass(frozen=True)
class CardRow:
    """One row of a table of cards: what stands in each column, and the line where it does."""

    cells: tuple[tuple[str, str], ...]
    span: Span = field(compare=False)


@declares("an entry of `cards`", one_of=(("each", "csv"),))
class CardsDecl:
    """One entry of `cards`: the product of `each`, or the rows of a table already read from `csv`."""

    kind: Text = key(NAME, "the kind of these cards")
    each: Pairs = key(TYPES, "field to type: one card for each combination of values", default=())
    where: Text | None = key(EXPRESSION, "which combinations exist; the fields are names here", default=None)
    csv: Text | None = key(words.FILE, "a table beside this file; its columns are fields", default=None)
    copies: int = key(words.COUNT, "how many of each", default=1)
    named_by: tuple[Text, ...] = key(words.NAMES, "the fields that make a card's name; without it, all", default=())
    rows: tuple[CardRow, ...] | None = None
    span: Span = place("kind")


@declares("an order of stacks")
class Stacks:
    """The cards of a zone in stacks, one for each value of a field, by another."""

    stacks: Text = key(NAME)
    top: Text = key(NAME)


_PILE = Scalar("`pile`, `bag`, `row` or a mapping", "pile|bag|row", "write one of them")
_HOLDS = Items("a kind or a list of kinds", NAME, flow=True, alone=True, unique=True)
_PRESENT = "over options: it is part of the game only then; without it, always"


@declares("a zone")
class ZoneDecl:
    """One zone, or a scoped zone of a `scope` statement."""

    name: Text
    when: Text | None = key(EXPRESSION, _PRESENT, default=None)
    of: Text | None = key(NAME, "`Player`: one for each player; also `Card`", default=None)
    holds: tuple[Text, ...] = key(_HOLDS, "without it, any kind", default=())
    laid: Text | Stacks = key(
        Either("an order", _PILE, shape(Stacks)),
        "`pile`, `bag`, `row`, or a mapping `stacks:` and `top:`",
        name="order",
    )
    distinct: Text | None = key(NAME, "no two cards in the zone share this field", default=None)
    seen_by: Text = key(EXPRESSION, "a set of players; `everyone`, `nobody` and `owner` are names here")
    starts: tuple[Text, ...] = key(words.STARTS, "the set of cards that lie there at the start", default=())
    """The first by the rulebook that declares it, further ones by extensions: together the cards at the start."""
    facing: Text | None = key(Scalar("`each`", "each", "write `each`, or remove the line"), default=None)

    @property
    def order(self) -> ZoneOrder:
        """How cards lie here."""
        return cast(ZoneOrder, self.laid.value) if isinstance(self.laid, Text) else "stacks"

    @property
    def stacks(self) -> Text | None:
        """The field that makes a stack."""
        return None if isinstance(self.laid, Text) else self.laid.stacks

    @property
    def top(self) -> Text | None:
        """The field that says which card of a stack is its top."""
        return None if isinstance(self.laid, Text) else self.laid.top


ZONES = Table("a mapping of names to zones", NAME, shape(ZoneDecl))


@declares("an addition to a zone")
class ZoneAddition:
    holds: tuple[Text, ...] = key(_HOLDS, "further kinds", default=())
    starts: tuple[Text, ...] = key(words.STARTS, "the set of further cards that lie there at the start", default=())


@declares("a state variable")
class StateDecl:
    name: Text
    when: Text | None = key(EXPRESSION, _PRESENT, default=None)
    type: Text = key(TYPE, "its type, with its bounds")
    starts: Text = key(EXPRESSION, "its value at the start")
    of: Text | None = key(NAME, "`Player`: one for each player", default=None)
    per: Text | None = key(NAME, "the scope that saves and resets it", default=None)


@declares("a scope")
class ScopeDecl:
    name: Text
    ends_with: tuple[Text, ...] = key(
        Items("a list of expressions", EXPRESSION, empty=True), "what holds whenever it has ended; `[]` for nothing"
    )


@declares("an answer")
class AnswerDecl:
    name: Text
    says: str = key(PROSE, "the reading, in one sentence")
    authorities: tuple[Citation, ...] = key(words.CITATIONS, "who reads it so", default=())


ANSWERS = Table("a mapping of answers", NAME, shape(AnswerDecl))


@declares("a ruling")
class RulingDecl:
    name: Text
    asks: str = key(PROSE, "the question, in one sentence")
    answers: tuple[AnswerDecl, ...] = key(ANSWERS, "the readings that are offered")
    matters_when: Text | None = key(EXPRESSION, "when the answer can matter, over other rulings", default=None)
    fixture: Text | None = key(SLUG, "its smallest position", default=None)


@declares("an answer of a profile")
class ProfileAnswer:
    name: Text
    """The ruling."""
    answer: Text = key(NAME)
    silent: str | None = key(PROSE, "why it was chosen although the source says nothing", default=None)


PROFILE_ANSWERS = Table("a mapping of rulings to answers", NAME, Either("an answer", NAME, shape(ProfileAnswer)))


@declares("a profile")
class ProfileDecl:
    name: Text
    title: str = key(PROSE)
    like: Text | None = key(SLUG, "the profile whose answers hold where this one says nothing", default=None)
    source: Text | None = key(SLUG, "the source that it speaks for", default=None)
    default_silent: Text | None = key(
        TEXT, "why answers are taken from the other profile where the source says nothing", default=None
    )
    answers: tuple[ProfileAnswer, ...] = key(PROFILE_ANSWERS, default=())


@declares("an event")
class EventDecl:
    name: Text
    arguments: Pairs = key(TYPES, "argument to type; `own KIND` hands the card over", name="with", default=())
    policy: Text = key(
        Scalar("`one`, `each` or `menu`", "one|each|menu", "write one of them"),
        "`one`: one rule applies; `each`: all do; `menu`: a choice",
    )
    by: Text | None = key(EXPRESSION, "menu: the player who chooses", default=None)
    order: Text | None = key(EXPRESSION, "each: `seats`, or players in order", default=None)
    gives: Text | None = key(TYPE, "the type of its result", default=None)
    requires: tuple[Text, ...] = key(EXPRESSIONS, "what holds when it is raised", default=())
    ensures: tuple[Text, ...] = key(EXPRESSIONS, "what holds when it returns", default=())
    always: tuple[Text, ...] = key(EXPRESSIONS, "what holds when it returns or is unwound", default=())
    measure: tuple[Text, ...] = key(EXPRESSIONS, "what gets smaller with each nested raise", default=())


@declares("a row")
class TableRow:
    at: tuple[Text, ...] = key(words.CELLS, "one cell for each column")
    value: Text = key(EXPRESSION, "the value", name="is")


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


@declares("a claim")
class _ClaimDecl:
    id: Text = key(words.CLAUSE_ID, "its name, unique in the rulebook")
    title: str = key(PROSE, "a line that says what it is about")
    says: str = key(PROSE, "what it says, in a plain sentence")
    overrides: tuple[Text, ...] = key(words.IDS, "claims of the base that this one holds in place of", default=())
    lemma: bool = False
    """Whether only proofs need it."""
    span: Span = place("id")


@declares("an invariant")
class InvariantDecl(_ClaimDecl):
    """`holds` at every decision, for all values of `over`."""

    over: Pairs = key(words.NAMED_EXPRESSIONS, "for every value of these", name="for", default=())
    holds: Text = key(EXPRESSION)
    cite: tuple[Citation, ...] = key(words.CITATIONS, words.CITES, default=())


@declares("a theorem")
class TheoremDecl(_ClaimDecl):
    """A contract of an event, stated outside the rulebook, for all values of `over`. It is said to fail under each
    reading of `fails_under`: rulings with answers."""

    event: Text = key(NAME, "the event whose contract it is")
    over: Pairs = key(
        words.NAMED_EXPRESSIONS, "for every value of these, as they are when it is raised", name="for", default=()
    )
    requires: Text | None = key(EXPRESSION, "what holds when it is raised", default=None)
    ensures: Text | None = key(EXPRESSION, "what holds when it returns", default=None)
    always: Text | None = key(EXPRESSION, "what holds when it returns or is unwound", default=None)
    fails_under: tuple[Pairs, ...] = key(
        Items("a list of readings", Table("a mapping of rulings to answers", NAME, NAME)),
        "readings under which it fails, each of them; it is promised under the others",
        default=(),
    )
    cite: tuple[Citation, ...] = key(words.CITATIONS, words.CITES, default=())

    @property
    def when(self) -> str:
        """'requires', 'ensures' or 'always'."""
        return "requires" if self.requires is not None else "ensures" if self.ensures is not None else "always"

    @property
    def claim(self) -> Text:
        """The condition."""
        claim = self.requires or self.ensures or self.always
        assert claim is not None
        return claim


@dataclass(frozen=True)
class Base:
    """A rulebook that another extends: its name and its folder."""

    name: str
    folder: Path


@declares("a departure")
class Departure:
    """A scenario of the base that goes otherwise with the extension, and why."""

    scenario: Text = key(SLUG, "a scenario of the base that goes otherwise with this extension")
    reason: str = key(PROSE, "why it does")


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
