"""The command line as a whole: help, exit codes, bad input, interrupts, closed pipes, start-up."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from ruleslawyer.cli.main import COMMANDS
from ruleslawyer.rulebook.locate import data_folder, rulebook_names

GAME = "dead-mans-draw"
Run = Callable[..., Result]
Command = Callable[..., subprocess.CompletedProcess[str]]
HEAVY = ("z3", "hypothesis", "rich", "jsonschema", "yaml")


def test_help_names_every_command_and_shows_an_example(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"\n  {name} " in result.output for name in COMMANDS)
    assert f"ruleslawyer verify {GAME}" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_shows_an_example(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert f"Examples:\n    ruleslawyer {name}" in result.output
    assert "--json" in result.output


def test_nothing_heavy_is_imported_at_the_start() -> None:
    code = f"import sys, ruleslawyer.cli.main; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_neither_z3_nor_hypothesis_is_imported_to_check(command: Command) -> None:
    code = (
        "import sys; from click.testing import CliRunner; from ruleslawyer.cli.main import main; "
        f"CliRunner().invoke(main, ['check', '{GAME}']); "
        "print([name for name in ('z3', 'hypothesis', 'rich') if name in sys.modules])"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["chekc"], "did you mean `check`?"),
        (["nothing-like-it"], "the commands are check"),
        (["check", "dead-man-draw"], "did you mean `dead-mans-draw`?"),
        (["check", "./nowhere"], "there is no folder `./nowhere`"),
        (["play", GAME, "--profile", "refrence"], "did you mean `reference`?"),
        (["play", GAME, "--players", "1"], "is for 2 to 4 players, not for 1"),
        (["play", GAME, "--players", "5"], "is for 2 to 4 players, not for 5"),
        (["play", GAME, "--players", "many"], "is not a valid integer"),
        (["play", GAME, "--seed", "-1"], "--seed"),
        (["play", GAME, "--hands", "3"], "3 people cannot play 2 seats"),
        (["play", GAME, "--hands", "1", "--json"], "leave out `--hands`"),
        (["play"], "Missing argument"),
        (["ask", "nowhere.yaml"], "does not exist"),
        (["ask", "."], "is a directory"),
        (["run", "nowhere"], "there is no file or folder `nowhere`"),
        (["compare", GAME, "--ruling", "hook_bus"], "did you mean `hook_bust`?"),
        (["compare", GAME, "--profiles", "reference", "box"], "did you mean `boxed`?"),
        (["compare", GAME, "--profiles", "reference", "boxed", "--ruling", "target"], "give either"),
        (["compare", GAME, "--profile", "boxed"], "goes with `--ruling`"),
        (["prove", GAME, "--only", "colect"], "did you mean `collect`?"),
        (["prove", GAME, "--players", "5"], "is for 2 to 4 players"),
        (["fuzz", GAME, "--players", "7"], "is for 2 to 4 players"),
        (["verify", "dead-man-draw"], "did you mean `dead-mans-draw`?"),
        (["fmt", "nowhere.yaml"], "nowhere.yaml"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_answered_with_a_hint_and_code_2(run: Run, arguments: list[str], hint: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert hint in result.stderr
    assert result.stdout == ""


BAD_FILES = {
    "not text": b"\xff\xfe\x00",
    "not YAML": b"a: [b\n",
    "a list": b"- a\n",
    "empty": b"",
    "an alias bomb": b"a: &a [x, x]\nb: [*a, *a]\n",
    "a tag": b"a: !!python/object/apply:os.system [ls]\n",
    "deep": b"a: " + b"[" * 5000,
    "no rulebook": b"players: 2\n",
    "an unknown rulebook": b"rulebook: nowhere\n",
    "an unknown key": b"rulebook: dead-mans-draw\nplayers: 2\nat: act\nzone: {}\nrest: deck\n",
    "a card twice": b"rulebook: dead-mans-draw\nplayers: 2\nat: act\nzones: {table: [key 3, key 3]}\nrest: deck\n",
    "a card missing": b"rulebook: dead-mans-draw\nplayers: 2\nat: act\nzones: {table: [key 3]}\n",
    "an unknown card": b"rulebook: dead-mans-draw\nplayers: 2\nat: act\nzones: {table: [key 33]}\nrest: deck\n",
    "one player": b"rulebook: dead-mans-draw\nplayers: 1\nat: act\nrest: deck\n",
    "five players": b"rulebook: dead-mans-draw\nplayers: 5\nat: act\nrest: deck\n",
    "players in words": b"rulebook: dead-mans-draw\nplayers: two\nat: act\nrest: deck\n",
    "out of bounds": b"rulebook: dead-mans-draw\nplayers: 2\nat: act\nstate: {owed: 9}\nrest: deck\n",
    "too large": b"a: b\n" * 400_000,
    "a scenario file without scenarios": b"format: 1\nrulebook: dead-mans-draw\nversion: 1.0.0\nscenarios: []\n",
    "a position of maps": b"rulebook: dead-mans-draw\nplayers: {a: b}\nat: [c]\nzones: 7\n",
}


BAD_LAYOUT = ("not text", "not YAML", "a list", "an alias bomb", "a tag", "deep", "too large")
"""Of those, the ones that `fmt` cannot lay out; the others are no worse laid out than good ones."""
BAD_USES = [(command, name) for command in ("ask", "run") for name in BAD_FILES] + [
    ("fmt", name) for name in BAD_LAYOUT
]


@pytest.mark.parametrize(("command_name", "name"), BAD_USES)
def test_a_bad_file_is_answered_with_a_message_and_code_2(
    run: Run, tmp_path: Path, name: str, command_name: str
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(BAD_FILES[name])
    result = run(command_name, path)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.output
    assert result.stdout == ""


def test_an_illegal_decision_lists_the_legal_ones(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "position.yaml"
    path.write_text("rulebook: dead-mans-draw\nplayers: 2\nat: act\nzones: {table: [key 3]}\nrest: deck\n")
    result = run("ask", path, "--decide", "act=surrender")
    assert result.exit_code == 2
    assert "`surrender` is not legal" in result.stderr
    assert "draw; collect" in result.stderr


def test_a_fault_of_the_program_itself_has_a_code_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("not the user's fault")

    monkeypatch.setattr("ruleslawyer.api.choices.load_by_name", broken)
    result = run("play", GAME)
    assert result.exit_code == 70
    assert "a fault of ruleslawyer itself" in result.stderr


@pytest.mark.parametrize("arguments", [["play", GAME, "--seed", "1"], ["check", "--ledger"], ["play", GAME, "--json"]])
def test_a_closed_pipe_ends_the_program_without_a_word(arguments: list[str]) -> None:
    line = [sys.executable, "-m", "ruleslawyer", *arguments]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def heed_interrupts() -> None:
    """Whoever runs the tests in the background may have them ignored, and what they start too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize(
    "arguments", [["prove", GAME], ["fuzz", GAME], ["verify", GAME], ["compare", GAME, "--seed", "1"]]
)
def test_an_interrupt_ends_the_program_with_one_line(arguments: list[str]) -> None:
    line = [sys.executable, "-m", "ruleslawyer", *arguments]
    process = subprocess.Popen(
        line,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(1.5)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Interrupted" in error
    assert "Traceback" not in error


def test_there_is_colour_only_on_a_terminal(command: Command) -> None:
    assert "\x1b" not in command("play", GAME, "--seed", "1").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("no_color", ["", "1"])
def test_no_color_is_heeded_on_a_terminal(no_color: str) -> None:
    import pty

    near, far = pty.openpty()
    environment = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm-256color"}
    line = [sys.executable, "-m", "ruleslawyer", "play", GAME, "--seed", "1"]
    process = subprocess.Popen(line, stdout=far, stderr=far, stdin=far, env=environment)
    os.close(far)
    shown = b""
    while True:
        try:
            piece = os.read(near, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(near)
    assert process.wait(timeout=60) == 0
    assert "wins" in shown.decode() or "share" in shown.decode()
    assert (b"\x1b[" in shown) is (not no_color)


def test_verify_says_what_it_does_before_it_imports_what_it_needs() -> None:
    program = f"""
import sys
from ruleslawyer.cli.main import main
sys.modules["ruleslawyer.language"] = None
main(["verify", "{GAME}"])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == f"{GAME}: verifying\n"
    assert "ruleslawyer.language" in done.stderr


def test_json_is_one_document_about_what_was_asked(run: Run) -> None:
    checked = json.loads(run("check", "--json").stdout)
    assert [(one["rulebook"], one["holds"]) for one in checked] == [(name, True) for name in rulebook_names()]
    played = json.loads(run("play", GAME, "--json", "--seed", "3").stdout)
    assert (played["rulebook"], played["seed"], played["over"]) == (GAME, 3, True)
    ran = json.loads(run("run", str(data_folder("fixtures") / "death-and-taxes" / "rounds.yaml"), "--json").stdout)
    assert ran["holds"] is True and ran["scenarios"]
