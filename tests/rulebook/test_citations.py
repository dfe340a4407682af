"""The notation of citations: what is printed is what is read, and a fault points at the part that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from ruleslawyer.rulebook.citations import Citation, citation_lines, number_runs, read_citations
from ruleslawyer.rulebook.diagnostics import Diagnostic, render
from ruleslawyer.rulebook.nodes import Listing, Span, Text
from ruleslawyer.rulebook.yaml_reader import read_yaml

HERE = Span("", 1, 1, 1, 1)
SOURCE = st.from_regex(r"[A-Za-z0-9]{1,4}([-_.][A-Za-z0-9]{1,4}){0,2}", fullmatch=True)
SECTION = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=";¶"), min_size=1, max_size=6)
SECTIONS = st.lists(SECTION, min_size=1, max_size=3).map(" ".join)
CITATIONS = st.lists(
    st.builds(
        lambda source, section, paragraphs: Citation(
            Text(source, HERE), None if section is None else Text(section, HERE), tuple(sorted(paragraphs)), HERE
        ),
        SOURCE,
        st.one_of(st.none(), SECTIONS),
        st.sets(st.integers(1, 1000), max_size=6),
    ),
    min_size=1,
    max_size=6,
)


def texts(lines: list[str]) -> Listing:
    return Listing(tuple(Text(line, HERE) for line in lines), HERE)


@given(citations=CITATIONS, width=st.sampled_from([10, 40, 1000]))
def test_what_is_printed_is_read_back(citations: list[Citation], width: int) -> None:
    faults: list[Diagnostic] = []
    assert read_citations(texts(citation_lines(citations, width)), faults) == tuple(citations)
    assert faults == []


def test_every_part_has_its_place() -> None:
    root = read_yaml("f.yaml", "cite: s 1 a ¶2,4-6; 二\n")
    (first, second) = read_citations(root.get("cite"), [])  # type: ignore[union-attr]
    assert (str(first.source), str(first.section), first.paragraphs) == ("s", "1 a", (2, 4, 5, 6))
    assert [(one.span.column, one.span.end_column) for one in (first.source, first.section, first)] == [  # type: ignore
        (7, 8),
        (9, 12),
        (13, 19),
    ]
    assert (str(second.source), str(second.section), second.paragraphs) == ("s", "二", ())
    assert (second.span.column, second.span.end_column) == (21, 22)


def test_a_fault_points_at_the_part_that_is_wrong() -> None:
    text = "cite:\n- house 三.4 锚 ¶1,7-4; 五\n"
    faults: list[Diagnostic] = []
    root = read_yaml("f.yaml", text)
    found = read_citations(root.get("cite"), faults, "X-1")  # type: ignore[union-attr]
    assert [one.paragraphs for one in found] == [(1,), ()]
    assert [render(one, {"f.yaml": text}) for one in faults] == [
        "f.yaml:2:18: `7-4` is an empty range [empty-range]\n"
        "  | - house 三.4 锚 ¶1,7-4; 五\n"
        "  |                    ^^^\n"
        "  = in clause X-1\n"
        "  = write `4-7`"
    ]


@pytest.mark.parametrize(
    ("numbers", "text"), [((3,), "3"), ((1, 2), "1-2"), ((1, 3, 4, 5), "1,3-5"), ((5, 1, 2), "1-2,5")]
)
def test_runs_of_numbers(numbers: tuple[int, ...], text: str) -> None:
    assert number_runs(numbers) == text
