"""The keys of the rule language as one table: what the reader checks, the schema describes and the formatter orders.

docs/language.md is this page in prose. The order of keys in each record is their canonical order.
"""

from __future__ import annotations

import keyword
from dataclasses import replace

from ruleslawyer.rulebook.fields import Choice, Either, Extensible, Items, Key, Record, Scalar, Statements, Table
from ruleslawyer.rulebook.model import EntryKind

RESERVED = frozenset(word for word in keyword.kwlist if word.islower()) | frozenset(
    {"true", "false", "none", "null", "yes", "no", "on", "off", "old", "ruling", "options"}
)
"""Words of Python, YAML and the expression language that cannot name anything."""

_WORD = r"[A-Za-z][A-Za-z0-9_]*"
_SLUG = r"[A-Za-z0-9]+([-_.][A-Za-z0-9]+)*"

NAME = Scalar("a name", _WORD, "a name is letters, digits and `_`, and begins with a letter", RESERVED)
SLUG = Scalar("a slug", _SLUG, "a slug is letters and digits, with single `-`, `_` or `.` between them")
CLAUSE_ID = Scalar("a clause id", _SLUG, "an id is letters and digits, with single `-`, `_` or `.` between them")
ENTRY_ID = Scalar("the id of a clause or of one of its parts", rf"{_SLUG}(/{_SLUG})?", "write `ID` or `ID/part`")
TEXT = Scalar("text")
SECTION_NAME = Scalar("the name of a section", "[^;¶]+", "leave `;` and `¶` out: they divide citations")
EXPRESSION = Scalar("an expression")
TYPE = Scalar("a type")
COUNT = Scalar("a whole number", r"\d{1,6}", "write a number such as `4`")
PLAYERS = Scalar("a range of players", r"[1-9]\d?(\.\.[1-9]\d?)?", "write `2..4`")
PARAGRAPHS = Scalar("paragraphs", None, "write `7` or `1,4-6`; `ruleslawyer fmt` rewrites a list")
FLAG = Scalar("`true`", "true", "write `true`, or remove the line")
CELL = Scalar("a literal, a range or `_`")
FILE = Scalar(
    "the name of a file in this folder", r"[A-Za-z0-9][\w-]*\.csv", "name a `.csv` file beside this one, without a path"
)

EXPRESSIONS = Items("a list of expressions", EXPRESSION)
NAMES = Items("a list of names", NAME, flow=True, unique=True)
CELLS = Items("a list of literals, ranges or `_`", CELL, flow=True)
IDS = Items("an id or a list of ids", ENTRY_ID, flow=True, alone=True, unique=True)
TYPES = Table("a mapping of names to types", NAME, TYPE)
NAMED_EXPRESSIONS = Table("a mapping of names to expressions", NAME, EXPRESSION)


def _extensible(declared: Items | Record, also: Items | Record) -> Extensible:
    key = Key("also", also, True, "what an extension adds to what its base declares")
    return Extensible(declared.what, declared, Record(f"an addition to {declared.what}", (key,)))


