"""A rulebook of a few clauses, and a suite for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.generate.build import Suite, build
from ruleslawyer.generate.request import Request
from ruleslawyer.language import Law, load

RULEBOOKS = Path(__file__).parents[1] / "language" / "good"
Altered = Callable[..., Law]


Asked = Callable[..., Request]


@pytest.fixture(scope="session")
def ask() -> Asked:
    """What a suite is asked to be: a small one, with some of it replaced."""

    def request(law: Law, **wanted: object) -> Request:
        profile = next(iter(law.profiles))
        asked = {"pairs": True, "seed": 3, "examples": 60, "players": (2, 3), **wanted}
        return Request(law.profiles[profile], profile, **asked)  # type: ignore[arg-type]

    return request


@pytest.fixture(scope="session")
def tiny() -> Law:
    return load(str(RULEBOOKS / "tiny"))


@pytest.fixture(scope="session")
def suite(tiny: Law, ask: Asked) -> Suite:
    return build(tiny, ask(tiny))


@pytest.fixture
def altered(tmp_path: Path) -> Altered:
    """The small rulebook with some of its text replaced: old and new, in turn."""

    def alter(*texts: str) -> Law:
        for name in ("bare", "tiny"):
            folder = tmp_path / name
            folder.mkdir()
            text = (RULEBOOKS / name / "rulebook.yaml").read_text("utf-8")
            for old, new in zip(texts[::2], texts[1::2], strict=True) if name == "bare" else ():
                assert text.count(old) == 1, old
                text = text.replace(old, new)
            (folder / "rulebook.yaml").write_text(text, "utf-8")
        return load(str(tmp_path / "tiny"))

    return alter
