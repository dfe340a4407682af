"""What expressions mean to the checker: types, bounds, narrowing, and what is refused."""

from __future__ import annotations

import pytest

from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.names import Binding, Environment, Reporter, Symbols
from ruleslawyer.language.types import PLAYER, CardType, EnumType, IntType, OptionalType, SetType, Type
from ruleslawyer.rulebook.model import ZoneDecl
from ruleslawyer.rulebook.nodes import Span, Text

NOWHERE = Span("game.yaml", 1, 1, 1, 1)


def text(value: str) -> Text:
    return Text(value, Span("game.yaml", 1, 1, 1, len(value) + 1))


def zone(name: str, order: str, of: str | None = None) -> ZoneDecl:
    owner = None if of is None else text(of)
    return ZoneDecl(name=text(name), of=owner, laid=text(order), seen_by=text("everyone"))


@pytest.fixture
def checker() -> ExpressionChecker:
    colour = EnumType("Colour", ("red", "blue"))
    symbols = Symbols(
        enums={"Colour": colour},
        kinds={"Plain": {"colour": colour, "rank": IntType(1, 9)}, "Fancy": {"gleam": IntType(0, 3)}},
        zones={"row": zone("row", "row"), "pile": zone("pile", "pile"), "hand": zone("hand", "bag", "Player")},
        zone_holds={name: frozenset({"Plain", "Fancy"}) for name in ("row", "pile", "hand")},
        state={"mover": (PLAYER, False), "owed": (IntType(0, 8), False)},
    )
    return ExpressionChecker(symbols, Reporter())


def environment(**names: Type) -> Environment:
    made = Environment()
    for name, kind in names.items():
        made.bind(Binding(name, kind, NOWHERE, "parameter"))
    return made


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("owed + 2", "2..10"),
        ("max(0, owed - 1)", "0..7"),
        ("2 * owed - 3", "-3..13"),
        ("owed // 3", "0..2"),
        ("-owed", "-8..0"),
        ("len(row)", "0.."),
        ("min(owed, len(row))", "0..8"),
        ("0 <= owed < 8", "Bool"),
        ("next(mover)", "Player"),
        ("opponents(mover)", "seq of Player"),
        ("set(p for p in players() if p != mover)", "set of Player"),
        ("sum(c.rank for c in row if c is Plain)", "0.."),
        ("max((c.rank for c in row if c is Plain), default=0)", "0..9"),
        ("set(c.colour for c in row if c is Plain)", "set of Colour"),
        ("len(c for p in players() for c in hand[p])", "0.."),
        ("set(c for p in players() for c in hand[p])", "set of Fancy or Plain"),
        ("owed if len(row) > 3 else 12", "0..12"),
        ("values(Colour)", "seq of Colour"),
        ("range(2, owed)", "seq of 2..7"),
        ("before(row, first(row))", "set of Fancy or Plain"),
    ],
)
def test_the_type_of_an_expression(checker: ExpressionChecker, written: str, shown: str) -> None:
    checked = checker.check(text(written), environment())
    assert checker.reporter.diagnostics == []
    assert str(checked.type) == shown


@pytest.mark.parametrize(
    "written",
    [
        "c is Plain and c.rank > 3",
        "not (c is Plain) or c.rank > 3",
        "c.rank > 3 if c is Plain else false",
        "any(x.rank > 3 for x in row if x is Plain)",
        "c.colour == red",
        "c.rank > 3",
        "c.colour == red and c.rank > 3",
        "maybe is not none and maybe == mover",
    ],
)
def test_conditions_narrow(checker: ExpressionChecker, written: str) -> None:
    both = CardType(frozenset({"Plain", "Fancy"}))
    checker.check(text(written), environment(c=both, maybe=OptionalType(PLAYER)))
    assert checker.reporter.diagnostics == []


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("c.rank > owed", "not-narrowed"),
        ("c is Plain or c.rank > 3", "unknown-field"),
        ("next(maybe)", "wrong-type"),
        ("mover < mover", "wrong-type"),
        ("1.5", "bad-expression"),
        ("'red'", "bad-expression"),
        ("True", "bad-expression"),
        ("owed[0]", "wrong-type"),
        ("row.cards", "no-field"),
        ("__import__('os').system('true')", "bad-expression"),
        ("len(x for x in row for y in)", "bad-expression"),
        ("top(row)", "wrong-type"),
        ("first(hand[mover])", "wrong-type"),
        ("set()", "wrong-type"),
        ("min(owed, default=3)", "wrong-type"),
        ("sum(x for x in row)", "wrong-type"),
    ],
)
def test_what_is_refused(checker: ExpressionChecker, written: str, code: str) -> None:
    both = CardType(frozenset({"Plain", "Fancy"}))
    checker.check(text(written), environment(c=both, maybe=OptionalType(PLAYER)))
    assert code in {fault.code for fault in checker.reporter.diagnostics}


def test_an_empty_set_takes_its_type_from_where_it_stands(checker: ExpressionChecker) -> None:
    checked = checker.check(text("set() if owed > 3 else everyone"), environment(), SetType(PLAYER))
    assert checked.type == SetType(PLAYER)
    assert checker.reporter.diagnostics == []


def test_deep_and_long_expressions_are_refused_not_followed(checker: ExpressionChecker) -> None:
    checker.check(text("(" * 300 + "1" + ")" * 300), environment())
    checker.check(text("not " * 100 + "true"), environment())
    checker.check(text("1 + " * 2_000 + "1"), environment())
    codes = [fault.code for fault in checker.reporter.diagnostics]
    assert codes == ["bad-expression"] * 3


def test_columns_count_characters_also_after_chinese_text(checker: ExpressionChecker) -> None:
    checker.check(text("len(row) > 锚"), environment())
    fault = checker.reporter.diagnostics[0]
    assert fault.span is not None
    assert (fault.span.column, fault.span.end_column) == (12, 13)
