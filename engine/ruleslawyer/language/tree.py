"""The checked syntax tree: the one source from which interpreter, generated code and Z3 formulas are made.

Every name is resolved and every expression has a type. Run-time values, by type:

=============  =====================================================
Int            int
Bool           bool
Player         int, the seat, from 0
enumeration    str, the literal
card           int, the index into `Law.cards`
set of T       frozenset
seq of T       tuple
T?             the value, or None
=============  =====================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal as PythonLiteral, dataclass_transform

from ruleslawyer.language.types import Type
from ruleslawyer.rulebook.nodes import Span

Connective = PythonLiteral["and", "or"]
ArithmeticOperator = PythonLiteral["+", "-", "*", "//"]
Comparison = PythonLiteral["==", "!=", "<", "<=", ">", ">="]
FoldOperator = PythonLiteral["set", "any", "all", "sum", "min", "max", "len", "union"]
TakenFrom = PythonLiteral["from", "top", "random"]
PilePlace = PythonLiteral["top", "bottom"]
Facing = PythonLiteral["up", "down"]


# -- expressions --------------------------------------------------------------------------------------------------


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Node:
    """A part of the tree: every class of them is a frozen dataclass, made by keywords."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Expression(Node):
    type: Type = field(compare=False)
    span: Span = field(compare=False)

    def children(self) -> Iterator[Expression]:
        """The direct sub-expressions, left to right."""
        for one in fields(self):
            yield from _expressions_in(getattr(self, one.name))

    def with_children(self, change: Callable[[Expression], Expression]) -> Expression:
        """The same expression of changed sub-expressions."""
        changed: dict[str, object] = {}
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, Expression):
                changed[one.name] = change(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], Expression):
                changed[one.name] = tuple(map(change, value))
        return replace(self, **changed) if changed else self  # type: ignore[arg-type]


class Literal(Expression):
    """An integer, truth value, enumeration literal (str), or none."""

    value: int | bool | str | None


class Local(Expression):
    """A parameter, a `let`, a bound variable, or a card that a statement named."""

    name: str


class StateRead(Expression):
    """A state variable; `index` is the player for `of: Player` state."""

    name: str
    index: Expression | None


class ZoneRead(Expression):
    """A zone, global or scoped. As a set it is the set of its cards."""

    name: str
    index: Expression | None
    scoped: bool = False


class RulingRead(Expression):
    """The answer in force to a ruling (a str)."""

    name: str


class OptionRead(Expression):
    """The variant of play in force (a str)."""

    name: str


class FieldRead(Expression):
    """A field of a card. None where the card's kind lacks it."""

    target: Expression
    name: str


class Not(Expression):
    operand: Expression


class Logic(Expression):
    """Evaluated left to right and cut short."""

    operator: Connective
    operands: tuple[Expression, ...]


class Arithmetic(Expression):
    """Unary minus is `0 - x`."""

    operator: ArithmeticOperator
    left: Expression
    right: Expression


class Compare(Expression):
    """Order is on Ints and on enumerations (as declared)."""

    operator: Comparison
    left: Expression
    right: Expression


class Member(Expression):
    """`item in collection`: a zone, a set or a sequence."""

    item: Expression
    collection: Expression


class IsNone(Expression):
    operand: Expression


class IsKind(Expression):
    """Whether a card is of one of `kinds`."""

    operand: Expression
    kinds: frozenset[str]


class Conditional(Expression):
    condition: Expression
    then: Expression
    otherwise: Expression


class Call(Expression):
    """A definition of the rulebook applied to arguments, see `Law.definitions`."""

    name: str
    arguments: tuple[Expression, ...]


class Builtin(Expression):
    """A builtin other than the folds: len, tops, top, before, cards, players, everyone, nobody, opponents, next, prev,
    seats, steps, first, last, at, the, values, range, min, max (two or more Ints), face_up.

    `values(TYPE)` has no arguments; what it lists is its type's element.
    """

    name: str
    arguments: tuple[Expression, ...]


class SetOf(Expression):
    """`set(a, b)`: a set by listing."""

    elements: tuple[Expression, ...]


class Fold(Expression):
    """A comprehension: the `operator` of `element` for `variable` in `source` if `condition`.

    `union` is what `set(e for a in A for b in B)` makes of its outer `for`: the element is a set, the result is their
    union.
    `min` and `max` of nothing give `default`; without one they are an obligation. `sum`, `min`, `max` of a set or zone
    are a fold whose element is the variable itself. `sum` and `len` count every element, equal ones too.
    """

    operator: FoldOperator
    element: Expression
    variable: str
    source: Expression
    condition: Expression | None
    default: Expression | None = None


