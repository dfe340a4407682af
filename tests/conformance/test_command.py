"""`ruleslawyer conform` as it is used: modes, files, exit codes, and messages for what is the user's to mend."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main

from .report_lines import read_jsonl

FAULTY = Path(__file__).parent / "adapters" / "faulty.py"
PYTHON = Path(__file__).resolve().parents[2] / "adapters" / "dead_mans_draw" / "python"
GOOD = f"{sys.executable} -m dead_mans_draw"
TIES = f"{sys.executable} {FAULTY} no_tie_break"
CASES = "fixtures/dead-mans-draw/q12-tie.yaml"


@pytest.fixture(autouse=True)
def findable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PYTHON), *sys.path]))
    monkeypatch.chdir(Path(__file__).resolve().parents[2])


def conform(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["conform", *arguments])


def test_conforming_exits_with_0_and_diverging_with_1() -> None:
    assert conform("--adapter", GOOD, "--suite", CASES, "--games", "0").exit_code == 0
    done = conform("--adapter", TIES, "--suite", CASES, "--games", "0")
    assert done.exit_code == 1
    assert "1. TIE-1 On equal scores more cards win: diverges" in done.output
    assert "cited: reference 五.4 ¶3-4" in done.output
    assert "winners: expected p2; got p1, p2" in done.output


def test_the_replay_command_of_a_report_replays_it() -> None:
    done = conform("--adapter", TIES, "--suite", CASES, "--games", "0")
    word = done.output.rpartition("--replay ")[2].split()[0]
    again = conform("--adapter", TIES, "--replay", word)
    assert again.exit_code == 1
    assert "1 scenario and 0 games" in again.output and "TIE-1" in again.output
    assert conform("--adapter", GOOD, "--replay", word).exit_code == 0


def test_json_is_a_whole_report() -> None:
    done = conform("--adapter", TIES, "--suite", CASES, "--games", "2", "--json")
    records = read_jsonl(done.output.splitlines())
    assert [record["clause"] for record in records if record["kind"] == "finding"] == ["TIE-1"]


def test_files_are_written_where_asked(tmp_path: Path) -> None:
    files = {name: tmp_path / f"report.{name}" for name in ("junit", "html")}
    arguments = [word for name, path in files.items() for word in (f"--{name}", str(path))]
    conform("--adapter", TIES, "--suite", CASES, "--games", "0", "--itf", str(tmp_path / "itf"), *arguments)
    assert ElementTree.parse(files["junit"]).getroot().tag == "testsuites"
    assert "TIE-1" in files["html"].read_text(encoding="utf-8")
    traces = list((tmp_path / "itf").iterdir())
    assert [path.name for path in traces] == ["0-tie-1-diverges.itf.json"]
    legal = conform("--trace", str(traces[0]))
    assert (legal.exit_code, "legal, 2 states" in legal.output) == (0, True)
    data = json.loads(traces[0].read_text(encoding="utf-8"))
    data["states"][1]["winners"] = {"#set": ["p1"]}
    traces[0].write_text(json.dumps(data), encoding="utf-8")
    wrong = conform("--trace", str(traces[0]))
    assert (wrong.exit_code, "state 1: `winners`" in wrong.output) == (1, True)


def test_known_failures_from_their_first_day_to_their_last(tmp_path: Path) -> None:
    known = str(tmp_path / "known.yaml")
    suite = ("--suite", CASES, "--games", "0", "--known", known)
    assert conform("--adapter", TIES, *suite).exit_code == 2
    assert conform("--adapter", TIES, *suite, "--update-known").exit_code == 0
    assert "clause: TIE-1" in Path(known).read_text(encoding="utf-8")
    assert conform("--adapter", TIES, *suite).exit_code == 0
    stale = conform("--adapter", GOOD, *suite)
    assert stale.exit_code == 1 and "stale" in stale.output
    assert conform("--adapter", GOOD, *suite, "--update-known").exit_code == 0
    assert conform("--adapter", GOOD, *suite).exit_code == 0


def test_a_log_is_checked(tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    lines = [
        {"kind": "header", "format": 1, "rulebook": "dead-mans-draw", "profile": "boxed", "players": 2},
        {"by": "chance", "label": "first_player", "value": "p1"},
        {"by": "chance", "label": "deck", "value": "key 3"},
        {"by": "p1", "label": "act", "value": "stop"},
    ]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("--trace", str(log))
    assert done.exit_code == 1
    assert "illegal at line 4: p1 act: stop" in done.output
    assert "TRN-6" in done.output
    assert "legal here: p1 act: draw; p1 act: collect" in done.output
    log.write_text("".join(json.dumps(line) + "\n" for line in lines[:3]), encoding="utf-8")
    assert conform("--trace", str(log)).exit_code == 0


def test_the_words_of_a_rulebook_are_listed() -> None:
    done = conform("--words")
    assert done.exit_code == 0
    assert "act: one of break_off, draw, collect" in done.output and "score" in done.output
    words = json.loads(conform("--words", "--json").output)
    assert words["zones"]["bank"] == "stacks, one for each player"


def test_the_words_of_variants_say_when_they_are_there() -> None:
    done = CliRunner().invoke(main, ["conform", "--rulebook", "dead-mans-draw-traits", "--words", "--json"])
    words = json.loads(done.output)
    assert words["zones"]["trait_box"] == "bag, only with options.traits != no_traits"
    assert words["options"]["character_cards"] == "one of no_characters, random_each"


def test_one_adapter_that_does_not_start_does_not_end_the_run_of_the_others() -> None:
    done = conform("--adapter", "/no/such/program", "--adapter", GOOD, "--suite", CASES, "--games", "0")
    assert done.exit_code == 1
    assert "does not run" in done.output and "conforms" in done.output


def test_one_impossible_scenario_does_not_end_the_run(tmp_path: Path) -> None:
    text = Path(CASES).read_text(encoding="utf-8").replace("table: [mermaid 5]", "table: [mermaid 6]", 1)
    (tmp_path / "one.yaml").write_text(text, encoding="utf-8")
    done = conform("--adapter", GOOD, "--suite", str(tmp_path), "--games", "0")
    assert "left out: q12-tie-cards-then-shared" in done.output
    assert "conforms" in done.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "--adapter CMD"),
        (("--adapter", "/no/such/program"), "does not run"),
        (("--adapter", ""), "empty"),
        (("--adapter", "a 'b"), "no command"),
        (("--adapter", GOOD, "--profile", "nobody"), "nobody"),
        (("--adapter", GOOD, "--update-known"), "--known FILE"),
        (("--adapter", GOOD, "--replay", "nonsense"), "no packed scenario"),
        (("--adapter", "true"), "does not introduce itself"),
        (("--adapter", GOOD, "--words"), "--adapter"),
    ],
)
def test_what_is_the_users_to_mend_exits_with_2(arguments: tuple[str, ...], words: str) -> None:
    done = conform(*arguments)
    assert done.exit_code == 2, done.output
    assert words in done.output
    assert "Traceback" not in done.output
