"""A definition keeps within the bounds that it declares, wherever a clause asks for it."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.language import load
from ruleslawyer.prove import prove
from ruleslawyer.prove.obligations import Kind, Verdict

BARE = Path(__file__).parents[1] / "language" / "good" / "bare"


def broken_bounds(tmp_path: Path, bounds: str) -> list[str]:
    """What is not proved of the definitions when the worth of a card, at most 6, is declared so."""
    text = (BARE / "rulebook.yaml").read_text(encoding="utf-8")
    assert text.count("gives: 0..6") == 1
    (tmp_path / "rulebook.yaml").write_text(text.replace("gives: 0..6", f"gives: {bounds}"), encoding="utf-8")
    results = prove(load(str(tmp_path)), confirm=0).results
    defined = (one for one in results if one.obligation.kind is Kind.DEFINED)
    return [one.obligation.text for one in defined if one.verdict is not Verdict.PROVED]


def test_true_bounds_are_proved(tmp_path: Path) -> None:
    assert broken_bounds(tmp_path, "0..6") == []


def test_bounds_that_one_card_exceeds_are_not(tmp_path: Path) -> None:
    assert [text for text in broken_bounds(tmp_path, "0..5") if "`worth` is within 0..5" in text]
