"""The rules that hold the house up: imports run one way, and `engine/` knows no word of any game."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.language.names import BUILTINS
from ruleslawyer.rulebook import grammar
from ruleslawyer.rulebook.fields import Choice, Record
from ruleslawyer.rulebook.locate import rulebook_names
from ruleslawyer.rulebook.statement_keys import STATEMENTS

ENGINE = Path(__file__).resolve().parent.parent / "engine" / "ruleslawyer"
MODULES = sorted(ENGINE.rglob("*.py"))

ROOMS = (
    "rulebook",
    "language",
    "machine",
    "compile",
    "scenario",
    "fuzz",
    "compare",
    "generate",
    "prove",
    "features",
    "conformance",
    "narration",
    "report",
    "api",
    "cli",
)
"""In the order in which data flows: each imports only rooms before it."""
OUTSIDE = ("workers", "__version__")
"""Modules of no room, which any room may import."""


# -- imports ----------------------------------------------------------------------------------------------------------


def room_of(path: Path) -> str | None:
    parts = path.relative_to(ENGINE).parts
    return parts[0] if len(parts) > 1 else None


def imported_rooms(source: str) -> Iterator[str]:
    """What a module imports of the package, also within functions and for type checking only."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            names = [f"{module}.{alias.name}" if module == "ruleslawyer" else module for alias in node.names]
        else:
            continue
        for name in names:
            if name.startswith("ruleslawyer."):
                yield name.split(".")[1]


def backward_imports(room: str, source: str) -> list[str]:
    allowed = {*ROOMS[: ROOMS.index(room) + 1], *OUTSIDE}
    return [name for name in imported_rooms(source) if name not in allowed]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_imports_run_one_way(path: Path) -> None:
    room = room_of(path)
    if room is not None:
        assert room in ROOMS, f"{room} has no place in the order of rooms"
        assert backward_imports(room, path.read_text(encoding="utf-8")) == []


def test_an_import_against_the_flow_is_noticed() -> None:
    assert backward_imports("machine", "def f():\n    from ruleslawyer.fuzz.games import Game\n") == ["fuzz"]
    assert backward_imports("language", "from ruleslawyer.rulebook import model") == []


# -- words ------------------------------------------------------------------------------------------------------------


def keys_of(shape: object) -> Iterator[str]:
    """The keys that a shape of the reader's tables allows."""
    if isinstance(shape, Record):
        yield from (key.name for key in shape.keys)
    elif isinstance(shape, Choice):
        yield from (key.name for key in shape.common)
        for _, variant in shape.variants:
            yield from keys_of(variant)


LANGUAGE_WORDS = frozenset(
    {*(key for shape in vars(grammar).values() for key in keys_of(shape)), *STATEMENTS, *BUILTINS}
)
"""Words of the rule language itself: keys of rulebook files, statements, builtins. They may stand anywhere."""

GENERAL_WORDS = {
    "act": "English",
    "active": "English",
    "adds": "English, and the key `adds_to`",
    "after": "English, and a key of the rule language",
    "allowed": "English",
    "anchor": "what YAML calls `&name`",
    "answer": "what is given to a ruling",
    "before": "English, and a builtin",
    "blind": "English",
    "card": "what every rulebook is about",
    "choice": "a decision by a player",
    "collect": "English",
    "discard": "English: to throw output away",
    "draw": "English: a place draws cards by its weight, a terminal draws a bar",
    "event": "a word of the rule language",
    "forced": "a decision with one legal value",
    "found": "English",
    "kept": "English",
    "key": "of a mapping; what makes two things equal",
    "literal": "a value that an expression spells out",
    "look": "English",
    "lost": "English",
    "map": "Python's builtin",
    "may": "English",
    "must": "English",
    "next": "Python's builtin, and a builtin of the rule language",
    "none": "the rule language's word for no value",
    "nothing": "English",
    "now": "English",
    "pays": "English, and the statement `pay`",
    "play": "what the machine does",
    "player": "a type of the rule language",
    "position": "a state of play",
    "practice": "English",
    "public": "English",
    "rank": "place in an order",
    "reach": "English",
    "resets": "English",
    "reference": "the interpreter that is written for reading",
    "room": "a package of the engine",
    "safe": "English",
    "score": "Wilson's score interval",
    "seen": "English",
    "set": "a type of the rule language, and Python's",
    "set_up": "English: how a game begins",
    "shared": "English",
    "short": "English",
    "starter": "English",
    "table": "of rows and columns, and a kind of clause",
    "target": "of a move or an edge",
    "three": "English",
    "turn": "English, and the statement `turn_up`",
    "type": "of a value",
    "winners": "a key of written positions: what `finish` records",
}
"""Words that the rulebooks use too, with what they mean in `engine/`. Nothing but such a word may be named in code or
text; as a whole string, which is how a name of a rulebook would be written, only those of `WHOLE_STRINGS` may."""

