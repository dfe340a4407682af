"""`ruleslawyer fuzz`: attack a rulebook with random games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import ruleslawyer
from ruleslawyer.cli.exits import INTERRUPTED
from ruleslawyer.cli.options import (
    answers_option,
    echo_json,
    games_option,
    json_option,
    make_command,
    players_option,
    rulebook_argument,
    seed_option,
)
from ruleslawyer.rulebook.diagnostics import UsageError

if TYPE_CHECKING:
    from ruleslawyer.fuzz.state import State
    from ruleslawyer.language.law import Law
    from ruleslawyer.report.progress import Progress


@make_command(
    "fuzz",
    "fuzz RULEBOOK --minutes 5",
    "fuzz RULEBOOK --examples 2000 --seed 7 --resume ./campaign",
    "fuzz RULEBOOK --replay ./campaign/failures/some-clause-some-claim.yaml",
)
@rulebook_argument
@click.option(
    "--profile", "profiles", multiple=True, metavar="P", help="Only under the answers of this profile (repeatable)."
)
@click.option(
    "--all", "everything", is_flag=True, help="Under every profile and any combination of answers (the default)."
)
@answers_option("options", "Only with this variant of play (repeatable). [default: the first answers, or any]")
@games_option("--minutes")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), metavar="M", help="Play for so long.")
@players_option("Only games of so many players.")
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
def command(
    ctx: click.Context,
    /,
    rulebook: str,
    everything: bool,
    minutes: float | None,
    folder: Path | None,
    replay: Path | None,
    verbose: bool,
    as_json: bool,
    **wanted: Any,
) -> bool:
    """Attack a rulebook with random games.

    Plays games of all numbers of players, with and without the variants of play, from the set-up and from random
    positions, by Hypothesis, and checks every invariant, contract and obligation at every decision. What fails is
    reduced to its smallest case and saved as a scenario. Ends with what was reached, and what was not and why that
    might be.
    """
    from ruleslawyer.report.fuzzing import fuzzed_data, fuzzed_text
    from ruleslawyer.report.progress import progress

    law = ruleslawyer.load(rulebook)
    if replay is not None:
        return _replay(law, replay, as_json)
    if everything and wanted["profiles"]:
        raise UsageError("give --all or --profile, not both")
    seconds = None if minutes is None else minutes * 60
    with progress(quiet=as_json) as told:
        shown = _Shown(law, told, as_json)
        try:
            found = ruleslawyer.fuzz(law, seconds=seconds, folder=folder, progress=shown, **wanted)
        except KeyboardInterrupt:
            kept = "" if folder is None else f"; the same command with --resume {folder} goes on"
            click.echo(f"\nInterrupted after {shown.games} games{kept}.", err=True)
            ctx.exit(INTERRUPTED)
    if as_json:
        echo_json(fuzzed_data(found, rulebook, folder))
    else:
        click.echo(fuzzed_text(found, rulebook, folder, everything=verbose))
    return found.holds


class _Shown:
    """Says which campaign it is once that is known, and how far it has come."""

    def __init__(self, law: Law, progress: Progress, quiet: bool) -> None:
        self.law, self.progress = law, progress
        self.games = 0
        self._said = quiet

    def __call__(self, state: State) -> None:
        campaign, self.games = state.campaign, state.tally.games
        if not self._said:
            click.echo(f"Fuzzing {self.law.title}, seed {campaign.seed}")
            self._said = True
        far = f"fuzzing: {self.games} games, {len(state.tally.goals)} goals reached, {len(state.findings)} failures"
        if campaign.games is not None:
            self.progress(far, self.games, campaign.games)
        else:
            self.progress(far, int(state.seconds), int(campaign.seconds or 0))


def _replay(law: Law, path: Path, as_json: bool) -> bool:
    failures = ruleslawyer.replay(law, path)
    if as_json:
        listed = [
            {"id": slug, "claim": None}
            if one is None
            else {"id": slug, "clause": one.key.clause, "claim": one.key.claim, "message": one.message}
            for slug, one in failures.items()
        ]
        echo_json({"holds": not any(failures.values()), "scenarios": listed})
    else:
        for slug, one in failures.items():
            click.echo(f"{slug}: {'it holds now' if one is None else f'{one.message} (in {one.key.clause})'}")
    return not any(failures.values())
