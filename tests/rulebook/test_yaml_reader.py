"""YAML to nodes: everything is text with a place, and only the core of YAML is accepted."""

from __future__ import annotations

import pytest

from ruleslawyer.rulebook import yaml_reader
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.nodes import Listing, Mapping, Text
from ruleslawyer.rulebook.yaml_reader import read_yaml


def faults_of(text: str, *, flow: bool = False) -> list[Diagnostic]:
    with pytest.raises(RulebookError) as caught:
        read_yaml("f.yaml", text, flow=flow)
    return list(caught.value.diagnostics)


def test_every_scalar_is_text() -> None:
    root = read_yaml("f.yaml", "a: yes\nb: 012\nc: 2..4\nd: 2001-01-01\ne: '3'\nf: none\n")
    assert isinstance(root, Mapping)
    assert [str(value) for _, value in root] == ["yes", "012", "2..4", "2001-01-01", "3", "none"]


def test_scalars_know_whether_a_column_inside_them_maps_to_the_file() -> None:
    root = read_yaml("f.yaml", "a: x + 1\nb: 'x + 1'\nc: \"x + 1\"\nd: >\n  x + 1\n")
    assert isinstance(root, Mapping)
    assert [value.plain for _, value in root if isinstance(value, Text)] == [True, False, False, False]


def test_places_count_characters_not_bytes() -> None:
    root = read_yaml("f.yaml", "标题: 抽牌\nlist:\n- 一\n- [二, 三]\n")
    assert isinstance(root, Mapping)
    (title_key, title), (_, items) = root.entries
    assert str(title_key.span) == "f.yaml:1:1"
    assert (title.span.line, title.span.column, title.span.end_column) == (1, 5, 7)
    assert isinstance(items, Listing) and isinstance(items.items[1], Listing)
    assert items.items[1].flow and not items.flow
    assert str(items.items[1].items[1].span) == "f.yaml:4:7"


def test_block_scalars_end_with_their_last_line() -> None:
    root = read_yaml("f.yaml", "a: >-\n  one\n  two\n\n\nb: x\n")
    assert isinstance(root, Mapping)
    span = root.entries[0][1].span
    assert (span.line, span.column, span.end_line, span.end_column) == (1, 4, 3, 6)


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("a: 1\na: 2\n", "duplicate-key", "2:1", "line 1"),
        ("a:\nb: 1\n", "null", "1:1", "write a value"),
        ("a: ~\n", "null", "1:4", "write `none`"),
        ("a: null\n", "null", "1:4", "write `none`"),
        ("- x\n-\n", "null", "2:2", "write a value"),
        ("a: &x 1\n", "yaml-anchor", "1:4", "remove `&x`"),
        ("a: *x\n", "yaml-alias", "1:4", "quoted"),
        ("a: !!int 3\n", "yaml-tag", "1:4", "remove `!!int`"),
        ("a: !!python/object/apply:os.system [x]\n", "yaml-tag", "1:4", "remove"),
        ("a: {b: c}\n", "flow-mapping", "1:4", "one `key: value` a line"),
        ("a: 1\n---\nb: 2\n", "second-document", "2:1", "remove the line `---`"),
        ("%YAML 1.1\n---\na: b\n", "directive", "1:1", "remove the line"),
        ("? [a]\n: b\n", "complex-key", "1:3", "quote the line"),
        ("", "empty-file", "1:1", "at least one declaration"),
        ("# only a comment\n", "empty-file", "1:1", "at least one declaration"),
        ("a: b: c\n", "yaml-syntax", "1:5", "must be quoted"),
        ("a: 'x\n", "yaml-syntax", "1:4", "closing quote is missing"),
        ("a:\n\tb: c\n", "yaml-syntax", "2:1", "indent with spaces"),
        ("a: @x\n", "yaml-syntax", "1:4", "must be quoted"),
        ("a: [x\n", "yaml-syntax", "1:5", "quote the value"),
        ("a: x\0\n", "forbidden-character", "1:5", "plain UTF-8"),
        ("a: x\n b: \x07\n", "forbidden-character", "2:5", "plain UTF-8"),
        ("\ufeffa: x\n", "forbidden-character", "1:1", "without a byte order mark"),
    ],
)
def test_refuses_what_is_not_plain_yaml(text: str, code: str, place: str, hint: str) -> None:
    (fault,) = faults_of(text)
    assert (fault.code, str(fault.span)) == (code, f"f.yaml:{place}")
    assert hint in (fault.hint or "")


def test_reports_every_fault_of_a_file() -> None:
    found = faults_of("a: 1\na: 2\nb:\nc: !!str x\nd: {e: f}\n")
    assert [fault.code for fault in found] == ["duplicate-key", "null", "yaml-tag", "flow-mapping"]


def test_a_braced_expression_is_one_fault() -> None:
    (fault,) = faults_of("is: {x for x in y}\n")
    assert fault.code == "flow-mapping"


def test_scenario_files_may_use_flow_style() -> None:
    root = read_yaml("f.yaml", "bank: {p1: [red 1], p2: []}\n", flow=True)
    assert isinstance(root, Mapping)
    assert isinstance(root.get("bank"), Mapping)
    assert faults_of("bank: {p1: 1, p1: 2}\n", flow=True)[0].code == "duplicate-key"


def test_alias_bombs_are_not_expanded() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{after}: &{after} [*{before}, *{before}]\n" for before, after in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert {fault.code for fault in faults_of(bomb)} == {"yaml-anchor", "yaml-alias"}


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_nesting_is_bounded(opening: str) -> None:
    (fault, *_) = [one for one in faults_of(opening * 100 + "x") if one.code != "flow-mapping"]
    assert fault.code == "too-deep"
    assert "40 levels" in fault.message


def test_forty_levels_are_accepted() -> None:
    read_yaml("f.yaml", "[" * 40 + "x" + "]" * 40)
    assert faults_of("[" * 41 + "x" + "]" * 41)[0].code == "too-deep"


def test_half_a_million_brackets_do_no_harm() -> None:
    assert faults_of("[" * 500_000)[0].code in {"too-deep", "yaml-syntax"}


def test_size_is_bounded() -> None:
    (fault,) = faults_of("a: " + "x" * yaml_reader.MAX_BYTES)
    assert fault.code == "file-too-large"
    assert "1024 KiB" in fault.message


def test_the_number_of_nodes_is_bounded() -> None:
    (fault,) = faults_of("- x\n" * yaml_reader.MAX_NODES)
    assert fault.code == "too-many-nodes"
    assert fault.span is not None and fault.span.line == yaml_reader.MAX_NODES


def test_works_without_the_c_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "_LOADER", yaml_reader.yaml.SafeLoader)
    root = read_yaml("f.yaml", "a: [x, y]\nb: >\n  text\n\nc: 1\n")
    assert isinstance(root, Mapping)
    assert str(root.get("c")) == "1"
    assert faults_of("a: 'x\n")[0].code == "yaml-syntax"
