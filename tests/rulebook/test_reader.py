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
Good = Callable[[str], str]


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
    assert (str(bag.name), bag.order, [*map(str, bag.holds)], str(bag.seen_by), [*map(str, bag.starts)]) == (
        "bag",
        "bag",
        ["Pebble"],
        "nobody",
        ["cards()"],
    )
    assert (bag.of, bag.stacks, bag.top, bag.distinct, bag.facing) == (None,) * 5
    (clause,) = rulebook.clauses
    assert clause.helper and clause.cite == ()
    (entry,) = clause.entries
    assert (entry.id, entry.clause, entry.kind) == ("PLAY-1", "PLAY-1", EntryKind.RULE)
    assert entry.do is not None and isinstance(entry.do.items[0], Mapping)
    assert str(entry.span) == "pebbles/game.yaml:37:7"


def test_all_other_declarations(read: Read, good: Good) -> None:
    rulebook = read(more=good("declarations"))
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


def test_every_kind_of_entry(read: Read, good: Good) -> None:
    clause = read(more=good("entries")).clauses[-1]
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


def test_what_is_read_does_not_depend_on_the_files(write: Write, good: Good) -> None:
    apart = read_rulebook(write(more=good("declarations")))
    folder = write(more="says: nothing\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "z.yaml").write_text(good("declarations"), encoding="utf-8")
    assert read_rulebook(folder) == apart


def test_cards_from_a_table(write: Write) -> None:
    folder = write(more="cards:\n- kind: Pebble\n  csv: stones.csv\n  copies: 2\n")
    (folder / "stones.csv").write_text('colour,weight\nred,1\n"blue",3\n\n', encoding="utf-8")
    rulebook = read_rulebook(folder)
    cards = rulebook.cards[-1]
    assert cards.rows is not None
    assert [row.cells for row in cards.rows] == [
        (("colour", "red"), ("weight", "1")),
        (("colour", "blue"), ("weight", "3")),
    ]
    assert [str(row.span) for row in cards.rows] == ["pebbles/stones.csv:2:1", "pebbles/stones.csv:3:1"]
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


def test_claims_come_from_the_invariants_folder(write: Write, good: Good, tmp_path: Path) -> None:
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "all.yaml").write_text(good("claims"), encoding="utf-8")
    rulebook = read_rulebook(write(), claims)
    (invariant,) = rulebook.invariants
    assert [(str(name), str(values)) for name, values in invariant.over] == [("p", "players()")]
    (theorem,) = rulebook.theorems
    assert (str(theorem.event), theorem.when, str(theorem.claim)) == ("play", "ensures", "len(bag) < old(len(bag))")
    assert rulebook.files["claims/all.yaml"] == good("claims")


@pytest.mark.parametrize(
    ("old", "new", "code", "place"),
    [
        ("  ensures: len", "  always: x\n  ensures: len", "too-many-keys", "9:3"),
        ("  ensures: len(bag) < old(len(bag))\n", "", "missing-key", "4:3"),
        ("  cite: house 2.1\n", "", "missing-key", "4:3"),
        ("  holds: owed == 0\n", "  holds: owed == 0\n  cite: house 2.1\n", "unknown-key", "18:3"),
        ("  holds: owed == 0\n", "  holds: owed == 0\n  event: play\n", "two-entries", "18:3"),
        ("INV-1", "PLAY-1", "declared-twice", "12:7"),
        ("theorems:", "clauses:", "unknown-key", "3:1"),
        ("  holds: owed == 0\n", "", "no-entry", "12:3"),
    ],
)
def test_faulty_claims(write: Write, good: Good, tmp_path: Path, old: str, new: str, code: str, place: str) -> None:
    claims = tmp_path / "claims"
    claims.mkdir()
    (claims / "all.yaml").write_text(good("claims").replace(old, new), encoding="utf-8")
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
    assert (fault.code, str(fault.span)) == ("of-the-base", "more-pebbles/x.yaml:5:3")


def test_the_claims_of_an_extended_rulebook_hold_too(good: Good, game: str, tmp_path: Path) -> None:
    base, extension = tmp_path / "spec" / "pebbles", tmp_path / "spec" / "more-pebbles"
    of_base, of_extension = (tmp_path / "invariants" / folder.name for folder in (base, extension))
    for folder in (base, extension, of_base, of_extension):
        folder.mkdir(parents=True)
    (base / "game.yaml").write_text(game, encoding="utf-8")
    (extension / "more.yaml").write_text("rulebook: more-pebbles\nextends: ../pebbles\n", encoding="utf-8")
    (of_base / "all.yaml").write_text(good("claims"), encoding="utf-8")
    (of_extension / "all.yaml").write_text(good("claims").replace("-1", "-2"), encoding="utf-8")
    rulebook = read_rulebook(extension, of_extension)
    assert [str(claim.id) for claim in rulebook.invariants] == ["INV-1", "INV-2"]
    assert [str(claim.id) for claim in rulebook.theorems] == ["THM-1", "THM-2"]
    assert [str(claim.id) for claim in read_rulebook(extension).invariants] == ["INV-1"]
    instead = good("claims").replace("-1", "-2").replace("  event: play", "  overrides: THM-1\n  event: play")
    (of_extension / "all.yaml").write_text(instead, encoding="utf-8")
    rulebook = read_rulebook(extension, of_extension)
    assert [str(claim.id) for claim in rulebook.theorems] == ["THM-2"]
    assert [str(claim.id) for claim in read_rulebook(base, of_base).theorems] == ["THM-1"]


def test_the_error_quotes_the_files(write: Write) -> None:
    with pytest.raises(RulebookError) as caught:
        read_rulebook(write(more="zonez:\n  a: b\n"))
    assert str(caught.value) == (
        "pebbles/more.yaml:1:1: a rulebook file has no key `zonez` [unknown-key]\n"
        "  | zonez:\n"
        "  | ^^^^^\n"
        "  = did you mean `zones`?"
    )
