"""Options of play vary as rulings do: a fault of one variant is found, kept with its options, and played again."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main
from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.batch import Fuzzer
from ruleslawyer.fuzz.campaign import run_campaign
from ruleslawyer.fuzz.choice_sequences import ChoiceSequence
from ruleslawyer.fuzz.coverage_goals import coverage_goals
from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.games import options_from
from ruleslawyer.fuzz.shrinking import Shrinking
from ruleslawyer.fuzz.state import Campaign, State, Task
from ruleslawyer.fuzz.store import CampaignError, scenario_path
from ruleslawyer.fuzz.unreached import unreached
from ruleslawyer.language import Law
from ruleslawyer.scenario.read import read_file
from ruleslawyer.scenario.run import Runner

VARIANTS = (
    ("types:\n", "options:\n  temple: [no_temple, altar, shrine]\n  passes: [as_ruled, never]\n\ntypes:\n"),
    (
        "  spent:\n",
        "  gifts:\n    when: options.temple != no_temple\n    holds: Coin\n    order: row\n    seen_by: everyone\n"
        "  spent:\n",
    ),
    (
        "    - put: c\n      into: purse[mover]\n",
        "    - if: options.temple == shrine and c.metal == silver\n      do:\n      - put: c\n        into: gifts\n"
        "      else:\n      - put: c\n        into: purse[mover]\n",
    ),
    ("ruling.passing == allowed and", "ruling.passing == allowed and options.passes == as_ruled and"),
)
"""A temple takes silver in one variant; nobody passes in another."""
SILVER_IS_SPENT = (
    "- if: c.metal == gold and not any(s.metal == gold for s in spent)",
    "- if: c.metal == gold and not any(s.metal == gold for s in spent)"
    " or c.metal == silver and options.temple == altar and len(spent) == 0",
)
"""With the second answer the silver coins are spent, which the invariant forbids."""
SPENT = FailureKey("TAKE", "SPENT")
SMALL = Campaign(games=120, seed=7)
FEW = ("--examples", "60", "--seed", "7", "--processes", "1")


@pytest.fixture(scope="module")
def sound(make_coins: Callable[..., Law]) -> Law:
    return make_coins(*VARIANTS)


@pytest.fixture(scope="module")
def faulty(make_coins: Callable[..., Law]) -> Law:
    return make_coins(*VARIANTS, SILVER_IS_SPENT)


@pytest.fixture
def faulty_path(write_coins: Callable[..., Path]) -> str:
    return str(write_coins(*VARIANTS, SILVER_IS_SPENT))


def run(law: Law, campaign: Campaign, folder: Path | None = None, *, processes: int = 1) -> State:
    return list(run_campaign(law, campaign, folder, processes=processes))[-1]


def summary(state: State) -> object:
    tally = state.tally
    return tally.games, tally.decisions, tally.goals, tally.failures, [one.scenario for one in tally.findings]


def fuzz(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["fuzz", *arguments])


# -- what is played ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sequence", "fixed", "options"),
    [
        (b"", {}, ("no_temple", "as_ruled")),
        (bytes([4, 2, 1]), {}, ("no_temple", "as_ruled")),
        (bytes([1, 2, 1]), {}, ("shrine", "never")),
        (bytes([1]), {}, ("no_temple", "as_ruled")),
        (bytes([1, 1]), {"temple": "altar"}, ("altar", "never")),
        (b"", {"temple": "altar"}, ("altar", "as_ruled")),
    ],
)
def test_options_are_read_from_a_choice_sequence(
    sound: Law, sequence: bytes, fixed: dict[str, str], options: tuple[str, str]
) -> None:
    assert options_from(sound, ChoiceSequence(sequence), fixed) == dict(zip(("temple", "passes"), options, strict=True))


def test_where_there_is_nothing_to_choose_no_tape_is_read(coins: Law, sound: Law) -> None:
    for law, fixed in ((coins, {}), (sound, {"temple": "altar", "passes": "never"})):
        sequence = ChoiceSequence(bytes([1, 0]))
        assert options_from(law, sequence, fixed) == fixed
        assert sequence.pick(2) == 1


def test_the_game_without_variants_keeps_a_good_share_of_the_games(sound: Law) -> None:
    """Of the games with any answers a third has the first for the temple as well."""
    games: Counter[str] = Counter()
    for seed in range(4):
        points = run(sound, replace(SMALL, seed=seed)).tally.goals
        games.update({answer: points[f"option temple = {answer}"] for answer in ("no_temple", "altar", "shrine")})

    assert sum(games.values()) == 480
    assert 480 * 0.5 < games["no_temple"] < 480 * 0.85
    assert min(games.values()) > 480 * 0.06


def test_games_begin_at_random_positions_with_every_option(sound: Law) -> None:
    for answer in ("altar", "shrine"):
        tally = run(sound, replace(SMALL, options={"temple": answer})).tally

        assert tally.from_positions > 20
        assert not tally.failures


def test_a_batch_is_the_same_for_the_same_task(faulty: Law) -> None:
    task = Task(Campaign(tuple(faulty.profiles), players=(2, 3), max_decisions=200), 7, 60)

    tallies = [Fuzzer(faulty, Compiled).run(task) for _ in range(2)]

    assert tallies[0] == tallies[1]
    assert tallies[0].failures


# -- what is reached --------------------------------------------------------------------------------------------------


def test_variants_are_covered_and_so_are_their_options(sound: Law) -> None:
    state = run(sound, SMALL)

    assert [(one.kind, one.reached, one.total) for one in coverage_goals(sound).coverage(state.tally.goals)] == [
        ("entry", 4, 4),
        ("condition", 8, 8),
        ("answer", 2, 2),
        ("option", 5, 5),
        ("pair", 3, 3),
    ]
    assert not unreached(sound, coverage_goals(sound), state)


def test_what_fixed_options_exclude_is_said_to_be_impossible(sound: Law) -> None:
    state = run(sound, replace(SMALL, options={"temple": "altar", "passes": "never"}))

    reasons = {one.goal: (one.why, one.possible) for one in unreached(sound, coverage_goals(sound), state)}

    fixed = "impossible with options.passes = never and options.temple = altar: it needs "
    passing = "options.passes = as_ruled and passing = allowed"
    assert reasons == {
        "entry PASS": (f"{fixed}{passing}", False),
        "condition PASS when is true": (f"{fixed}{passing}", False),
        "condition TAKE if.2 is true": (f"{fixed}options.temple = shrine", False),
        "option temple = no_temple": (f"{fixed}options.temple = no_temple", False),
        "option temple = shrine": (f"{fixed}options.temple = shrine", False),
        "option passes = as_ruled": (f"{fixed}options.passes = as_ruled", False),
        "pair PASS + PLAY": ("PASS was never reached", True),
        "pair PASS + TAKE": ("PASS was never reached", True),
    }


def test_an_option_that_no_game_had_is_named(sound: Law) -> None:
    state = State(SMALL, sound.digest)

    reasons = {one.what: (one.why, one.possible) for one in unreached(sound, coverage_goals(sound), state)}

    assert reasons["no game was played with temple = altar"] == ("chance gave it to no game", True)


# -- failures ---------------------------------------------------------------------------------------------------------


def test_a_fault_of_a_variant_is_found_and_needs_that_option_alone(faulty: Law) -> None:
    [finding] = run(faulty, SMALL).findings

    assert finding.key == SPENT
    assert finding.scenario.options == {"temple": "altar"}
    assert finding.scenario.given == {"at": "choose_one", "rest": "heap"}
    assert finding.scenario.decisions == (("heap", "silver"),)


def test_without_the_option_nothing_fails(faulty: Law) -> None:
    for answer, fails in (("no_temple", False), ("altar", True), ("shrine", False)):
        assert bool(run(faulty, replace(SMALL, options={"temple": answer})).findings) == fails


def test_a_fault_of_every_variant_is_shown_in_the_game_without_any(make_coins: Callable[..., Law]) -> None:
    always = SILVER_IS_SPENT[1].replace(" and options.temple == altar", "")
    law = make_coins(*VARIANTS, (SILVER_IS_SPENT[0], always))

    [finding] = run(law, replace(SMALL, options={"temple": "shrine", "passes": "never"})).findings

    assert finding.key == SPENT
    assert finding.scenario.options == {}


def test_a_fault_of_two_variants_is_shown_in_the_earlier_one(make_coins: Callable[..., Law]) -> None:
    both = SILVER_IS_SPENT[1].replace("options.temple == altar", "options.temple != no_temple")
    law = make_coins(*VARIANTS, (SILVER_IS_SPENT[0], both))

    [finding] = run(law, replace(SMALL, options={"temple": "shrine", "passes": "never"})).findings

    assert finding.scenario.options == {"temple": "altar"}


def test_a_saved_failure_has_its_options_and_fails_again(faulty: Law, sound: Law, tmp_path: Path) -> None:
    [finding] = run(faulty, SMALL, tmp_path).findings

    [scenario] = read_file(tmp_path / scenario_path(finding)).scenarios

    assert scenario.options == {"temple": "altar"}
    failure = Shrinking(faulty, Compiled).failure(scenario)
    assert failure is not None and failure.key == SPENT
    assert Shrinking(faulty, Compiled).failure(replace(scenario, options={})) is None
    assert Shrinking(sound, Compiled).failure(scenario) is None
    assert not Runner(faulty, monitor=True).run(scenario).holds


# -- campaigns --------------------------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_campaign_in_any_number_of_processes(faulty: Law) -> None:
    assert summary(run(faulty, SMALL)) == summary(run(faulty, SMALL, processes=2))
    assert summary(run(faulty, SMALL)) != summary(run(faulty, replace(SMALL, seed=8)))


@pytest.mark.parametrize("options", [{}, {"temple": "altar"}])
def test_an_interrupted_campaign_goes_on_where_it_was(faulty: Law, tmp_path: Path, options: dict[str, str]) -> None:
    campaign = replace(SMALL, options=options)
    interrupted = run_campaign(faulty, campaign, tmp_path, processes=1)
    games = [next(interrupted).tally.games for _ in range(3)]
    with pytest.raises(KeyboardInterrupt):
        interrupted.throw(KeyboardInterrupt)
    assert 0 < games[-1] < 120

    assert summary(run(faulty, campaign, tmp_path)) == summary(run(faulty, campaign))


def test_a_folder_of_a_campaign_with_other_options_is_refused(sound: Law, tmp_path: Path) -> None:
    run(sound, replace(SMALL, games=10, options={"temple": "altar"}), tmp_path)

    with pytest.raises(CampaignError, match=r"with options \{'temple': 'altar'\}, not \{\}; give another folder"):
        run(sound, SMALL, tmp_path)


# -- the command ------------------------------------------------------------------------------------------------------


def test_the_report_says_which_options_were_exercised(faulty_path: str) -> None:
    result = fuzz(faulty_path, *FEW)

    assert result.exit_code == 1
    assert "options exercised: 5 of 5\n" in result.output
    assert ", with temple = altar\n" in result.output
    assert "options: {temple: altar}" in " ".join(result.output.replace("options:\n", "options: ").split())


def test_one_answer_for_all_games(faulty_path: str) -> None:
    result = fuzz(faulty_path, *FEW, "--options", "temple=shrine")

    assert result.exit_code == 0
    assert "options exercised: 3 of 5\n" in result.output
    assert "no game was played with temple = altar: impossible with options.temple = shrine" in result.output


def test_the_line_that_replays_a_failure_does(faulty_path: str, tmp_path: Path) -> None:
    result = fuzz(faulty_path, *FEW, "--resume", str(tmp_path))
    [line] = re.findall(r"ruleslawyer fuzz (.* --replay .*)", result.output)

    replayed = fuzz(*shlex.split(line))

    assert replayed.exit_code == 1
    assert replayed.output == "take-spent: SPENT: One gold coin is spent does not hold (in TAKE)\n"


def test_json(faulty_path: str) -> None:
    report = json.loads(fuzz(faulty_path, *FEW, "--options", "passes=never", "--json").stdout)

    assert report["options"] == {"passes": "never"}
    assert report["coverage"]["option"] == {"reached": 4, "total": 5}
    [failure] = report["failures"]
    [scenario] = failure["scenario"]["scenarios"]
    assert scenario["options"] == {"temple": "altar"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("tempel=altar", "`coins` has no option `tempel`; did you mean `temple`?"),
        ("temple=alter", "`alter` is no answer to the option `temple`; did you mean `altar`?"),
        ("temple", "`temple` is not NAME=VALUE"),
    ],
)
def test_wrong_use(faulty_path: str, options: str, said: str) -> None:
    result = fuzz(faulty_path, "--options", options)

    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_a_failure_of_unknown_options_is_not_played_again(
    faulty_path: str, write_coins: Callable[..., Path], tmp_path: Path
) -> None:
    """Where the option is gone nothing can be said, least of all that it holds now."""
    fuzz(faulty_path, *FEW, "--resume", str(tmp_path))

    result = fuzz(str(write_coins()), "--replay", str(tmp_path / "failures" / "take-spent.yaml"))

    assert result.exit_code == 2
    assert "`coins` has no option `temple`" in result.output
