"""The scenarios of a base hold for its extension, or the extension says which do not."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleslawyer.report.scenarios import result_text
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.paths import run_paths
from ruleslawyer.scenario.results import Result

Extend = Callable[..., list[Result]]
GOOD = Path(__file__).parent.parent / "language" / "good"
LAYING = """
format: 1
rulebook: tiny
version: '1'
scenarios:
- id: laying
  because: A laid card scores its rank.
  origin: hand
  cite: leaflet 1 ¶4
  players: 2
  given:
    at: play
    zones:
      hand: {p1: [blue 2, blue 1]}
    rest: stock
    state: {mover: p1}
  decisions:
  - play: lay_one
  - which: blue 2
  then:
  - after: 2
    state:
      points: {p1: {points}}
"""
DEARER = """
clauses:
- id: MORE-1
  title: Everything is worth three
  says: Every card is worth three.
  helper: true
  overrides: WORTH-1
  is: 3
"""
DEPARTS = "departs:\n- scenario: {slug}\n  reason: here it is worth three\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    shutil.copytree(GOOD, tmp_path / "spec")
    folder = tmp_path / "fixtures" / "tiny"
    folder.mkdir(parents=True)
    (folder / "laying.yaml").write_text(LAYING.replace("{points}", "2"), encoding="utf-8")
    return tmp_path / "spec"


@pytest.fixture
def extend(spec: Path) -> Extend:
    def results(text: str, *paths: Path) -> list[Result]:
        folder = spec / "more"
        folder.mkdir(exist_ok=True)
        (folder / "more.yaml").write_text(f"rulebook: more\nextends: ../tiny\ntitle: More\n{text}", encoding="utf-8")
        return list(run_paths(paths, str(folder)))

    return results


def test_an_extension_is_held_to_the_scenarios_of_its_base(extend: Extend, spec: Path) -> None:
    (result,) = extend("")
    assert result.holds and result.as_expected
    (of_path,) = extend("", spec.parent / "fixtures" / "tiny")
    assert of_path.outcomes == result.outcomes
    (result,) = extend(DEARER)
    assert not result.holds and "laying: does not hold" in result_text(result)


def test_a_departure_is_named_with_its_reason(extend: Extend) -> None:
    (result,) = extend(DEARER + DEPARTS.format(slug="laying"))
    assert result.holds and result_text(result) == "laying: departs: here it is worth three"


def test_a_departure_that_does_not_happen_is_a_failure(extend: Extend) -> None:
    (result,) = extend(DEPARTS.format(slug="laying"))
    assert not result.holds and "although `departs:` names it" in result_text(result)


def test_a_departure_from_no_scenario_is_refused(extend: Extend) -> None:
    with pytest.raises(RulebookError, match="no base has a scenario `lying`"):
        extend(DEARER + DEPARTS.format(slug="lying"))


def test_the_own_scenarios_of_an_extension_are_run_too(extend: Extend, spec: Path) -> None:
    folder = spec.parent / "fixtures" / "more"
    folder.mkdir()
    own = LAYING.replace("{points}", "3").replace("rulebook: tiny", "rulebook: more").replace("id: laying", "id: own")
    (folder / "own.yaml").write_text(own, encoding="utf-8")
    results = extend(DEARER + DEPARTS.format(slug="laying"))
    assert [(one.scenario.slug, one.holds) for one in results] == [("laying", True), ("own", True)]
