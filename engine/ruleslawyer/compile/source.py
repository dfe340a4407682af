"""Expressions as Python source. Every name in it is made here; text of the rulebook appears only as quoted literals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleslawyer.language import tree
from ruleslawyer.language.types import EnumType, Type, ZoneType
from ruleslawyer.machine import values, zones
from ruleslawyer.machine.backend import Constants
from ruleslawyer.machine.evaluate import agreed, listed_values, watched
from ruleslawyer.machine.values import Value

POSITION, LOCALS, SCOPED = "P", "L", "Z"
"""The parameters of every generated expression."""
HELPERS: dict[str, Value] = {
    "agreed": agreed,
    "all": all,
    "any": any,
    "clockwise": values.clockwise,
    "element_at": values.element_at,
    "extreme": values.extreme,
    "frozenset": frozenset,
    "len": len,
    "local": values.local,
    "max": max,
    "min": min,
    "elements": zones.elements,
    "plain": zones.plain,
    "range_of": values.bounded_range,
    "sequence": zones.sequence,
    "set_of": set,
    "sum": sum,
    "the_only": values.the_only,
    "times": values.times,
    "watched": watched,
    "within": values.within,
}
"""Everything that generated code may call; its namespace holds nothing else but tables made by `Tables`."""
Names = Mapping[str, str]
"""The Python name of each local that is a variable of the generated code."""


class Tables:
    """The constants that generated code refers to, each under a name made here."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.namespace: dict[str, Value] = {**HELPERS, "__builtins__": {}}
        self._made: dict[object, str] = {}

    def name(self, key: object, make: Callable[[], Value]) -> str:
        """The name of a table, made when it is first asked for."""
        if key not in self._made:
            self._made[key] = f"T{len(self._made)}"
            self.namespace[self._made[key]] = make()
        return self._made[key]

    def column(self, field: str) -> str:
        """A field's value by card."""
        return self.name(("column", field), lambda: self.constants.column(field))

    def kind(self, kinds: frozenset[str]) -> str:
        """The cards of some kinds."""
        cards = self.constants.law.cards
        return self.name(("kind", kinds), lambda: frozenset(card.index for card in cards if card.kind in kinds))

    def ranks(self, of: EnumType) -> str:
        """The rank of each literal."""
        return self.name(("ranks", of), lambda: {literal: rank for rank, literal in enumerate(of.literals)})

    def constant(self, value: Value) -> str:
        """A set or sequence."""
        return self.name(("constant", value), lambda: value)


