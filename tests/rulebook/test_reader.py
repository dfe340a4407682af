"""A folder of YAML files to a `Rulebook`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.model import EntryKind, Rulebook
from ruleslawyer.rulebook.nodes import Mapping
from ruleslawyer.rulebook.reader import read_leniently, read_rulebook

Read = Callable[..., Rulebook]
Write = Callable[..., Path]


def test_declarations(read: Read) -> None:
    rulebook = read()
    assert (str(rulebook.name), rulebook.title, rulebook.version) == ("pebbles", "Pebbles", "1.2")
    assert rulebook.players == (2, 4)
    assert str(rulebook.begins) == "play"
    assert [(str(name), [*map(str, literals)]) for name, literals in rulebook.types] == [("Colour", ["red", "blue"])]
    (kind,) = rulebook.kinds
    assert [(str(field), str(type_)) for field, type_ in kind[1]] == [("colour", "Colour"), ("weight", "1..3")]
    (cards,) = rulebook.cards
    assert (str(cards.kind), cards.copies, cards.rows, cards.where) == ("Pebble", 1, None, None)
    (bag,) = rulebook.zones
    assert (str(bag.name), bag.order, [*map(str, bag.holds)], str(bag.seen_by), str(bag.starts)) == (
        "bag",
        "bag",
        ["Pebble"],
        "nobody",
        "cards()",
    )
    assert (bag.of, bag.stacks, bag.top, bag.distinct, bag.facing) == (None,) * 5
    (clause,) = rulebook.clauses
    assert clause.helper and clause.cite == ()
    (entry,) = clause.entries
    assert (entry.id, entry.clause, entry.kind) == ("PLAY-1", "PLAY-1", EntryKind.RULE)
    assert entry.do is not None and isinstance(entry.do.items[0], Mapping)
    assert str(entry.span) == "pebbles/game.yaml:37:7"


MORE = """\
options:
  pace: [slow, fast]
levels: [rule, stone]
state:
  owed:
    type: 0..8
    starts: 0
    per: turn
  score:
    of: Player
    type: Int
    starts: no
scopes:
  turn:
    ends_with: []
  round:
    ends_with:
    - len(bag) == 0
    - owed == 0
zones:
  hand:
    of: Player
    order:
      stacks: colour
      top: weight
    distinct: weight
    seen_by: owner
rulings:
  tie:
    asks: >
      Who wins
      a tie?
    answers:
      first:
        says: The first player.
        authorities:
        - source: house
          section: 2.1
          paragraphs: 2..4
      nobody_wins:
        says: Nobody.
    matters_when: ruling.other == yes_it_does
    fixture: tie-of-two
profiles:
  at-home:
    title: At home
    source: house
    answers:
      tie:
        answer: first
        silent: the page says nothing
  away:
    title: Away
    like: at-home
    answers:
      tie: nobody_wins
sources:
  house:
    title: House rules
    language: en
    publisher: a friend
    sections:
    - section: 2.1
      heading: Ties
      paragraphs: 6
      not_encoded:
      - paragraphs: [1, 5..6]
        reason: no rule
        planned: traits
  hearsay:
    title: What people say
events:
  stop:
    policy: menu
    with:
      c: own Pebble
      n: 0..3
    by: active
    gives: Bool
    requires:
    - n > 0
    ensures:
    - len(bag) < old(len(bag))
    always:
    - owed == 0
    measure:
    - len(bag)
    - '0'
