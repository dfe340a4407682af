"""Options of play: an implementation is asked only for the variants that it announces, and held to those."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.check_log import check_log
from ruleslawyer.conformance.expected_run import ReferencePlayer
from ruleslawyer.conformance.faults import CannotStart
from ruleslawyer.conformance.fingerprint import FOLLOWED, IRRELEVANT, fingerprint
from ruleslawyer.conformance.game_log import read_log
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.itf import first_wrong_state, read_itf, write_itf
from ruleslawyer.conformance.known import judge
from ruleslawyer.conformance.packing import unpack
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.testing import check_game
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences
from ruleslawyer.fuzz.games import Game
from ruleslawyer.language import Law, load
from ruleslawyer.machine import SetupError
from ruleslawyer.report.conformance_text import report_text
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.paths import read_paths

Options = Mapping[str, Sequence[str]]
ALL: Options = {
    "traits": ["no_traits", "even_deal", "shuffled_in", "drawn_at_random", "free_choice"],
    "character_cards": ["no_characters", "random_each"],
    "discarded_traits": ["leave_game", "circulate"],
    "traits_each": ["two_traits", "one_trait", "one_or_two"],
}
SOME: Options = {"traits": ["no_traits", "free_choice"]}


@pytest.fixture(scope="module")
def law() -> Law:
    return load("dead-mans-draw-traits")


@pytest.fixture(scope="module")
def suite(law: Law) -> tuple[Scenario, ...]:
    """The scenarios of the extension and of its base."""
    files = read_paths(["dead-mans-draw", "dead-mans-draw-traits"])
    return tuple(replace(scenario, rulebook=law.name) for file in files for scenario in file.scenarios)


@pytest.fixture(scope="module")
def mirror() -> ModuleType:
    path = Path(__file__).parent / "adapters" / "mirror.py"
    spec = importlib.util.spec_from_file_location("conformance_mirror_of_options", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Listener:
    """An implementation through JSON, with what it was asked to begin with."""

    def __init__(self, implementation: Any) -> None:
        self.implementation = implementation
        self.resets: list[Mapping[str, Any]] = []

    def handle(self, method: str, params: Any) -> Any:
        told = json.loads(json.dumps(params))
        if method == "reset":
            self.resets.append(told)
        return json.loads(json.dumps(self.implementation.handle(method, told)))


def run(law: Law, implementation: Any, suite: Sequence[Scenario], games: int = 0) -> tuple[Report, Listener]:
    listener = Listener(implementation)
    reading = Reading(profile="reference")
    plan = Plan("dead-mans-draw-traits", law.profiles["reference"], reading, suite, games=games, seed=3)
    return conform(law, lambda: InProcess(listener.handle), plan), listener


def varied(suite: Sequence[Scenario], options: Mapping[str, str]) -> list[Scenario]:
    """The scenarios about exactly these options."""
    return [one for one in suite if one.options == options]


def test_what_is_not_announced_is_not_asked_and_not_held_against_it(
    law: Law, suite: tuple[Scenario, ...], faulty: ModuleType
) -> None:
    dealt, plain = varied(suite, {"traits": "even_deal"}), varied(suite, {})
    report, listener = run(law, faulty.Adapter(), [*dealt, *plain[:4]], games=12)
    reasons = {outcome.message for outcome in report.outcomes if outcome.verdict is Verdict.REFUSES}
    assert dealt and reasons == {"options traits=even_deal"}
    assert report.refused == {"options traits=even_deal": len(dealt)}
    assert not report.findings or "options" not in str([one.execution.message for one in report.findings])
    assert all("options" not in params for params in listener.resets)
    text = report_text(judge(report, ()))
    assert f"not supported, not held against it: options traits=even_deal ({len(dealt)} case" in text


def test_what_is_announced_is_asked_and_told(law: Law, suite: tuple[Scenario, ...], mirror: ModuleType) -> None:
    chosen = [*varied(suite, {"traits": "free_choice"})[::9], *varied(suite, {"character_cards": "random_each"})[::6]]
    chosen += [*varied(suite, {"traits": "drawn_at_random"}), *varied(suite, {})[:2]]
    report, listener = run(law, mirror.Mirror(law, "reference", ALL), chosen)
    assert report.conforms and not report.refused
    told = [params.get("options") for params in listener.resets]
    for options in ({"traits": "free_choice"}, {"character_cards": "random_each"}, {"traits": "drawn_at_random"}, None):
        assert options in told


def test_games_are_played_with_what_is_announced_and_nothing_else(law: Law, mirror: ModuleType) -> None:
    report, listener = run(law, mirror.Mirror(law, "reference", SOME), [], games=24)
    assert report.conforms and report.played == 24
    told = [params.get("options") for params in listener.resets]
    assert {"traits": "free_choice"} in told and None in told
    assert all(options in ({"traits": "free_choice"}, None) for options in told)
    for params in (one for one in listener.resets if "position" in one):
        assert ("traits_of[p1]" in params["position"]["zones"]) == ("options" in params)


def test_who_lacks_the_first_answer_is_not_asked_for_it(
    law: Law, suite: tuple[Scenario, ...], mirror: ModuleType
) -> None:
    only: Options = {"traits": ["free_choice"]}
    report, listener = run(law, mirror.Mirror(law, "reference", only), varied(suite, {})[:3], games=6)
    assert report.refused == {"options traits=no_traits": 3}
    assert report.played == 6 and all(params["options"] == {"traits": "free_choice"} for params in listener.resets)


def test_who_announces_an_option_and_plays_without_it_is_found_out(
    law: Law, suite: tuple[Scenario, ...], mirror: ModuleType
) -> None:
    class Liar(mirror.Mirror):  # type: ignore[misc, name-defined]
        """Deals traits, as it says that it can; and forgets what the Golden Scales do."""

        def machine_for(self, players: int, options: Mapping[str, str]) -> Any:
            from ruleslawyer.conformance.clause_index import without

            return fast_machine(without(law, "TR-SCALES/score"), law.profiles["reference"], players, options=options)

    scales = [one for one in varied(suite, {"traits": "free_choice"}) if "golden_scales" in str(one.given)]
    report, _ = run(law, Liar(law, "reference", SOME), scales)
    assert not report.conforms
    first = report.findings[0]
    assert (first.verdict, first.clause) == (Verdict.DIVERGES, "TR-SCALES")
    assert first.execution.run.scenario.options == {"traits": "free_choice"}
    assert unpack(first.replay).options == {"traits": "free_choice"}
    assert "2 players, traits=free_choice:" in report_text(judge(report, ()))
    again, _ = run(law, Liar(law, "reference", SOME), [unpack(first.replay)])
    assert again.findings
    honest, _ = run(law, mirror.Mirror(law, "reference", SOME), [unpack(first.replay)])
    assert honest.conforms


def test_who_announces_traits_and_shows_none_speaks_garbage(
    law: Law, suite: tuple[Scenario, ...], faulty: ModuleType
) -> None:
    class Boaster(faulty.Adapter):  # type: ignore[misc, name-defined]
        """The base game, that says it could do more."""

        def handle(self, method: str, params: Any) -> Any:
            told = {name: value for name, value in params.items() if name != "options"}
            result = super().handle(method, told)
            if method == "initialize":
                result["capabilities"]["options"] = SOME
            return result

    report, _ = run(law, Boaster(), varied(suite, {"traits": "free_choice"})[:3])
    assert not report.conforms and report.failed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"trait": ["even_deal"]}, "options: the rulebook has no `trait`"),
        ({"traits": ["even_dealt"]}, "answers to `traits`: the rulebook has no `even_dealt`"),
        ({"traits": "even_deal"}, r"Expected `array`, got `str` - at `\$.capabilities.options\[traits\]`"),
        ({"traits": []}, r"Expected `array` of length >= 1 - at `\$.capabilities.options\[traits\]`"),
        (["traits"], r"Expected `object`, got `array` - at `\$.capabilities.options`"),
        ({"traits": [["even_deal"]]}, r"Expected `str`, got `array` - at `\$.capabilities.options\[traits\]\[0\]`"),
    ],
)
def test_options_that_the_rulebook_does_not_have_are_said_at_once(
    law: Law, mirror: ModuleType, options: Any, message: str
) -> None:
    with pytest.raises(CannotStart, match=message):
        Session(lambda: InProcess(mirror.Mirror(law, "reference", options).handle), law)


def test_a_ruling_about_a_variant_is_asked_of_who_plays_it(
    law: Law, suite: tuple[Scenario, ...], mirror: ModuleType
) -> None:
    asked = "misfire_fires"
    assert law.rulings[asked].matters_when is not None
    for options, status in ((ALL, FOLLOWED), ({}, IRRELEVANT)):
        with Session(
            lambda options=options: InProcess(mirror.Mirror(law, "reference", options).handle), law
        ) as session:
            found = fingerprint(law, session, suite, "reference", [asked])
        assert [one.status for one in found.answered] == [status]


def test_a_game_of_hypothesis_brings_its_options(law: Law, mirror: ModuleType) -> None:
    listener = Listener(mirror.Mirror(law, "reference", ALL))
    machine = fast_machine(law, law.profiles["reference"], 2, options={"traits": "even_deal"})
    with Session(lambda: InProcess(listener.handle), law) as session:
        check_game(session, Game(machine, ChoiceSequences(bytes(range(200)), bytes(range(200)))))
    assert [one["options"] for one in listener.resets] == [{"traits": "even_deal"}]


# -- logs and traces --------------------------------------------------------------------------------------------------


def log(options: Any, *events: Any, **more: Any) -> Any:
    header = {"kind": "header", "format": 1, "rulebook": "dead-mans-draw-traits", "profile": "reference", "players": 2}
    return read_log("a.jsonl", [json.dumps(one) for one in ({**header, "options": options, **more}, *events)])


def test_a_log_says_under_which_options_it_was_played(law: Law) -> None:
    position = {"at": "act", "zones": {"table": ["key 3"], "traits_of": {"p1": ["miser"]}}, "rest": "deck"}
    seen = {"see": {"zones": {"traits_of[p1]": {"cards": ["miser"]}}}}
    with_traits = log({"traits": "shuffled_in"}, seen, position=position)
    assert check_log(law, with_traits, law.profiles["reference"]).verdict == "legal"
    with pytest.raises(RulebookError, match="there is no `traits_of` in this game"):
        check_log(law, log({}, seen, position=position), law.profiles["reference"])
    with pytest.raises(SetupError, match="no option is called `trait`"):
        check_log(law, log({"trait": "even_deal"}), law.profiles["reference"])


@pytest.mark.parametrize(
    ("options", "message"),
    [(["even_deal"], "Expected `object`, got `array` - at `$.options`"), ({"traits": 1}, "at `$.options[traits]`")],
)
def test_the_options_of_a_log_are_answers_by_name(options: Any, message: str) -> None:
    with pytest.raises(RulebookError, match=re.escape(message)):
        log(options)


def test_a_trace_keeps_its_options(law: Law, suite: tuple[Scenario, ...]) -> None:
    scenario = next(one for one in varied(suite, {"traits": "free_choice"}) if one.luck == "listed" and one.decisions)
    machine = fast_machine(law, law.profiles["reference"], scenario.players, options=scenario.options)
    data = json.loads(json.dumps(write_itf(ReferencePlayer(machine).run(scenario))))
    assert "traits_of" in data["vars"] and "character_of" not in data["vars"]
    again = read_itf(law, data)
    assert again.options == {"traits": "free_choice"}
    assert first_wrong_state(machine, again, data) is None