CITATION = Scalar(
    "a citation", None, "write `SOURCE SECTION ¶1,4-6; SECTION ¶2`; `ruleslawyer fmt` rewrites `source:`, `section:`"
)
CITATIONS = Items("a citation or a list of them", CITATION, alone=True)
NOT_ENCODED = Record(
    "an entry of `not_encoded`",
    (
        Key("paragraphs", PARAGRAPHS, True, "the paragraphs that no clause encodes"),
        Key("planned", TEXT, says="the later work that will encode them"),
        Key("reason", TEXT, True, "why no clause encodes them"),
    ),
)
SECTION = Record(
    "a section",
    (
        Key("section", SECTION_NAME, True, "its number, as in the document"),
        Key("heading", TEXT, True, "its heading, as in the document"),
        Key("paragraphs", COUNT, True, "how many non-empty lines stand below the heading"),
        Key("not_encoded", Items("a list of paragraphs that are not encoded", NOT_ENCODED)),
    ),
)
SOURCE = Record(
    "a source",
    (
        Key("title", TEXT, True, "what the document is called"),
        Key("language", TEXT, says="a language tag such as `en`"),
        Key("publisher", TEXT, says="who wrote it"),
        Key("sections", Items("a list of sections", SECTION), says="without it the source is known only by facts"),
    ),
)
CARDS = Record(
    "an entry of `cards`",
    (
        Key("kind", NAME, True, "the kind of these cards"),
        Key("each", TYPES, says="field to type: one card for each combination of values"),
        Key("where", EXPRESSION, says="which combinations exist; the fields are names here"),
        Key("csv", FILE, says="a table beside this file; its columns are fields"),
        Key("copies", COUNT, says="how many of each"),
        Key("named_by", NAMES, says="the fields that make a card's name; without it, all"),
    ),
    one_of=(("each", "csv"),),
)
STACKS = Record("an order of stacks", (Key("stacks", NAME, True), Key("top", NAME, True)))
PRESENT = Key("when", EXPRESSION, says="over options: it is part of the game only then; without it, always")
_HOLDS = Items("a kind or a list of kinds", NAME, flow=True, alone=True, unique=True)
ZONE = Record(
    "a zone",
    (
        PRESENT,
        Key("of", NAME, says="`Player`: one for each player; also `Card`"),
        Key("holds", _HOLDS, says="without it, any kind"),
        Key(
            "order",
            Either(
                "an order", Scalar("`pile`, `bag`, `row` or a mapping", "pile|bag|row", "write one of them"), STACKS
            ),
            True,
            "`pile`, `bag`, `row`, or a mapping `stacks:` and `top:`",
        ),
        Key("distinct", NAME, says="no two cards in the zone share this field"),
        Key("seen_by", EXPRESSION, True, "a set of players; `everyone`, `nobody` and `owner` are names here"),
        Key("starts", EXPRESSION, says="the set of cards that lie there at the start"),
        Key("facing", Scalar("`each`", "each", "write `each`, or remove the line")),
    ),
)
ZONES = Table("a mapping of names to zones", NAME, ZONE)
ADDED_TO_ZONE = Record(
    "an addition to a zone",
    (
        Key("holds", _HOLDS, says="further kinds"),
        Key("starts", EXPRESSION, says="the set of further cards that lie there at the start"),
    ),
)
STATE = Record(
    "a state variable",
    (
        PRESENT,
        Key("type", TYPE, True, "its type, with its bounds"),
        Key("starts", EXPRESSION, True, "its value at the start"),
        Key("of", NAME, says="`Player`: one for each player"),
        Key("per", NAME, says="the scope that saves and resets it"),
    ),
)
ANSWER = Record(
    "an answer",
    (
        Key("says", TEXT, True, "the reading, in one sentence"),
        Key("authorities", CITATIONS, says="who reads it so"),
    ),
)
_ANSWERS = Table("a mapping of answers", NAME, ANSWER)
RULING = Record(
    "a ruling",
    (
        Key("asks", TEXT, True, "the question, in one sentence"),
        Key("answers", _ANSWERS, True, "the readings that are offered"),
        Key("matters_when", EXPRESSION, says="when the answer can matter, over other rulings"),
        Key("fixture", SLUG, says="its smallest position"),
    ),
)
ADDED_TO_RULING = Record("an addition to a ruling", (Key("answers", _ANSWERS, True, "further readings"),))
PROFILE_ANSWER = Record(
    "an answer of a profile",
    (Key("answer", NAME, True), Key("silent", TEXT, says="why it was chosen although the source says nothing")),
)
_PROFILE_ANSWERS = Table("a mapping of rulings to answers", NAME, Either("an answer", NAME, PROFILE_ANSWER))
ADDED_TO_PROFILE = Record("an addition to a profile", (Key("answers", _PROFILE_ANSWERS, True, "to further rulings"),))
PROFILE = Record(
    "a profile",
    (
        Key("title", TEXT, True),
        Key("like", SLUG, says="the profile whose answers hold where this one says nothing"),
        Key("source", SLUG, says="the source that it speaks for"),
        Key("default_silent", TEXT, says="why answers are taken from the other profile where the source says nothing"),
        Key("answers", _PROFILE_ANSWERS),
    ),
)
POLICY = Scalar("`one`, `each` or `menu`", "one|each|menu", "write one of them")
EVENT = Record(
    "an event",
    (
        Key("with", TYPES, says="argument to type; `own KIND` hands the card over"),
        Key("policy", POLICY, True, "`one`: one rule applies; `each`: all do; `menu`: a choice"),
        Key("by", EXPRESSION, says="menu: the player who chooses"),
        Key("order", EXPRESSION, says="each: `seats`, or players in order"),
        Key("gives", TYPE, says="the type of its result"),
        Key("requires", EXPRESSIONS, says="what holds when it is raised"),
        Key("ensures", EXPRESSIONS, says="what holds when it returns"),
        Key("always", EXPRESSIONS, says="what holds when it returns or is unwound"),
        Key("measure", EXPRESSIONS, says="what gets smaller with each nested raise"),
    ),
)
SCOPE = Record(
    "a scope",
    (
        Key(
            "ends_with",
            Items("a list of expressions", EXPRESSION, empty=True),
            True,
            "what holds whenever it has ended; `[]` for nothing",
        ),
    ),
)
_HOLDER = Scalar("`Player` or `table`", "Player|table", "write `Player` for one each, or `table` for a single one")
ACCOUNTS = Record(
    "accounts",
    (
        Key("total", EXPRESSION, True, "what all of them hold together, always"),
        Key("starts", NAME, True, "the account that holds all of it at the start"),
        Key("of", Table("a mapping of accounts", NAME, _HOLDER), True, "`Player`: one for each player; or `table`"),
    ),
)

