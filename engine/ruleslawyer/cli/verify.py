"""`ruleslawyer verify`: check, scenarios, a short fuzz and the proofs, in one go."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS
from ruleslawyer.cli.options import echo_json, examples, json_option, rulebook_argument
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.locate import rulebook_folder

if TYPE_CHECKING:
    from ruleslawyer.cli.proving import Proving
    from ruleslawyer.language.law import Law
    from ruleslawyer.report.progress import Ticks
    from ruleslawyer.report.verification import Part

GAMES, SECONDS = 200, 60.0
"""The short fuzz ends after so many games, or so long."""


@click.command(
    "verify",
    epilog=examples("verify RULEBOOK", "verify ./my-rulebook --scenarios ./my-scenarios", "verify RULEBOOK --json"),
)
@rulebook_argument
@click.option(
    "--scenarios", multiple=True, metavar="PATH", help="Files or folders. [default: those that come with RULEBOOK]"
)
@click.option(
    "--games", type=click.IntRange(1), default=GAMES, show_default=True, metavar="N", help="Games of the short fuzz."
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, metavar="S", help="Seed of the short fuzz."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context, rulebook: str, scenarios: tuple[str, ...], games: int, seed: int, as_json: bool
) -> None:
    """Verify RULEBOOK: check it, run its scenarios, fuzz it for a while under all profiles, and prove what it promises.

    Uses two processes. Ends in a table; what fails is shown in full above it.
    """
    rulebook_folder(rulebook)
    if not as_json:
        click.echo(f"{rulebook}: verifying")
    from ruleslawyer.language import load

    began = time.monotonic()
    law = None
    try:
        law = load(rulebook)
    except RulebookError as error:
        parts = _unchecked(error, time.monotonic() - began)
    title = rulebook if law is None else f"{law.title} {law.version}"
    if law is not None:
        parts = _Verification(law, rulebook, scenarios, games, seed, as_json).run(time.monotonic() - began)
    from ruleslawyer.report.verification import all_hold, print_verification, verification_data

    if as_json:
        echo_json(verification_data(rulebook, parts))
    else:
        print_verification(title, parts)
    ctx.exit(HOLDS if all_hold(parts) else DOES_NOT_HOLD)


def _unchecked(error: RulebookError, seconds: float) -> list[Part]:
    from ruleslawyer.report.checks import faults_data
    from ruleslawyer.report.verification import Part

    faults = len(error.diagnostics)
    summary = f"{faults} fault{'' if faults == 1 else 's'}"
    found = Part("check", False, summary, seconds, (str(error),), {"faults": faults_data(error)})
    return [found, *(Part(name, None, "the rulebook has faults", 0.0) for name in ("scenarios", "fuzz", "proofs"))]


class _Verification:
    """One verification of a rulebook that was read without faults."""

    def __init__(
        self, law: Law, rulebook: str, scenarios: tuple[str, ...], games: int, seed: int, as_json: bool
    ) -> None:
        self.law, self.rulebook, self.scenarios = law, rulebook, scenarios
        self.games, self.seed, self.as_json = games, seed, as_json

    def run(self, seconds_to_check: float) -> list[Part]:
        """All parts; the proofs go on beside the others."""
        from ruleslawyer.cli.proving import Proving, Wanted
        from ruleslawyer.report.checks import counts, counts_line
        from ruleslawyer.report.progress import several
        from ruleslawyer.report.verification import Part

        summary = counts_line(self.law).partition(": ")[2]
        parts = [Part("check", True, summary, seconds_to_check, data={"counts": counts(self.law)})]
        began = time.monotonic()
        with (
            several(("scenarios", "fuzz", "proofs"), quiet=self.as_json) as ticks,
            Proving(self.law, Wanted()) as proving,
        ):
            parts.append(_timed(lambda: self._run_scenarios(ticks, proving)))
            parts.append(_timed(lambda: self._fuzz(ticks, proving)))
            parts.append(self._prove(ticks, proving, began))
        return parts

    def _run_scenarios(self, ticks: Ticks, proving: Proving) -> Part:
        from ruleslawyer.report.verification import Part
        from ruleslawyer.scenario.paths import read_paths, scenarios_of
        from ruleslawyer.scenario.run import Runner
        from ruleslawyer.scenario.show import result_data, result_text

        listed = scenarios_of(self.law)
        if self.scenarios:
            given = tuple(one for file in read_paths(self.scenarios) for one in file.scenarios)
            of_bases = tuple(one for one in listed if one.rulebook != self.law.name)
            listed = (*of_bases, *(one for one in given if one.rulebook == self.law.name))
        if not listed:
            return Part("scenarios", None, "none come with this rulebook; give `--scenarios`", 0.0)
        runner, results = Runner(self.law), []
        for number, scenario in enumerate(listed, start=1):
            results.append(runner.run(scenario))
            ticks("scenarios", number, len(listed))
            self._look(ticks, proving)
        failed = [result for result in results if not result.holds]
        runs = sum(len(result.outcomes) for result in results)
        summary = (
            f"{len(results)} scenarios, {runs} runs: {f'{len(failed)} do not hold' if failed else 'no difference'}"
        )
        data = {"scenarios": [result_data(result) for result in results]}
        return Part("scenarios", not failed, summary, 0.0, tuple(map(result_text, failed)), data)

    def _fuzz(self, ticks: Ticks, proving: Proving) -> Part:
        from ruleslawyer.cli.fuzz_report import Report
        from ruleslawyer.fuzz.campaign import run_campaign
        from ruleslawyer.fuzz.state import Campaign
        from ruleslawyer.report.verification import Part

        campaign = Campaign(tuple(self.law.profiles), games=self.games, seconds=SECONDS, seed=self.seed)
        state = None
        for state in run_campaign(self.law, campaign, processes=1):
            ticks("fuzz", min(state.tally.games, self.games), self.games)
            self._look(ticks, proving)
        assert state is not None
        report = Report(self.law, state, self.rulebook, None)
        reached = next(one for one in report.coverage if one.kind == "entry")
        summary = (
            f"{state.tally.games} games ({state.tally.from_positions} from random positions), {state.tally.decisions} "
            f"decisions, {reached.reached} of {reached.total} clause entries reached: "
            f"{f'{len(state.findings)} failures' if state.findings else 'no failure'}"
        )
        details = (report.text(),) if state.findings else ()
        return Part("fuzz", not state.findings, summary, 0.0, details, report.data())

    def _look(self, ticks: Ticks, proving: Proving) -> None:
        from ruleslawyer.cli.proving import ProverStopped

        try:
            proving.look(lambda done, of: ticks("proofs", done, of))
        except ProverStopped:
            return

    def _prove(self, ticks: Ticks, proving: Proving, began: float) -> Part:
        from ruleslawyer.cli.proving import ProverStopped
        from ruleslawyer.report.proofs import failure_lines, holds, summary
        from ruleslawyer.report.verification import Part

        try:
            report = proving.report(lambda done, of: ticks("proofs", done, of))
        except ProverStopped as stopped:
            seconds = time.monotonic() - began
            return Part("proofs", False, f"the prover stopped: {stopped}", seconds)
        details = tuple(line for result in report.failures() for line in failure_lines(self.law, result))
        return Part("proofs", holds(report), summary(report), report.seconds, details, report.as_json())


def _timed(part: Callable[[], Part]) -> Part:
    began = time.monotonic()
    return replace(part(), seconds=time.monotonic() - began)
