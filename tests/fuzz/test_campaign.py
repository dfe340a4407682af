"""Campaigns: bounded, deterministic, kept in a folder, gone on with after an interrupt."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz import campaign
from ruleslawyer.fuzz.campaign import run_campaign
from ruleslawyer.fuzz.coverage_goals import coverage_goals
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.shrinking import Shrinking
from ruleslawyer.fuzz.state import Campaign, State
from ruleslawyer.fuzz.store import CampaignError, scenario_path
from ruleslawyer.fuzz.unreached import unreached
from ruleslawyer.language import Law
from ruleslawyer.scenario.read import read_file

SMALL = Campaign(games=120, seed=7)


def run(law: Law, asked: Campaign, folder: Path | None = None, *, processes: int = 1) -> State:
    states = list(run_campaign(law, asked, folder, processes=processes))
    return states[-1]


def summary(state: State) -> object:
    tally = state.tally
    return tally.games, tally.decisions, tally.goals, tally.failures, [one.scenario for one in tally.findings]


@pytest.fixture(scope="module")
def faulty(make_coins: Callable[..., Law]) -> Law:
    """Spends silver as well as gold, and puts a second coin of a metal where one lies."""
    return make_coins(("- if: c.metal == gold and not any(s.metal == gold for s in spent)", "- if: c.metal != copper"))


def test_it_plays_as_many_games_as_it_is_asked_for(coins: Law) -> None:
    state = run(coins, SMALL)

    assert state.tally.games == 120
    assert state.tally.unfinished == 0
    assert 20 < state.tally.from_positions < 100
    assert not state.findings


def test_it_covers_all_there_is(coins: Law) -> None:
    state = run(coins, SMALL)

    assert [(one.kind, one.reached, one.total) for one in coverage_goals(coins).coverage(state.tally.goals)] == [
        ("entry", 4, 4),
        ("condition", 6, 6),
        ("answer", 2, 2),
        ("option", 0, 0),
        ("pair", 3, 3),
    ]
    assert not unreached(coins, coverage_goals(coins), state)


def test_the_same_seed_is_the_same_campaign_in_any_number_of_processes(faulty: Law) -> None:
    assert summary(run(faulty, SMALL)) == summary(run(faulty, SMALL, processes=2))
    assert summary(run(faulty, SMALL)) != summary(run(faulty, replace(SMALL, seed=8)))


def test_failures_are_told_apart_and_each_is_kept_once(faulty: Law) -> None:
    state = run(faulty, SMALL)

    keys = [finding.key for finding in state.findings]
    assert sorted(keys) == [FailureKey("TAKE", "SPENT"), FailureKey("TAKE", "[distinct]")]
    assert all(state.tally.failures[key] > 1 for key in keys)


def test_failures_are_saved_as_scenarios_that_fail(faulty: Law, tmp_path: Path) -> None:
    state = run(faulty, SMALL, tmp_path)

    for finding in state.findings:
        [scenario] = read_file(tmp_path / scenario_path(finding)).scenarios
        failure = Shrinking(faulty, Compiled).failure(scenario)
        assert failure is not None and failure.key == finding.key
        assert len(scenario.decisions) <= 2


def test_an_interrupted_campaign_goes_on_where_it_was(faulty: Law, tmp_path: Path) -> None:
    interrupted = run_campaign(faulty, SMALL, tmp_path, processes=1)
    games = [next(interrupted).tally.games for _ in range(3)]
    with pytest.raises(KeyboardInterrupt):
        interrupted.throw(KeyboardInterrupt)
    assert 0 < games[-1] < 120

    resumed = run_campaign(faulty, SMALL, tmp_path, processes=1)
    assert next(resumed).tally.games == games[-1]
    *_, last = resumed

    assert summary(last) == summary(run(faulty, SMALL))


def test_a_finished_campaign_can_be_asked_for_more(coins: Law, tmp_path: Path) -> None:
    run(coins, replace(SMALL, games=20), tmp_path)

    assert run(coins, SMALL, tmp_path).tally.games == 120


def test_nothing_is_left_half_written(coins: Law, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(coins, replace(SMALL, games=20), tmp_path)
    before = (tmp_path / "campaign.json").read_text("utf-8")

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="no space"):
        run(coins, SMALL, tmp_path)

    assert (tmp_path / "campaign.json").read_text("utf-8") == before
    assert [path.name for path in tmp_path.iterdir()] == ["campaign.json"]


def test_a_time_bounds_a_campaign(coins: Law, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that shows two seconds more whenever it is looked at, before and after each round."""
    clock = SimpleNamespace(monotonic=count(0, 2).__next__)
    monkeypatch.setattr(campaign, "time", clock)

    state = run(coins, Campaign(games=None, seconds=5))

    assert (state.rounds, state.seconds) == (3, 6)


def test_a_folder_of_another_rulebook_text_is_refused(coins: Law, faulty: Law, tmp_path: Path) -> None:
    run(coins, replace(SMALL, games=10), tmp_path)

    with pytest.raises(CampaignError, match="another text of `coins`"):
        run(faulty, SMALL, tmp_path)


def test_a_folder_of_another_campaign_is_refused(coins: Law, tmp_path: Path) -> None:
    run(coins, replace(SMALL, games=10), tmp_path)

    with pytest.raises(CampaignError, match="with seed 7, not 9"):
        run(coins, replace(SMALL, seed=9), tmp_path)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": 99}', '{"format": 1, "campaign": {"profiles": 3}}', "\0"], ids=repr
)
def test_a_damaged_state_is_refused(coins: Law, tmp_path: Path, text: str) -> None:
    (tmp_path / "campaign.json").write_text(text, "utf-8")

    with pytest.raises(CampaignError, match="cannot be read"):
        run(coins, SMALL, tmp_path)


def test_a_state_cannot_name_files_outside_its_folder(faulty: Law, tmp_path: Path) -> None:
    run(faulty, SMALL, tmp_path)
    path = tmp_path / "campaign.json"
    state = json.loads(path.read_text("utf-8"))
    state["failures"][0]["scenario"] = "../../elsewhere.yaml"
    state["failures"][0]["clause"] = "../../elsewhere"
    path.write_text(json.dumps(state), "utf-8")

    with pytest.raises(CampaignError, match="cannot be read"):
        run(faulty, SMALL, tmp_path)


def test_what_a_profile_excludes_is_said_to_be_impossible(coins: Law) -> None:
    state = run(coins, Campaign(profiles=("strict",), combinations=False, games=30))

    reasons = {one.goal: (one.why, one.possible) for one in unreached(coins, coverage_goals(coins), state)}

    needs = "impossible under strict: it needs passing = allowed"
    assert reasons == {
        "entry PASS": (needs, False),
        "condition PASS when is true": (needs, False),
        "answer passing = allowed": (needs, False),
        "pair PASS + PLAY": ("PASS was never reached", True),
        "pair PASS + TAKE": ("PASS was never reached", True),
    }
