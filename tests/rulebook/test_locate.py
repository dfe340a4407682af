"""Rulebooks are found by name or by path, and their files have short names."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslawyer.rulebook import locate
from ruleslawyer.rulebook.diagnostics import RulebookError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with one rulebook, and a current folder elsewhere."""
    package = tmp_path / "site" / "ruleslawyer"
    (package / "spec" / "pebbles").mkdir(parents=True)
    (package / "invariants" / "pebbles").mkdir(parents=True)
    monkeypatch.setattr(locate, "_PACKAGE", package)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    return package


def test_beside_the_package_first(package: Path, tmp_path: Path) -> None:
    assert locate.data_folder("spec") == package / "spec"
    assert locate.data_folder("fixtures") == tmp_path / "fixtures"


def test_by_name(package: Path) -> None:
    assert locate.rulebook_names() == ["pebbles"]
    assert locate.rulebook_folder("pebbles") == package / "spec" / "pebbles"
    assert locate.companion_folder(package / "spec" / "pebbles", "invariants") == package / "invariants" / "pebbles"


def test_by_path(package: Path) -> None:
    Path("mine").mkdir()
    assert locate.rulebook_folder("mine") == Path("mine")
    assert locate.rulebook_folder("./mine") == Path("mine")
    assert locate.companion_folder(Path("mine"), "invariants") is None


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        ("pebles", "there is no rulebook `pebles`", "did you mean `pebbles`?"),
        ("a/b", "there is no folder `a/b`", "a rulebook is a folder of YAML files"),
        ("file.yaml", "`file.yaml` is not a folder", "name the folder: `.`"),
        ("a\0b", "there is no rulebook `a\0b`", "known here: pebbles"),
    ],
)
def test_not_found(package: Path, name: str, message: str, hint: str) -> None:
    Path("file.yaml").touch()
    with pytest.raises(RulebookError) as caught:
        locate.rulebook_folder(name)
    (fault,) = caught.value.diagnostics
    assert (fault.code, fault.message, fault.hint) == ("no-such-rulebook", message, hint)


def test_shown_names(package: Path) -> None:
    Path("mine").mkdir()
    assert locate.shown_name(Path("mine/a.yaml")) == "mine/a.yaml"
    assert locate.shown_name(package / "spec" / "pebbles" / "a.yaml") == "spec/pebbles/a.yaml"
