"""Features in pairs: which are apart, which are ordered by an edge, which are in conflict; and that breaking a rulebook
is noticed. The rulebook is invented: drawn tiles are stored, and gifts change who gets them and what they are worth."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ruleslawyer.cli.main import main
from ruleslawyer.features.confirm import confirmed
from ruleslawyer.features.giving import ways
from ruleslawyer.features.interactions import interactions
from ruleslawyer.features.possession import NoFeatures, possession_of, possession_with, possessions, without_feature
from ruleslawyer.features.relations import Edge, Interactions, Standing
from ruleslawyer.language import Law, load
from ruleslawyer.machine.machine import Machine
from ruleslawyer.report.interacting import short_names
from ruleslawyer.scenario.run import run_scenario

GIFTS = Path(__file__).parent / "rulebooks" / "gifts" / "rulebook.yaml"

Make = Callable[..., Path]


@pytest.fixture
def gifts(tmp_path: Path) -> Make:
    """A copy of the rulebook, with texts replaced (each must be there once) and clauses added."""

    def make(*changes: tuple[str, str], clauses: str = "") -> Path:
        text = GIFTS.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        folder = tmp_path / "gifts"
        folder.mkdir(exist_ok=True)
        (folder / "rulebook.yaml").write_text(text + clauses, encoding="utf-8")
        return folder

    return make


def analysed(folder: Path) -> tuple[Law, Interactions]:
    law = load(str(folder))
    return law, interactions(law, possession_of(law, None))


def standing(found: Interactions, one: str, other: str, together: bool) -> Standing:
    return found.relation(one, other, together).standing


def clause(name: str, rest: str) -> str:
    return f"- id: {name}\n  title: {name}\n  says: What {name} says.\n  helper: true\n{rest}"


DEEP_2 = """- id: DEEP-2
  title: Deep against broad
  says: Whoever has the deep gift is safe from the broad one.
  helper: true
  disables: BROAD-2
  when: has(p, deep)
"""


# -- the three verdicts -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def plain() -> tuple[Law, Interactions]:
    return analysed(GIFTS.parent)


def test_entries_belong_to_the_features_that_they_need(plain: tuple[Law, Interactions]) -> None:
    assert plain[1].entries == {
        "swift": ("SWIFT",),
        "broad": ("BROAD-2", "BROAD"),
        "deep": ("DEEP-2", "DEEP"),
        "idle": (),
    }


def test_two_that_decide_nothing_in_common_are_independent(plain: tuple[Law, Interactions]) -> None:
    _, found = plain
    for together in (True, False):
        assert standing(found, "swift", "deep", together) is Standing.INDEPENDENT
        assert standing(found, "idle", "broad", together) is Standing.INDEPENDENT


def test_two_that_cannot_both_apply_only_meet(plain: tuple[Law, Interactions]) -> None:
    """The store is the mover's: with two players the gifts of the two never speak of the same mover."""
    relation = plain[1].relation("swift", "broad", False)
    assert relation.standing is Standing.MEET
    assert "STORE" in relation.meets


def test_an_edge_orders_two_that_can_both_apply(plain: tuple[Law, Interactions]) -> None:
    relation = plain[1].relation("deep", "broad", False)
    assert relation.standing is Standing.ORDERED
    assert relation.edges == (Edge("disables", "DEEP-2", "BROAD-2", "worth"),)


def test_two_that_disagree_without_an_edge_are_in_conflict(plain: tuple[Law, Interactions]) -> None:
    _, found = plain
    relation = found.relation("swift", "broad", True)
    assert relation.standing is Standing.CONFLICT
    assert not found.holds
    (clash,) = relation.clashes
    assert (clash.kind, clash.point, clash.entries) == ("conflict", "store", ("SWIFT", "BROAD"))
    assert clash.holders["swift"] == clash.holders["broad"]
    conflicts = [one for one in found.pairs if one.standing is Standing.CONFLICT]
    assert conflicts == [relation], "and only these two"


def test_the_machine_plays_into_the_conflict(plain: tuple[Law, Interactions]) -> None:
    law, found = plain
    played = confirmed(law, possession_of(law, None), found)
    (clash,) = played.relation("swift", "broad", True).clashes
    assert clash.scenario is not None and "[conflict]" in clash.message
    (outcome,) = run_scenario(law, clash.scenario).outcomes
    assert outcome.stop is not None and outcome.stop.clause == "SWIFT"
    assert "different outcomes: SWIFT, BROAD [conflict]" in outcome.stop.message
    assert [label for label, _ in clash.scenario.decisions][:1] == ["turn"], "the smallest: one draw"
    assert len(clash.scenario.decisions) <= 2


# -- what is broken is noticed ----------------------------------------------------------------------------------------


