"""`ruleslawyer conform`: hold somebody's implementation against a rulebook."""

from __future__ import annotations

import json
import shlex
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

import ruleslawyer
from ruleslawyer.cli.options import make_command
from ruleslawyer.rulebook.diagnostics import UsageError

if TYPE_CHECKING:
    from ruleslawyer.api.conforming import Conformed, Target
    from ruleslawyer.conformance.known import Judged, KnownFailure

OUTPUT = click.Path(dir_okay=False, path_type=Path)
INPUT = click.Path(exists=True, dir_okay=False, path_type=Path)
SEEDS = 2**32


@make_command(
    "conform",
    'conform --adapter "node my-adapter.js"',
    'conform --adapter "./my-adapter" --suite ./cases --profile P --workers 4',
    'conform --adapter "./my-adapter" --known known.yaml --junit report.xml --html report.html',
    'conform --adapter "./my-adapter" --fingerprint',
    "conform --trace game.jsonl",
    "conform --words",
)
@click.option("--adapter", "adapters", multiple=True, metavar="CMD", help="The command that runs the adapter.")
@click.option("--rulebook", metavar="RULEBOOK", help="Name or folder. [default: the one of the suite]")
@click.option("--suite", multiple=True, metavar="PATH", help="Scenarios. [default: those of the rulebook]")
@click.option("--profile", metavar="P", help="The reading. [default: the one that the adapter claims]")
@click.option("--games", type=click.IntRange(0), default=300, show_default=True, help="Random games after the suite.")
@click.option("--seed", type=click.IntRange(0, SEEDS), default=0, show_default=True, help="Of the random games.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Each has its own child.")
@click.option("--timeout", type=click.FloatRange(0.05, 600), default=2.0, show_default=True, help="Seconds an answer.")
@click.option("--replay", metavar="WORD", help="Play one case that a report has packed into a word.")
@click.option("--fingerprint", is_flag=True, help="Find out which reading the adapter follows, and hold it to that.")
@click.option("--known", type=OUTPUT, metavar="FILE", help="Known failures: a clause or id, and a reason.")
@click.option("--update-known", is_flag=True, help="Rewrite that file: drop stale entries, add new failures.")
@click.option("--trace", "logs", multiple=True, type=INPUT, metavar="LOG", help="Check a game log, or an ITF trace.")
@click.option("--words", is_flag=True, help="Print the names that the protocol uses for this rulebook.")
@click.option("--junit", type=OUTPUT, metavar="FILE", help="Write JUnit XML.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write one self-contained page.")
@click.option("--itf", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Write cases as ITF.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON Lines, with a header and a footer.")
def command(
    adapters: tuple[str, ...],
    rulebook: str | None,
    suite: tuple[str, ...],
    replay: str | None,
    logs: tuple[Path, ...],
    words: bool,
    known: Path | None,
    update_known: bool,
    junit: Path | None,
    html: Path | None,
    itf: Path | None,
    as_json: bool,
    **wanted: Any,
) -> bool:
    """Hold an implementation against a rulebook: its scenarios first, then random games, step by step.

    The adapter is a program that speaks the protocol of docs/adapter.md on its standard input and output. Of each
    clause that it does not follow, prints what the clause demands, what the implementation did, and the shortest game
    that shows it. Programs that cannot be driven are checked by their logs: --trace.
    """
    if sum(map(bool, (adapters, logs, words))) != 1:
        raise UsageError("name the program to be tested: --adapter CMD (or a log: --trace LOG, or --words)")
    if update_known and known is None:
        raise UsageError("which file? --update-known goes with --known FILE")
    if logs:
        legal = [_check_log(path, rulebook, wanted["profile"], as_json) for path in logs]
        return all(legal)
    from ruleslawyer.api.conforming import suite_for

    aim = suite_for(rulebook, suite, replay)
    if words:
        _show_words(aim, as_json)
        return True
    entries = _known(known, update_known)
    with _ended_properly():
        conformed = [_conformed(one, aim, entries, len(adapters) == 1, as_json, wanted) for one in adapters]
    judged = [one.judged for one in conformed if one is not None]
    _write_files(judged, junit, html, itf)
    everything = len(judged) == len(adapters)
    if update_known and known is not None:
        _update(known, entries, judged)
        return everything and not any(one.report.given_up for one in judged)
    return everything and all(one.holds for one in judged)


def _known(path: Path | None, made: bool) -> tuple[KnownFailure, ...]:
    from ruleslawyer.conformance.known import read_known

    if path is None or (made and not path.exists()):
        return ()
    if not path.exists():
        raise UsageError(f"there is no file `{path}`; write it with --update-known")
    return read_known(path)


def _conformed(
    adapter: str,
    aim: Target,
    known: Sequence[KnownFailure],
    only: bool,
    as_json: bool,
    wanted: dict[str, Any],
) -> Conformed | None:
    """Tests an adapter and prints the report; None for one of several that does not start, which is said."""
    from ruleslawyer.conformance.faults import CannotStart
    from ruleslawyer.report.progress import progress

    shown = _shown(adapter)
    try:
        with progress(quiet=as_json) as told:
            found = ruleslawyer.conform(
                adapter,
                aim,
                known=known,
                progress=lambda name, done, of: told(f"{shown}: {name}", done, of),
                **wanted,
            )
    except CannotStart as fault:
        if only:
            raise UsageError(f"{shown}: {fault}") from None
        click.echo(f"Error: {shown}: {fault}", err=True)
        return None
    _print(found, as_json)
    if not only and not as_json:
        click.echo()
    return found


def _print(found: Conformed, as_json: bool) -> None:
    from ruleslawyer.report.conformance_jsonl import jsonl
    from ruleslawyer.report.conformance_text import report_text
    from ruleslawyer.report.fingerprint_text import fingerprint_data, fingerprint_text

    report = found.judged.report
    if found.fingerprint is not None:
        if as_json:
            click.echo(json.dumps(fingerprint_data(found.fingerprint), ensure_ascii=False))
        else:
            click.echo(fingerprint_text(report.law, report.introduction, found.fingerprint) + "\n")
    for line in jsonl(report) if as_json else [report_text(found.judged)]:
        click.echo(line)


def _write_files(judged: Sequence[Judged], junit: Path | None, html: Path | None, itf: Path | None) -> None:
    from ruleslawyer.conformance.itf import write_itf
    from ruleslawyer.report.conformance_html import html_page
    from ruleslawyer.report.conformance_junit import junit as junit_document
    from ruleslawyer.rulebook.files import replace_file

    reports = [one.report for one in judged]
    if not reports:
        return
    if junit is not None:
        replace_file(junit, junit_document(judged))
    if html is not None:
        replace_file(html, html_page(reports))
    if itf is not None:
        itf.mkdir(parents=True, exist_ok=True)
        for number, report in enumerate(reports):
            for finding in report.findings:
                slug = finding.execution.run.scenario.slug
                text = json.dumps(write_itf(finding.execution.run), indent=1, ensure_ascii=False)
                replace_file(itf / f"{number}-{slug}.itf.json", text + "\n")


def _update(path: Path, known: Sequence[KnownFailure], judged: Sequence[Judged]) -> None:
    """Rewrites the file of known failures: an entry stays if any of the implementations needs it."""
    from ruleslawyer.conformance.known import updated, write_known
    from ruleslawyer.rulebook.files import replace_file

    stale = set(known).intersection(*(set(one.stale) for one in judged)) if judged else set()
    entries = dict.fromkeys(entry for one in judged for entry in updated(one) if entry not in stale)
    kept = [entry for entry in known if entry not in stale]
    added = [entry for entry in entries if entry not in kept]
    before = path.read_text("utf-8") if path.exists() else ""
    replace_file(path, write_known([*kept, *added], before))
    click.echo(f"{path}: {len(kept)} kept, {len(stale)} dropped, {len(added)} added", err=True)


def _check_log(path: Path, rulebook: str | None, profile: str | None, as_json: bool) -> bool:
    """Checks a log and prints what is to be said of it; whether the game is legal."""
    from ruleslawyer.report.log_text import log_data, log_text

    found = ruleslawyer.check_log_file(path, rulebook=rulebook, profile=profile)
    click.echo(json.dumps(log_data(found), ensure_ascii=False) if as_json else log_text(found))
    return found.holds


def _show_words(aim: Target, as_json: bool) -> None:
    from ruleslawyer.report.words_text import words_data, words_text

    click.echo(json.dumps(words_data(aim.law), indent=2, ensure_ascii=False) if as_json else words_text(aim.law))


def _shown(adapter: str) -> str:
    """A command as it can be typed, shortened."""
    try:
        text = shlex.join(shlex.split(adapter))
    except ValueError:
        text = adapter
    return text if len(text) <= 60 else f"{text[:57]}..."


@contextmanager
def _ended_properly() -> Iterator[None]:
    """A request to terminate ends the run by an exception, so that no child is left behind."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
