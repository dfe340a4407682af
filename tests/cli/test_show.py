"""`ruleslawyer show`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def test_a_clause_comes_with_its_body_its_citations_and_its_exceptions_as_a_tree(run: Run) -> None:
    """The Kraken forbids what the turn allows, and an empty draw pile forgives the Kraken."""
    lines = run("show", "TRN-7", "dead-mans-draw").stdout.splitlines()
    assert lines[0].startswith("TRN-7 Collecting is allowed unless a card forbids it  (spec/dead-mans-draw/")
    assert lines[2:9] == [
        "  [reference 三.3 ¶1]",
        "  [print-and-play 遊戲設置 ¶2]",
        "",
        "  define: may_collect",
        "  gives: Bool",
        "  is: true",
        "",
    ]
    first = lines.index("Exceptions to it") + 1
    assert lines[first : first + 2] == [
        "  KRA-2 While cards are owed nobody collects  (overrides)",
        "    KRA-6 An empty draw pile forgives the debt  (overrides)",
    ]


def test_it_says_what_a_clause_changes_and_which_scenarios_and_claims_are_about_it(run: Run) -> None:
    found = json.loads(run("show", "KRA-2", "--json").stdout)
    assert (found["id"], found["body"]) == ("KRA-2", ["overrides: TRN-7", "when: owed > 0", "is: false"])
    assert [(one["id"], one["how"]) for one in found["changes"]] == [("TRN-7", "overrides")]
    assert "kraken-demands-two-more-cards" in [one["id"] for one in found["scenarios"]]
    assert [(one["id"], one["lemma"]) for one in found["claims"]] == [("TRN-OPEN", True)]


def test_an_entry_shows_its_clause_with_what_is_promised_of_its_events(run: Run) -> None:
    found = json.loads(run("show", "BST-6/card", "dead-mans-draw", "--json").stdout)
    assert found["id"] == "BST-6"
    assert [line for line in found["body"] if line.startswith("- part")] == ["- part: card", "- part: rest"]
    assert {"CON-LOSE-CARD", "CON-FORFEIT-ROW"} <= {one["id"] for one in found["claims"]}


def test_a_rulebook_of_ones_own(run: Run, tiny: Path) -> None:
    assert "Throw it away" in run("show", "THROW", tiny).stdout


def test_a_clause_that_is_nowhere_or_in_several_rulebooks(run: Run) -> None:
    unknown = run("show", "KRA-22", "dead-mans-draw")
    assert unknown.exit_code == 2
    assert "`dead-mans-draw` has no clause `KRA-22`; did you mean `KRA-2`?" in unknown.stderr
    several = run("show", "END-1")
    assert several.exit_code == 2
    assert "`END-1` is a clause of dead-mans-draw and death-and-taxes: name one of them" in several.stderr
