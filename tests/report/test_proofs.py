"""What the report of proofs says of a theorem that fails where that is declared."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ruleslawyer.language import load
from ruleslawyer.prove import Confirmation, Counterexample, Cube, Kind, Obligation, Report, Result, Verdict
from ruleslawyer.report.proofs import failure_lines, holds, print_proofs, summary

LAW = load("dead-mans-draw")
OBLIGATION = Obligation("T-1:fails_under:1", Kind.FINDING, "", "T-1", "It ends fails under pace = fast")
CUBE = Cube({"pace": "fast"})


def found(scenario: Mapping[str, object]) -> Result:
    game = Confirmation(
        "T-1: It ends does not hold", 3, {}, (("act", "check"),), {"format": 1, "scenarios": [scenario]}
    )
    example = Counterexample(3, {"pace": "fast"}, {}, (), (), "", confirmed=game)
    return Result(OBLIGATION, Verdict.FOUND, 0.1, example, fails=(CUBE,))


@pytest.mark.parametrize(
    ("scenario", "lines"),
    [
        (
            {
                "rulings": {"pace": "fast"},
                "otherwise": "printed",
                "given": {"at": "act", "state": {"round": 5, "out": {"p1": True}, "pot": {"p1": 50, "p3": 40}}},
            },
            [
                "under pace = fast, profile printed",
                "from a position at act with round: 5; out: p1 true; pot: p1 50, p3 40",
            ],
        ),
        ({"profile": "printed"}, ["under profile printed", "from set-up"]),
        ({"given": {"zones": {}}}, ["under any reading", "from a position at a decision"]),
    ],
)
def test_a_finding_says_under_which_reading_and_from_where(scenario: dict[str, object], lines: list[str]) -> None:
    text = [line.strip() for line in failure_lines(LAW, found(scenario))]
    assert text[0] == "FOUND  T-1 It ends fails under pace = fast"
    assert "fails under: pace = fast" in text
    assert text[-len(lines) - 2] == ("The machine got there with 3 players, in 1 decisions: T-1: It ends does not hold")
    assert text[-len(lines) - 1 : -1] == lines
    assert text[-1] == "act: check"


def test_findings_count_as_holding_and_stale_declarations_do_not() -> None:
    finding = found({"profile": "printed"})
    stale = Result(OBLIGATION, Verdict.VIOLATED, 0.0, holds=(CUBE,))
    report = Report("r", "1", "", (2, 3), (finding,), 1.0, 5)
    assert holds(report)
    assert summary(report).startswith("1 found; 2 to 3 players")
    assert not holds(Report("r", "1", "", (2, 3), (finding, stale), 1.0, 5))


def test_lemmas_stand_apart_from_what_is_promised(capsys: pytest.CaptureFixture[str]) -> None:
    promised, lemma = (
        Result(Obligation(one, Kind.INVARIANT, "", one, "A claim"), Verdict.PROVED, 0.1)
        for one in ("TRN-SUIT", "CON-DRAW")
    )
    print_proofs(LAW, Report("r", "1", "", (2, 3), (lemma, promised), 1.0, 5))
    lines = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.strip()]
    assert lines[:4] == ["claim", "TRN-SUIT", "lemmas", "CON-DRAW"]
