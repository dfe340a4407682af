"""The fingerprint finds which answer an implementation gives to each ruling, whatever profile it starts from."""

from __future__ import annotations

from types import ModuleType

from ruleslawyer.conformance.fingerprint import (
    FOLLOWED,
    INCONSISTENT,
    IRRELEVANT,
    UNDETERMINED,
    Fingerprint,
    fingerprint,
    in_order,
)
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.conformance.session import Session
from ruleslawyer.language import Law
from ruleslawyer.scenario.model import Scenario

UNSEEN = {"oracle_seen", "discard_facing"}
"""Whether more is shown than must be is not held against anybody, so nothing tells these."""
NEVER_APART = {"bonus_counts", "pair_collected"}
"""With an Anchor that waits for a bust nothing is collected early, so two of their answers come to the same."""


def found_for(
    law: Law, suite: tuple[Scenario, ...], faulty: ModuleType, game: type, base: str, *rulings: str
) -> Fingerprint:
    with Session(lambda: InProcess(faulty.adapter_of(game).handle), law) as session:
        return fingerprint(law, session, suite, base, rulings or None)


def test_the_boxed_reading_is_recognised_although_another_was_supposed(
    law: Law, suite: tuple[Scenario, ...], faulty: ModuleType
) -> None:
    found = found_for(law, suite, faulty, faulty.Game, "reference")
    for one in found.answered:
        if one.ruling in UNSEEN | NEVER_APART:
            assert one.status == UNDETERMINED
        elif one.status != IRRELEVANT:
            assert (one.status, one.answer) == (FOLLOWED, law.profiles["boxed"][one.ruling]), one.ruling
    # Of a question whose answers nothing tells apart all positions are asked, about four.
    assert found.asked <= 2 * len(law.rulings) + 2 * len(NEVER_APART)


def test_another_answer_is_recognised(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> None:
    found = found_for(law, suite, faulty, faulty.NoTieBreak, "boxed", "tie_break", "hook_bust")
    assert found.answers == {"tie_break": "shared", "hook_bust": "forced"}


def test_what_does_not_matter_beside_the_other_answers_is_not_asked(
    law: Law, suite: tuple[Scenario, ...], faulty: ModuleType
) -> None:
    found = found_for(law, suite, faulty, faulty.Game, "boxed", "kraken_banked")
    assert (found.asked, found.answered[0].status) == (0, IRRELEVANT)


def test_who_does_now_this_now_that_is_inconsistent(law: Law, suite: tuple[Scenario, ...], faulty: ModuleType) -> None:
    class Moody(faulty.Game):  # type: ignore[misc, name-defined]
        """Shares a victory, unless the first player holds an Anchor."""

        def best_players(self) -> list[int]:
            holds = "anchor" in self.banks[0].stacks
            return super().best_players() if holds else faulty.NoTieBreak.best_players(self)

    ties = [scenario for scenario in suite if scenario.slug.startswith("q12")]
    other = [swapped(scenario) for scenario in ties[:1]]
    found = found_for(law, (*ties[:1], *other), faulty, Moody, "boxed", "tie_break")
    assert [one.status for one in found.answered] == [INCONSISTENT]


def swapped(scenario: Scenario) -> Scenario:
    """The same tie with a Hook where the Anchor was."""
    from dataclasses import replace

    zones = scenario.given["zones"]  # type: ignore[index]
    bank = {**zones["bank"], "p1": ["hook 7"]}  # type: ignore[dict-item, index, call-overload]
    given = {**scenario.given, "zones": {**zones, "bank": bank}}  # type: ignore[dict-item]
    return replace(scenario, slug="with-a-hook", given=given)


def test_rulings_come_after_those_that_decide_whether_they_matter(law: Law) -> None:
    order = in_order(law)
    assert set(order) == set(law.rulings)
    assert order.index("anchor_saves") < order.index("anchored_pair") < order.index("anchored_bonus_pool")
    assert order.index("deck_end") < order.index("kraken_short")
