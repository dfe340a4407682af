"""Traits in pairs: what the document says of two of them against what is worked out from the clauses.

Everything expected is from the print-and-play document: from its hints on traits, save for cards that are saved, where
it is the abilities of the two.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from ruleslawyer.features.confirm import confirmed
from ruleslawyer.features.interactions import interactions
from ruleslawyer.features.possession import possession_of
from ruleslawyer.features.relations import Edge, Interactions, Relation, Standing
from ruleslawyer.language import Law, load
from ruleslawyer.rulebook.locate import data_folder
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import run_scenario

RULEBOOK, TRAITS = "dead-mans-draw-traits", "TraitName"
DOCUMENT, ABILITIES, HINTS = "print-and-play", "特性卡能力", "特性卡提示"

ORDERED = {
    ("parry", "swordsman"): {("TH-6", "TR-SWORDS")},
    ("misfire", "scavenger"): {
        ("TH-8", "TR-MISFIRE/adds"),
        ("TH-8", "MISFIRE-1/round"),
        ("TH-8", "MISFIRE-1/idle"),
    },
    ("beastmaster", "fisherman"): {("TH-9", "TR-BEAST")},
    ("davy_jones", "miser"): {("DAVY-1", "TR-DAVY/card")},
}
"""The pairs of which one trait voids the other, with the clause that says so: hints 6, 8 and 9; and that Davy Jones'
Locker collects what is lost, which a busting card that a Miser keeps is not. In each of them the first acts on
opponents, so one player with both is a matter of two unrelated turns."""


def analysed(law: Law) -> Interactions:
    return interactions(law, possession_of(law, TRAITS))


@pytest.fixture(scope="module")
def law() -> Law:
    return load(RULEBOOK)


@pytest.fixture(scope="module")
def matrix(law: Law) -> Interactions:
    return analysed(law)


# -- the matrix -------------------------------------------------------------------------------------------------------


def test_every_two_traits_are_compared_held_by_one_player_and_by_two(law: Law, matrix: Interactions) -> None:
    """Seventeen traits make 17 * 16 / 2 pairs, each held in two ways."""
    traits = law.enums[TRAITS].literals
    assert len(traits) == 17
    compared = {(relation.one, relation.other, relation.together) for relation in matrix.pairs}
    assert compared == {(*pair, together) for pair in combinations(traits, 2) for together in (True, False)}
    assert len(matrix.pairs) == 272
    assert [relation.one for relation in matrix.alone] == list(traits)
    assert all(relation.possible for relation in (*matrix.pairs, *matrix.alone))


def test_no_two_traits_are_in_conflict_and_nothing_is_left_unproved(matrix: Interactions) -> None:
    harmful = [one for one in (*matrix.pairs, *matrix.alone) if one.standing.harmful or one.clashes]
    assert not harmful
    assert not (matrix.base or matrix.wider or matrix.unencoded)
    assert matrix.holds


def test_the_pairs_that_are_ordered_are_those_of_the_document(matrix: Interactions) -> None:
    ordered = {
        (relation.one, relation.other): {(edge.by, edge.of) for edge in relation.edges}
        for relation in matrix.pairs
        if relation.standing is Standing.ORDERED
    }
    assert ordered == ORDERED
    assert matrix.relation("swordsman", "parry", False).edges == (
        Edge("disables", "TH-6", "TR-SWORDS", "sword_allows"),
    )
    assert not any(relation.edges for relation in matrix.pairs if relation.together)


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        pytest.param("master_gunner", "scavenger", True, id="hint-7"),
        pytest.param("misfire", "master_gunner", False, id="hint-7-of-two"),
        pytest.param("plunderer", "treasure_hunter", True, id="hint-12"),
    ],
)
def test_traits_that_act_on_one_thing_meet(matrix: Interactions, one: str, other: str, together: bool) -> None:
    """What a Cannon hits, what it costs, where it goes; how much is due, and from where."""
    assert matrix.relation(one, other, together).standing is Standing.MEET


def test_what_a_bust_spares_adds_up(matrix: Interactions) -> None:
    relation = matrix.relation("miser", "safe_harbor", True)
    assert (relation.standing, relation.combined) == (Standing.COMBINED, ("is_spared",))


# -- what is broken is noticed ----------------------------------------------------------------------------------------


def law_without(folder: Path, *clauses: str) -> Law:
    """The law of a copy in which clauses never apply."""
    for kind in ("spec", "invariants"):
        shutil.copytree(data_folder(kind) / RULEBOOK, folder / kind / RULEBOOK)
    file = folder / "spec" / RULEBOOK / "traits-for-two.yaml"
    head, *texts = file.read_text("utf-8").split("\n- id: ")
    for number, text in enumerate(texts):
        if text.partition("\n")[0] in clauses:
            assert text.count("\n  when: ") == 1
            texts[number] = re.sub(r"\n  when: .*", "\n  when: 'false'", text)
    assert set(clauses) <= {text.partition("\n")[0] for text in texts}
    file.write_text("\n- id: ".join([head, *texts]), "utf-8")
    return load(str(folder / "spec" / RULEBOOK))


def fixture(slug: str) -> Scenario:
    (found,) = [one for file in read_paths([RULEBOOK]) for one in file.scenarios if one.slug == slug]
    return found


def test_without_their_edges_two_pairs_are_in_conflict_and_the_machine_replays_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    law = law_without(tmp_path, "TH-8", "DAVY-1")
    found = analysed(law)
    assert not found.holds
    conflicts = [relation for relation in found.pairs if relation.standing is Standing.CONFLICT]
    assert {(one.one, one.other, one.together): entries_in_conflict(one) for one in conflicts} == {
        ("davy_jones", "miser", False): [{"SAVED/kept", "TR-DAVY/card"}],
        ("misfire", "scavenger", False): [{"TR-MISFIRE/adds", "TR-SCAVEN"}],
    }
    for slug in ("davy-jones-does-not-collect-what-is-saved", "scavenger-voids-misfire"):
        assert stops_in_conflict(law, fixture(slug))

    monkeypatch.setattr("ruleslawyer.features.confirm.EACH", 90.0)
    one_pair = replace(found, pairs=(found.relation("misfire", "scavenger", False),), alone=())
    (played,) = confirmed(law, possession_of(law, TRAITS), one_pair, seconds=180.0).pairs
    (clash,) = played.clashes
    assert clash.scenario is not None and "[conflict]" in clash.message
    assert stops_in_conflict(law, clash.scenario)


def entries_in_conflict(relation: Relation) -> list[set[str]]:
    return [set(clash.entries) for clash in relation.clashes]


def stops_in_conflict(law: Law, scenario: Scenario) -> bool:
    """Whether the machine, playing it, stops because two entries disagree."""
    return any(
        outcome.stop is not None and "different outcomes" in outcome.stop.message
        for outcome in run_scenario(law, scenario).outcomes
    )


def test_without_its_edge_a_trait_is_no_longer_void_against_another(tmp_path: Path) -> None:
    """Swordsman decides what Parry does not: no clauses contradict each other, and it is the fixture that fails."""
    found = analysed(law_without(tmp_path, "TH-6"))
    assert found.holds
    assert not found.relation("parry", "swordsman", False).edges
    ordered = [relation for relation in found.pairs if relation.standing is Standing.ORDERED]
    assert [(one.one, one.other) for one in ordered] == [
        ("davy_jones", "miser"),
        ("misfire", "scavenger"),
        ("beastmaster", "fisherman"),
    ]


def test_without_its_edge_fisherman_contradicts_beastmaster(tmp_path: Path) -> None:
    """Both decide what a Kraken demands: nothing, and four cards."""
    found = analysed(law_without(tmp_path, "TH-9"))
    assert not found.holds
    assert not found.relation("beastmaster", "fisherman", False).edges


# -- every collision that the document names --------------------------------------------------------------------------

COLLISIONS = {
    "Swordsman is void against Parry": (HINTS, 6, "swordsman-is-void-against-parry"),
    "Scavenger voids Misfire": (HINTS, 8, "scavenger-voids-misfire"),
    "Master Gunner pays Misfire dearly": (HINTS, 7, "master-gunner-against-misfire"),
    "Master Gunner and Scavenger": (HINTS, 7, "master-gunner-and-scavenger"),
    "Fisherman voids Beastmaster": (HINTS, 9, "fisherman-voids-beastmaster"),
    "Fisherman voids Beastmaster, for a Kraken that enters": (
        HINTS,
        9,
        "fisherman-voids-beastmaster-for-a-hooked-kraken",
    ),
    "Casanova pays no Kraken": (HINTS, 11, "casanova-pays-no-debt"),
    "A parried Sword pays no Kraken": (HINTS, 11, "a-parried-sword-pays-no-debt"),
    "Safe Harbor does not save the card that busts": (HINTS, 10, "safe-harbor-does-not-save-the-busting-card"),
    "Miser keeps both cards of Captain's Hook": (HINTS, 3, "miser-keeps-both-cards-of-captains-hook"),
    "Plunderer and Treasure Hunter": (HINTS, 12, "plunderer-and-treasure-hunter"),
    "Golden Scales count for the top Mermaid": (HINTS, 4, "golden-scales-on-the-best-mermaid"),
    "Golden Scales count for a single Mermaid": (HINTS, 4, "golden-scales-on-a-single-mermaid"),
    "Davy Jones' Locker gets no card that an Anchor saves": (ABILITIES, 2, "davy-jones-collects-no-protected-card"),
    "Davy Jones' Locker gets no card that Miser keeps": (ABILITIES, 2, "davy-jones-does-not-collect-what-is-saved"),
    "Mystic declines": (HINTS, 1, "mystic-declines-the-second-card"),
    "Swordsman takes a Kraken": (HINTS, 13, "swordsman-must-take-the-kraken"),
    "Beastmaster and Davy Jones' Locker": (HINTS, 14, "beastmaster-and-davy-jones"),
}
"""What the document says of traits that meet another trait, or what they would rather not: where, and the fixture."""

NOT_STATED = {
    "master-gunner-against-misfire": "the hint speaks of many cards and gives no number",
    "master-gunner-and-scavenger": "the hint speaks of many cards and gives no number",
    "plunderer-and-treasure-hunter": "the hint calls the two destructive and gives no number",
    "beastmaster-and-davy-jones": "the hint calls the two a good pair and gives no number",
    "fisherman-voids-beastmaster-for-a-hooked-kraken": "only under the reading that a hooked Kraken enters",
    "davy-jones-collects-no-protected-card": "the abilities leave open whether the card that busts goes along",
    "davy-jones-does-not-collect-what-is-saved": "only under the reading that Miser keeps the card that busts",
}
"""Fixtures that follow from the document's sentence, of which the result is worked out by hand."""


@pytest.mark.parametrize("collision", COLLISIONS)
def test_every_collision_that_the_document_names_has_a_scenario_from_it(collision: str, law: Law) -> None:
    section, paragraph, slug = COLLISIONS[collision]
    scenario = fixture(slug)
    cited = {(str(one.source), str(one.section), number) for one in scenario.cite for number in one.paragraphs}
    assert (DOCUMENT, section, paragraph) in cited
    assert (scenario.origin == "document") == (slug not in NOT_STATED)
    assert run_scenario(law, scenario).holds


def test_every_hint_is_about_a_collision_or_one_trait_alone() -> None:
    """Hints 2 and 5 say how Captain's Hook and Plunderer go about it; there are fourteen."""
    of_collisions = {paragraph for section, paragraph, _ in COLLISIONS.values() if section == HINTS}
    assert of_collisions == set(range(1, 15)) - {2, 5}
