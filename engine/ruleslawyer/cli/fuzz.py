"""`ruleslawyer fuzz`: attack a rulebook with random games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruleslawyer.cli.exits import DOES_NOT_HOLD, HOLDS, INTERRUPTED
from ruleslawyer.cli.fuzz_report import Report, progress
from ruleslawyer.cli.options import (
    echo_json,
    examples,
    json_option,
    options_named,
    pick_seed,
    players_allowed,
    profiles_named,
    rulebook_argument,
    seed_option,
)

if TYPE_CHECKING:
    from ruleslawyer.fuzz.state import Campaign, State
    from ruleslawyer.language.law import Law

EXAMPLES = 500


@click.command(
    "fuzz",
    epilog=examples(
        "fuzz RULEBOOK --minutes 5",
        "fuzz RULEBOOK --examples 2000 --seed 7 --resume ./campaign",
        "fuzz RULEBOOK --replay ./campaign/failures/some-clause-some-claim.yaml",
    ),
)
@rulebook_argument
@click.option(
    "--profile", "profiles", multiple=True, metavar="P", help="Only under the answers of this profile (repeatable)."
)
@click.option(
    "--all", "everything", is_flag=True, help="Under every profile and any combination of answers (the default)."
)
@click.option(
    "--options",
    multiple=True,
    metavar="O=ANSWER",
    help="Only with this variant of play (repeatable). [default: the first answers, or any]",
)
@click.option(
    "--examples",
    type=click.IntRange(1),
    metavar="N",
    help=f"Play so many games ({EXAMPLES} unless --minutes is given).",
)
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M", help="Play for so long.")
@click.option("--players", type=int, metavar="N", help="Only games of so many players.")
@seed_option
@click.option(
    "--resume",
    "--folder",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep the campaign in this folder after every round, and go on with the one that is there.",
)
@click.option(
    "--replay",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Play a saved failure again.",
)
@click.option("--processes", type=click.IntRange(1, 2), default=2, show_default=True, help="Worker processes.")
@click.option("-v", "--verbose", is_flag=True, help="List everything that was never reached.")
@json_option
@click.pass_context
def command(ctx: click.Context, /, rulebook: str, replay: Path | None, as_json: bool, **wanted: Any) -> None:
    """Attack a rulebook with random games.

    Plays games of all numbers of players, with and without the variants of play, from the set-up and from random
    positions, by Hypothesis, and checks every invariant, contract and obligation at every decision. What fails is
    reduced to its smallest case and saved as a scenario. Ends with what was reached, and what was not and why that
    might be.
    """
    from ruleslawyer.language import load

    law = load(rulebook)
    if replay is not None:
        ctx.exit(_replay(law, replay, as_json))
    ctx.exit(_Fuzzing(law, rulebook, as_json, wanted).run())


class _Fuzzing:
    """One use of the command."""

    def __init__(self, law: Law, rulebook: str, as_json: bool, wanted: dict[str, Any]) -> None:
        if wanted["everything"] and wanted["profiles"]:
            raise click.UsageError("give --all or --profile, not both")
        self.law, self.rulebook, self.as_json = law, rulebook, as_json
        self.folder: Path | None = wanted["folder"]
        self.processes: int = wanted["processes"]
        self.verbose: bool = wanted["verbose"]
        self.campaign = self._campaign(wanted)

    def _campaign(self, wanted: dict[str, Any]) -> Campaign:
        from ruleslawyer.fuzz.state import Campaign
        from ruleslawyer.fuzz.store import kept_seed

        low, high = self.law.players
        players = tuple(range(low, high + 1))
        if wanted["players"] is not None:
            players = (players_allowed(self.law, wanted["players"]),)
        games, minutes = wanted["examples"], wanted["minutes"]
        seed = wanted["seed"]
        if seed is None and self.folder is not None:
            seed = kept_seed(self.folder)
        return Campaign(
            profiles=profiles_named(self.law, wanted["profiles"]) if self.law.profiles else (),
            combinations=not wanted["profiles"],
            players=players,
            games=EXAMPLES if games is None and minutes is None else games,
            seconds=None if minutes is None else minutes * 60,
            seed=pick_seed(seed),
            options=dict(options_named(self.law, wanted["options"])),
        )

    def run(self) -> int:
        """Runs the campaign and prints what came of it; the exit code."""
        from ruleslawyer.fuzz.campaign import run_campaign

        self._say(f"Fuzzing {self.law.title}, seed {self.campaign.seed}")
        state: State | None = None
        try:
            with progress(self.campaign, quiet=self.as_json) as show:
                for state in run_campaign(self.law, self.campaign, self.folder, processes=self.processes):
                    show(state)
        except KeyboardInterrupt:
            kept = "" if self.folder is None else f"; the same command with --resume {self.folder} goes on"
            click.echo(f"\nInterrupted after {state.tally.games if state else 0} games{kept}.", err=True)
            return INTERRUPTED
        assert state is not None
        report = Report(self.law, state, self.rulebook, self.folder)
        if self.as_json:
            echo_json(report.data())
        else:
            click.echo(report.text(everything=self.verbose))
        return DOES_NOT_HOLD if state.findings else HOLDS

    def _say(self, text: str) -> None:
        if not self.as_json:
            click.echo(text)


def _replay(law: Law, path: Path, as_json: bool) -> int:
    """Plays a saved failure again with everything checked; the exit code."""
    from ruleslawyer.compile import Compiled
    from ruleslawyer.fuzz.reduce import Reducer
    from ruleslawyer.scenario.read import read_file
    from ruleslawyer.scenario.readings import option_faults, reading_faults

    scenarios = read_file(path).scenarios
    for scenario in scenarios:
        if faults := [*reading_faults(law, scenario), *option_faults(law, scenario)]:
            raise scenario.error(faults)
    reducer = Reducer(law, Compiled)
    failures = {scenario.slug: reducer.failure(scenario) for scenario in scenarios}
    if as_json:
        echo_json(
            {
                "holds": not any(failures.values()),
                "scenarios": [
                    {"id": slug, "clause": one.key.clause, "claim": one.key.claim, "message": one.message}
                    if one is not None
                    else {"id": slug, "claim": None}
                    for slug, one in failures.items()
                ],
            }
        )
    else:
        for slug, one in failures.items():
            click.echo(f"{slug}: {'it holds now' if one is None else f'{one.message} (in {one.key.clause})'}")
    return DOES_NOT_HOLD if any(failures.values()) else HOLDS