_WHEN = Key("when", EXPRESSION, says="when it applies; without it, always")
_IS = Key("is", EXPRESSION, says="the value")
_DO = Key("do", Statements(), says="what happens")
_WITH = Key("with", TYPES, says="parameter to type")
_ROW = Record("a row", (Key("at", CELLS, True, "one cell for each column"), Key("is", EXPRESSION, True, "the value")))
_COMBINE = Scalar("`union`, `sum`, `max`, `all` or `any`", "union|sum|max|all|any", "write one of them")

ENTRIES: dict[EntryKind, Record] = {
    EntryKind.DEFINITION: Record(
        "a definition",
        (
            Key("define", NAME, True, "the name that gets a value"),
            _WITH,
            Key("gives", TYPE, True, "the type of the value"),
            Key("combine", _COMBINE, says="how contributions are combined"),
            _WHEN,
            _IS,
        ),
        one_of=(("is", "combine"),),
    ),
    EntryKind.CONTRIBUTION: Record(
        "a contribution",
        (Key("adds_to", IDS, True, "the collecting definition"), _WHEN, Key("is", EXPRESSION, True, "what it adds")),
    ),
    EntryKind.TABLE: Record(
        "a table",
        (
            Key("table", NAME, True, "the name that gets a value"),
            _WITH,
            Key("gives", TYPE, True, "the type of the value"),
            Key("by", EXPRESSIONS, True, "the columns"),
            Key("rows", Items("a list of rows", _ROW), True),
        ),
    ),
    EntryKind.EXCEPTION: Record(
        "an exception",
        (Key("overrides", IDS, True, "what it is an exception to"), _WHEN, _IS, _DO),
        one_of=(("is", "do"),),
    ),
    EntryKind.UNDERCUT: Record("an undercut", (Key("disables", IDS, True, "what does not apply"), _WHEN)),
    EntryKind.OPTION: Record(
        "an option",
        (
            Key("at", NAME, True, "the menu"),
            Key("option", NAME, True, "the name of the choice"),
            Key("with", NAMED_EXPRESSIONS, says="name to a set of values: one choice for each"),
            _WHEN,
            Key("do", Statements(), True, "what happens"),
        ),
    ),
    EntryKind.RULE: Record(
        "a rule",
        (
            Key("at", NAME, True, "the event"),
            Key("after", IDS, says="the rules of the same event that come before it"),
            _WHEN,
            Key("do", Statements(), True, "what happens"),
        ),
    ),
}
_VARIANTS = tuple((kind.value, record) for kind, record in ENTRIES.items())
PART = Choice("a part", (Key("part", SLUG, True, "its name within the clause"),), _VARIANTS)

