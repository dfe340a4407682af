"""The canonical layout: one form for every way to write a file, every comment kept, nothing said differently."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.format import canonical
from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.reader import read_rulebook
from ruleslawyer.rulebook.yaml_reader import read_yaml

GOOD = Path(__file__).parent / "good"
SHIPPED = sorted([*data_folder("spec").glob("*/**/*.yaml"), *data_folder("invariants").glob("*/**/*.yaml")])

UGLY = """\
# About the file.

# About the clauses.
clauses:   # beside clauses
    -   says:  >-
              A sentence
                that is folded.

              Twice.
        # about the id
        id:   X-1      # beside the id


        do:
            # first
            -   put: c      # beside put
                into:   hand
            -   set:
                    owed: max(0, owed - 1)
            # last, and then the next clause
        at:   play
        title: 'A ''quoted'' title'
        cite:   # beside cite
            -   paragraphs:   [1,2,
                               3]
                section: a room
                source: house
            -   house b ¶ 4, 2-3
    -   {}
rulebook: pebbles
types:

  Colour:   [ red ,blue ]
  # between
  Size:
  - small

  - big
# the end
""".replace("    -   {}\n", "")

TIDY = """\
# About the file.

rulebook: pebbles

types:
  Colour: [red, blue]
  # between
  Size:
  - small

  - big

# About the clauses.
clauses:  # beside clauses
# about the id
- id: X-1  # beside the id
  title: A 'quoted' title
  says: >-
    A sentence
      that is folded.

    Twice.
  # last, and then the next clause
  at: play
  do:
  # first
  - put: c  # beside put
    into: hand
  - set:
      owed: max(0, owed - 1)
  cite: house a room ¶1-3; b ¶2-4  # beside cite
