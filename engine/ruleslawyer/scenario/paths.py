"""Scenario files by path, read in full before the first scenario runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, did_you_mean
from ruleslawyer.rulebook.files import check_suffix, files_below
from ruleslawyer.rulebook.locate import data_folder, shown_name
from ruleslawyer.scenario.read import SUFFIXES, ScenarioFile, read_file
from ruleslawyer.scenario.results import Result
from ruleslawyer.scenario.run import Runner

MAX_FILES = 2_000
"""Most scenario files that are read at once."""


def scenario_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files that are meant: a file, a folder of files, or the name of a rulebook whose fixtures are installed.

    :raises RulebookError: a path leads nowhere, or to a folder without scenarios.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        listed = _below(path)
        if not listed:
            message = f"there are no scenarios in `{path}`"
            raise RulebookError(
                [Diagnostic("no-scenarios", message, hint=f"scenario files end in {' or '.join(SUFFIXES)}")]
            )
        found += [one for one in listed if one not in found]
    if len(found) > MAX_FILES:
        raise RulebookError(
            [Diagnostic("too-many-files", f"more than {MAX_FILES} scenario files", hint="run fewer at once")]
        )
    return found


def _below(path: Path) -> list[Path]:
    installed = data_folder("fixtures") / path
    try:
        if not path.exists() and len(path.parts) == 1 and installed.is_dir():
            path = installed
        if path.is_dir():
            return _in_folder(path)
        if path.exists():
            return [path]
    except (OSError, ValueError):
        pass
    folder = data_folder("fixtures")
    names = [one.name for one in folder.iterdir() if one.is_dir()] if folder.is_dir() else []
    message = f"there is no file or folder `{path}`"
    raise RulebookError([Diagnostic("no-such-file", message, hint=did_you_mean(str(path), names))])


def _in_folder(folder: Path) -> list[Path]:
    faults: list[Diagnostic] = []
    found = []
    for path in files_below(folder, faults):
        if path.suffix in SUFFIXES:
            found.append(path)
        else:
            check_suffix(path, faults)
    if faults:
        raise RulebookError(faults)
    return found


def read_paths(paths: Iterable[str | Path]) -> tuple[ScenarioFile, ...]:
    """The scenarios of all files.

    :raises RulebookError: with the faults of every file.
    """
    files: list[ScenarioFile] = []
    faults: list[Diagnostic] = []
    texts: dict[str, str] = {}
    for path in scenario_files(paths):
        try:
            files.append(read_file(path))
        except RulebookError as error:
            faults += error.diagnostics
            texts.update(error.files)
    if faults:
        raise RulebookError(faults, texts)
    return tuple(files)


def run_paths(paths: Iterable[str | Path], rulebook: str | None = None) -> Iterator[Result]:
    """Runs the scenarios of all files, one after another, with the rulebook that each file names, or with `rulebook`
    (a name or a path), which must have that name.

    :raises RulebookError: something cannot be read, or cannot be run.
    """
    files = read_paths(paths)
    given = None if rulebook is None else load(rulebook)
    runners: dict[str, Runner] = {}
    for file in files:
        name = file.scenarios[0].rulebook
        if name not in runners:
            runners[name] = Runner(_law(file, name, given))
    for file in files:
        for scenario in file.scenarios:
            yield runners[scenario.rulebook].run(scenario)


def _law(file: ScenarioFile, name: str, given: Law | None) -> Law:
    scenario = file.scenarios[0]
    if given is None:
        return load(name)
    if given.name != name:
        message = f"{shown_name(Path(file.name))} is about `{name}`, not about `{given.name}`"
        raise scenario.error([Diagnostic("other-rulebook", message, hint="give the rulebook that it names")])
    return given
