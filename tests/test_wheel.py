"""The wheel: rulebooks, invariants and scenarios are inside, and the command works with no checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
SOURCES = ("engine", "fixtures", "invariants", "spec", "LICENSE", "README.md", "pyproject.toml")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel was unpacked, as installers do."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in SOURCES:
        path = PROJECT / name
        if path.is_dir():
            shutil.copytree(path, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        else:
            shutil.copy(path, source / name)
    build = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", build, str(target)], cwd=source, check=True, capture_output=True, timeout=120)
    (wheel,) = target.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(target)
    return target


def command(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    line = [sys.executable, "-m", "ruleslawyer", *arguments]
    return subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_every_file_of_data_is_inside(installed: Path) -> None:
    for kind in ("spec", "invariants", "fixtures"):
        here = {path.relative_to(PROJECT / kind) for path in (PROJECT / kind).rglob("*.yaml")}
        there = {
            path.relative_to(installed / "ruleslawyer" / kind)
            for path in (installed / "ruleslawyer" / kind).rglob("*.yaml")
        }
        assert here == there != set()


def test_every_module_is_inside(installed: Path) -> None:
    engine = PROJECT / "engine" / "ruleslawyer"
    here = {path.relative_to(engine) for path in engine.rglob("*.py*") if path.suffix in (".py", ".pyi")}
    there = {path.relative_to(installed / "ruleslawyer") for path in (installed / "ruleslawyer").rglob("*.py*")}
    there = {path for path in there if path.suffix in (".py", ".pyi")}
    assert here == there


def test_the_command_works_with_no_checkout(installed: Path, tmp_path: Path) -> None:
    found = command(installed, tmp_path, "check")
    assert found.returncode == 0, found.stderr
    assert found.stdout.startswith("dead-mans-draw ")
    assert command(installed, tmp_path, "play", "dead-mans-draw", "--seed", "1").returncode == 0
    assert command(installed, tmp_path, "run", "dead-mans-draw").stdout.rstrip().endswith("all hold")
    ledger = command(installed, tmp_path, "check", "--ledger")
    assert ledger.returncode == 0
    where = "import ruleslawyer; print(ruleslawyer.__file__)"
    printed = subprocess.check_output(
        [sys.executable, "-c", where], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(installed)}, text=True
    )
    assert Path(printed.strip()).is_relative_to(installed), "not the checkout"
