"""The source ledger: gaps in both directions, counted on a source of five paragraphs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.rulebook.ledger import LedgerRow, ledger, ledger_faults
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.rulebook.reader import read_rulebook

Read = Callable[..., Rulebook]

SOURCES = """\
sources:
  house:
    title: House rules
    sections:
    - section: 1
      heading: Play
      paragraphs: 4
      not_encoded:
      - paragraphs: 4
        planned: traits
        reason: comes later
    - section: 2
      heading: Ties
      paragraphs: 1
  hearsay:
    title: What people say
rulings:
  tie:
    asks: Who wins a tie?
    answers:
      one:
        says: One.
        authorities: house 2
      both:
        says: Both.
        authorities: hearsay
profiles:
  home:
    title: At home
    source: house
clauses:
- id: X-1
  title: T
  says: S.
  define: f
  gives: Int
  is: 1
  cite: house 1 ¶1-2
- id: X-2
  title: T
  says: S.
  define: g
  gives: Int
  is: 1
  cite: house 1 ¶2,3
"""


def test_rows(read: Read) -> None:
    assert ledger(read(more=SOURCES)) == [
        LedgerRow("house", "1", "Play", 1, ("X-1",), None, None),
        LedgerRow("house", "1", "Play", 2, ("X-1", "X-2"), None, None),
        LedgerRow("house", "1", "Play", 3, ("X-2",), None, None),
        LedgerRow("house", "1", "Play", 4, (), "comes later", "traits"),
        LedgerRow("house", "2", "Ties", 1, ("ruling.tie",), None, None),
    ]


def test_a_complete_ledger_has_no_faults(read: Read) -> None:
    assert ledger_faults(read(more=SOURCES)) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "message", "hint"),
    [
        (
            "¶2,3",
            "¶2",
            "uncited-paragraph",
            "5:16",
            "nothing cites paragraph 3 of section `1` (Play)",
            "not_encoded",
        ),
        ("¶1-2", "¶2", "uncited-paragraph", "5:16", "paragraph 1 of", None),
        ("¶1-2", "¶1-4", "cited-and-not-encoded", "9:21", "paragraph 4 of section `1`", "cited by X-1"),
        (" ¶1-2", "", "cited-and-not-encoded", "9:21", "paragraph 4 of", "cited by X-1"),
        ("¶2,3", "¶2,3,5", "no-such-paragraph", "45:17", "`house` has no paragraph 5", "it has 4 paragraphs"),
        (
            "house 1 ¶2,3",
            "house 3",
            "unknown-section",
            "45:15",
            "no section `3`",
            "1, 2",
        ),
        (
            "house 1 ¶2,3",
            "house ¶2,3",
            "missing-section",
            "45:15",
            "which section of `house`?",
            "1, 2",
        ),
        (
            "authorities: hearsay",
            "authorities: hearsey",
            "unknown-source",
            "26:22",
            "`ruling.tie` cites",
            "did you mean `hearsay`?",
        ),
        (
            "authorities: hearsay",
            "authorities: hearsay 1",
            "unknown-section",
            "26:30",
            "`hearsay` lists no sections",
            "cite the source alone",
        ),
        ("    source: house\n", "    source: horse\n", "unknown-source", "30:13", "the profile `home`", "`house`?"),
        (
            "paragraphs: 4\n        pl",
            "paragraphs: 4-5\n        pl",
            "no-such-paragraph",
            "9:21",
            "no paragraph 5",
            "4 paragraphs",
        ),
        (
            "        reason: comes later\n",
            "        reason: comes later\n      - paragraphs: 4\n        reason: again\n",
            "declared-twice",
            "12:21",
            "paragraph 4 of section `1` left out twice",
            "once",
        ),
    ],
)
def test_gaps(read: Read, old: str, new: str, code: str, place: str, message: str, hint: str | None) -> None:
    assert SOURCES.count(old) >= 1
    faults = ledger_faults(read(more=SOURCES.replace(old, new, 1)))
    first = faults[0]
    assert (first.code, str(first.span)) == (code, f"pebbles/more.yaml:{place}")
    assert message in first.message
    assert hint is None or hint in (first.hint or "")


def test_a_gap_names_all_its_paragraphs(read: Read) -> None:
    text = SOURCES.replace("paragraphs: 4\n      not", "paragraphs: 9\n      not").replace("¶2,3", "¶7")
    (fault,) = ledger_faults(read(more=text))
    assert "paragraphs 3,5-6,8-9 of section `1` (Play) of `house`" in fault.message


def test_the_clause_of_a_faulty_citation_is_named(read: Read) -> None:
    faults = ledger_faults(read(more=SOURCES.replace("¶2,3", "¶2,3,9")))
    assert [fault.clause for fault in faults] == ["X-2"]


def test_invariants_and_theorems_cite_too(read: Read, write: Callable[..., Path], tmp_path: Path) -> None:
    folder = write(more=SOURCES.replace("¶2,3", "¶2"))
    claims = tmp_path / "claims"
    claims.mkdir()
    claim = "invariants:\n- id: INV-1\n  title: T\n  says: S.\n  holds: true\n  cite: house 1 ¶3\n"
    (claims / "all.yaml").write_text(claim, encoding="utf-8")
    rulebook = read_rulebook(folder, claims)
    assert ledger_faults(rulebook) == []
    assert ledger(rulebook)[2].cited_by == ("INV-1",)