WHOLE_STRINGS = {
    "after": "a key of scenarios",
    "forced": "a key of scenarios",
    "key": "the place of a comment in a file",
    "literal": "English: a word of the messages about expressions",
    "play": "a command",
    "winners": "a key of written positions and of scenarios",
}
"""What may be a whole string although a rulebook has that name; words of the rule language may be too."""


def words_of(law: Law) -> frozenset[str]:
    """Every name that a rulebook gives to something, and every word that it gives a name to."""
    rulebook = law.rulebook
    names: set[str] = {law.name, *law.enums, *law.kinds, *law.zones, *law.state, *law.events, *law.definitions}
    names |= {literal for enum in (*law.enums.values(), *law.options.values()) for literal in enum.literals}
    names |= {field for fields in law.kinds.values() for field in fields} | {card.name for card in law.cards}
    names |= {scope for scope in law.scopes if scope != "game"} | set(law.options)
    names |= {option.name for event in law.events.values() for option in event.options}
    names |= {*law.rulings, *(answer for ruling in law.rulings.values() for answer in ruling.type.literals)}
    names |= {*law.profiles, *(source.name.value for source in rulebook.sources)}
    claims = (*rulebook.clauses, *rulebook.invariants, *rulebook.theorems)
    names |= {one.id.value for one in claims}
    return frozenset(name for name in names if len(name) > 1)


def parts(name: str) -> Iterator[str]:
    """`bad_name` and `BadName` as their words; Python's own `__names__` have none."""
    if name.startswith("__"):
        return
    yield name
    yield from (part.lower() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name))


def prose_words(text: str) -> Iterator[str]:
    for word in re.findall(r"[A-Za-z][A-Za-z0-9_-]*", text):
        yield word
        yield word.lower()


def words_in(source: str) -> Iterator[tuple[int, str, str]]:
    """Line, manner ('name', 'string' or 'prose') and word of everything that is named in a module."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            yield from ((token.start[0], "name", part) for part in parts(token.string))
        elif token.type == tokenize.COMMENT:
            yield from ((token.start[0], "prose", word) for word in prose_words(token.string))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, "string", node.value
            if not re.fullmatch(r"[A-Za-z0-9_-]*", node.value):
                yield from ((node.lineno, "prose", word) for word in prose_words(node.value))


def game_words(source: str, words: frozenset[str]) -> list[str]:
    """The words of rulebooks that a module has no business to know."""
    found = []
    for line, manner, word in words_in(source):
        if word not in words or word in LANGUAGE_WORDS:
            continue
        if word not in (WHOLE_STRINGS if manner == "string" else GENERAL_WORDS):
            found.append(f"line {line}: {word} ({manner})")
    return found


@pytest.fixture(scope="module")
def all_words() -> frozenset[str]:
    return frozenset().union(*(words_of(load(name)) for name in rulebook_names()))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_the_engine_knows_no_word_of_a_game(path: Path, all_words: frozenset[str]) -> None:
    assert game_words(path.read_text(encoding="utf-8"), all_words) == []


@pytest.mark.parametrize(
    "source",
    [
        'if zone == "bank": pass',
        'x = cards["key 3"]',
        'if suit_of(c) == "anchor": pass',
        "def kraken_debt(): ...",
        "class HookRule: ...",
        "# the Oracle shows the next card",
        '"""A bust ends the round."""',
        'clause = "BST-1"',
        'help = "For example: deck, bank."',
    ],
)
def test_a_word_of_a_game_is_noticed(source: str, all_words: frozenset[str]) -> None:
    assert game_words(source, all_words)


@pytest.mark.parametrize(
    "source", ['reveal = STATEMENTS["reveal"]', "# before any card may be put", "key = map(f, table)"]
)
def test_a_word_of_the_language_or_of_english_is_none_of_a_game(source: str, all_words: frozenset[str]) -> None:
    assert game_words(source, all_words) == []
