"""A long fuzzing run: rounds of batches, kept in a folder after each, so that an interrupted run goes on where it was.

A round is the same for the same seed, number and state, whatever the machine, so a campaign that only a number of games
bounds is the same however often it was interrupted. What an interrupted round has done is done again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ruleslawyer.fuzz.state import Campaign, State, Task
from ruleslawyer.fuzz.store import Store
from ruleslawyer.fuzz.workers import workers
from ruleslawyer.language.law import Law

FIRST_GAMES, GAMES = 5, 25
"""Games in each batch of the first round, so that there is news soon, and of every later one."""
ROUND_SECONDS = 5.0
"""How long a round may take where the time is bounded, so that a slow rulebook does not run long over it."""
BATCHES = 2
"""Batches in a round, whatever the number of processes: the outcome must not depend on it."""


def run_campaign(law: Law, campaign: Campaign, folder: Path | None = None, *, processes: int = 2) -> Iterator[State]:
    """Runs a campaign, or goes on with the one in `folder`, and gives its state at the start and after every round.

    With a folder, the state and a scenario for each failure are written there after every round, before it is given
    out.

    :raises CampaignError: the folder holds another campaign or one of another text of the rulebook.
    """
    low, high = law.players
    campaign = replace(campaign, players=campaign.players or tuple(range(low, high + 1)))
    store = None if folder is None else Store(folder, law)
    state = (None if store is None else store.read(campaign)) or State(campaign, law.digest)
    yield state
    with workers(law, min(processes, BATCHES)) as run:
        while not state.finished:
            began = time.monotonic()
            for tally in run(_tasks(state)):
                state.tally.add(tally)
            state.rounds += 1
            state.seconds += time.monotonic() - began
            if store is not None:
                store.write(state)
            yield state


def _games_in_a_batch(state: State) -> int:
    if not state.rounds:
        return FIRST_GAMES
    if state.campaign.seconds is None or state.seconds <= 0:
        return GAMES
    in_a_round = ROUND_SECONDS * state.tally.games / state.seconds
    return max(1, min(GAMES, int(in_a_round / BATCHES)))


def _tasks(state: State) -> list[Task]:
    campaign = state.campaign
    games = _games_in_a_batch(state)
    left = None if campaign.games is None else campaign.games - state.tally.games
    tasks = []
    for number in range(BATCHES):
        share = games if left is None else min(games, -(-left // BATCHES) if number == 0 else left // BATCHES)
        if share > 0:
            tasks.append(
                Task(
                    campaign,
                    campaign.seed * 1_000_003 + state.rounds * BATCHES + number,
                    share,
                    frozenset(state.tally.goals),
                    frozenset(state.tally.failures),
                )
            )
    return tasks
