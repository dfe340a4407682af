"""What a law answers about itself, on a rulebook in which it can be read off."""

from __future__ import annotations

import pytest

from ruleslawyer.language import Law, load
from ruleslawyer.language.analysis import (
    Footprints,
    all_cases,
    base_cases,
    cases_of,
    conditions_of,
    entries_by,
    event_of,
    own_expressions,
    parts,
    raisers,
    rulings_read,
    undercuts_of,
    with_exceptions,
)
from ruleslawyer.language.tree import Literal, Move, StateRead

RULEBOOK = """\
rulebook: lamps
title: Lamps
version: 1.0.0
says: A lamp is lit, twice.
players: 2..2
begins: play
kinds:
  Lamp:
    number: 1..2
cards:
- kind: Lamp
  each:
    number: 1..2
zones:
  shelf:
    holds: Lamp
    order: bag
    seen_by: everyone
    starts: cards()
  lit:
    holds: Lamp
    order: row
    seen_by: everyone
state:
  count:
    type: 0..3
    starts: 0
  bonus:
    type: 0..3
    starts: 0
rulings:
  bright:
    asks: Is it bright?
    answers:
      bright:
        says: It is.
      dim:
        says: It is not.
profiles:
  plain:
    title: Plain
    answers:
      bright: bright
events:
  play:
    policy: one
  light:
    policy: one
clauses:
- id: PLAY
  title: Play
  says: Two lamps are lit.
  helper: true
  at: play
  do:
  - raise: light()
- id: LIGHT
  title: Light
  says: The count goes up.
  helper: true
  at: light
  do:
  - if: worth() > 0
    do:
    - set:
        count: worth()
- id: LIGHT-2
  title: Light them all
  says: A bonus lights all.
  helper: true
  overrides: LIGHT
  when: bonus > 0
  do:
  - move: lamp
    from: shelf
    into: lit
    where: lamp.number > 0
- id: LIGHT-3
  title: Darkness
  says: In the dark nothing helps.
  helper: true
  disables: LIGHT-2
  when: ruling.bright == dim
- id: WORTH
  title: Worth
  says: What a lamp is worth.
  helper: true
  define: worth
  gives: 0..3
  is: base()
- id: WORTH-2
  title: Worth much
  says: A full row is worth more.
  helper: true
  overrides: WORTH
  when: len(lit) > 1
  is: 3
- id: BASE
  title: Base
  says: A lamp is worth what was counted.
  helper: true
  define: base
  gives: 0..3
  is: count
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Law:
    folder = tmp_path_factory.mktemp("lamps")
    (folder / "rulebook.yaml").write_text(RULEBOOK, encoding="utf-8")
    return load(str(folder))


def ids(cases: object) -> list[str]:
    return [case.id for case in cases]  # type: ignore[attr-defined]


def test_a_case_comes_with_its_exceptions(law: Law) -> None:
    light = law.events["light"]
    assert ids(base_cases(light)) == ["LIGHT"]
    assert ids(cases_of(light)) == ids(with_exceptions(*light.rules)) == ["LIGHT", "LIGHT-2"]
    assert ids(all_cases(law)) == ["PLAY", "LIGHT", "LIGHT-2", "WORTH", "WORTH-2", "BASE"]


def test_what_disables_a_case_is_among_its_conditions_and_not_its_own_expressions(law: Law) -> None:
    case = next(case for case in all_cases(law) if case.id == "LIGHT-2")
    assert ids(undercuts_of(case)) == ["LIGHT-3"]
    assert rulings_read(*conditions_of(case)) == {"bright"}
    assert rulings_read(*own_expressions(case)) == frozenset()
    assert [part.name for part in parts(StateRead, *own_expressions(case))] == ["bonus"]
    assert [part.value for part in parts(Literal, case.when, None)] == [0]


def test_entries_of_events_are_found_by_id(law: Law) -> None:
    found = event_of(law, "LIGHT-2")
    assert found is not None and (found[0].name, found[1].id) == ("light", "LIGHT-2")
    assert event_of(law, "WORTH") is None


def test_entries_are_found_by_what_they_raise(law: Law) -> None:
    assert raisers(law) == {"light": {"PLAY"}}
    assert entries_by(law, lambda one: one.name if isinstance(one, Move) else None) == {"lamp": {"LIGHT-2"}}


def test_reads_go_through_definitions_and_their_exceptions(law: Law) -> None:
    footprints = Footprints(law)
    worth = footprints.definition_reads("worth")
    assert (worth.places, worth.definitions) == ({"lit", "count"}, {"base"})
    (light, *_) = law.events["light"].rules
    assert footprints.reads(*own_expressions(light)).definitions == {"worth", "base"}
    assert footprints.reads().places == frozenset()


def test_writes_go_through_the_events_that_are_raised(law: Law) -> None:
    footprints = Footprints(law)
    assert footprints.event_writes("light") == {"count", "shelf", "lit"}
    assert footprints.event_writes("play") == {"count", "shelf", "lit"}
    (light, *_) = law.events["light"].rules
    assert footprints.writes(light.do) == {"count"}