# the end
"""


def test_an_ugly_file() -> None:
    assert canonical(UGLY) == TIDY
    assert canonical(TIDY) == TIDY


@pytest.mark.parametrize("name", ["game", "declarations", "entries", "claims"])
def test_canonical_files_stay_as_they_are(good: Callable[[str], str], name: str) -> None:
    assert canonical(good(name)) == good(name)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_ships_is_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert canonical(text, str(path)) == text, "lay it out with `ruleslawyer fmt`"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("says: one\n  two\n\n  three\n", "says: one\n  two\n\n  three\n"),
        ("says:\n    one\n    two\n", "says:\n  one\n  two\n"),
        ("says:\n    one\n", "says: one\n"),
        ("says: 'one\n      two'   # beside\n", "says: 'one\n  two'  # beside\n"),
        ('says: "one \\\n      two"\n', 'says: "one \\\n  two"\n'),
        ("says: |\n        one\n          two\n\n\n", "says: |\n  one\n    two\n"),
        ("says:   # beside the key\n  one\n", "says: one  # beside the key\n"),
        ("says:   # beside the key\n  one  # beside the value\n", "# beside the key\nsays: one  # beside the value\n"),
        ("says:   # beside the key\n  >-\n  one\n", "# beside the key\nsays: >-\n  one\n"),
        ("says: 抽 # 牌\r\ntitle: x\r\n", "title: x\nsays: 抽  # 牌\n"),
        ("says: a#b\n", "says: a#b\n"),
        ("says: 'a # b'\n", "says: 'a # b'\n"),
        ("---\nsays: a\n...\n", "says: a\n"),
        ("--- # beside\nsays: a\n", "# beside\nsays: a\n"),
        ("levels: []\n", "levels: []\n"),
        ("says: '0'\n", "says: 0\n"),
        ('says: "a, b"\n', "says: a, b\n"),
        ("says: '~'\n", "says: '~'\n"),
        ("says: 'a: b'\n", "says: 'a: b'\n"),
        ("says: '- b'\n", "says: '- b'\n"),
        ('says: "a\\tb"\n', 'says: "a\\tb"\n'),
        ("levels: ['a', 'b, c', \"d\"]\n", "levels: [a, 'b, c', d]\n"),
        ("rulings:\n  '1':\n    asks: x\n", "rulings:\n  1:\n    asks: x\n"),
        ("clauses:\n- # beside the dash\n  id: a\n", "clauses:\n# beside the dash\n- id: a\n"),
        ("unknown: b\ntitle: a\n", "title: a\n\nunknown: b\n".replace("\n\n", "\n")),
    ],
)
def test_details(text: str, expected: str) -> None:
    assert canonical(text) == expected
    assert canonical(expected) == expected


def test_claims_that_only_help_become_lemmas() -> None:
    helper, claim = "- id: A\n  helper: true\n  holds: x\n", "- id: B\n  holds: y\n  cite: s\n"
    lemma = "- id: A\n  holds: x\n"
    older = f"lemmas:\n- id: C\n  event: e\ninvariants:\n# about A\n{helper}{claim}theorems:\n{helper}"
    assert canonical(older) == f"invariants:\n{claim}\nlemmas:\n- id: C\n  event: e\n\n# about A\n{lemma}\n{lemma}"


HEAD = "clauses:\n- id: X\n  at: e\n"


@pytest.mark.parametrize(
    ("older", "written"),
    [
        ("- source: a\n    section: b c\n    paragraphs: [1, 2]\n  - source: d\n", "\n  - a b c ¶1-2\n  - d"),
        ("- source: a\n    section: '1'\n  - source: a\n    section: 2\n    paragraphs: 3..4\n", " a 1; 2 ¶3-4"),
        ("- a  b ¶ 4, 2-3\n  - a d;e\n", " a b ¶2-4; d; e"),
        ("- a ¶x\n", "\n  - a ¶x"),
    ],
)
def test_citations_have_one_form(older: str, written: str) -> None:
    assert canonical(f"{HEAD}  cite:\n  {older}") == f"{HEAD}  cite:{written}\n"


def test_citations_of_one_source_go_on_in_another_line_before_they_get_too_wide() -> None:
    places = [f"section {number} ¶{number}" for number in range(1, 13)]
    text = canonical(f"{HEAD}  cite: a {'; '.join(places)}\n")
    assert text == (f"{HEAD}  cite:\n  - a {'; '.join(places[:7])}\n  - a {'; '.join(places[7:])}\n")
    assert canonical(text) == text


def test_a_list_too_wide_for_brackets_is_written_one_item_a_line() -> None:
    words = [f"literal_{number:02}" for number in range(20)]
    listed = canonical(f"types:\n  Word: [{', '.join(words)}]  # beside\n")
    assert listed == "types:\n  Word:  # beside\n" + "".join(f"  - {word}\n" for word in words)
    assert canonical(listed) == listed


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: {b: c}\n", "flow-mapping", "1:4"),
        ("a: 'x\n", "yaml-syntax", "1:4"),
        ("- a\n", "expected-mapping", "1:1"),
        ("says: |+\n  a\n\n\nlevels: [x]\n", "format-refused", "1:7"),
        ("says: |3\n     a\nlevels: [x]\n", "format-refused", "1:7"),
        ("levels: [one, two\n  words]\n", "format-refused", "1:15"),
        ("says: > # in the way\n  a\n", "format-refused", "1:7"),
        ("clauses:\n- at: e\n  cite:\n  - source: a  # here\n    section: b\n", "format-refused", "4:16"),
    ],
)
def test_refuses_what_it_cannot_keep(text: str, code: str, place: str) -> None:
    with pytest.raises(RulebookError) as caught:
        canonical(text, "f.yaml")
    fault = caught.value.diagnostics[0]
    assert (fault.code, str(fault.span)) == (code, f"f.yaml:{place}")


class Scribbler:
    """Writes nodes in a random layout: keys of records in any order, any indentation, comments anywhere."""

    def __init__(self, random: Random, comments: bool) -> None:
        self.random, self.comments = random, comments
        self.lines: list[str] = []
        self.written: list[str] = []

    def comment(self) -> str:
        text = f"# comment {len(self.written)}"
        self.written.append(text)
        return text

    def line(self, text: str, beside: bool = True) -> None:
        if self.comments and self.random.random() < 0.1:
            self.lines.append(" " * self.random.randrange(6) + self.comment())
        if self.random.random() < 0.05:
            self.lines.append("")
        if self.comments and beside and self.random.random() < 0.1:
            text += "   " + self.comment()
        self.lines.append(text)

    def mapping(self, node: Mapping, indent: int, lead: str, free: bool) -> None:
        entries = list(node.entries)
        head = entries[:1]
        if free:
            self.random.shuffle(entries)
        elif self.random.random() < 0.5 and head[0][0].value in {"put", "take", "choose"}:
            rest = entries[1:]
            self.random.shuffle(rest)
            entries = head + rest
        for index, (key, value) in enumerate(entries):
            start = lead if index == 0 else " " * indent
            self.entry(f"{start}{key.value}:", key.value, value, indent)

    def entry(self, start: str, key: str, value: Node, indent: int) -> None:
        deeper = indent + self.random.choice([2, 3, 4])
        if isinstance(value, Text):
            self.scalar(start, value, deeper)
        elif isinstance(value, Listing) and (value.flow or not value.items):
            separator = self.random.choice([",", ", ", " , "])
            self.line(f"{start} [{separator.join(str(item) for item in value)}]")
        elif isinstance(value, Listing):
            self.line(start)
            self.listing(value, self.random.choice([indent, deeper]), key)
        else:
            self.line(start)
            self.mapping(value, deeper, " " * deeper, key in RECORDS)

    def scalar(self, start: str, value: Text, indent: int) -> None:
        if value.plain or not value.value.endswith("\n"):
            shown = value.value if value.plain else repr(value.value)
            if self.random.random() < 0.1:
                self.line(start)
                self.lines.append(" " * indent + shown)
            else:
                self.line(f"{start}{' ' * self.random.randint(1, 3)}{shown}")
        else:
            self.line(f"{start} >", beside=False)
            self.lines += [" " * indent + line for line in value.value.splitlines()]

    def listing(self, node: Listing, indent: int, key: str) -> None:
        for item in node:
            dash = f"{' ' * indent}-{' ' * self.random.randint(1, 3)}"
            if isinstance(item, Mapping):
                self.mapping(item, len(dash), dash, key not in BLOCKS)
            else:
                assert isinstance(item, Text)
                self.scalar(dash.rstrip(), item, indent + 2)


RECORDS = frozenset(
    {"owed", "score", "hand", "bag", "order", "tie", "first", "stop", "at-home", "away", "house", "hearsay"}
)
"""Keys of the good files whose value has fixed keys."""
BLOCKS = frozenset({"do", "finally", "repeat", "else"})


@pytest.mark.parametrize("name", ["game", "declarations", "entries", "claims"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_every_layout_has_one_canonical_form(name: str, seed: int) -> None:
    text = (GOOD / f"{name}.yaml").read_text(encoding="utf-8")
    root = read_yaml(name, text)
    assert isinstance(root, Mapping)
    scribbler = Scribbler(Random(seed), comments=False)
    scribbler.mapping(root, 0, "", free=True)
    written = "\n".join(scribbler.lines) + "\n"
    assert read_yaml(name, canonical(written)) == read_yaml(name, canonical(text))


@pytest.mark.parametrize("name", ["game", "declarations", "entries", "claims"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_comments_stay_and_a_second_time_changes_nothing(name: str, seed: int) -> None:
    root = read_yaml(name, (GOOD / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(root, Mapping)
    scribbler = Scribbler(Random(seed), comments=True)
    scribbler.mapping(root, 0, "", free=True)
    once = canonical("\n".join(scribbler.lines) + "\n")
    assert canonical(once) == once
    assert sorted(line[line.index("# comment") :] for line in once.splitlines() if "# comment" in line) == sorted(
        scribbler.written
    )


@given(seed=st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_the_rulebook_is_the_same_before_and_after(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    folders = []
    for change in (str, canonical):
        folder = tmp_path_factory.mktemp("pebbles")
        for name in ("game", "declarations", "entries"):
            root = read_yaml(name, (GOOD / f"{name}.yaml").read_text(encoding="utf-8"))
            assert isinstance(root, Mapping)
            scribbler = Scribbler(Random(seed), comments=True)
            scribbler.mapping(root, 0, "", free=True)
            (folder / f"{name}.yaml").write_text(change("\n".join(scribbler.lines) + "\n"), encoding="utf-8")
        folders.append(folder)
    assert read_rulebook(folders[0]) == read_rulebook(folders[1])