def test_without_its_edge_an_ordered_pair_is_in_conflict(gifts: Make) -> None:
    law, found = analysed(gifts((DEEP_2, "")))
    assert standing(found, "deep", "broad", False) is Standing.CONFLICT
    assert standing(found, "deep", "broad", True) is Standing.MEET, "for the broad gift looks at the others"
    (clash,) = confirmed(law, possession_of(law, None), found).relation("deep", "broad", False).clashes
    assert clash.scenario is not None and clash.entries == ("BROAD-2", "DEEP")


def test_an_edge_makes_a_conflict_ordered(gifts: Make) -> None:
    _, found = analysed(gifts(clauses=clause("CALM", "  disables: BROAD\n  when: has(mover, swift)\n")))
    assert standing(found, "swift", "broad", True) is Standing.ORDERED
    assert found.holds


def test_an_entry_that_needs_both_orders_them(gifts: Make) -> None:
    both = "  overrides: [SWIFT, BROAD]\n  when: has(mover, swift) and has(mover, broad)\n  do:\n"
    _, found = analysed(gifts(clauses=clause("BOTH", both + "  - put: card\n    into: heap[mover]\n")))
    relation = found.relation("swift", "broad", True)
    assert relation.standing is Standing.ORDERED
    assert {edge.by for edge in relation.edges} == {"BOTH"}


def test_a_level_orders_two(gifts: Make) -> None:
    text = ("scopes:\n", "levels: [high]\nscopes:\n")
    helper = (
        "helper: true\n  overrides: STORE\n  when: has(mover, swift)\n",
        "helper: true\n  level: high\n  overrides: STORE\n  when: has(mover, swift)\n",
    )
    _, found = analysed(gifts(text, helper))
    relation = found.relation("swift", "broad", True)
    assert relation.standing is Standing.ORDERED
    assert relation.edges == (Edge("outranks", "SWIFT", "BROAD", "store"),)


def test_two_with_one_outcome_are_not_in_conflict(gifts: Make) -> None:
    same = ("  is: 2 * len(heap[p])\n", "  is: len(heap[p]) // 2\n")
    _, found = analysed(gifts((DEEP_2, ""), same))
    assert standing(found, "deep", "broad", False) is Standing.MEET


def test_additions_to_one_definition_combine(gifts: Make) -> None:
    sums = clause("BONUS", "  define: bonus\n  with:\n    p: Player\n  gives: 0..9\n  combine: sum\n")
    sums += clause("B-SWIFT", "  adds_to: BONUS\n  when: has(p, swift)\n  is: '1'\n")
    sums += clause("B-DEEP", "  adds_to: BONUS\n  when: has(p, deep)\n  is: '2'\n")
    read = ("  when: len(stock) > 0\n  do:\n", "  when: len(stock) > 0 and bonus(mover) >= 0\n  do:\n")
    _, found = analysed(gifts(read, clauses=sums))
    relation = found.relation("swift", "deep", True)
    assert relation.standing is Standing.COMBINED
    assert relation.combined == ("bonus",)
    assert standing(found, "swift", "deep", False) is Standing.MEET, "nobody has both"


def test_a_feature_in_conflict_with_a_clause_of_no_feature(gifts: Make) -> None:
    slow = "  overrides: STORE\n  when: pace > 3\n  do:\n  - put: card\n    into: heap[prev(mover)]\n"
    _, found = analysed(gifts(clauses=clause("SLOW", slow)))
    alone = {one.one: one for one in found.alone}
    assert alone["swift"].standing is Standing.CONFLICT
    assert alone["swift"].clashes[0].entries == ("SWIFT", "SLOW")
    assert alone["deep"].standing is Standing.ORDERED


def test_a_table_with_a_gap_when_a_feature_is_held(gifts: Make) -> None:
    guard = ("  at: store\n  do:\n", "  at: store\n  when: not has(mover, idle)\n  do:\n")
    _, found = analysed(gifts(guard))
    alone = {one.one: one for one in found.alone}
    assert [(clash.kind, clash.point) for clash in alone["idle"].clashes] == [("gap", "store")]
    assert not alone["swift"].clashes


def test_a_menu_that_two_features_empty(gifts: Make) -> None:
    draw = ("  when: len(stock) > 0\n  do:\n", "  when: not has(mover, idle)\n  do:\n")
    stay = ("  option: stay\n", "  option: stay\n  when: not has(next(mover), deep)\n")
    _, found = analysed(gifts(draw, stay))
    assert [clash.kind for clash in found.relation("deep", "idle", False).clashes] == ["stuck"]
    assert standing(found, "deep", "idle", True) is not Standing.CONFLICT
    assert not any(one.clashes for one in found.alone if one.one == "idle")


def test_a_failure_that_takes_three_features_is_said(gifts: Make) -> None:
    draw = ("  when: len(stock) > 0\n  do:\n", "  when: not (has(mover, idle) and has(mover, swift))\n  do:\n")
    stay = ("  option: stay\n", "  option: stay\n  when: not has(next(mover), deep)\n")
    _, found = analysed(gifts(draw, stay))
    assert [clash.kind for clash in found.wider] == ["stuck"]
    assert not found.holds


