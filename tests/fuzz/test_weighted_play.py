"""Weighted play: legal decisions, drawn for each game anew, and the same games every time."""

from __future__ import annotations

from random import Random

from ruleslawyer.compile import Compiled
from ruleslawyer.fuzz.weighted_play import Search, WeightedPlayer
from ruleslawyer.language import Law, load
from ruleslawyer.language.findings import contract_claims, promising
from ruleslawyer.machine.position import Decision

LAW = load("death-and-taxes")


def menu(amounts: int) -> Decision:
    values = (*(("raise_to", (10 * number,)) for number in range(amounts)), ("check", ()))
    return Decision("act", 0, values, "ACT", "option")


def test_an_option_of_many_values_leaves_room_for_the_others() -> None:
    chosen = [WeightedPlayer(Random(seed)).value(menu(500)) for seed in range(200)]
    assert all(value in menu(500).values for value in chosen)
    assert 40 < sum(value[0] == "check" for value in chosen) < 160


def test_a_leaning_lasts_for_a_game() -> None:
    player = WeightedPlayer(Random(3))
    some = [player.value(menu(5))[0] for _ in range(400)]
    first, second = some[:200].count("check"), some[200:].count("check")
    assert abs(first - second) < 60
    counts = set()
    for seed in range(12):
        player = WeightedPlayer(Random(seed))
        counts.add(sum(player.value(menu(5))[0] == "check" for _ in range(100)) // 20)
    assert len(counts) > 2


def search(law: Law, answers: dict[str, str]) -> Search:
    return Search(law, "BTG-2", [answers], lambda some: some["all_in_answer"] == answers["all_in_answer"], Compiled)


def test_a_game_is_found_in_which_the_claim_fails_and_always_the_same() -> None:
    assert "BTG-2" in {claim.id for _, claim in contract_claims(LAW)}
    law = promising(LAW, "BTG-2", {"all_in_answer": "cut_off"})
    found = search(law, law.profiles["literal"]).found(20)
    assert found is not None
    assert found.key.claim == "BTG-2"
    assert found.answers["all_in_answer"] == "cut_off"
    assert found.given is None
    assert found == search(law, law.profiles["literal"]).found(20)


def test_nothing_is_found_where_the_claim_holds() -> None:
    assert search(LAW, LAW.profiles["literal"]).found(1) is None