class SourceWriter:
    """Writes one expression; `names` are the locals that are Python variables, all others are looked up."""

    def __init__(self, tables: Tables, definitions: Mapping[str, str], names: Names) -> None:
        self._tables = tables
        self._definitions = definitions
        self._names = dict(names)
        self._variables = 0
        self._players = tables.constants.players

    def write(self, expression: tree.Expression) -> str:
        """The source, in brackets where that matters. A zone's value is its `Content`."""
        return _METHODS[type(expression)](self, expression)

    def plain(self, expression: tree.Expression) -> str:
        """The source, a zone being the set of its cards."""
        source = self.write(expression)
        if isinstance(expression, tree.ZoneRead):
            return f"{source}.cards()"
        return f"plain({source})" if _may_be_zone(expression) else source

    def _elements(self, expression: tree.Expression) -> str:
        source = self.write(expression)
        if isinstance(expression, tree.ZoneRead):
            return f"{source}.elements()"
        return f"elements({source})" if _may_be_zone(expression) else source

    # -- reading --------------------------------------------------------------------------------------------------

    def _literal(self, expression: tree.Literal) -> str:
        return repr(expression.value)

    def _local(self, expression: tree.Local) -> str:
        known = self._names.get(expression.name)
        return f"local({LOCALS}, {expression.name!r})" if known is None else known

    def _state(self, expression: tree.StateRead) -> str:
        return f"{POSITION}.state[{expression.name!r}, {self._seat(expression.index)}]"

    def _zone(self, expression: tree.ZoneRead) -> str:
        zones = SCOPED if expression.scoped else f"{POSITION}.zones"
        return f"{zones}[{expression.name!r}, {self._seat(expression.index)}]"

    def _seat(self, index: tree.Expression | None) -> str:
        return "None" if index is None else self.write(index)

    def _field(self, expression: tree.FieldRead) -> str:
        return f"{self._tables.column(expression.name)}[{self.write(expression.target)}]"

    # -- logic and arithmetic -------------------------------------------------------------------------------------

    def _not(self, expression: tree.Not) -> str:
        return f"(not {self.write(expression.operand)})"

    def _logic(self, expression: tree.Logic) -> str:
        return "(" + f" {expression.operator} ".join(map(self.write, expression.operands)) + ")"

    def _arithmetic(self, expression: tree.Arithmetic) -> str:
        left, right = self.write(expression.left), self.write(expression.right)
        return f"times({left}, {right})" if expression.operator == "*" else f"({left} {expression.operator} {right})"

    def _compare(self, expression: tree.Compare) -> str:
        left, right = self.plain(expression.left), self.plain(expression.right)
        if expression.operator not in ("==", "!=") and isinstance(expression.left.type, EnumType):
            ranks = self._tables.ranks(expression.left.type)
            left, right = f"{ranks}[{left}]", f"{ranks}[{right}]"
        return f"({left} {expression.operator} {right})"

    def _member(self, expression: tree.Member) -> str:
        return f"({self.write(expression.item)} in {self.write(expression.collection)})"

    def _is_none(self, expression: tree.IsNone) -> str:
        return f"({self.write(expression.operand)} is None)"

    def _is_kind(self, expression: tree.IsKind) -> str:
        return f"({self.write(expression.operand)} in {self._tables.kind(expression.kinds)})"

    def _watched(self, expression: tree.Watched) -> str:
        return f"watched({POSITION}, {expression.name!r}, {self.write(expression.operand)})"

    def _conditional(self, expression: tree.Conditional) -> str:
        then, condition, otherwise = map(self.write, (expression.then, expression.condition, expression.otherwise))
        return f"({then} if {condition} else {otherwise})"

    # -- collections ----------------------------------------------------------------------------------------------

    def _set_of(self, expression: tree.SetOf) -> str:
        if all(isinstance(element, tree.Literal) for element in expression.elements):
            literals = (element.value for element in expression.elements if isinstance(element, tree.Literal))
            return self._tables.constant(frozenset(literals))
        return f"frozenset(({' '.join(f'{self.write(element)},' for element in expression.elements)}))"

    def _fold(self, expression: tree.Fold) -> str:
        source = self._elements(expression.source)
        variable = f"v{self._variables}"
        self._variables += 1
        outer = self._names.get(expression.variable)
        self._names[expression.variable] = variable
        condition = "" if expression.condition is None else f" if {self.write(expression.condition)}"
        element = self.plain(expression.element)
        if outer is None:
            del self._names[expression.variable]
        else:
            self._names[expression.variable] = outer
        loop = f"for {variable} in {source}{condition}"
        if expression.operator in ("any", "all"):
            return f"{expression.operator}({element} {loop})"
        if expression.operator == "set":
            return f"frozenset([{element} {loop}])"
        if expression.operator == "union":
            return f"frozenset().union(*[{element} {loop}])"
        if expression.operator == "sum":
            return f"sum([{element} {loop}])"
        if expression.operator == "len":
            return f"sum([1 {loop}])"
        if isinstance(expression.default, tree.Literal):
            return f"{expression.operator}([{element} {loop}], default={self.write(expression.default)})"
        if expression.default is not None:
            return f"extreme({expression.operator!r}, [{element} {loop}], lambda: {self.write(expression.default)})"
        return f"extreme({expression.operator!r}, [{element} {loop}])"

    def _builtin(self, expression: tree.Builtin) -> str:
        name, arguments = expression.name, expression.arguments
        if name in ("len", "tops", "top", "before"):
            zone = self.write(arguments[0])
            if name == "len":
                return f"len({zone})"
            return f"{zone}.{name}({', '.join(map(self.write, arguments[1:]))})"
        given = [self.plain(argument) for argument in arguments]
        if name in ("first", "last", "at"):
            given[0] = f"sequence({self.write(arguments[0])})"
        if name == "values":
            return self._tables.constant(listed_values(expression))
        if name in ("cards", "players", "everyone", "nobody"):
            return self._tables.constant(self._whole(name))
        return _BUILTINS[name].format(*given, all=", ".join(given), players=self._players)

    def _whole(self, name: str) -> Value:
        seats = range(self._players)
        if name == "cards":
            return frozenset(range(len(self._tables.constants.law.cards)))
        return tuple(seats) if name == "players" else frozenset(seats if name == "everyone" else ())

    def _call(self, expression: tree.Call) -> str:
        definition = self._tables.constants.law.definitions[expression.name]
        given = "".join(
            f", {self.bounded(argument, one.type, f'`{one.name}` of `{definition.name}`')}"
            for one, argument in zip(definition.parameters, expression.arguments, strict=True)
        )
        return f"{self._definitions[expression.name]}({POSITION}{given})"

    def bounded(self, expression: tree.Expression, of: Type, what: str, clause: str | None = None) -> str:
        """The source of a plain value that must lie in a type's bounds; checked where its own type does not say so."""
        source = self.plain(expression)
        low, high = values.bounds_of(of)
        own_low, own_high = values.bounds_of(expression.type)
        low_known = low is None or (own_low is not None and own_low >= low)
        high_known = high is None or (own_high is not None and own_high <= high)
        return source if low_known and high_known else f"within({source}, {low}, {high}, {what!r}, {clause!r})"


def _may_be_zone(expression: tree.Expression) -> bool:
    return isinstance(expression.type, ZoneType) or isinstance(expression, tree.Conditional | tree.Watched)


_BUILTINS = {
    "opponents": "clockwise({players}, {0})[1:]",
    "seats": "clockwise({players}, {0})",
    "next": "(({0} + 1) % {players})",
    "prev": "(({0} - 1) % {players})",
    "steps": "(({1} - {0}) % {players})",
    "first": "element_at({0}, 0)",
    "last": "element_at({0}, -1)",
    "at": "element_at({0}, {1})",
    "the": "the_only({0})",
    "range": "range_of({all})",
    "min": "min({all})",
    "max": "max({all})",
}
_METHODS: dict[type, Callable[..., str]] = {
    tree.Literal: SourceWriter._literal,
    tree.Local: SourceWriter._local,
    tree.StateRead: SourceWriter._state,
    tree.ZoneRead: SourceWriter._zone,
    tree.FieldRead: SourceWriter._field,
    tree.Not: SourceWriter._not,
    tree.Logic: SourceWriter._logic,
    tree.Arithmetic: SourceWriter._arithmetic,
    tree.Compare: SourceWriter._compare,
    tree.Member: SourceWriter._member,
    tree.IsNone: SourceWriter._is_none,
    tree.IsKind: SourceWriter._is_kind,
    tree.Conditional: SourceWriter._conditional,
    tree.Watched: SourceWriter._watched,
    tree.SetOf: SourceWriter._set_of,
    tree.Fold: SourceWriter._fold,
    tree.Builtin: SourceWriter._builtin,
    tree.Call: SourceWriter._call,
}
