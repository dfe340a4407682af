"""An implementation that pays wrongly: which clause it gets wrong, and the case that shows it."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ruleslawyer.conformance.campaign import Plan, Report, conform
from ruleslawyer.conformance.implementation import InProcess
from ruleslawyer.language import Law, load
from ruleslawyer.report.conformance_text import case_text
from ruleslawyer.scenario.model import Reading

from .test_every_rulebook import mirror_module

COINS = Path(__file__).parents[1] / "language" / "good" / "coins"

LEAFLET = """\
sources:
  leaflet:
    title: The leaflet
    language: en
    publisher: the tests
    sections:
    - section: 1
      heading: Play
      paragraphs: 1
"""
CITE = "  cite: leaflet 1 ¶1\n"
PRIZE = "  - pay: pot\n    from: pot\n    into: purse[mover]\n"
CLAUSES = f"""\
- id: PRIZE-1
  title: The prize
  says: The mover takes the pot.
{CITE}  at: prize
  do:
{PRIZE}\
- id: WEALTH-1
  title: What a player has
  says: A player has what is in the purse.
{CITE}  define: wealth
  with:
    p: Player
  gives: Int
  is: purse[p]
"""
RICHEST = "  - finish: set(p for p in players() if all(wealth(q) <= wealth(p) for q in players()))\n"


def law_of(folder: Path, old: str = "", new: str = "") -> Law:
    """The law of a copy of the rulebook of coins, with citations, in which the richest win and a text is replaced."""
    shutil.copytree(COINS, folder)
    text = (folder / "rulebook.yaml").read_text("utf-8")
    assert old in text
    changed = text.replace("  helper: true\n", CITE).replace("  - finish: set(mover)\n", RICHEST)
    changed = changed.replace(PRIZE, "  - raise: prize()\n").replace(
        "events:\n", "events:\n  prize:\n    policy: one\n"
    )
    changed = (changed + CLAUSES).replace(old, new, 1) + LEAFLET
    (folder / "rulebook.yaml").write_text(changed, "utf-8")
    return replace(load(str(folder)), profiles={"only": {}})


def held_against(law: Law, other: Law) -> Report:
    mirror = mirror_module().Mirror(other, "only")

    def through_json(method: str, params: Any) -> Any:
        return json.loads(json.dumps(mirror.handle(method, json.loads(json.dumps(params)))))

    plan = Plan(law.name, {}, Reading(profile="only"), games=6, seed=1)
    return conform(law, lambda: InProcess(through_json), plan)


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("    from: purse[mover]\n    into: pot", "    from: purse[mover]\n    into: box", "STAKE-1"),
        ("    from: pot\n    into: purse[mover]", "    from: pot\n    into: purse[next(mover)]", "PRIZE-1"),
    ],
    ids=["stake", "prize"],
)
def test_the_clause_that_paid_is_named_and_not_the_one_that_counts(
    old: str, new: str, clause: str, tmp_path: Path
) -> None:
    report = held_against(law_of(tmp_path / "right"), law_of(tmp_path / "wrong", old, new))
    assert [one.clause for one in report.findings] == [clause]


def test_the_last_decisions_of_a_long_case_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruleslawyer.report.conformance_text.MOST_DECISIONS", 1)
    old, new = "    from: pot\n    into: purse[mover]", "    from: pot\n    into: purse[next(mover)]"
    report = held_against(law_of(tmp_path / "right"), law_of(tmp_path / "wrong", old, new))
    finding = report.findings[0]
    run = finding.execution.run
    thrice = replace(run, scenario=replace(run.scenario, decisions=run.scenario.decisions * 3))
    lines = list(case_text(replace(finding, execution=replace(finding.execution, run=thrice))))
    assert "     2 decisions, which `--replay` plays; then" in lines
    assert len([line for line in lines if re.match(r"     stake: ", line)]) == 1
