"""Scenarios held against their rulebook, and a rulebook attacked with random games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from ruleslawyer.api.choices import (
    Rulebook,
    load,
    numbers_of_players,
    options_known,
    pick_seed,
    profiles_named,
)
from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.campaign import run_campaign
from ruleslawyer.fuzz.failures import Failure
from ruleslawyer.fuzz.outcome import Fuzzed
from ruleslawyer.fuzz.shrinking import Shrinking
from ruleslawyer.fuzz.state import Campaign, State
from ruleslawyer.fuzz.store import kept_seed
from ruleslawyer.scenario.paths import run_paths
from ruleslawyer.scenario.read import read_file
from ruleslawyer.scenario.readings import option_faults, reading_faults
from ruleslawyer.scenario.results import Result

GAMES = 500
"""Games of a campaign that is bounded neither by their number nor by time."""


def run(*paths: str | Path, rulebook: str | Path | None = None) -> Iterator[Result]:
    """Holds scenarios against their rulebook, one after another.

    :param paths: files, folders, or names of rulebooks that come with the program; without any, all those.
    :param rulebook: held against this one, which must have the name that each scenario gives.
    :raises RulebookError: something cannot be read, or cannot be run.
    """
    return run_paths(paths, None if rulebook is None else str(rulebook))


def fuzz(
    rulebook: Rulebook,
    *,
    profiles: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    games: int | None = None,
    seconds: float | None = None,
    players: int | None = None,
    seed: int | None = None,
    folder: str | Path | None = None,
    processes: int = 1,
    progress: Callable[[State], None] = lambda state: None,
) -> Fuzzed:
    """Attacks a rulebook with random games, and makes what fails small.

    :param profiles: only these; without any, all of them and every combination of answers.
    :param games: play so many; `GAMES` if there is no other bound.
    :param folder: keep the campaign there after every round, and go on with the one that is there.
    :param processes: 2 at most. With more than one a script needs its `if __name__ == "__main__":`.
    :param progress: told the state at the start and after every round.
    :raises CampaignError: the folder holds another campaign.
    """
    law, names = load(rulebook), tuple(profiles)
    kept = None if folder is None else Path(folder)
    if seed is None and kept is not None:
        seed = kept_seed(kept)
    campaign = Campaign(
        profiles=profiles_named(law, names),
        combinations=not names,
        players=tuple(numbers_of_players(law, players)),
        games=GAMES if games is None and seconds is None else games,
        seconds=seconds,
        seed=pick_seed(seed),
        options=options_known(law, options),
    )
    for state in run_campaign(law, campaign, kept, processes=processes):
        progress(state)
    return Fuzzed(law, state)


def replay(rulebook: Rulebook, path: str | Path) -> dict[str, Failure | None]:
    """Plays saved failures again with everything checked: by slug what fails now, None where it holds."""
    law = load(rulebook)
    scenarios = read_file(Path(path)).scenarios
    for scenario in scenarios:
        if faults := [*reading_faults(law, scenario), *option_faults(law, scenario)]:
            raise scenario.error(faults)
    shrinking = Shrinking(law, Compiled)
    return {scenario.slug: shrinking.failure(scenario) for scenario in scenarios}
