"""What `ruleslawyer fuzz` shows while it runs and when it is done."""

from __future__ import annotations

import shlex
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ruleslawyer.fuzz.batch import Finding
    from ruleslawyer.fuzz.state import Campaign, State
    from ruleslawyer.language.law import Law

SECONDS_BETWEEN_LINES = 10.0
"""How often progress is told where there is no terminal to draw on."""
SHOWN = 12
"""Of a kind of thing never reached, so many are listed unless all are asked for."""
KINDS = {"entry": "clause entries", "condition": "sides of conditions", "answer": "answers", "pair": "pairs of clauses"}
"""Kinds of coverage goals, in words."""


@contextmanager
def progress(campaign: Campaign, *, quiet: bool) -> Iterator[Callable[[State], None]]:
    """A function that shows how far a campaign is: a bar on a terminal, else a line now and then, on standard error."""
    if quiet:
        yield lambda state: None
    elif sys.stderr.isatty():
        with _bar(campaign) as show:
            yield show
    else:
        yield _lines()


@contextmanager
def _bar(campaign: Campaign) -> Iterator[Callable[[State], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        total = campaign.games if campaign.games is not None else campaign.seconds
        task = bar.add_task("starting", total=total)

        def show(state: State) -> None:
            done = state.tally.games if campaign.games is not None else state.seconds
            bar.update(task, completed=done, description=_line(state))

        yield show


def _lines() -> Callable[[State], None]:
    last = time.monotonic()

    def show(state: State) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            click.echo(_line(state), err=True)

    return show


def _line(state: State) -> str:
    failures = len(state.findings)
    return f"{state.tally.games} games, {len(state.tally.goals)} goals reached, {failures} failures"


class Report:
    """What a campaign came to."""

    def __init__(self, law: Law, state: State, rulebook: str, folder: Path | None) -> None:
        from ruleslawyer.fuzz.coverage_goals import coverage_goals
        from ruleslawyer.fuzz.state import coverage
        from ruleslawyer.fuzz.unreached import unreached

        self.state = state
        self.rulebook = rulebook
        self.folder = folder
        goals = coverage_goals(law)
        self.coverage = coverage(goals, state.tally)
        self.unreached = unreached(law, goals, state)

    def text(self, *, everything: bool = False) -> str:
        """The report for people."""
        return "\n".join([*self._head(), *self._missing(everything), *self._failures()])

    def data(self) -> dict[str, Any]:
        """The report for programs."""
        state = self.state
        return {
            "holds": not state.findings,
            "seed": state.campaign.seed,
            "games": state.tally.games,
            "from_positions": state.tally.from_positions,
            "unfinished": state.tally.unfinished,
            "decisions": state.tally.decisions,
            "seconds": round(state.seconds, 1),
            "options": dict(state.campaign.options),
            "coverage": {one.kind: {"reached": one.reached, "total": one.total} for one in self.coverage},
            "unreached": [{"goal": one.goal, "why": one.why, "possible": one.possible} for one in self.unreached],
            "failures": [self._failure_data(one) for one in state.findings],
        }

    def _head(self) -> Iterator[str]:
        tally, seconds = self.state.tally, max(self.state.seconds, 0.001)
        yield (
            f"{tally.games} games ({tally.from_positions} from random positions), {tally.decisions} decisions "
            f"in {seconds:.0f} s ({tally.games / seconds:.0f} games/s)"
        )
        if tally.unfinished:
            yield f"{tally.unfinished} games were left after {self.state.campaign.max_decisions} decisions"
        reached = [one for one in self.coverage if one.kind in KINDS]
        yield "reached: " + ", ".join(f"{one.reached}/{one.total} {KINDS[one.kind]}" for one in reached)
        for one in self.coverage:
            if one.kind == "option" and one.total:
                yield f"options exercised: {one.reached} of {one.total}"

    def _missing(self, everything: bool) -> Iterator[str]:
        by_kind: dict[str, list[str]] = {}
        reasons: Counter[str] = Counter()
        for one in self.unreached:
            kind = one.goal.split(" ", 1)[0]
            if kind == "pair" and not everything:
                reasons["impossible" if not one.possible else "possible, as far as their conditions tell"] += 1
            else:
                by_kind.setdefault(kind, []).append(f"  {one.what}: {one.why}")
        if self.unreached:
            yield "never reached:"
        for lines in by_kind.values():
            yield from lines if everything else lines[:SHOWN]
            if not everything and len(lines) > SHOWN:
                yield f"  and {len(lines) - SHOWN} more like the last; --verbose lists them"
        for reason, number in reasons.items():
            yield f"  {number} pairs of clauses in one scope: {reason}"

    def _failures(self) -> Iterator[str]:
        if not self.state.findings:
            yield "No failure."
            return
        yield f"{len(self.state.findings)} failures:"
        for one in self.state.findings:
            yield f"  {one.scenario.because}"
            games = self.state.tally.failures[one.key]
            origin = "" if one.from_set_up else ", met only from random positions, which no game may reach"
            steps = f"{one.decisions} decisions reduced to {len(one.scenario.decisions)}"
            if one.scenario.options:
                steps += ", with " + ", ".join(f"{name} = {answer}" for name, answer in one.scenario.options.items())
            yield f"    {one.key}, in {games} games{origin}; {steps}"
            yield from self._how_to_replay(one)

    def _how_to_replay(self, one: Finding) -> Iterator[str]:
        from ruleslawyer.scenario.write import to_yaml

        if self.folder is None:
            yield from (f"    {line}" for line in to_yaml([one.scenario]).splitlines())
        else:
            yield f"    {self._command(one)}"

    def _command(self, one: Finding) -> str:
        from ruleslawyer.fuzz.store import scenario_path

        assert self.folder is not None
        path = self.folder / scenario_path(one)
        return f"ruleslawyer fuzz {shlex.quote(self.rulebook)} --replay {shlex.quote(str(path))}"

    def _failure_data(self, one: Finding) -> dict[str, Any]:
        from ruleslawyer.scenario.write import plain_file

        return {
            "clause": one.key.clause,
            "claim": one.key.claim,
            "message": one.message,
            "games": self.state.tally.failures[one.key],
            "from_set_up": one.from_set_up,
            "decisions": one.decisions,
            "scenario": plain_file([one.scenario]),
            "replay": None if self.folder is None else self._command(one),
        }
