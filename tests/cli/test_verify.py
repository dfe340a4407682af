"""`ruleslawyer verify` and `ruleslawyer prove`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def verdicts(result: Result) -> dict[str, bool | None]:
    return {part["part"]: part["holds"] for part in json.loads(result.stdout)["parts"]}


def test_a_sound_rulebook_holds_in_every_part(run: Run, tiny: Path) -> None:
    result = run("verify", tiny, "--games", "10")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{tiny}: verifying\n")
    assert [line.split()[:2] for line in result.stdout.splitlines()[3:] if line[:1].isalpha()][:4] == [
        ["check", "holds"],
        ["scenarios", "not"],
        ["fuzz", "holds"],
        ["proofs", "holds"],
    ]
    assert result.stdout.rstrip().endswith("Tiny 0.1.0: everything holds")


def test_a_rulebook_with_faults_is_only_checked(run: Run, tiny: Path) -> None:
    change(tiny / "rulebook.yaml", "into: bin\n", "into: bim\n")
    result = run("verify", tiny, "--json")
    assert result.exit_code == 1
    assert verdicts(result) == {"check": False, "scenarios": None, "fuzz": None, "proofs": None}


def test_a_chip_that_stays_on_offer_fails_the_fuzz_and_the_proofs(run: Run, tiny: Path) -> None:
    change(
        tiny / "rulebook.yaml",
        "  - move: c\n    from: offer\n    into: bin\n",
        "  - move: c\n    from: bin\n    into: offer\n",
    )
    result = run("verify", tiny, "--games", "10", "--json")
    assert result.exit_code == 1
    found = verdicts(result)
    assert (found["check"], found["fuzz"], found["proofs"]) == (True, False, False)


def extension(tiny: Path, when: str) -> Path:
    """An extension of the rulebook with one option, and an exception that applies `when`."""
    folder = tiny.parent / "more"
    folder.mkdir()
    (folder / "more.yaml").write_text(
        "rulebook: more\nextends: ../tiny\ntitle: More\noptions:\n  pace: [slow, fast]\nclauses:\n- id: MORE-1\n"
        "  title: One point\n  says: Everybody has one point.\n  helper: true\n  overrides: TOTAL\n"
        f"  when: {when}\n  is: 1\n",
        encoding="utf-8",
    )
    return folder


def test_an_extension_is_held_against_its_base(run: Run, tiny: Path) -> None:
    result = run("verify", extension(tiny, "options.pace == fast"), "--games", "3")
    assert "base       holds    without pace it is the same program as tiny: proved" in result.stdout


def test_an_extension_that_always_plays_otherwise_fails(run: Run, tiny: Path) -> None:
    result = run("verify", extension(tiny, "options.pace == slow"), "--games", "3", "--json")
    assert (result.exit_code, verdicts(result)["base"]) == (1, False)


def test_scenarios_that_are_given_are_run(run: Run, tiny: Path, tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(
        "format: 1\nrulebook: tiny\nversion: 0.1.0\nscenarios:\n- id: wrong\n  because: It is wrong.\n  origin: hand\n"
        "  players: 2\n  given: {at: take, zones: {offer: [red 3], stock: [blue 1]}, rest: bin}\n"
        "  decisions:\n  - take: keep\n  then:\n  - zones: {heap: {p1: []}}\n",
        encoding="utf-8",
    )
    result = run("verify", tiny, "--games", "2", "--scenarios", path)
    assert result.exit_code == 1
    assert "wrong: does not hold" in result.stdout
    assert "DOES NOT HOLD  1 scenarios, 2 runs: 1 do not hold" in result.stdout


def test_prove_says_what_is_proved(run: Run, tiny: Path) -> None:
    result = run("prove", tiny)
    assert result.exit_code == 0
    assert "cards conserved" in result.stdout
    assert "2 to 3 players, every reading at once" in result.stdout


def test_prove_shows_a_failure_with_the_readings_it_depends_on(run: Run, tiny: Path) -> None:
    """Under one answer the last chip is never put away, so it is still on offer when the round ends."""
    change(
        tiny / "rulebook.yaml",
        "  - move: c\n    from: offer\n    into: bin\n",
        "  - move: c\n    from: offer\n    into: bin\n    where: len(stock) > 0 or ruling.last_chip == as_any\n",
    )
    result = run("prove", tiny, "--no-confirm")
    assert result.exit_code == 1
    assert "in THROW Throw it away  [leaflet 1 ¶2]" in result.stdout
    assert "“The mover may throw the chip away.”" in result.stdout
    assert "fails under: last_chip = thrown" in result.stdout
    assert "holds under: last_chip = as_any" in result.stdout
    assert json.loads(run("prove", tiny, "--no-confirm", "--json").stdout)["holds"] is False


def test_prove_can_be_held_to_one_event(run: Run, tiny: Path) -> None:
    found = json.loads(run("prove", tiny, "--only", "take", "--players", "2", "--json").stdout)
    assert found["players"] == [2, 2]
    assert {one["clause"] for one in found["results"]} <= {"KEEP", "THROW", "take"}
