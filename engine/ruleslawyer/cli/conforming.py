"""What `ruleslawyer conform` does once its options are read."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import click

from ruleslawyer.cli.options import profile_named
from ruleslawyer.conformance.campaign import Plan, Progress, Report, conform
from ruleslawyer.conformance.faults import CannotStart
from ruleslawyer.conformance.fingerprint import fingerprint
from ruleslawyer.conformance.known import Judged, KnownFailure, judge, read_known, updated, write_known
from ruleslawyer.conformance.reduce import unpack
from ruleslawyer.conformance.runner import process_maker
from ruleslawyer.conformance.session import Introduction, Session
from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder, rulebook_names
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths


@dataclass(frozen=True)
class Case:
    """The options of the command."""

    adapters: tuple[str, ...]
    rulebook: str | None
    suites: tuple[str, ...]
    profile: str | None
    games: int
    seed: int
    workers: int
    timeout: float
    replay: str | None
    fingerprint: bool
    known: Path | None
    update_known: bool
    logs: tuple[Path, ...]
    words: bool
    junit: Path | None
    html: Path | None
    itf: Path | None
    as_json: bool


@dataclass(frozen=True)
class Target:
    """The rulebook, under the name that loads it, and the scenarios."""

    name: str
    law: Law
    suite: tuple[Scenario, ...]


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
    return Target(name, law, suite)


# -- adapters ------------------------------------------------------------------------------------------------------


def run_adapters(case: Case) -> bool:
    """Tests each adapter, prints and writes the reports; whether all is as it is known to be.

    :raises click.UsageError: an adapter does not start, or the options do not fit the rulebook.
    """
    from ruleslawyer.report.conformance_jsonl import jsonl
    from ruleslawyer.report.conformance_text import report_text

    aim = target(case)
    known = read_known(case.known) if case.known is not None and case.known.exists() else ()
    if case.known is not None and not case.known.exists() and not case.update_known:
        raise click.UsageError(f"there is no file `{case.known}`; write it with --update-known")
    judged = []
    with ended_properly():
        for adapter in case.adapters:
            report = _tested(aim, case, adapter)
            if report is None:
                continue
            one = judge(report, known)
            judged.append(one)
            if case.as_json:
                for line in jsonl(one.report):
                    click.echo(line)
            else:
                click.echo(report_text(one) + ("" if adapter is case.adapters[-1] else "\n"))
    _write_files(case, judged)
    everything = len(judged) == len(case.adapters)
    if case.update_known and case.known is not None:
        _update(case.known, known, judged)
        return everything and not any(one.report.given_up for one in judged)
    return everything and all(one.holds for one in judged)


def _tested(aim: Target, case: Case, adapter: str) -> Report | None:
    """The report; None for one of several adapters that does not start, which has been said."""
    try:
        words = tuple(shlex.split(adapter))
    except ValueError as error:
        raise click.UsageError(f"`{adapter}` is no command: {error}") from None
    if not words:
        raise click.UsageError("the command of --adapter is empty")
    from ruleslawyer.report.conformance_text import head_text

    make = process_maker(words, case.timeout)
    try:
        with Session(make, aim.law) as session:
            reading, answers = reading_of(aim, case, session.introduction)
            if case.fingerprint:
                answers = _fingerprinted(aim, case, session, reading)
                reading = reading_for(aim.law, answers)
        if not case.as_json:
            click.echo(head_text(aim.law, session.introduction, reading))
        plan = Plan(
            rulebook=aim.name,
            answers=answers,
            reading=reading,
            suite=aim.suite,
            games=case.games if case.replay is None else 0,
            seed=case.seed,
            workers=case.workers,
            timeout=case.timeout,
            command=words,
        )
        with progress(case.as_json, shown_command(words)) as told:
            return conform(aim.law, make, plan, told)
    except CannotStart as fault:
        message = f"{shown_command(words)}: {fault}"
        if len(case.adapters) == 1:
            raise click.UsageError(message) from None
        click.echo(f"Error: {message}", err=True)
        return None


def _fingerprinted(aim: Target, case: Case, session: Session, reading: Reading) -> dict[str, str]:
    from ruleslawyer.report.fingerprint_text import fingerprint_data, fingerprint_text

    if not aim.law.rulings:
        raise click.UsageError(f"`{aim.law.name}` asks no questions, so there is no reading to be found out")
    found = fingerprint(aim.law, session, aim.suite, profile_named(aim.law, reading.profile or None))
    if case.as_json:
        click.echo(json.dumps(fingerprint_data(found), ensure_ascii=False))
    else:
        click.echo(fingerprint_text(aim.law, session.introduction, found) + "\n")
    return found.answers


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
    answers = {**law.profiles[introduction.profile or next(iter(law.profiles))], **introduction.rulings}
    return reading_for(law, answers), answers


def reading_for(law: Law, answers: dict[str, str]) -> Reading:
    """Answers as the profile that gives them, if one does."""
    name = next((name for name, given in law.profiles.items() if dict(given) == answers), "")
    return Reading(profile=name) if name else Reading(rulings=answers)


def _write_files(case: Case, judged: Sequence[Judged]) -> None:
    from ruleslawyer.fuzz.store import replace_file

    reports = [one.report for one in judged]
    if not reports:
        return
    if case.junit is not None:
        from ruleslawyer.report.conformance_junit import junit

        replace_file(case.junit, junit(judged))
    if case.html is not None:
        from ruleslawyer.report.conformance_html import html_page

        replace_file(case.html, html_page(reports))
    if case.itf is not None:
        from ruleslawyer.conformance.itf import write_itf

        case.itf.mkdir(parents=True, exist_ok=True)
        for number, report in enumerate(reports):
            for finding in report.findings:
                slug = finding.execution.run.scenario.slug
                text = json.dumps(write_itf(finding.execution.run), indent=1, ensure_ascii=False)
                replace_file(case.itf / f"{number}-{slug}.itf.json", text + "\n")


def _update(path: Path, known: Sequence[KnownFailure], judged: Sequence[Judged]) -> None:
    """Rewrites the file of known failures: an entry stays if any of the implementations needs it."""
    from ruleslawyer.fuzz.store import replace_file

    stale = set(known).intersection(*(set(one.stale) for one in judged)) if judged else set()
    entries = dict.fromkeys(entry for one in judged for entry in updated(one) if entry not in stale)
    kept = [entry for entry in known if entry not in stale]
    added = [entry for entry in entries if entry not in kept]
    before = path.read_text("utf-8") if path.exists() else ""
    replace_file(path, write_known([*kept, *added], before))
    click.echo(f"{path}: {len(kept)} kept, {len(stale)} dropped, {len(added)} added", err=True)


# -- logs and words --------------------------------------------------------------------------------------------------


def check_logs(case: Case) -> bool:
    """Checks game logs and ITF traces; whether all are legal.

    :raises RulebookError: one cannot be read.
    """
    from ruleslawyer.cli.conform_logs import check_log_file

    legal = [check_log_file(path, case.rulebook, case.profile, case.as_json) for path in case.logs]
    return all(legal)


def show_words(case: Case) -> bool:
    """Prints the names that the protocol uses for a rulebook."""
    from ruleslawyer.report.words_text import words_data, words_text

    law = target(case).law
    if case.as_json:
        click.echo(json.dumps(words_data(law), indent=2, ensure_ascii=False))
    else:
        click.echo(words_text(law))
    return True


# -- around a run -----------------------------------------------------------------------------------------------------


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