"""


def test_all_other_declarations(read: Read) -> None:
    rulebook = read(more=MORE)
    assert [(str(name), [*map(str, of)]) for name, of in rulebook.options] == [("pace", ["slow", "fast"])]
    assert [*map(str, rulebook.levels)] == ["rule", "stone"]
    owed, score = rulebook.state
    assert (str(owed.type), str(owed.starts), owed.of, str(owed.per)) == ("0..8", "0", None, "turn")
    assert (str(score.starts), str(score.of), score.per) == ("no", "Player", None)
    assert [(str(scope.name), len(scope.ends_with)) for scope in rulebook.scopes] == [("turn", 0), ("round", 2)]
    hand = rulebook.zones[-1]
    assert (hand.order, str(hand.stacks), str(hand.top), str(hand.distinct), hand.holds) == (
        "stacks",
        "colour",
        "weight",
        "weight",
        (),
    )
    (tie,) = rulebook.rulings
    assert tie.asks == "Who wins a tie?"
    assert str(tie.matters_when) == "ruling.other == yes_it_does"
    assert tie.answers[0].authorities[0].paragraphs == (2, 3, 4)
    assert tie.answers[1].authorities == ()
    at_home, away = rulebook.profiles
    assert at_home.answers[0].silent == "the page says nothing"
    assert (str(at_home.source), at_home.like, str(away.like), away.answers[0].silent) == (
        "house",
        None,
        "at-home",
        None,
    )
    house, hearsay = rulebook.sources
    assert hearsay.sections is None
    assert house.sections is not None
    assert house.sections[0].not_encoded[0].paragraphs == (1, 5, 6)
    stop = rulebook.events[-1]
    assert [(str(name), str(type_)) for name, type_ in stop.arguments] == [("c", "own Pebble"), ("n", "0..3")]
    assert (str(stop.by), str(stop.gives), [*map(str, stop.measure)]) == ("active", "Bool", ["len(bag)", "0"])
    assert [len(lines) for lines in (stop.requires, stop.ensures, stop.always)] == [1, 1, 1]


ENTRIES = """\
clauses:
- id: X
  title: One of each
  says: Every kind of entry.
  level: stone
  cite:
  - source: house
    section: 2.1
    paragraphs: [7, 9]
  parts:
  - part: value
    define: f
    with:
      p: Player
    gives: Int
    when: p == q
    is: a if b else
      c
  - part: all
    define: g
    gives: set of Pebble
    combine: union
  - part: more
    adds_to: X/all
    is: set()
  - part: rows
    table: h
    with:
      n: 0..3
    gives: Int
    by:
    - n
    - len(bag)
    rows:
    - at: [0..1, _]
      is: 2
    - at:
      - 2
      - 3
      is: 3
  - part: but
    overrides: [X/value, PLAY-1]
    is: 4
  - part: instead
    overrides: PLAY-1
    do: []
  - part: never
    disables: X/but
  - part: choice
    at: stop
    option: take_one
    with:
      c: bag
    do:
    - take: c
      from: bag
  - part: later
    at: play
    after: [PLAY-1]
    do:
    - end: turn
"""


def test_every_kind_of_entry(read: Read) -> None:
    clause = read(more=ENTRIES).clauses[-1]
    assert str(clause.level) == "stone"
    assert clause.cite[0].paragraphs == (7, 9)
    entries = {entry.id: entry for entry in clause.entries}
    assert [entry.kind for entry in clause.entries] == [
        EntryKind.DEFINITION,
        EntryKind.DEFINITION,
        EntryKind.CONTRIBUTION,
        EntryKind.TABLE,
        EntryKind.EXCEPTION,
        EntryKind.EXCEPTION,
        EntryKind.UNDERCUT,
        EntryKind.OPTION,
        EntryKind.RULE,
    ]
    assert {entry.clause for entry in clause.entries} == {"X"}
    assert str(entries["X/value"].value) == "a if b else c"
    assert str(entries["X/all"].combine) == "union"
    assert [[*map(str, row.at)] for row in entries["X/rows"].rows] == [["0..1", "_"], ["2", "3"]]
    assert [*map(str, entries["X/but"].head)] == ["X/value", "PLAY-1"]
    instead = entries["X/instead"].do
    assert instead is not None and len(instead) == 0
    choice = entries["X/choice"]
    assert (str(choice.head[0]), str(choice.option), len(choice.parameters)) == ("stop", "take_one", 1)
    assert [*map(str, entries["X/later"].after)] == ["PLAY-1"]


def test_what_is_read_does_not_depend_on_the_files(write: Write) -> None:
    apart = read_rulebook(write(more=MORE))
    folder = write(more="says: nothing\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "z.yaml").write_text(MORE, encoding="utf-8")
    assert read_rulebook(folder) == apart


def test_cards_from_a_table(write: Write) -> None:
    folder = write(more="cards:\n- kind: Pebble\n  csv: stones.csv\n  copies: 2\n")
    (folder / "stones.csv").write_text('colour,weight\nred,1\n"blue",3\n\n', encoding="utf-8")
    rulebook = read_rulebook(folder)
    cards = rulebook.cards[-1]
    assert cards.rows == ((("colour", "red"), ("weight", "1")), (("colour", "blue"), ("weight", "3")))
    assert (cards.copies, cards.each) == (2, ())
    assert rulebook.files["pebbles/stones.csv"].startswith("colour,weight")


@pytest.mark.parametrize(
    ("table", "place", "message"),
    [
        ("colour,weight\nred\n", "2:1", "this row has 1 cells, but there are 2 columns"),
        ("colour,colour\nred,1\n", "1:1", "the column `colour` is named twice"),
        ("colour,\nred,1\n", "1:1", "a column has no name"),
        ("colour,weight\n", "1:1", "this table lists no cards"),
        ('colour,weight\n"red,1\n', "2:1", "this is not a CSV table"),
    ],
)
def test_faulty_tables(write: Write, table: str, place: str, message: str) -> None:
    folder = write(more="cards:\n- kind: Pebble\n  csv: stones.csv\n")
    (folder / "stones.csv").write_text(table, encoding="utf-8")
    fault = read_leniently(folder)[1][0]
    assert str(fault.span) == f"pebbles/stones.csv:{place}"
    assert message in fault.message


CLAIMS = """\
says: What always holds.
invariants:
- id: INV-1
  title: Nobody owes
  says: No player owes anything.
  helper: true
  for:
    p: players()
  holds: owed == 0
