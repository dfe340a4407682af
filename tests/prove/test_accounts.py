"""Payments: covered by what is there, proved for every amount; one that is not covered is found and played."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.language import load
from ruleslawyer.prove import prove
from ruleslawyer.prove.obligations import Kind, Verdict

COINS = Path(__file__).parents[1] / "language" / "good" / "coins"


def verdicts(folder: Path, kind: Kind) -> list[Verdict]:
    """The verdicts on the obligations of one kind."""
    report = prove(load(str(folder)), players=range(2, 4))
    return [one.verdict for one in report.results if one.obligation.kind is kind]


def sabotaged(tmp_path: Path, old: str, new: str) -> Path:
    """The game of coins with one line changed."""
    text = (COINS / "rulebook.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "rulebook.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return tmp_path


def test_every_payment_of_the_game_of_coins_is_covered() -> None:
    assert verdicts(COINS, Kind.PAYMENT) == [Verdict.PROVED] * 3


def test_staking_more_than_one_has_is_refuted_by_a_game(tmp_path: Path) -> None:
    folder = sabotaged(tmp_path, "  when: n <= purse[mover]\n", "")
    assert Verdict.VIOLATED in verdicts(folder, Kind.PAYMENT)


def test_paying_out_more_than_the_box_holds_is_refuted(tmp_path: Path) -> None:
    folder = sabotaged(tmp_path, "    - pay: 10\n", "    - pay: '11'\n")
    assert Verdict.PROVED not in verdicts(folder, Kind.PAYMENT)[:1]


def test_an_account_that_is_assumed_to_grow_is_not_proved(tmp_path: Path) -> None:
    claim = "  stake:\n    ensures:\n    - pot > old(pot)\n"
    folder = sabotaged(tmp_path, "  stake:\n", claim)
    assert Verdict.PROVED not in verdicts(folder, Kind.ENSURES)[-1:]
