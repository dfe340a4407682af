"""One test per structural fault: what a rulebook's author sees, and where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleslawyer.rulebook.diagnostics import Diagnostic, render

Faults = Callable[..., list[Diagnostic]]

CLAUSE = """\
clauses:
- id: X-1
  title: A title
  says: A sentence.
  helper: true
"""
"""The entry of the clause comes after line 5."""
VALUE = "  define: f\n  gives: Int\n  is: 1\n"


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("zonez:\n  a: b\n", "unknown-key", "1:1", "did you mean `zones`?"),
        ("- a\n", "expected-mapping", "1:1", "`key: value` lines"),
        ("types: red\n", "expected-mapping", "1:8", "`key: value` lines"),
        ("types:\n  Colour2:\n    a: b\n", "expected-list", "3:5", "`- ...`"),
        ("types:\n  Size: []\n", "empty-list", "2:9", None),
        ("types:\n  Size: [big, 2x]\n", "bad-value", "2:15", "begins with a letter"),
        ("types:\n  Size: [big, none]\n", "reserved-name", "2:15", "choose another name"),
        ("types:\n  Size: [big, [small]]\n", "flow-list", "2:15", "one item a line"),
        ("types:\n  Size: [big, small, big]\n", "listed-twice", "2:22", "once"),
        ("types:\n  2nd: [a]\n", "bad-value", "2:3", "begins with a letter"),
        ("types:\n  Colour: [green]\n", "declared-twice", "2:3", "the first is at pebbles/game.yaml:8:3"),
        ("title: Again\n", "declared-twice", "1:1", "the first is at pebbles/game.yaml:2:8"),
        ("kinds:\n  Stone:\n    colour: ''\n", "empty-text", "3:13", None),
        ("cards:\n- kind: Pebble\n  copies: few\n  each:\n    weight: 1..2\n", "bad-value", "3:11", "such as `4`"),
        ("cards:\n- kind: Pebble\n", "missing-key", "2:3", None),
        (
            "cards:\n- kind: Pebble\n  csv: a.csv\n  each:\n    weight: 1..2\n",
            "too-many-keys",
            "4:3",
            "remove the others",
        ),
        ("cards:\n- kind: Pebble\n  csv: ../a.csv\n", "bad-value", "3:8", "without a path"),
        ("cards:\n- kind: Pebble\n  csv: /etc/passwd\n", "bad-value", "3:8", "without a path"),
        ("cards:\n- kind: Pebble\n  csv: none.csv\n", "no-such-file", "3:8", "put `none.csv` into the folder"),
        ("zones:\n  hand:\n    seen_by: owner\n", "missing-key", "3:5", "`pile`, `bag`, `row`"),
        ("zones:\n  hand:\n    order: heap\n    seen_by: owner\n", "bad-value", "3:12", "write one of them"),
        ("zones:\n  hand:\n    order:\n      stacks: a\n    seen_by: owner\n", "missing-key", "4:7", None),
        ("zones:\n  hand:\n    order: row\n    seenby: owner\n", "unknown-key", "4:5", "did you mean `seen_by`?"),
        ("zones:\n  hand:\n    order: row\n    facing: up\n    seen_by: owner\n", "bad-value", "4:13", "write `each`"),
        ("state:\n  owed:\n    type: Int\n", "missing-key", "3:5", "its value at the start"),
        ("scopes:\n  turn:\n    ends_with: x\n", "expected-list", "3:16", "`- x`"),
        ("scopes:\n  turn:\n    ends_with: [len(a)]\n", "flow-list", "3:16", "brackets and commas"),
        ("levels: [weak, strong, weak]\n", "listed-twice", "1:24", "once"),
        ("levels: strong\n", "expected-list", "1:9", "`- strong`"),
        ("events:\n  draw:\n    with:\n      c: Pebble\n", "missing-key", "3:5", "`one`: one rule applies"),
        ("events:\n  draw:\n    policy: many\n", "bad-value", "3:13", "write one of them"),
        ("events:\n  draw:\n    policy: one\n    measure: [x]\n", "flow-list", "4:14", "one item a line"),
        (
            "rulings:\n  q:\n    asks: Why?\n    answers:\n      a:\n        says: So.\n",
            "one-answer",
            "2:3",
            "every answer",
        ),
        ("rulings:\n  q:\n    asks: Why?\n    answers:\n      a: So.\n", "expected-mapping", "5:10", "`key: value`"),
        ("profiles:\n  p:\n    title: P\n    answers:\n      q:\n        silent: x\n", "missing-key", "6:9", None),
        ("players: 0..4\n", "bad-value", "1:10", "write `2..4`"),
        ("players: four\n", "bad-value", "1:10", "write `2..4`"),
        ("sources:\n  s:\n    language: en\n", "missing-key", "3:5", "what the document is called"),
        ("clauses:\n- X-1\n", "expected-mapping", "2:3", "`key: value`"),
        ("clauses:\n  id: X-1\n", "expected-list", "2:3", "`- ...`"),
        (
            "clauses:\n- title: T\n  says: S.\n  helper: true\n  define: f\n  gives: Int\n  is: 1\n",
            "missing-key",
            "2:3",
            "unique",
        ),
        ("rulebook: other\n", "declared-twice", "1:1", "game.yaml:1:11"),
        ("extends: nowhere\n", "no-such-rulebook", "1:10", None),
        ("extends: /tmp\n", "absolute-path", "1:10", None),
        ("extends: ../pebbles\n", "extends-itself", "1:10", "remove one `extends:`"),
    ],
)
def test_declarations(faults: Faults, text: str, code: str, place: str, hint: str | None) -> None:
    (fault,) = faults(more=text)
    assert (fault.code, str(fault.span)) == (code, f"pebbles/more.yaml:{place}")
    if hint is not None:
        assert hint in (fault.hint or "")


@pytest.mark.parametrize(
    ("entry", "code", "place", "hint"),
    [
        (
            "",
            "no-entry",
            "2:3",
            "`define:`, `adds_to:`, `table:`, `overrides:`, `disables:`, `option:`, `at:`, `parts:`",
        ),
        ("  define: f\n  gives: Int\n  is: 1\n  whn: x\n", "unknown-key", "9:3", "did you mean `when`?"),
        ("  define: f\n  gives: Int\n", "missing-key", "2:3", None),
        ("  define: f\n  gives: Int\n  is: 1\n  combine: sum\n", "too-many-keys", "9:3", "remove the others"),
        ("  define: f\n  gives: Int\n  is: 1\n  do:\n  - give: 1\n", "misplaced-key", "9:3", "known here: "),
        ("  define: f\n  gives: Int\n  iss: 1\n", "unknown-key", "8:3", "did you mean `is`?"),
        ("  define: f\n  gives: Int\n  combine: product\n", "bad-value", "8:12", "write one of them"),
        ("  define: f\n  at: play\n  gives: Int\n  is: 1\n", "two-entries", "7:3", "`parts:`"),
        ("  define: f\n  with: a\n  gives: Int\n  is: 1\n", "expected-mapping", "7:9", "indented below"),
        ("  define: f(a)\n  gives: Int\n  is: 1\n", "bad-value", "6:11", "letters, digits"),
        ("  defines: f\n", "unknown-key", "6:3", "did you mean `define`?"),
        ("  at: play\n", "missing-key", "2:3", "what happens"),
        ("  at: play\n  do: x\n", "expected-list", "7:7", "after `- `"),
        ("  at: play\n  do: [x]\n", "flow-list", "7:7", "one item a line"),
        (
            "  at: play\n  do:\n  - repeat:\n    - shuffle: bag\n    measure: [n]\n",
            "flow-list",
            "10:14",
            "one item a line",
        ),
        ("  overrides: Y-1\n", "missing-key", "2:3", None),
        ("  overrides: Y-1\n  is: 1\n  do:\n  - end: turn\n", "too-many-keys", "8:3", "remove the others"),
        ("  overrides: [Y-1, Z 2]\n  is: 1\n", "bad-value", "6:20", "`ID` or `ID/part`"),
        ("  disables: Y-1\n  is: 1\n", "misplaced-key", "7:3", "disables"),
        ("  adds_to: Y-1\n", "missing-key", "2:3", "what it adds"),
        ("  table: f\n  gives: Int\n  by:\n  - a\n", "missing-key", "2:3", None),
        ("  table: f\n  gives: Int\n  by:\n  - a\n  rows:\n  - at: 1\n    is: 2\n", "expected-list", "11:9", "`- 1`"),
        ("  option: stop\n  do:\n  - end: turn\n", "missing-key", "2:3", "the menu"),
        ("  parts:\n  - define: f\n    gives: Int\n    is: 1\n", "missing-key", "7:5", "its name within the clause"),
        ("  level: 2\n  define: f\n  gives: Int\n  is: 1\n", "bad-value", "6:10", "begins with a letter"),
        (f"{VALUE}  cite:\n  - source: s\n    paragraphs: 1\n", "expected-text", "10:5", "`ruleslawyer fmt` rewrites"),
        (f"{VALUE}  cite: [s 1 ¶2,3]\n", "flow-list", "9:9", "one item a line"),
        (f"{VALUE}  cite: s 1 ¶3; 2 ¶5-2\n", "empty-range", "9:20", "write `2-5`"),
        (f"{VALUE}  cite:\n  - s 1\n  - t 1 a ¶2,0\n", "no-such-paragraph", "11:14", "from 1"),
        (f"{VALUE}  cite: s 1 ¶1-999999\n", "no-such-paragraph", "9:14", None),
        (f"{VALUE}  cite: s 1 ¶2 3\n", "bad-value", "9:14", "commas between"),
        (f"{VALUE}  cite: s 1 ¶2,,3\n", "bad-value", "9:16", "`7` or `4-6`"),
        (f"{VALUE}  cite: s 1 ¶\n", "bad-value", "9:14", "`7` or `4-6`"),
        (f"{VALUE}  cite: s 1 ¶2;\n", "empty-text", "9:16", "remove the `;`"),
        (f"{VALUE}  cite: 's 1 ¶2; 2 ¶5-2'\n", "empty-range", "9:21", "write `2-5`"),
    ],
)
def test_clauses(faults: Faults, entry: str, code: str, place: str, hint: str | None) -> None:
    (fault,) = faults(more=CLAUSE + entry)
    assert (fault.code, str(fault.span)) == (code, f"pebbles/more.yaml:{place}")
    assert fault.clause == "X-1"
    if hint is not None:
        assert hint in (fault.hint or "")


def test_a_clause_without_a_citation(faults: Faults) -> None:
    text = "clauses:\n- id: X-1\n  title: T\n  says: S.\n  define: f\n  gives: Int\n  is: 1\n"
    (fault,) = faults(more=text)
    assert render(fault, {"pebbles/more.yaml": text}) == (
        "pebbles/more.yaml:2:7: `X-1` cites nothing [missing-citation]\n"
        "  | - id: X-1\n"
        "  |       ^^^\n"
        "  = in clause X-1\n"
        "  = add `cite:` with the source and section it encodes, or `helper: true` if no source states it"
    )


def test_two_clauses_with_one_id(faults: Faults, game: str) -> None:
    clause = game[game.index("clauses:") :]
    (fault,) = faults(more=clause)
    assert fault.message == "two clauses have the id `PLAY-1`"
    assert str(fault.span) == "pebbles/more.yaml:2:7"
    assert fault.hint == "the first is at pebbles/game.yaml:33:7"


def test_two_parts_with_one_name(faults: Faults) -> None:
    part = "  - part: a\n    define: f\n    gives: Int\n    is: 1\n"
    (fault,) = faults(more=CLAUSE + "  parts:\n" + part + part)
    assert (fault.code, str(fault.span)) == ("declared-twice", "pebbles/more.yaml:11:11")


def test_a_part_is_named_in_messages_by_its_clause(faults: Faults) -> None:
    (fault,) = faults(more=CLAUSE + "  parts:\n  - part: a\n    define: f\n    gives: Int\n    iss: 1\n")
    assert (fault.code, fault.clause) == ("unknown-key", "X-1")


@pytest.mark.parametrize("key", ["rulebook", "title", "players", "begins"])
def test_what_every_rulebook_says(faults: Faults, game: str, key: str) -> None:
    without = "".join(line for line in game.splitlines(True) if not line.startswith(f"{key}:"))
    (fault,) = faults(without)
    assert fault.code == "missing-key"
    assert fault.message == f"no file of `pebbles` has `{key}:`"
    assert fault.hint is not None and fault.hint.startswith("add ")


@pytest.mark.parametrize("broken", ["title: 'x\n", "- title\n", "title: \0\n"])
def test_what_an_unreadable_file_says_is_not_called_missing(faults: Faults, broken: str) -> None:
    assert len(faults(broken)) == 1


def test_every_fault_is_reported_in_the_order_of_the_files(faults: Faults) -> None:
    found = faults(a="zonez:\n  a: b\ntypes:\n  T: []\n", b=CLAUSE + "  at: play\n", c="a: 'x\n")
    assert [(fault.code, fault.span and fault.span.file) for fault in found] == [
        ("unknown-key", "pebbles/a.yaml"),
        ("empty-list", "pebbles/a.yaml"),
        ("missing-key", "pebbles/b.yaml"),
        ("yaml-syntax", "pebbles/c.yaml"),
    ]


def test_a_refused_value_is_reported_once(faults: Faults) -> None:
    (fault,) = faults(more=CLAUSE + "  define: f\n  gives: Int\n  is:\n")
    assert (fault.code, str(fault.span)) == ("null", "pebbles/more.yaml:8:3")


def test_a_faulty_clause_does_not_hide_those_around_it(faults: Faults) -> None:
    clauses = "".join(
        f"- id: X-{number}\n  title: T\n  says: S.\n  helper: true\n  define: f{number}\n  gives: Int\n  iss: 1\n"
        for number in (1, 2, 3)
    )
    assert [fault.clause for fault in faults(more="clauses:\n" + clauses)] == ["X-1", "X-2", "X-3"]