theorems:
- id: THM-1
  title: The bag gets lighter
  says: Playing takes something out of the bag.
  cite:
  - source: house
    section: 2.1
  event: play
  ensures: len(bag) < old(len(bag))
"""


def test_claims_come_from_the_invariants_folder(write: Write, tmp_path: Path) -> None:
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "all.yaml").write_text(CLAIMS, encoding="utf-8")
    rulebook = read_rulebook(write(), claims)
    (invariant,) = rulebook.invariants
    assert [(str(name), str(values)) for name, values in invariant.over] == [("p", "players()")]
    (theorem,) = rulebook.theorems
    assert (str(theorem.event), theorem.when, str(theorem.claim)) == ("play", "ensures", "len(bag) < old(len(bag))")
    assert rulebook.files["claims/all.yaml"] == CLAIMS


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("  ensures: len", "  always: x\n  ensures: len", "too-many-keys", "19:3"),
        ("  ensures: len(bag) < old(len(bag))\n", "", "missing-key", "11:3"),
        ("  helper: true\n", "", "missing-citation", "3:7"),
        ("INV-1", "PLAY-1", "declared-twice", "3:7"),
        ("invariants:", "clauses:", "unknown-key", "2:1"),
        ("  holds: owed == 0\n", "", "missing-key", "3:3"),
    ],
)
def test_faulty_claims(write: Write, tmp_path: Path, old: str, new: str, code: str, place: str) -> None:
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "all.yaml").write_text(CLAIMS.replace(old, new), encoding="utf-8")
    (fault,) = read_leniently(write(), claims)[1]
    assert (fault.code, str(fault.span)) == (code, f"claims/all.yaml:{place}")


def test_an_extension_adds_files(write: Write, tmp_path: Path) -> None:
    base = write()
    extension = tmp_path / "more-pebbles"
    extension.mkdir()
    text = "rulebook: more-pebbles\nextends: ../pebbles\ntitle: More pebbles\ntypes:\n  Size: [small]\n"
    (extension / "x.yaml").write_text(text, encoding="utf-8")
    rulebook = read_rulebook(extension)
    assert (str(rulebook.name), rulebook.title, rulebook.players) == ("more-pebbles", "More pebbles", (2, 4))
    assert [str(name) for name, _ in rulebook.types] == ["Colour", "Size"]
    assert rulebook.clauses == read_rulebook(base).clauses
    assert set(rulebook.files) == {"pebbles/game.yaml", "more-pebbles/x.yaml"}
    (extension / "x.yaml").write_text(text.replace("Size", "Colour"), encoding="utf-8")
    (fault,) = read_leniently(extension)[1]
    assert (fault.code, str(fault.span)) == ("declared-twice", "more-pebbles/x.yaml:5:3")


def test_the_error_quotes_the_files(write: Write) -> None:
    with pytest.raises(RulebookError) as caught:
        read_rulebook(write(more="zonez:\n  a: b\n"))
    assert str(caught.value) == (
        "pebbles/more.yaml:1:1: a rulebook file has no key `zonez` [unknown-key]\n"
        "  | zonez:\n"
        "  | ^^^^^\n"
        "  = did you mean `zones`?"
    )
