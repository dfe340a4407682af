"""Files, folders and names; YAML and JSON."""

from __future__ import annotations

from pathlib import Path

from ruleslawyer.scenario.paths import read_paths, run_paths, scenario_files
from ruleslawyer.scenario.write import to_json, to_yaml


def test_a_rulebooks_name_means_its_fixtures() -> None:
    files = scenario_files(["dead-mans-draw"])
    assert [path.name for path in files] == sorted(path.name for path in files)
    assert {path.suffix for path in files} == {".yaml"}
    assert len(files) > 10


def test_a_file_named_twice_is_read_once() -> None:
    first = scenario_files(["dead-mans-draw"])[0]
    assert scenario_files([first, first.parent, first]) == scenario_files(["dead-mans-draw"])


def test_yaml_and_json_files_give_the_same_results(tmp_path: Path) -> None:
    file = read_paths(["dead-mans-draw"])[0]
    (tmp_path / "a.yaml").write_text(to_yaml(file.scenarios), encoding="utf-8")
    (tmp_path / "b.json").write_text(to_json(file.scenarios), encoding="utf-8")
    results = list(run_paths([tmp_path]))
    half = len(results) // 2
    assert half == len(file.scenarios)
    assert [one.scenario.id for one in results[:half]] == [one.scenario.id for one in results[half:]]
    assert [one.outcomes for one in results[:half]] == [one.outcomes for one in results[half:]]
    assert all(one.holds for one in results)
