"""Scenario files by path, read in full before the first scenario runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, did_you_mean
from ruleslawyer.rulebook.files import check_suffix, files_below
from ruleslawyer.rulebook.locate import companion_folder, data_folder, rulebook_names, shown_name
from ruleslawyer.scenario.model import Scenario
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


def scenarios_of(law: Law) -> tuple[Scenario, ...]:
    """The scenarios that come with a rulebook, those of the rulebooks that it extends first.

    :raises RulebookError: with the faults of every file, or of what the rulebook says of scenarios that there are not.
    """
    rulebook = law.rulebook
    folders = (*(base.folder for base in reversed(rulebook.bases)), rulebook.folder)
    found = [companion_folder(folder, "fixtures") for folder in folders]
    listed = tuple(one for file in read_paths([one for one in found if one is not None]) for one in file.scenarios)
    known = {one.slug for one in listed if one.rulebook != law.name}
    hint = "name a scenario of the base, or remove this departure"
    faults = [
        Diagnostic("no-such-scenario", f"no base has a scenario `{one.scenario}`", one.scenario.span, hint=hint)
        for one in rulebook.departs
        if one.scenario.value not in known
    ]
    if faults:
        raise RulebookError(faults, rulebook.files)
    return listed


def run_paths(paths: Iterable[str | Path], rulebook: str | None = None) -> Iterator[Result]:
    """Runs the scenarios of all files, one after another, with the rulebook that each names, or with `rulebook` (a name
    or a path), which must have that name or extend it. The name of a rulebook means all that come with it, those of its
    bases too; without paths, all that come with `rulebook`, or with the program.

    :raises RulebookError: something cannot be read, or cannot be run.
    """
    given = None if rulebook is None else load(rulebook)
    paths = tuple(map(str, paths)) or (() if given is not None else tuple(rulebook_names()))
    whole = [given] if given is not None and not paths else []
    if given is None:
        whole = [load(path) for path in paths if path in rulebook_names() and not Path(path).exists()]
    files = read_paths(path for path in paths if path not in {law.name for law in whole})
    runners = {law.name: Runner(law) for law in whole}
    for file in files:
        name = file.scenarios[0].rulebook
        if name not in runners:
            runners[name] = Runner(_law(file, name, given))
    for law in whole:
        for scenario in scenarios_of(law):
            yield runners[law.name].run(scenario)
    for file in files:
        for scenario in file.scenarios:
            yield runners[scenario.rulebook].run(scenario)


def _law(file: ScenarioFile, name: str, given: Law | None) -> Law:
    if given is None:
        return load(name)
    if name not in (given.name, *(base.name for base in given.rulebook.bases)):
        message = f"{shown_name(Path(file.name))} is about `{name}`, not about `{given.name}`"
        hint = "give the rulebook that it names, or one that extends it"
        raise file.scenarios[0].error([Diagnostic("other-rulebook", message, hint=hint)])
    return given
