"""The top-level keys of rulebook files, the kinds of entries of clauses, and claims.

docs/language.md is this page in prose. The order of keys in each record is their canonical order.
"""

from __future__ import annotations

from dataclasses import replace

from ruleslawyer.rulebook.declared import record, shape
from ruleslawyer.rulebook.fields import Choice, Items, Key, Record, Scalar, Statements, Table
from ruleslawyer.rulebook.model import (
    ANSWERS,
    ZONES,
    CardsDecl,
    Departure,
    EntryKind,
    EventDecl,
    InvariantDecl,
    ProfileDecl,
    RulingDecl,
    ScopeDecl,
    Source,
    StateDecl,
    TableRow,
    TheoremDecl,
    ZoneAddition,
    ZoneDecl,
)
from ruleslawyer.rulebook.words import (
    CITATIONS,
    CITES,
    EXPRESSION,
    EXPRESSIONS,
    FLAG,
    IDS,
    NAME,
    NAMED_EXPRESSIONS,
    NAMES,
    PLAYERS,
    SLUG,
    TEXT,
    TYPE,
    TYPES,
    extensible,
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
            Key("rows", Items("a list of rows", shape(TableRow)), True),
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

_ABOUT = record("a clause", InvariantDecl).keys[:3]
_CITE = Key("cite", CITATIONS, says=CITES)
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
INVARIANT = record("an invariant", InvariantDecl, required={"cite"})
_PROMISED = (("requires", "ensures", "always"),)
THEOREM = record("a theorem", TheoremDecl, one_of=_PROMISED, required={"cite"})
_SHARED = {"id", "title", "says", "cite"}
LEMMA = Choice(
    "a lemma",
    _ABOUT,
    (
        ("holds", record("an invariant", InvariantDecl, without=_SHARED)),
        ("event", record("a theorem", TheoremDecl, one_of=_PROMISED, without=_SHARED)),
    ),
)

_REPLIES = {"like", "default_silent", "answers"}
_ANSWERS_ADDED = Record("an addition to a ruling", (Key("answers", ANSWERS, True, "further readings"),))
_REPLIES_ADDED = Record(
    "an addition to a profile", tuple(key for key in shape(ProfileDecl).keys if key.name in _REPLIES)
)
_LITERALS = extensible(NAMES, NAMES)
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
        Key("departs", Items("a list of departures", shape(Departure)), says="scenarios of the base that go otherwise"),
        Key("levels", NAMES, says="ranks of clauses, weakest first"),
        Key(
            "options", Table("a mapping of options of play", NAME, _LITERALS), says="variants; the first is the default"
        ),
        Key("sources", Table("a mapping of names to sources", SLUG, shape(Source)), says="the ledger"),
        Key("types", Table("a mapping of enumerations", NAME, _LITERALS), says="enumerations, in order"),
        Key("kinds", Table("a mapping of kinds", NAME, TYPES), says="kinds of card: field to type"),
        Key("cards", Items("a list of cards", shape(CardsDecl))),
        Key("zones", Table(ZONES.what, NAME, extensible(shape(ZoneDecl), shape(ZoneAddition)))),
        Key("state", Table("a mapping of state variables", NAME, shape(StateDecl))),
        Key("accounts", ACCOUNTS),
        Key("scopes", Table("a mapping of scopes", NAME, shape(ScopeDecl))),
        Key(
            "rulings",
            Table(
                "a mapping of rulings",
                NAME,
                extensible(
                    shape(RulingDecl),
                    Record("an addition to a ruling", (Key("answers", ANSWERS, True, "further readings"),)),
                ),
            ),
            says="questions that the sources leave open",
        ),
        Key(
            "profiles",
            Table(
                "a mapping of profiles",
                SLUG,
                extensible(shape(ProfileDecl), _REPLIES_ADDED),
            ),
            says="answers to all rulings",
        ),
        Key("events", Table("a mapping of events", NAME, shape(EventDecl))),
        Key("clauses", Items("a list of clauses", CLAUSE)),
        *_CLAIMS[1:],
    ),
)
INVARIANTS = Record("an invariants file", _CLAIMS)
