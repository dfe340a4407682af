"""The words and lists of words that the keys of rulebook files take, and how what is written becomes a value."""

from __future__ import annotations

import keyword

from ruleslawyer.rulebook.citations import read_citations, read_paragraphs
from ruleslawyer.rulebook.diagnostics import Diagnostic
from ruleslawyer.rulebook.fields import Extensible, Items, Key, Record, Scalar, Table
from ruleslawyer.rulebook.nodes import Node, Text, texts

Faults = list[Diagnostic]


def prose(node: Node, faults: Faults, clause: str | None) -> str:
    """A text for people: line breaks and runs of blanks are one blank."""
    return " ".join(str(node).split())


def listed(node: Node, faults: Faults, clause: str | None) -> tuple[Text, ...]:
    """A text, with those that extensions put behind it."""
    return texts(node)


def number(node: Node, faults: Faults, clause: str | None) -> int:
    return int(str(node))


def paragraphs(node: Node, faults: Faults, clause: str | None) -> tuple[int, ...]:
    assert isinstance(node, Text)
    return read_paragraphs(node, faults)


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
PROSE = Scalar("text", reads=prose)
SECTION_NAME = Scalar("the name of a section", "[^;¶]+", "leave `;` and `¶` out: they divide citations")
EXPRESSION = Scalar("an expression")
STARTS = Scalar("an expression", reads=listed)
TYPE = Scalar("a type")
COUNT = Scalar("a whole number", r"\d{1,6}", "write a number such as `4`", reads=number)
PLAYERS = Scalar("a range of players", r"[1-9]\d?(\.\.[1-9]\d?)?", "write `2..4`")
PARAGRAPHS = Scalar("paragraphs", None, "write `7` or `1,4-6`; `ruleslawyer fmt` rewrites a list", reads=paragraphs)
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

CITES = "the passages it encodes: `SOURCE SECTION ¶1,4-6; SECTION ¶2`, a line a source"
CITATION = Scalar(
    "a citation", None, "write `SOURCE SECTION ¶1,4-6; SECTION ¶2`; `ruleslawyer fmt` rewrites `source:`, `section:`"
)
CITATIONS = Items("a citation or a list of them", CITATION, alone=True, reads=read_citations)


def extensible(declared: Items | Record, also: Items | Record) -> Extensible:
    key = Key("also", also, True, "what an extension adds to what its base declares")
    return Extensible(declared.what, declared, Record(f"an addition to {declared.what}", (key,)))
