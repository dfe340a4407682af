"""What generated code may be made of, and how rulings fold away."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import pytest

from ruleslawyer.compile import Compiled
from ruleslawyer.compile.partial import fold
from ruleslawyer.compile.source import HELPERS, SourceWriter, Tables
from ruleslawyer.language import Law, load, tree
from ruleslawyer.language.types import BOOL, INT, EnumType, IntType, SequenceType
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.backend import Constants
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.rulebook.nodes import Span

HERE = Span("test", 1, 1, 1, 2)
ANSWER = EnumType("answer", ("now", "later"))


@pytest.fixture(scope="module")
def constants() -> Constants:
    """A law that uses the whole language, for two players, with strict rounds."""
    law: Law = load(str(Path(__file__).parent / "rulebooks" / "everything"))
    return Constants(law, 2, {"tie": "all", "strict": "very"}, {"length": "short"})


def literal(value: int | bool | str | None) -> tree.Literal:
    """A literal of whatever type."""
    kind = BOOL if isinstance(value, bool) else ANSWER if isinstance(value, str) else INT
    return tree.Literal(value=value, type=kind, span=HERE)


def names_in(code: CodeType) -> set[str]:
    """Every global name and attribute that the code uses, comprehensions within it included."""
    inner = (names_in(one) for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*inner)


def test_generated_functions_see_nothing_but_helpers_and_tables(constants: Constants) -> None:
    backend = Compiled(constants)
    for name in constants.law.definitions:
        function = backend.definition(name)
        namespace = function.__globals__
        assert namespace["__builtins__"] == {}
        attributes = {"zones", "state", "cards", "elements", "tops", "top", "before", "append", "add", "union"}
        attributes |= {"tracer", "decided"}
        made = {known for known in namespace if known not in HELPERS}
        assert names_in(function.__code__) <= set(HELPERS) | made | attributes


@pytest.mark.parametrize("hostile", ["__import__('os')", "x' or 1 #", 'a"b', "\n", "{}", "\\"])
def test_text_of_the_rulebook_is_only_ever_a_quoted_literal(constants: Constants, hostile: str) -> None:
    writer = SourceWriter(Tables(constants), {}, {})
    for expression in (
        literal(hostile),
        tree.Local(name=hostile, type=INT, span=HERE),
        tree.StateRead(name=hostile, index=None, type=INT, span=HERE),
        tree.ZoneRead(name=hostile, index=None, scoped=True, type=INT, span=HERE),
    ):
        code = compile(writer.write(expression), "<test>", "eval")
        assert hostile in str(code.co_consts) or repr(hostile)[1:-1] in str(code.co_consts)
        assert set(code.co_names) <= {"local", "L", "P", "Z", "state", "zones"}


def test_a_ruling_folds_to_its_answer(constants: Constants) -> None:
    read = tree.RulingRead(name="strict", type=ANSWER, span=HERE)
    same = tree.Compare(operator="==", left=read, right=literal("very"), type=BOOL, span=HERE)
    assert fold(same, constants) == literal(True)
    assert fold(tree.Not(operand=same, type=BOOL, span=HERE), constants) == literal(False)
    unknown = tree.Local(name="x", type=BOOL, span=HERE)
    both = tree.Logic(operator="and", operands=(same, unknown), type=BOOL, span=HERE)
    assert fold(both, constants) == unknown
    either = tree.Logic(operator="or", operands=(same, unknown), type=BOOL, span=HERE)
    assert fold(either, constants) == literal(True)
    chosen = tree.Conditional(condition=same, then=literal(1), otherwise=unknown, type=INT, span=HERE)
    assert fold(chosen, constants) == literal(1)


def test_what_stands_before_a_deciding_operand_stays_if_it_may_be_an_obligation(constants: Constants) -> None:
    known = tree.Local(name="x", type=BOOL, span=HERE)
    obligation = tree.Builtin(name="first", arguments=(known,), type=BOOL, span=HERE)
    written = tree.Logic(operator="and", operands=(obligation, literal(False)), type=BOOL, span=HERE)
    assert fold(written, constants) == written
    total = tree.Logic(operator="and", operands=(known, literal(False)), type=BOOL, span=HERE)
    assert fold(total, constants) == literal(False)


def nested(depth: int) -> tree.Expression:
    """1 + (1 + (1 + ...)), nested more deeply than Python's own parser takes."""
    expression: tree.Expression = literal(1)
    for _ in range(depth):
        expression = tree.Arithmetic(operator="+", left=literal(1), right=expression, type=IntType(), span=HERE)
    return expression


def test_what_python_cannot_parse_is_left_to_the_reference(constants: Constants) -> None:
    assert Compiled(constants).expression(nested(250))(Position(2), {}, {}) == 251


def test_two_lists_of_values_are_not_confused(constants: Constants) -> None:
    """They differ in their type only, which comparing trees ignores."""
    backend = Compiled(constants)
    for enum in (constants.law.enums["Colour"], constants.law.enums["Mood"]):
        expression = tree.Builtin(name="values", arguments=(), type=SequenceType(enum), span=HERE)
        assert backend.expression(expression)(Position(2), {}, {}) == enum.literals


def test_both_back_ends_share_positions(constants: Constants) -> None:
    machines = [Machine(constants.law, constants.answers, 2, backend=one) for one in (Reference, Compiled)]
    position = machines[0].start()
    assert position.pending is not None
    machines[1].decide(position, position.pending.values[0])
    assert position.pending is not None
