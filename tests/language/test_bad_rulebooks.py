"""Each rulebook in `bad/` has one fault; beside it stands the whole of what a user is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.language import load
from ruleslawyer.rulebook.diagnostics import RulebookError

HERE = Path(__file__).parent
BAD = sorted(path.name for path in (HERE / "bad").iterdir() if path.is_dir())


def faults(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a user who stands in `folder` is told about the rulebook there."""
    monkeypatch.chdir(folder)
    with pytest.raises(RulebookError) as caught:
        load(".")
    return str(caught.value) + "\n"


@pytest.mark.parametrize("name", BAD)
def test_a_bad_rulebook_is_refused_with_the_expected_words(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = HERE / "bad" / name
    assert faults(folder, monkeypatch) == (folder / "expected.txt").read_text(encoding="utf-8")


def test_the_rulebook_that_the_bad_ones_extend_is_good() -> None:
    assert load(str(HERE / "good" / "tiny")).name == "tiny"


def test_a_zone_and_a_variable_may_belong_to_some_options() -> None:
    law = load(str(HERE / "good" / "variants"))
    assert law.zones["stall"].when is not None and law.state["fee"].when is not None
    assert law.zones["heap"].when is None and law.state["points"].when is None
