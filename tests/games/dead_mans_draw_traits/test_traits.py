"""Traits and characters: each exception has a fixture that needs it, and games with them keep every claim."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import Law, load
from ruleslawyer.language.law import Case, Definition, Event, Undercut
from ruleslawyer.rulebook.ledger import ledger
from ruleslawyer.rulebook.model import EntryKind
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.run import Runner

LAW = load("dead-mans-draw-traits")
SCENARIOS = [scenario for file in read_paths(["dead-mans-draw-traits"]) for scenario in file.scenarios]
TRAITS = [scenario for scenario in SCENARIOS if scenario.options]


def cases(law: Law) -> Iterator[Case]:
    for definition in law.definitions.values():
        yield from definition.cases
    for event in law.events.values():
        yield from event.rules
        yield from (option.case for option in event.options)


def below(case: Case) -> Iterator[Case]:
    yield case
    for exception in case.exceptions:
        yield from below(exception)


def undercuts() -> set[str]:
    every = [one for case in cases(LAW) for one in below(case)]
    found: set[str] = set()
    pending = [undercut for case in every for undercut in case.disabled_by]
    while pending:
        undercut = pending.pop()
        found.add(undercut.id)
        pending += undercut.disabled_by
    return found


def without_undercut(undercuts_: tuple[Undercut, ...], entry: str) -> tuple[Undercut, ...]:
    return tuple(
        replace(one, disabled_by=without_undercut(one.disabled_by, entry)) for one in undercuts_ if one.id != entry
    )


def without(case: Case, entry: str) -> Case:
    return replace(
        case,
        exceptions=tuple(without(one, entry) for one in case.exceptions if one.id != entry),
        disabled_by=without_undercut(case.disabled_by, entry),
    )


def law_without(entry: str) -> Law:
    def pruned_definition(one: Definition) -> Definition:
        return replace(one, cases=tuple(without(case, entry) for case in one.cases))

    def pruned_event(one: Event) -> Event:
        options = tuple(replace(option, case=without(option.case, entry)) for option in one.options)
        return replace(one, rules=tuple(without(case, entry) for case in one.rules), options=options)

    return replace(
        LAW,
        definitions={name: pruned_definition(one) for name, one in LAW.definitions.items()},
        events={name: pruned_event(one) for name, one in LAW.events.items()},
    )


def exceptions_of_events() -> set[str]:
    rules = [case for event in LAW.events.values() for case in event.rules]
    return {one.id for rule in rules for case in rule.exceptions for one in below(case)}


UNDERCUTS = {
    "DAVY-1": "davy-jones-does-not-collect-what-is-saved",
    "MARGOT-2": "madam-margot-picks-no-card-that-is-saved",
    "TH-6": "swordsman-is-void-against-parry",
    "TH-8": "scavenger-voids-misfire",
    "TH-9": "fisherman-voids-beastmaster-for-a-hooked-kraken",
    "TR-NAVIG/whole": "navigator-chooses-from-all-discards",
    "TR-SWORDS": "swordsman-takes-a-suit-that-is-owned",
}
NOTICED_BY_NONE = {"MARGOT-1"}
"""Davy Jones' Locker and Madam Margot of one player: no document deals a character together with traits for two."""


STANDS_IN = {"HOOKED/play", "KEPT/anchored", "KEPT/bust", "KEPT/collected"}
"""What does as the base does and lets traits have a part in it: any fixture may notice."""
FOR_PROOFS = {"TRAIT-ROW/turn"}
"""What differs from the base only in the invariant of its loop."""


def test_every_undercut_has_its_fixture() -> None:
    assert undercuts() == {*UNDERCUTS, *NOTICED_BY_NONE}


@pytest.mark.parametrize("entry", sorted({*UNDERCUTS, *exceptions_of_events()} - FOR_PROOFS))
def test_a_fixture_notices_when_an_exception_is_taken_out(entry: str) -> None:
    runner = Runner(law_without(entry))
    using = [
        scenario
        for scenario in TRAITS
        if entry in STANDS_IN
        or scenario.slug == UNDERCUTS.get(entry)
        or {entry, entry.partition("/")[0]} & set(scenario.clauses)
    ]
    assert any(not runner.run(replace(scenario, clauses=())).holds for scenario in using)


def test_traits_use_exceptions_undercuts_and_contributions() -> None:
    kinds = {
        entry.kind
        for clause in LAW.rulebook.clauses
        if clause.id.value.startswith(("TR-", "CH-", "TH-"))
        for entry in clause.entries
    }
    assert {EntryKind.EXCEPTION, EntryKind.UNDERCUT, EntryKind.CONTRIBUTION} <= kinds


def test_every_paragraph_about_traits_is_law() -> None:
    sections = {"角色能力": 28, "特性卡規則": 6, "特性卡能力": 19, "特性卡提示": 14}
    for section, paragraphs in sections.items():
        rows = [one for one in ledger(LAW.rulebook) if one.source == "print-and-play" and one.section == section]
        assert [row.paragraph for row in rows if row.cited_by] == list(range(1, paragraphs + 1))


@pytest.mark.parametrize("trait", LAW.enums["TraitName"].literals)
def test_every_trait_has_a_scenario_of_its_own(trait: str) -> None:
    def held(scenario: Scenario) -> list[str]:
        zones = (scenario.given or {}).get("zones", {})
        return [card for cards in zones.get("traits_of", {}).values() for card in cards]

    assert any(held(scenario) == [trait] for scenario in TRAITS)


GAMES = 12


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_with_random_traits_keeps_every_claim(seed: int) -> None:
    luck = random.Random(f"traits {seed}")
    answers = {name: luck.choice(ruling.type.literals) for name, ruling in LAW.rulings.items()}
    options = {name: luck.choice(option.literals) for name, option in LAW.options.items()}
    options["traits"] = LAW.options["traits"].literals[1 + seed % 4]
    machine = fast_machine(LAW, answers, luck.choice([2, 2, 3, 4]), options=options, monitor=True)
    position = machine.start()
    while position.pending is not None:
        values = position.pending.values
        draws = position.pending.label == "act" and luck.random() < 0.5
        machine.decide(position, ("draw", ()) if draws and ("draw", ()) in values else luck.choice(values))
    assert position.winners
