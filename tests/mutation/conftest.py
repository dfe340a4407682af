"""The tables of mutants, and how one is made. A test module says with `CHECK` which of them it answers for."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder


@dataclass(frozen=True)
class Mutant:
    """An altered copy of the rulebook: the lines `old`, found once in `file`, become `new`."""

    name: str
    file: str
    old: str
    new: str
    caught_by: tuple[str, ...]
    by: Mapping[str, str]
    """For each check what it names: a claim, an obligation in brackets, a fixture."""
    rulebook: str = "dead-mans-draw"


def read_mutants() -> list[Mutant]:
    tables = [yaml.safe_load(file.read_text("utf-8")) for file in sorted(Path(__file__).parent.glob("mutants*.yaml"))]
    return [Mutant(**{**one, "caught_by": tuple(one["caught_by"])}) for table in tables for one in table]


MUTANTS = read_mutants()


def place(text: str, mutant: Mutant) -> tuple[int, str]:
    """The line of the file, counted from 0, at which the one run of lines begins, and the indentation there."""
    lines, old = text.splitlines(), mutant.old.splitlines()
    found = []
    for at in range(len(lines) - len(old) + 1):
        indent = " " * (len(lines[at]) - len(lines[at].lstrip()))
        if lines[at : at + len(old)] == [indent + one for one in old]:
            found.append((at, indent))
    assert len(found) == 1, f"`{mutant.old}` is {len(found)} times in {mutant.file}"
    return found[0]


def altered(text: str, mutant: Mutant) -> str:
    """The file with the one run of lines replaced, at the indentation that it has there."""
    (at, indent), lines, new = place(text, mutant), text.splitlines(), mutant.new.splitlines()
    after = at + len(mutant.old.splitlines())
    return "\n".join([*lines[:at], *(indent + one for one in new), *lines[after:]]) + "\n"


def altered_entry(law: Law, mutant: Mutant) -> str:
    """The id of the entry in which the altered lines lie."""
    folder = data_folder("spec") / mutant.rulebook
    at, _ = place((folder / mutant.file).read_text("utf-8"), mutant)
    entries = (entry for clause in law.rulebook.clauses for entry in clause.entries)
    before = [one for one in entries if Path(one.span.file).name == mutant.file and one.span.line <= at + 1]
    return max(before, key=lambda one: one.span.line).id


def mutated_law(folder: Path, mutant: Mutant) -> Law:
    """The law of the altered copy, made below `folder` as `spec` and `invariants` lie in a checkout."""
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / mutant.rulebook, folder / kind / mutant.rulebook)
    file = folder / "spec" / mutant.rulebook / mutant.file
    file.write_text(altered(file.read_text("utf-8"), mutant), "utf-8")
    return load(str(folder / "spec" / mutant.rulebook))


@pytest.fixture
def mutated(tmp_path: Path) -> Callable[[Mutant], Law]:
    """Makes the law of a mutant."""
    return lambda mutant: mutated_law(tmp_path / mutant.name, mutant)


@pytest.fixture
def entry_of() -> Callable[[Law, Mutant], str]:
    """The id of the entry that a mutant alters."""
    return altered_entry


@pytest.fixture
def mutants() -> list[Mutant]:
    """All of them, for a test that looks at them together."""
    return MUTANTS


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives a test that asks for `mutant` those that its module's `CHECK` must catch; without one, all."""
    if "mutant" in metafunc.fixturenames:
        check = getattr(metafunc.module, "CHECK", None)
        mutants = [one for one in MUTANTS if check is None or check in one.caught_by]
        metafunc.parametrize("mutant", mutants, ids=lambda one: one.name.replace(" ", "-"))
