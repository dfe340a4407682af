"""What cannot be run is refused with a place, the reason, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths, run_paths
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.run import Runner

Case = Callable[[str], Scenario]

GOOD = """\
format: 1
rulebook: dead-mans-draw
version: 1.0.0
scenarios:
- id: case
  because: It is a test.
  origin: hand
  rulings:
    hook_bust: forced
  players: 2
  given:
    at: act
    zones:
      table: [key 3]
      bank: {p1: [cannon 5]}
    state: {active: p1}
    rest: deck
  decisions:
  - act: draw
  then:
  - zones:
      table: [key 3]
    state: {owed: 0}
    values: {score(p1): 5}
  clauses: [TRN-6]
"""

STRUCTURE = [
    (
        "format: 1",
        "format: 2",
        "case.yaml:1:9: scenarios of format 2 are not read here, only of format 1 [wrong-format]",
    ),
    ("origin: hand", "origin: dream", "case.yaml:7:11: `dream` is not one of document, catalogue, hand"),
    ("  because: It is a test.\n", "", "case.yaml:5:3: a scenario needs `because:` [missing-key]"),
    ("decisions:", "decision:", "a scenario has no key `decision` [unknown-key]"),
    ("decisions:", "decision:", "did you mean `decisions`?"),
    ("id: case", "id: Case", "`Case` is not a scenario's id [bad-value]"),
    ("id: case", "id: case@01234567", "`case` has been changed since its id was made [stale-id]"),
    ("  - act: draw", "  - act: draw\n    deck: key 4", "a decision is one `label: value`, not 2 [bad-decision]"),
    ("  - zones:", "  - after: 2\n    zones:", "only 1 decisions are listed [bad-value]"),
    ("  rulings:", "  profile: boxed\n  rulings:", "a scenario takes only one of `profile:` and `rulings:`"),
    ("players: 2", "players: two", "`two` is not a whole number [bad-value]"),
    ("players: 2", "players: 0", "0 is no number of players [bad-value]"),
    ("players: 2", "players: 2\n  players: 3", "the key `players` is written twice [duplicate-key]"),
    ("players: 2", "players: &x 2", "`&x` is not accepted"),
    ("players: 2", "players: !!int 2", "`!!int` is not accepted"),
    ("table: [key 3]\n      bank", "table: [key 3\n      bank", "this is not YAML"),
]

NAMES = [
    (
        "table: [key 3]\n      bank",
        "table: [kee 3]\n      bank",
        "case.yaml:14:14: no card is called `kee 3` [bad-position]",
    ),
    ("table: [key 3]\n      bank", "table: [kee 3]\n      bank", "did you mean `key 3`?"),
    ("[cannon 5]", "[key 3]", "case.yaml:15:18: `key 3` is in two places: `table` and `bank[p1]` [bad-position]"),
    ("[cannon 5]", "[cannon 5, cannon 5]", "`cannon 5` is twice in `bank[p1]` [bad-position]"),
    ("    rest: deck\n", "", "no place has"),
    ("{p1: [cannon 5]}", "{p3: [cannon 5]}", "`p3` is no player [bad-position]"),
    ("bank: {p1: [cannon 5]}", "purse: [cannon 5]", "no zone here is called `purse` [bad-position]"),
    ("table: [key 3]\n      bank", "table: [key 3, key 4]\n      bank", "`table` has two cards with one suit"),
    ("{active: p1}", "{active: p9}", "case.yaml:16:21: `p9` is no player [bad-position]"),
    ("{active: p1}", "{owed: 9}", "9 lies outside its bounds 0..7 [bad-position]"),
    ("at: act", "at: acting", "no event is called `acting` [bad-position]"),
    ("players: 2", "players: 1", "case.yaml:10:12: 1 players: `dead-mans-draw` is for 2 to 4 [bad-players]"),
    ("players: 2", "players: 5", "5 players: `dead-mans-draw` is for 2 to 4 [bad-players]"),
    ("hook_bust: forced", "hook_busts: forced", "`dead-mans-draw` has no ruling `hook_busts` [unknown-ruling]"),
    ("hook_bust: forced", "hook_busts: forced", "did you mean `hook_bust`?"),
    ("hook_bust: forced", "hook_bust: maybe", "`maybe` is no answer to the ruling `hook_bust` [unknown-answer]"),
    ("rulings:\n    hook_bust: forced", "profile: box", "has no profile `box` [unknown-profile]"),
    ("    hook_bust: forced", "    hook_bust: forced\n  otherwise: box", "has no profile `box` [unknown-profile]"),
    ("  players", "  options: {colours: chosen}\n  players", "has no option `colours` [unknown-option]"),
    (
        "clauses: [TRN-6]",
        "clauses: [BST-33]",
        "case.yaml:25:13: `dead-mans-draw` has no clause `BST-33` [unknown-clause]",
    ),
    ("table: [key 3]\n    state", "tabel: [key 3]\n    state", "has no zone `tabel` [unknown-zone]"),
    ("table: [key 3]\n    state", "table: [key 9]\n    state", "no card is called `key 9` [bad-value]"),
    (
        "table: [key 3]\n    state",
        "table: {size: 3}\n    state",
        "what is seen of a zone has no key `size` [unknown-key]",
    ),
    ("table: [key 3]\n    state", "table: {top: [key 3]}\n    state", "`table` is no pile, so nothing is on top of it"),
    ("table: [key 3]\n    state", "table: key 3\n    state", "the cards of a zone are a list [expected-list]"),
    ("table: [key 3]\n    state", "bank: [key 3]\n    state", "every player has a `bank` [expected-mapping]"),
    ("{owed: 0}", "{owes: 0}", "has no state `owes` [unknown-state]"),
    ("{owed: 0}", "{owed: 8}", "8 lies outside its bounds 0..7 [bad-value]"),
    ("score(p1)", "scores(p1)", "has no definition `scores(p1)` [unknown-definition]"),
    ("score(p1)", "score()", "`score` takes other arguments [wrong-arity]"),
    ("score(p1)", "score(p7)", "`p7` is no player [bad-value]"),
    ("score(p1): 5", "score(p1): many", "`many` is no number [bad-value]"),
    (
        "  - zones:\n      table: [key 3]\n    state: {owed: 0}\n    values: {score(p1): 5}",
        "  - after: 1",
        "says nothing",
    ),
    ("  players", "  cite: referenz\n  players", "cites the unknown source `referenz` [unknown-source]"),
    (
        "  players",
        "  cite: reference 三.9\n  players",
        "has no section `三.9` [unknown-section]",
    ),
]


def test_the_good_one_is_good(runner: Runner) -> None:
    assert runner.run(read_text_of("case.yaml", GOOD).scenarios[0]).holds


@pytest.mark.parametrize(("right", "wrong", "message"), STRUCTURE)
def test_a_malformed_file_is_refused(right: str, wrong: str, message: str) -> None:
    assert right in GOOD
    with pytest.raises(RulebookError) as error:
        read_text_of("case.yaml", GOOD.replace(right, wrong, 1))
    assert message in str(error.value)


@pytest.mark.parametrize(("right", "wrong", "message"), NAMES)
def test_what_the_rulebook_does_not_have_is_refused(runner: Runner, right: str, wrong: str, message: str) -> None:
    assert right in GOOD
    scenario = read_text_of("case.yaml", GOOD.replace(right, wrong, 1)).scenarios[0]
    with pytest.raises(RulebookError) as error:
        runner.run(scenario)
    assert message in str(error.value)


ABSENT = [
    ("bank: {p1: [cannon 5]}", "traits_of: {p1: []}", "there is no `traits_of` in this game [bad-position]"),
    ("{active: p1}", "{character_of: {p1: zahara}}", "only with `options.character_cards != no_characters`"),
    ("table: [key 3]\n    state", "trait_box: []\n    state", "there is no `trait_box` in this game [absent]"),
    ("{owed: 0}", "{first_note: {p1: miser}}", "only with `options.traits == drawn_at_random`"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), ABSENT)
def test_what_belongs_to_other_options_of_play_is_refused(right: str, wrong: str, message: str) -> None:
    good = GOOD.replace("rulebook: dead-mans-draw", "rulebook: dead-mans-draw-traits")
    assert right in good
    with pytest.raises(RulebookError) as error:
        Runner(load("dead-mans-draw-traits")).run(read_text_of("case.yaml", good.replace(right, wrong, 1)).scenarios[0])
    assert message in str(error.value)


def test_every_fault_is_reported_at_once_with_its_line(runner: Runner) -> None:
    text = GOOD.replace("players: 2", "players: 7").replace("hook_bust", "hook_busts").replace("TRN-6", "BST-33")
    with pytest.raises(RulebookError) as error:
        runner.run(read_text_of("case.yaml", text).scenarios[0])
    assert [one.code for one in error.value.diagnostics] == ["bad-players", "unknown-ruling", "unknown-clause"]
    assert "  | " + " " * 2 + "players: 7\n  | " + " " * 11 + "^" in str(error.value)


def test_two_scenarios_with_one_name_are_refused() -> None:
    again = GOOD + GOOD.partition("scenarios:\n")[2]
    with pytest.raises(RulebookError, match="two scenarios of this file are called `case`"):
        read_text_of("case.yaml", again)


@pytest.mark.parametrize("text", ["", "[]", "- 1", "scenarios: []", "format: 1", "\0", "a: *b", "[" * 100, "{" * 100])
def test_no_text_makes_more_than_a_clear_error(text: str) -> None:
    with pytest.raises(RulebookError) as error:
        read_text_of("case.yaml", text)
    assert error.value.diagnostics


def test_paths_that_lead_nowhere(tmp_path: Path) -> None:
    for path, message in (
        ("no-such-game", "there is no file or folder `no-such-game`"),
        (str(tmp_path), "there are no scenarios in"),
        ("x\0y", "there is no file or folder"),
    ):
        with pytest.raises(RulebookError) as error:
            read_paths([path])
        assert message in str(error.value)


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "case.txt"
    path.write_text(GOOD)
    with pytest.raises(RulebookError, match=r"its name ends in `\.txt`"):
        read_paths([path])


def test_a_file_that_would_silently_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "case.yaml").write_text(GOOD)
    (tmp_path / "other.yml").write_text(GOOD)
    with pytest.raises(RulebookError, match=r"rename it to `other\.yaml`"):
        read_paths([tmp_path])


def test_faults_of_several_files_come_together(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(GOOD.replace("origin: hand", f"origin: {name}"))
    with pytest.raises(RulebookError) as error:
        read_paths([tmp_path])
    assert len(error.value.diagnostics) == 2
    assert "one.yaml:7:11" in str(error.value)
    assert "two.yaml:7:11" in str(error.value)


def test_scenarios_of_another_rulebook(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(GOOD.replace("rulebook: dead-mans-draw", "rulebook: nowhere"))
    with pytest.raises(RulebookError, match="there is no rulebook `nowhere`"):
        list(run_paths([path]))
    with pytest.raises(RulebookError, match="is about `nowhere`, not about `dead-mans-draw`"):
        list(run_paths([path], rulebook="dead-mans-draw"))