def test_what_nobody_can_hold_is_no_proof(gifts: Make) -> None:
    """The mover always has the idle gift, so nobody has another one and nothing else is held."""
    also = "  adds_to: HAS/has\n  when: gift == idle\n  is: p == mover\n"
    _, found = analysed(gifts(clauses=clause("ALSO", also)))
    assert standing(found, "swift", "deep", True) is Standing.IMPOSSIBLE
    assert standing(found, "swift", "idle", True) is Standing.INDEPENDENT
    assert [one.one for one in found.alone if one.possible] == ["idle"]


# -- features -------------------------------------------------------------------------------------------------------


def test_features_are_found_by_the_definition_that_conditions_ask(plain: tuple[Law, Interactions]) -> None:
    law, _ = plain
    (found,) = possessions(law)
    assert (found.definition, found.type.name, found.features) == ("has", "Gift", ("swift", "broad", "deep", "idle"))
    assert possession_with(law, "deep") == possession_with(law, "Gift.deep") == (found, "deep")
    with pytest.raises(NoFeatures, match=r"no feature `dep`.*deep"):
        possession_with(law, "dep")
    with pytest.raises(NoFeatures, match=r"no enumeration `Gist`.*Gift"):
        possession_of(law, "Gist")


def test_a_rulebook_without_features_is_told_so() -> None:
    law = load(str(Path(__file__).parent.parent / "cli" / "rulebooks" / "tiny"))
    with pytest.raises(NoFeatures, match="no definition says"):
        possession_of(law, None)


def test_a_feature_is_given_by_a_card_and_denied_by_a_changed_law(plain: tuple[Law, Interactions]) -> None:
    law, _ = plain
    possession = possession_of(law, None)
    (way,) = ways(law, possession, {}, 2)
    assert (way.zone, way.home) == ("tokens", "supply")
    given = way.give({"at": "turn", "zones": {"tokens": {"p1": ["deep", "idle"]}}}, {"swift": 1})
    assert given["zones"] == {"tokens": {"p2": ["swift"]}, "supply": ["idle", "deep", "broad"]}
    for one, expected in ((law, True), (without_feature(law, possession, "deep"), False)):
        machine = Machine(one, {}, 2)
        position = machine.blank()
        card = one.card_named("deep")
        assert card is not None
        position.zones["tokens", 0].insert((card.index,), frozenset())
        assert machine.evaluate_definition(position, "has", [0, "deep"]) is expected
        assert machine.evaluate_definition(position, "has", [1, "deep"]) is False


def test_short_names_are_short_and_different() -> None:
    names = ("safe_harbour", "swift", "sword", "swap", "s", "safe_haven")
    found = short_names(names)
    assert len(set(found.values())) == len(names)
    assert all(len(one) == 2 for one in found.values())


# -- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: object) -> Result:
    result = CliRunner().invoke(main, [str(one) for one in arguments], prog_name="ruleslawyer")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_matrix_is_printed_and_a_conflict_is_code_1(tmp_path: Path) -> None:
    result = run("check", GIFTS.parent, "--interactions", "--save", tmp_path / "found")
    assert result.exit_code == 1
    lines = [
        line.split() for line in result.stdout.splitlines() if line.startswith(("swift ", "broad ")) and "\\" in line
    ]
    rows = {name: marks for name, _, *marks in lines}
    assert rows["swift"] == ["\\", "X", ".", ".", "o"]
    assert rows["broad"] == ["m", "\\", "m", ".", "o"]
    assert "deep" in result.stdout and "DEEP-2 disables BROAD-2" in result.stdout
    (saved,) = (tmp_path / "found").glob("*.yaml")
    replayed = run("run", saved, "--rulebook", GIFTS.parent)
    assert replayed.exit_code == 1
    assert "different outcomes: SWIFT, BROAD" in " ".join(replayed.stdout.split())


def test_two_features_in_detail(gifts: Make) -> None:
    calm = gifts(clauses=clause("CALM", "  disables: BROAD\n  when: has(mover, swift)\n"))
    result = run("check", calm, "--interactions", "--pair", "swift", "broad")
    assert result.exit_code == 0
    assert "swift and broad, held by one player: ordered" in result.stdout
    assert "CALM disables BROAD" in result.stdout
    data = json.loads(run("check", calm, "--interactions", "Gift", "--json").stdout)
    assert data["holds"] is True and data["type"] == "Gift"
    assert len(data["pairs"]) == 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--interactions", "Gits"), "did you mean `Gift`"),
        (("--interactions", "--pair", "swift", "swift"), "name two"),
        (("--pair", "swift", "deep"), "go with `--interactions`"),
    ],
)
def test_what_cannot_be_asked_is_explained(arguments: tuple[str, ...], message: str) -> None:
    result = run("check", GIFTS.parent, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
