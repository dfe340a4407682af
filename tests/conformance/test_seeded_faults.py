"""Every miniature faulty implementation is caught, and the first clause reported is the one it breaks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess, MakeImplementation
from ruleslawyer.conformance.runner import process_maker
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.language import Law
from ruleslawyer.scenario.model import Reading, Scenario

WRONG = {
    # "the card that busted and all that is left in the play area go to the discard pile"
    "busting_card_lost": "BST-6",
    # "the Anchor itself and later cards are lost"
    "anchor_saves_itself": "ANC-3",
    # "move that many cards from its top straight into the bank"
    "bonus_off_by_one": "KEY-2",
    # "the player chooses to draw another card or to collect"
    "ends_a_turn_early": "TRN-6",
    # "play its top card into the play area, where its ability happens"
    "ability_skipped_on_a_stolen_card": "SWO-1",
    # "as long as a Kraken demands cards the player may not collect"
    "collects_under_debt": "KRA-2",
    # "of players with the same highest score, the one with more cards wins"
    "no_tie_break": "TIE-1",
}
MISBEHAVING = {
    "crashes": (Verdict.CRASHES, "MAP-1"),
    "hangs": (Verdict.HANGS, "ORA-1"),
    "garbage": (Verdict.GARBAGE, "CAN-1"),
    "flood": (Verdict.FLOODS, "KRA-1"),
    "nondeterministic": (Verdict.CONTRADICTS, "KEY-2"),
}
GAMES = 50

Run = Callable[[MakeImplementation, int], Report]


@pytest.fixture
def run(law: Law, suite: tuple[Scenario, ...]) -> Run:
    def run_it(make: MakeImplementation, games: int = GAMES) -> Report:
        plan = Plan(
            "dead-mans-draw",
            law.profiles["boxed"],
            Reading(profile="boxed"),
            suite,
            games=games,
            seed=1,
            most_restarts=4,
        )
        return conform(law, make, plan)

    return run_it


def test_the_good_one_conforms(run: Run, faulty: ModuleType) -> None:
    report = run(lambda: InProcess(faulty.Adapter().handle), 150)
    assert report.conforms
    assert report.failed == 0 and not report.unplayable
    assert all(reason.startswith("options ") for reason in report.refused)
    assert sum(outcome.verdict is Verdict.CONFORMS for outcome in report.suite) > 60


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_rule_is_named_first(run: Run, faulty: ModuleType, fault: str) -> None:
    report = run(lambda: InProcess(faulty.adapter_of(faulty.SEEDED_FAULTS[fault]).handle), GAMES)
    assert not report.conforms
    first = report.findings[0]
    assert (first.verdict, first.clause) == (Verdict.DIVERGES, WRONG[fault])
    assert len(first.execution.run.scenario.decisions) <= 4


@pytest.mark.parametrize("fault", MISBEHAVING)
def test_misbehaviour_is_a_verdict_of_its_own(run: Run, faulty: ModuleType, fault: str) -> None:
    if fault == "nondeterministic":
        report = run(lambda: InProcess(faulty.adapter_of(faulty.SEEDED_FAULTS[fault]).handle), GAMES)
    else:
        report = run(process_maker([sys.executable, faulty.__file__, fault], 0.3), GAMES)
    first = report.findings[0]
    assert (first.verdict, first.clause) == MISBEHAVING[fault]
    if fault != "nondeterministic":
        assert {one.verdict for one in report.findings} == {first.verdict}


def test_several_faults_are_told_apart(run: Run, faulty: ModuleType) -> None:
    faults = (faulty.NoTieBreak, faulty.AnchorSavesItself, faulty.BonusOffByOne, faulty.AbilitySkippedOnAStolenCard)
    mixed = type("Mixed", faults, {})

    report = run(lambda: InProcess(faulty.adapter_of(mixed).handle), 120)
    assert {"ANC-3", "KEY-2", "SWO-1", "TIE-1"} <= {one.clause for one in report.findings}
    assert {one.clause for one in report.findings[:3]} == {"ANC-3", "KEY-2", "SWO-1"}


def test_who_is_changed_by_being_looked_at_contradicts_itself(run: Run, faulty: ModuleType) -> None:
    class Shy(faulty.Adapter):  # type: ignore[misc, name-defined]
        """Hides a card when it is looked at again."""

        def handle(self, method: str, params: dict[str, object]) -> object:
            if method == "observe" and self.game.table:
                self.game.table.pop()
            return super().handle(method, params)

    report = run(lambda: InProcess(Shy().handle), 0)
    assert report.findings[0].verdict is Verdict.CONTRADICTS


def test_own_luck_contradicts_itself(run: Run, faulty: ModuleType) -> None:
    report = run(lambda: InProcess(faulty.adapter_of(faulty.OwnLuck).handle), 10)
    assert report.findings[0].verdict is Verdict.CONTRADICTS


def test_every_vice_has_its_clause(faulty: ModuleType) -> None:
    assert set(faulty.SEEDED_FAULTS) == {*WRONG, *MISBEHAVING, "own_luck"}


def test_the_game_in_which_it_was_met_stands_beside_a_position(law: Law, faulty: ModuleType) -> None:
    """Only whole games are played, and the implementation can be set up at a menu."""

    def make() -> InProcess:
        return InProcess(faulty.adapter_of(faulty.SEEDED_FAULTS["bonus_off_by_one"]).handle)

    plan = Plan("dead-mans-draw", law.profiles["boxed"], Reading(profile="boxed"), (), games=40, seed=1)
    first = conform(law, make, plan).findings[0]

    assert first.execution.run.scenario.given is not None
    assert first.game is not None and first.game.given is None
    again = conform(law, make, replace(plan, suite=(first.game,), games=0)).findings[0]
    assert (again.verdict, again.clause) == (first.verdict, first.clause)