class Watched(Expression):
    """An expression of whose values the tracer of a run is told, under `name`. No rulebook has one: see `watch`."""

    operand: Expression
    name: str = field(compare=False)


class Old(Expression):
    """The value that `operand` had when the event of a contract began."""

    operand: Expression


# -- statements ---------------------------------------------------------------------------------------------------


class Statement(Node):
    span: Span = field(compare=False)
    label: str
    """Names this point within its clause: `ask`, `label`, or the keyword with its ordinal (`take`, `take.2`)."""

    def expressions(self) -> Iterator[Expression]:
        """The direct expressions of this statement (not of nested statements)."""
        for one in fields(self):
            yield from _expressions_in(getattr(self, one.name))

    def blocks(self) -> Iterator[Block]:
        """The nested statement lists, in the order written."""
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, tuple) and (not value or isinstance(value[0], Statement)) and one.name in _BLOCKS:
                yield value


Block = tuple[Statement, ...]
_BLOCKS = frozenset({"do", "otherwise", "final"})


class Let(Statement):
    bindings: tuple[tuple[str, Expression], ...]


class Assignment(Node):
    """`name` or `name[index]` gets `value`; its declared type is `Law.state[name].type`."""

    name: str
    index: Expression | None
    value: Expression
    span: Span = field(compare=False)


class SetState(Statement):
    assignments: tuple[Assignment, ...]


class Take(Statement):
    """The local names a card that lies there ('from'), or is bound by chance."""

    name: str
    how: TakenFrom
    zone: Expression


class Put(Statement):
    """The top of a row is its right end."""

    card: Expression
    zone: Expression
    at: PilePlace
    face: Facing | None


class Move(Statement):
    """Every card of `source` that satisfies `where` goes to `target`; both may use `name`; judged before any moves."""

    name: str
    source: Expression
    target: Expression
    where: Expression | None


class Deal(Statement):
    name: str
    count: Expression
    source: Expression
    target: Expression


class Peek(Statement):
    name: str
    zone: Expression
    seen_by: Expression


class Shuffle(Statement):
    zone: Expression


class Reveal(Statement):
    zone: Expression
    to: Expression


class Roll(Statement):
    name: str
    low: int
    high: int


class Choose(Statement):
    """One decision over all tuples; each domain may use the names before it. `by` None: chance. `size`: the one name is
    a set of exactly that many elements."""

    names: tuple[tuple[str, Expression], ...]
    by: Expression | None
    ask: str
    optional: Expression | None
    size: Expression | None


class Offer(Statement):
    event: str
    arguments: tuple[Expression, ...]


class Raise(Statement):
    event: str
    arguments: tuple[Expression, ...]
    gives: str | None


class Give(Statement):
    value: Expression


class If(Statement):
    condition: Expression
    do: Block
    otherwise: Block


class For(Statement):
    """`source` is frozen at the start; `until` is read before each round."""

    name: str
    source: Expression
    until: Expression | None
    do: Block


class Repeat(Statement):
    do: Block
    condition: Expression
    invariants: tuple[Expression, ...]
    measure: tuple[Expression, ...]
    unbounded: bool


class Scope(Statement):
    """`zones` names the scoped zones, declared in `Law.zones` under the same names."""

    name: str
    zones: tuple[str, ...]
    do: Block
    final: Block


class Pay(Statement):
    """`amount` goes from one account to another; 0 <= amount <= what `source` holds is an obligation."""

    amount: Expression
    source: StateRead
    target: StateRead


class End(Statement):
    scope: str


class Finish(Statement):
    winners: Expression


def _expressions_in(value: object) -> Iterator[Expression]:
    if isinstance(value, Expression):
        yield value
    elif isinstance(value, Assignment):
        if value.index is not None:
            yield value.index
        yield value.value
    elif isinstance(value, tuple):
        for item in value:
            yield from _expressions_in(item)


def walk(expression: Expression) -> Iterator[Expression]:
    """The expression and everything inside it, outermost first."""
    yield expression
    for child in expression.children():
        yield from walk(child)


def statements(block: Block) -> Iterator[Statement]:
    """Every statement of a block, nested ones too, in the order written."""
    for statement in block:
        yield statement
        for inner in statement.blocks():
            yield from statements(inner)
