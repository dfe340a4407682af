"""The rules that hold the house up: imports run one way, and `engine/` knows no word of any game."""

from __future__ import annotations

import ast
import io
import re
import sysconfig
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleslawyer.cli.main import COMMANDS
from ruleslawyer.language import Law, load, tree
from ruleslawyer.language.names import BUILTINS
from ruleslawyer.rulebook import grammar
from ruleslawyer.rulebook.declared import TABLES
from ruleslawyer.rulebook.fields import Choice, Record
from ruleslawyer.rulebook.locate import rulebook_names
from ruleslawyer.rulebook.statement_keys import STATEMENTS
from ruleslawyer.scenario import grammar as scenario_grammar

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


SHAPES = (*TABLES.values(), *vars(grammar).values(), *vars(scenario_grammar).values())
FORMAT_WORDS = frozenset(
    {
        *(key for shape in SHAPES for key in keys_of(shape)),
        *STATEMENTS,
        *BUILTINS,
        *COMMANDS,
        *(name.lower() for name in vars(tree) if name[0].isupper()),
    }
)
"""Keys of files, statements, builtins, commands, and what the syntax tree is made of. They may stand anywhere."""

LIBRARIES = ("_pytest", "click", "hypothesis", "rich")
MODULES_ENOUGH = 3


@pytest.fixture(scope="module")
def general_words() -> frozenset[str]:
    """Words that programmers use whatever their program is about: some modules of Python or of the libraries do."""
    libraries = [path for name in LIBRARIES for path in (Path(sysconfig.get_path("purelib")) / name).rglob("*.py")]
    standard = Path(sysconfig.get_path("stdlib"))
    count: Counter[str] = Counter()
    for path in (*standard.glob("*.py"), *standard.glob("[!s]*/*.py"), *libraries):
        text = path.read_text(encoding="utf-8", errors="ignore")
        count.update({word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)})
    return frozenset(word for word, modules in count.items() if modules >= MODULES_ENOUGH)


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
    return frozenset(name for name in (*names, *(kind.lower() for kind in law.kinds)) if len(name) > 1)


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


def game_words(source: str, words: frozenset[str], general: frozenset[str]) -> list[str]:
    """The words of rulebooks that a module has no business to know: a name of something as a whole string, and
    elsewhere a name that is not made of words that mean something to every programmer."""
    found = []
    for line, manner, word in words_in(source):
        if word not in words or word in FORMAT_WORDS:
            continue
        spoken = {
            part.removesuffix("s") if part.removesuffix("s") in FORMAT_WORDS else part for part in word.split("_")
        }
        if manner == "string" or not spoken <= general | FORMAT_WORDS:
            found.append(f"line {line}: {word} ({manner})")
    return found


@pytest.fixture(scope="module")
def all_words() -> frozenset[str]:
    return frozenset().union(*(words_of(load(name)) for name in rulebook_names()))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(ENGINE).as_posix())
def test_the_engine_knows_no_word_of_a_game(
    path: Path, all_words: frozenset[str], general_words: frozenset[str]
) -> None:
    assert game_words(path.read_text(encoding="utf-8"), all_words, general_words) == []


@pytest.mark.parametrize(
    "source",
    [
        'if zone == "bank": pass',
        'x = cards["key 3"]',
        'if suit_of(c) == "anchor": pass',
        "def kraken_debt(): ...",
        "class MermaidRule: ...",
        "# the Sword takes the next card",
        "is_loot = card.kind",
        'at = "hook"',
        '"""A bust ends the round."""',
        'clause = "BST-1"',
        'help = "For example: deck, bank."',
    ],
)
def test_a_word_of_a_game_is_noticed(source: str, all_words: frozenset[str], general_words: frozenset[str]) -> None:
    assert game_words(source, all_words, general_words)


@pytest.mark.parametrize(
    "source", ['reveal = STATEMENTS["reveal"]', "# before any card may be put", "key = map(f, table)"]
)
def test_a_word_of_the_language_or_of_english_is_none_of_a_game(
    source: str, all_words: frozenset[str], general_words: frozenset[str]
) -> None:
    assert game_words(source, all_words, general_words) == []
