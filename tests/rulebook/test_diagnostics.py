"""Diagnostics as people see them."""

from __future__ import annotations

import pytest

from ruleslawyer.rulebook.diagnostics import Diagnostic, did_you_mean, render
from ruleslawyer.rulebook.nodes import Span


def test_carets_line_up_under_wide_characters() -> None:
    fault = Diagnostic("code", "message", Span("f", 1, 4, 1, 6), "X-1", "do this")
    assert render(fault, {"f": "甲乙:丙丁\n"}) == (
        "f:1:4: message [code]\n  | 甲乙:丙丁\n  |      ^^^^\n  = in clause X-1\n  = do this"
    )


def test_of_a_long_line_only_the_part_around_the_place_is_quoted() -> None:
    lines = render(
        Diagnostic("code", "m", Span("f", 1, 5001, 1, 5004)), {"f": "x" * 5000 + "abc" + "y" * 5000}
    ).splitlines()
    assert max(map(len, lines)) < 200
    column = lines[2].index("^")
    assert lines[1][column : column + 3] == "abc"
    assert lines[2].count("^") == 3


@pytest.mark.parametrize("place", [Span("f", 9, 1, 9, 2), Span("g", 1, 1, 1, 2), Span("f", 1, 99, 1, 100)])
def test_a_place_outside_the_text_is_no_error(place: Span) -> None:
    assert render(Diagnostic("code", "message", place), {"f": "a\n"}).startswith(f"{place}: message [code]")


def test_control_characters_do_not_reach_the_terminal() -> None:
    shown = render(Diagnostic("code", "bad \x1b[31m", Span("f", 1, 1, 1, 2)), {"f": "a \x1b]0;title\x07\n"})
    assert "\x1b" not in shown and "\x07" not in shown


def test_hints_name_the_nearest_or_all() -> None:
    assert did_you_mean("zonse", ["zones", "state"]) == "did you mean `zones`?"
    assert did_you_mean("qqq", ["zones", "state"]) == "known here: state, zones"
    assert did_you_mean("qqq", []) == "nothing is known here"