_ABOUT = (
    Key("id", CLAUSE_ID, True, "its name, unique in the rulebook"),
    Key("title", TEXT, True, "a line that says what it is about"),
    Key("says", TEXT, True, "what it says, in a plain sentence"),
)
_CITE = Key("cite", CITATIONS, says="the passages it encodes: `SOURCE SECTION ¶1,4-6; SECTION ¶2`, a line a source")
_CITED = replace(_CITE, required=True)
_PARTS = Record("a clause with parts", (Key("parts", Items("a list of parts", PART), True),))
CLAUSE = Choice(
    "a clause",
    (
        *_ABOUT,
        Key("helper", FLAG, says="`true`: no source states it, it only helps others"),
        Key("level", NAME, says="its rank among `levels`"),
    ),
    tuple((name, replace(one, keys=(*one.keys, _CITE))) for name, one in (*_VARIANTS, ("parts", _PARTS))),
)
_INVARIANT = (Key("for", NAMED_EXPRESSIONS, says="for every value of these"), Key("holds", EXPRESSION, True))
INVARIANT = Record("an invariant", (*_ABOUT, *_INVARIANT, _CITED))
READINGS = Items("a list of readings", Table("a mapping of rulings to answers", NAME, NAME))
_THEOREM = (
    Key("event", NAME, True, "the event whose contract it is"),
    Key("for", NAMED_EXPRESSIONS, says="for every value of these, as they are when it is raised"),
    Key("requires", EXPRESSION, says="what holds when it is raised"),
    Key("ensures", EXPRESSION, says="what holds when it returns"),
    Key("always", EXPRESSION, says="what holds when it returns or is unwound"),
    Key("fails_under", READINGS, says="readings under which it fails, each of them; it is promised under the others"),
)
_WHEN_PROMISED = (("requires", "ensures", "always"),)
THEOREM = Record("a theorem", (*_ABOUT, *_THEOREM, _CITED), one_of=_WHEN_PROMISED)
LEMMA = Choice(
    "a lemma",
    _ABOUT,
    (
        ("holds", Record("an invariant", _INVARIANT)),
        ("event", Record("a theorem", _THEOREM, one_of=_WHEN_PROMISED)),
    ),
)

DEPARTURE = Record(
    "a departure",
    (
        Key("scenario", SLUG, True, "a scenario of the base that goes otherwise with this extension"),
        Key("reason", TEXT, True, "why it does"),
    ),
)
_LITERALS = _extensible(NAMES, NAMES)
_CLAIMS = (
    Key("says", TEXT, says="what the rulebook, or this file, is about"),
    Key("invariants", Items("a list of invariants", INVARIANT)),
    Key("theorems", Items("a list of theorems", THEOREM)),
    Key("lemmas", Items("a list of lemmas", LEMMA), says="invariants and theorems that only proofs need"),
)
RULEBOOK = Record(
    "a rulebook file",
    (
        Key("rulebook", SLUG, says="the name of the rulebook; exactly one file has it"),
        Key("extends", TEXT, says="name or path of the rulebook that this one is an extension of"),
        Key("title", TEXT),
        Key("version", TEXT),
        _CLAIMS[0],
        Key("players", PLAYERS, says="how many can play"),
        Key("begins", NAME, says="the event that plays a whole game"),
        Key("departs", Items("a list of departures", DEPARTURE), says="scenarios of the base that go otherwise"),
        Key("levels", NAMES, says="ranks of clauses, weakest first"),
        Key(
            "options", Table("a mapping of options of play", NAME, _LITERALS), says="variants; the first is the default"
        ),
        Key("sources", Table("a mapping of names to sources", SLUG, SOURCE), says="the ledger"),
        Key("types", Table("a mapping of enumerations", NAME, _LITERALS), says="enumerations, in order"),
        Key("kinds", Table("a mapping of kinds", NAME, TYPES), says="kinds of card: field to type"),
        Key("cards", Items("a list of cards", CARDS)),
        Key("zones", Table(ZONES.what, NAME, _extensible(ZONE, ADDED_TO_ZONE))),
        Key("state", Table("a mapping of state variables", NAME, STATE)),
        Key("accounts", ACCOUNTS),
        Key("scopes", Table("a mapping of scopes", NAME, SCOPE)),
        Key(
            "rulings",
            Table("a mapping of rulings", NAME, _extensible(RULING, ADDED_TO_RULING)),
            says="questions that the sources leave open",
        ),
        Key(
            "profiles",
            Table("a mapping of profiles", SLUG, _extensible(PROFILE, ADDED_TO_PROFILE)),
            says="answers to all rulings",
        ),
        Key("events", Table("a mapping of events", NAME, EVENT)),
        Key("clauses", Items("a list of clauses", CLAUSE)),
        *_CLAIMS[1:],
    ),
)
INVARIANTS = Record("an invariants file", _CLAIMS)
