"""What `ruleslawyer conform` does once its options are read."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import click

from ruleslawyer.cli.options import profile_named
from ruleslawyer.conformance.campaign import Plan, Progress, Report, conform
from ruleslawyer.conformance.faults import CannotStart
from ruleslawyer.conformance.reduce import unpack
from ruleslawyer.conformance.session import Introduction, Session
from ruleslawyer.conformance.sweep import process_maker
from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder, rulebook_names
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths


@dataclass(frozen=True)
class Case:
    """The options that say what is to be held against what."""

    rulebook: str | None
    suites: tuple[str, ...]
    profile: str | None
    games: int
    seed: int
    workers: int
    timeout: float
    replay: str | None


@dataclass(frozen=True)
class Target:
    """The rulebook, under the name that loads it, and the scenarios."""

    name: str
    law: Law
    suite: tuple[Scenario, ...]
    fuzzed: bool


def target(case: Case) -> Target:
    """What the options name.

    :raises click.UsageError: scenarios of several rulebooks, or none at all.
    :raises RulebookError: something cannot be read.
    """
    suite: tuple[Scenario, ...]
    if case.replay is not None:
        suite = (unpack(case.replay),)
    else:
        suite = tuple(one for file in read_paths(case.suites) for one in file.scenarios) if case.suites else ()
    named = sorted({one.rulebook for one in suite})
    if len(named) > 1:
        raise click.UsageError(f"the suite is about several rulebooks: {', '.join(named)}")
    name = case.rulebook or next(iter(named or rulebook_names()), "")
    if not name:
        raise click.UsageError("which rulebook? Name it: --rulebook RULEBOOK")
    law = load(name)
    if named and named != [law.name]:
        raise click.UsageError(f"the suite is about `{named[0]}`, not about `{law.name}`")
    if not suite and (data_folder("fixtures") / law.name).is_dir():
        suite = tuple(one for file in read_paths([data_folder("fixtures") / law.name]) for one in file.scenarios)
    return Target(name, law, suite, case.replay is None)


def run_adapters(case: Case, adapters: Sequence[str], *, quiet: bool) -> list[Report]:
    """A report for each adapter.

    :raises click.UsageError: an adapter does not start, or the options do not fit the rulebook.
    """
    aim = target(case)
    reports = []
    with ended_properly():
        for adapter in adapters:
            try:
                words = tuple(shlex.split(adapter))
            except ValueError as error:
                raise click.UsageError(f"`{adapter}` is no command: {error}") from None
            if not words:
                raise click.UsageError("the command of --adapter is empty")
            try:
                with Session(process_maker(words, case.timeout), aim.law) as session:
                    reading, answers = reading_of(aim, case, session.introduction)
                plan = _plan(aim, case, words, reading, answers)
                with progress(quiet, shown_command(words)) as told:
                    reports.append(conform(aim.law, process_maker(words, case.timeout), plan, told))
            except CannotStart as fault:
                raise click.UsageError(f"{shown_command(words)}: {fault}") from None
    return reports


def _plan(aim: Target, case: Case, words: tuple[str, ...], reading: Reading, answers: dict[str, str]) -> Plan:
    return Plan(
        rulebook=aim.name,
        answers=answers,
        reading=reading,
        suite=aim.suite,
        games=case.games if aim.fuzzed else 0,
        seed=case.seed,
        workers=case.workers,
        timeout=case.timeout,
        command=words,
    )


def reading_of(aim: Target, case: Case, introduction: Introduction) -> tuple[Reading, dict[str, str]]:
    """The reading to hold an implementation to: the one asked for, else the one that it claims, else the first.

    A scenario that is replayed brings its own.

    :raises click.UsageError: the rulebook has no such profile.
    """
    law = aim.law
    if not law.profiles:
        return Reading(), dict(introduction.rulings)
    if case.replay is not None and case.profile is None:
        reading = (aim.suite[0].readings or (Reading(),))[0]
        base = law.profiles[profile_named(law, reading.profile or aim.suite[0].otherwise or None)]
        return reading, {**base, **reading.rulings}
    if case.profile is not None:
        name = profile_named(law, case.profile)
        return Reading(profile=name), dict(law.profiles[name])
    name = introduction.profile or next(iter(law.profiles))
    answers = {**law.profiles[name], **introduction.rulings}
    if answers == law.profiles[name]:
        return Reading(profile=name), answers
    return Reading(rulings=answers), answers


def shown_command(words: Sequence[str]) -> str:
    """A command as it can be typed, shortened."""
    text = shlex.join(words)
    return text if len(text) <= 60 else f"{text[:57]}..."


@contextmanager
def progress(quiet: bool, what: str) -> Iterator[Progress]:
    """A progress bar on standard error, if somebody looks."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, total, failed: None
        return
    from rich.progress import Progress as Bars

    from ruleslawyer.report.console import console

    with Bars(console=console(err=True), transient=True) as bars:
        bar = bars.add_task(what, total=None)

        def told(done: int, total: int, failed: int) -> None:
            bars.update(bar, completed=done, total=total, description=f"{what}: {failed} failed")

        yield told


@contextmanager
def ended_properly() -> Iterator[None]:
    """A request to terminate ends the run by an exception, so that no child is left behind."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
