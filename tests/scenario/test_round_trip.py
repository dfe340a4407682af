"""Write, read, write: a scenario comes back as the same value, and its text as the same text."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given, settings, strategies as st

from ruleslawyer.language import Law
from ruleslawyer.rulebook.citations import Citation
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.nodes import Span, Text
from ruleslawyer.scenario.grammar import LUCK, ORIGINS
from ruleslawyer.scenario.model import Expectation, Reading, Scenario
from ruleslawyer.scenario.paths import read_paths
from ruleslawyer.scenario.read import read_text_of
from ruleslawyer.scenario.run import Runner
from ruleslawyer.scenario.schema import scenario_schema
from ruleslawyer.scenario.write import plain_file, to_json, to_yaml

VALIDATOR = jsonschema.Draft202012Validator(scenario_schema())

HERE = Span("", 1, 1, 1, 1)
TEXT = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=30).filter(str.strip)
NAME = st.from_regex(r"[a-z][a-z0-9_]{0,8}x", fullmatch=True)
SLUG = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}", fullmatch=True)
PLAYER = st.sampled_from(["p1", "p2", "p3", "p4"])
CARD = st.sampled_from(
    ["key 5", "mermaid 9", "none", "true", "7", "-3", "007", "~", "1e3", "2001-01-01", "a: b", "# x"]
)
SCALAR = st.one_of(CARD, TEXT, st.integers(-99, 99), st.booleans())
WRITTEN = st.recursive(
    SCALAR,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)),
    max_leaves=6,
)
CITES = st.lists(
    st.builds(
        lambda source, section, paragraphs: Citation(Text(source, HERE), Text(section, HERE), paragraphs, HERE),
        SLUG,
        st.from_regex(r"[一-三a-z]{1,3}( [0-9.#:-]{1,3})?", fullmatch=True),
        st.lists(st.integers(1, 99), unique=True, max_size=3).map(sorted).map(tuple),
    ),
    max_size=2,
).map(tuple)
PAIRS = st.lists(st.tuples(NAME, WRITTEN), max_size=3).map(tuple)
ANSWERS = st.dictionaries(NAME, NAME, max_size=2)
READINGS = st.lists(st.one_of(st.builds(Reading, SLUG), st.builds(Reading, st.just(""), ANSWERS)), max_size=3).map(
    tuple
)
EXPECTATION = st.builds(
    Expectation,
    after=st.one_of(st.none(), st.just(0)),
    seen_by=st.one_of(st.just(""), st.just("everyone"), PLAYER),
    zones=st.dictionaries(NAME, WRITTEN, max_size=2),
    state=st.dictionaries(NAME, WRITTEN, max_size=2),
    asks=st.one_of(st.none(), NAME),
    by=st.one_of(st.none(), PLAYER, st.just("chance")),
    legal=st.one_of(st.none(), st.lists(WRITTEN, max_size=2).map(tuple)),
    forced=PAIRS,
    values=st.dictionaries(TEXT, WRITTEN, max_size=2),
    winners=st.one_of(st.none(), st.lists(PLAYER, max_size=2).map(tuple)),
    finished=st.one_of(st.none(), st.booleans()),
    stated_by=CITES,
)
SCENARIO = st.builds(
    Scenario,
    slug=SLUG,
    rulebook=SLUG,
    version=TEXT,
    players=st.integers(1, 99),
    because=TEXT,
    origin=st.sampled_from(ORIGINS),
    cite=CITES,
    readings=READINGS,
    otherwise=st.one_of(st.just(""), SLUG),
    options=st.dictionaries(NAME, NAME, max_size=2),
    given=st.one_of(st.none(), st.dictionaries(NAME, WRITTEN, max_size=3)),
    luck=st.sampled_from(LUCK),
    decisions=PAIRS,
    then=st.lists(EXPECTATION, max_size=2).map(tuple),
    clauses=st.lists(TEXT, max_size=2).map(tuple),
    info=st.dictionaries(NAME, TEXT, max_size=2),
)


@settings(max_examples=100, deadline=None)
@given(SCENARIO)
def test_yaml_and_json_come_back_as_the_same_value(scenario: Scenario) -> None:
    for write in (to_yaml, to_json):
        text = write([scenario])
        (again,) = read_text_of("case", text).scenarios
        assert again == scenario
        assert again.id == scenario.id
        assert write([again]) == text


@settings(max_examples=50, deadline=None)
@given(SCENARIO, TEXT)
def test_the_id_changes_with_what_is_run_or_expected_and_only_with_that(scenario: Scenario, text: str) -> None:
    told = replace(scenario, because=text, origin="mutant", info={"x": text}, version=text, cite=(), slug="other")
    assert told.digest == scenario.digest
    assert replace(scenario, decisions=(*scenario.decisions, ("label", text))).digest != scenario.digest
    assert replace(scenario, clauses=(*scenario.clauses, text)).digest != scenario.digest
    assert replace(scenario, players=scenario.players % 99 + 1).digest != scenario.digest


@settings(max_examples=50, deadline=None)
@given(SCENARIO)
def test_whatever_is_written_agrees_with_the_schema(scenario: Scenario) -> None:
    VALIDATOR.validate(plain_file([scenario]))
    VALIDATOR.validate(json.loads(to_json([scenario])))


def test_fixtures_come_back_and_still_hold(law: Law) -> None:
    runner = Runner(law)
    for file in read_paths(["dead-mans-draw"]):
        again = read_text_of(file.name, to_yaml(file.scenarios)).scenarios
        assert again == file.scenarios
        assert runner.run(again[0]).holds


def test_an_edited_scenario_does_not_keep_its_written_id() -> None:
    (scenario, *_) = read_paths(["dead-mans-draw"])[0].scenarios
    text = to_yaml([scenario])
    with pytest.raises(RulebookError, match="has been changed since its id was made"):
        read_text_of("case", text.replace(f"players: {scenario.players}", "players: 4"))


def test_a_file_is_of_one_rulebook() -> None:
    (scenario, *_) = read_paths(["dead-mans-draw"])[0].scenarios
    with pytest.raises(ValueError, match="all of one rulebook"):
        to_yaml([scenario, replace(scenario, rulebook="other")])
