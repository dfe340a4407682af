"""Expressions: from text to checked tree, white-listed node by node."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from ruleslawyer.language import builtins, tree
from ruleslawyer.language.law import Parameter
from ruleslawyer.language.names import Binding, Environment, Reporter, Symbols
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.relations import arithmetic, comparable, element_of, fits, join, ordered
from ruleslawyer.language.source_map import ExpressionSyntaxError, SourceMap, parse_expression
from ruleslawyer.language.types import (
    BOOL,
    ERROR,
    INT,
    NONE,
    PLAYER,
    CardType,
    EnumType,
    ErrorType,
    IntType,
    OptionalType,
    SequenceType,
    SetType,
    Type,
    ZoneType,
)
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.nodes import Span, Text

_COMPARISONS: dict[type[ast.cmpop], tree.Comparison] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPERATORS: dict[type[ast.operator], tree.ArithmeticOperator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
}
_CONSTANTS: dict[str, tuple[bool | None, Type]] = {"true": (True, BOOL), "false": (False, BOOL), "none": (None, NONE)}


class ExpressionChecker:
    """Checks the expressions of one rulebook."""

    def __init__(self, symbols: Symbols, reporter: Reporter) -> None:
        self.symbols = symbols
        self.reporter = reporter
        self.places: SourceMap = SourceMap(Text("", Span("", 1, 1, 1, 1)))

    def check(self, text: Text, environment: Environment, expected: Type | None = None) -> tree.Expression:
        """The checked tree of `text`; faults are reported and give an expression of the error type."""
        try:
            parsed, self.places = parse_expression(text)
        except ExpressionSyntaxError as error:
            hint = "an expression is a subset of Python's: see docs/language.md, section 4"
            self.reporter.report("bad-expression", error.message, error.span, hint)
            return self.error(text.span)
        checked = self.visit(parsed, environment, expected)
        if expected is not None:
            self.require(checked, expected)
        return checked

    def condition(self, text: Text, environment: Environment) -> tree.Expression:
        """A Bool expression."""
        return self.check(text, environment, BOOL)

    def require(self, checked: tree.Expression, expected: Type) -> None:
        """Report `checked` unless it fits `expected`."""
        if fits(checked.type, expected):
            return
        if isinstance(checked.type, IntType) and isinstance(expected, IntType):
            message = f"{checked.type} lies outside the declared bounds {expected}"
            self.reporter.report(
                "out-of-bounds", message, checked.span, f"give a value in {expected}, or widen the bounds"
            )
            return
        hint = None
        if isinstance(checked.type, OptionalType) and fits(checked.type.element, expected):
            hint = "it may be missing here: test it first (`x is not none and ...`, `c is KIND and ...`)"
        elif isinstance(checked.type, CardType) and isinstance(expected, CardType):
            hint = f"narrow it first: `c is {sorted(expected.kinds)[0]} and ...`"
        self.reporter.report("wrong-type", f"this is {checked.type}, {expected} is due", checked.span, hint)

    def error(self, span: Span) -> tree.Expression:
        """An expression that was already reported."""
        return tree.Literal(value=None, type=ERROR, span=span)

    def fault(self, code: str, message: str, node: ast.AST, hint: str | None = None) -> tree.Expression:
        """Report a fault at `node`."""
        span = self.places.span(node)
        self.reporter.report(code, message, span, hint)
        return self.error(span)

    # -- one node ---------------------------------------------------------------------------------------------------

    def visit(self, node: ast.expr, environment: Environment, expected: Type | None = None) -> tree.Expression:
        """The checked tree of one `ast` node. `expected` resolves enumeration literals; it is not enforced."""
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._name(node, name, environment, expected)
            case ast.Attribute(value=ast.Name(id="ruling" | "options" as family), attr=attribute):
                return self._answer(node, family, attribute)
            case ast.Attribute(value=target, attr=attribute):
                return self._field(node, self.visit(target, environment), attribute)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return self._indexed(node, name, index, environment)
            case ast.BoolOp(op=op, values=values):
                return self._logic(node, "and" if isinstance(op, ast.And) else "or", values, environment)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self._bool(operand, environment)
                return tree.Not(operand=inner, type=BOOL, span=self.places.span(node))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negative(node, operand, environment)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return self._arithmetic(node, _OPERATORS[type(op)], left, right, environment)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._comparison(node, left, ops, comparators, environment)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._conditional(node, test, body, orelse, environment, expected)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=keywords):
                return self._call(node, name, arguments, keywords, environment, expected)
            case _:
                hint = "see docs/language.md, section 4, for what an expression may hold"
                if isinstance(node, ast.Set | ast.SetComp | ast.List | ast.ListComp | ast.Dict):
                    hint = "write `set(...)`: braces and brackets are YAML's"
                return self.fault("bad-expression", f"{_described(node)} is not part of the language", node, hint)

    def _bool(self, node: ast.expr, environment: Environment) -> tree.Expression:
        checked = self.visit(node, environment, BOOL)
        self.require(checked, BOOL)
        return checked

    def _constant(self, node: ast.expr, value: object) -> tree.Expression:
        if isinstance(value, bool) or value is None:
            word = "none" if value is None else str(value).lower()
            return self.fault("bad-expression", f"`{value}` is Python's spelling", node, f"write `{word}`")
        if isinstance(value, int):
            return tree.Literal(value=value, type=IntType(value, value), span=self.places.span(node))
        return self.fault(
            "bad-expression", "only integers are literals here", node, "name a declared literal without quotes"
        )

    def _name(self, node: ast.expr, name: str, environment: Environment, expected: Type | None) -> tree.Expression:
        span = self.places.span(node)
        binding = environment.find(name)
        if binding is not None:
            return self._local(binding, environment, span)
        if name in _CONSTANTS:
            value, kind = _CONSTANTS[name]
            return tree.Literal(value=value, type=kind, span=span)
        if name in ("everyone", "nobody"):
            return tree.Builtin(name=name, arguments=(), type=SetType(PLAYER), span=span)
        if name in self.symbols.state or name in self.symbols.zones:
            return self._global(node, name, None)
        enum = self._enum_with(name, expected)
        if enum is not None:
            self.symbols.use("literal", f"{enum.name}.{name}")
            return tree.Literal(value=name, type=enum, span=span)
        return self._unknown(node, name, environment, expected)

    def _local(self, binding: Binding, environment: Environment, span: Span) -> tree.Expression:
        binding.read = True
        if binding.zone is not None:
            return tree.ZoneRead(name=binding.name, index=None, scoped=True, type=binding.type, span=span)
        return tree.Local(name=binding.name, type=environment.type_of(binding.name) or binding.type, span=span)

    def _enum_with(self, name: str, expected: Type | None) -> EnumType | None:
        while isinstance(expected, OptionalType | SetType | SequenceType):
            expected = expected.element
        if isinstance(expected, EnumType):
            return expected if name in expected.literals else None
        having = [enum for enum in self.symbols.enums.values() if name in enum.literals]
        return having[0] if len(having) == 1 else None

    def _unknown(self, node: ast.expr, name: str, environment: Environment, expected: Type | None) -> tree.Expression:
        known = [*environment.names(), *self.symbols.values(), *_CONSTANTS, "everyone", "nobody"]
        if isinstance(expected, ErrorType):
            return self.error(self.places.span(node))
        if isinstance(expected, EnumType):
            hint = did_you_mean(name, expected.literals)
            return self.fault("unknown-name", f"`{name}` is no {expected.name}", node, hint)
        if name in self.symbols.definitions or name in builtins.NAMES:
            return self.fault("unknown-name", f"`{name}` is called, not read", node, f"write `{name}(...)`")
        literals = [literal for enum in self.symbols.enums.values() for literal in enum.literals]
        return self.fault("unknown-name", f"nothing is called `{name}`", node, did_you_mean(name, [*known, *literals]))

    def _global(self, node: ast.expr, name: str, index: tree.Expression | None) -> tree.Expression:
        span = self.places.span(node)
        zone = self.symbols.zones.get(name)
        per_player = zone.of is not None if zone is not None else self.symbols.state[name][1]
        if per_player and index is None:
            return self.fault("missing-index", f"every player has a `{name}`", node, f"write `{name}[player]`")
        if not per_player and index is not None:
            return self.fault("no-index", f"there is only one `{name}`", node, f"write `{name}`")
        if zone is not None:
            self.symbols.use("zone", name)
            return tree.ZoneRead(
                name=name, index=index, type=ZoneType(zone.order, self.symbols.zone_holds[name]), span=span
            )
        self.symbols.use("state", name)
        return tree.StateRead(name=name, index=index, type=self.symbols.state[name][0], span=span)

    def _indexed(self, node: ast.expr, name: str, index: ast.expr, environment: Environment) -> tree.Expression:
        player = self.visit(index, environment, PLAYER)
        self.require(player, PLAYER)
        if name not in self.symbols.state and name not in self.symbols.zones:
            known = [zone.name.value for zone in self.symbols.zones.values() if zone.of is not None]
            known += [one for one, (_, per_player) in self.symbols.state.items() if per_player]
            return self.fault("unknown-name", f"no zone or state is called `{name}`", node, did_you_mean(name, known))
        return self._global(node, name, player)

    def _answer(self, node: ast.expr, family: str, name: str) -> tree.Expression:
        table = self.symbols.rulings if family == "ruling" else self.symbols.options
        span = self.places.span(node)
        if name not in table:
            what = "ruling" if family == "ruling" else "option"
            return self.fault(f"unknown-{what}", f"no {what} is called `{name}`", node, did_you_mean(name, table))
        self.symbols.use("ruling" if family == "ruling" else "option", name)
        if family == "ruling":
            return tree.RulingRead(name=name, type=table[name], span=span)
        return tree.OptionRead(name=name, type=table[name], span=span)

    def _field(self, node: ast.expr, target: tree.Expression, name: str) -> tree.Expression:
        if isinstance(target.type, ErrorType):
            return self.error(self.places.span(node))
        card = target.type
        if not isinstance(card, CardType):
            hint = (
                "test it first: `c is not none and ...`" if isinstance(card, OptionalType) else "only cards have fields"
            )
            return self.fault("no-field", f"{card} has no field `{name}`", node, hint)
        types = [self.symbols.kinds[kind][name] for kind in sorted(card.kinds) if name in self.symbols.kinds[kind]]
        if not types:
            known = {one for kind in card.kinds for one in self.symbols.kinds[kind]}
            return self.fault("unknown-field", f"{card} has no field `{name}`", node, did_you_mean(name, known))
        self.symbols.use("field", name)
        whole: Type = types[0]
        for one in types[1:]:
            whole = join(whole, one) or whole
        if len(types) < len(card.kinds):
            whole = OptionalType(whole)
        return tree.FieldRead(target=target, name=name, type=whole, span=self.places.span(node))

    def _logic(
        self, node: ast.expr, operator: tree.Connective, values: Sequence[ast.expr], environment: Environment
    ) -> tree.Expression:
        inner = environment.child()
        operands = []
        for value in values:
            operand = self._bool(value, inner)
            narrow(inner, operand, operator == "and", self.symbols)
            operands.append(operand)
        return tree.Logic(operator=operator, operands=tuple(operands), type=BOOL, span=self.places.span(node))

    def _int(self, node: ast.expr, environment: Environment) -> tuple[tree.Expression, IntType]:
        checked = self.visit(node, environment, INT)
        self.require(checked, INT)
        return checked, checked.type if isinstance(checked.type, IntType) else INT

    def _negative(self, node: ast.expr, operand: ast.expr, environment: Environment) -> tree.Expression:
        inner, bounds = self._int(operand, environment)
        span = self.places.span(node)
        zero = tree.Literal(value=0, type=IntType(0, 0), span=span)
        if isinstance(inner, tree.Literal) and isinstance(inner.value, int):
            return tree.Literal(value=-inner.value, type=IntType(-inner.value, -inner.value), span=span)
        return tree.Arithmetic(
            operator="-", left=zero, right=inner, type=arithmetic("-", IntType(0, 0), bounds), span=span
        )

    def _arithmetic(
        self,
        node: ast.expr,
        operator: tree.ArithmeticOperator,
        left: ast.expr,
        right: ast.expr,
        environment: Environment,
    ) -> tree.Expression:
        first, first_bounds = self._int(left, environment)
        second, second_bounds = self._int(right, environment)
        if operator == "//" and not (
            isinstance(second, tree.Literal) and isinstance(second.value, int) and second.value > 0
        ):
            return self.fault("bad-divisor", "a divisor is a positive literal", right, "write `x // 2`")
        bounds = arithmetic(operator, first_bounds, second_bounds)
        return tree.Arithmetic(operator=operator, left=first, right=second, type=bounds, span=self.places.span(node))

    # -- comparisons ------------------------------------------------------------------------------------------------

    def _comparison(
        self,
        node: ast.expr,
        left: ast.expr,
        ops: Sequence[ast.cmpop],
        rights: Sequence[ast.expr],
        environment: Environment,
    ) -> tree.Expression:
        parts = []
        for op, right in zip(ops, rights, strict=True):
            parts.append(self._compare_pair(node, left, op, right, environment))
            left = right
        if len(parts) == 1:
            return parts[0]
        return tree.Logic(operator="and", operands=tuple(parts), type=BOOL, span=self.places.span(node))

    def _compare_pair(
        self, node: ast.expr, left: ast.expr, op: ast.cmpop, right: ast.expr, environment: Environment
    ) -> tree.Expression:
        span = self.places.span(node)
        if isinstance(op, ast.Is | ast.IsNot):
            return self._is(node, left, right, isinstance(op, ast.IsNot), environment)
        if isinstance(op, ast.In | ast.NotIn):
            member = self._member(node, left, right, environment)
            return tree.Not(operand=member, type=BOOL, span=span) if isinstance(op, ast.NotIn) else member
        operator = _COMPARISONS[type(op)]
        first, second = self._pair(left, right, environment)
        if operator in ("==", "!=") and not comparable(first.type, second.type):
            return self.fault("wrong-type", f"{first.type} is never equal to {second.type}", node)
        unnarrowed = [x for x in (first, second) if isinstance(x, tree.FieldRead) and isinstance(x.type, OptionalType)]
        if len(unnarrowed) == 2 or (unnarrowed and not any(isinstance(x, tree.Literal) for x in (first, second))):
            kinds = " or ".join(
                sorted(kind for kind, fields in self.symbols.kinds.items() if unnarrowed[0].name in fields)
            )
            hint = f"test the kind first: `c is {kinds} and ...`"
            return self.fault("not-narrowed", f"not every card here has a field `{unnarrowed[0].name}`", node, hint)
        if operator not in ("==", "!="):
            for side in (first, second):
                if not ordered(side.type) and side not in unnarrowed:
                    return self.fault("wrong-type", f"{side.type} has no order", node, "compare Ints or enumerations")
            if not comparable(first.type, second.type):
                return self.fault("wrong-type", f"{first.type} and {second.type} cannot be compared", node)
        return tree.Compare(operator=operator, left=first, right=second, type=BOOL, span=span)

    def _pair(
        self, left: ast.expr, right: ast.expr, environment: Environment
    ) -> tuple[tree.Expression, tree.Expression]:
        """Both sides; one that may be a literal is read in the light of the other."""
        if self._may_be_literal(left, environment) and not self._may_be_literal(right, environment):
            second = self.visit(right, environment)
            return self.visit(left, environment, second.type), second
        first = self.visit(left, environment)
        return first, self.visit(right, environment, first.type)

    def _may_be_literal(self, node: ast.expr, environment: Environment) -> bool:
        return (
            isinstance(node, ast.Name)
            and environment.find(node.id) is None
            and node.id not in self.symbols.state
            and node.id not in self.symbols.zones
        )

    def _is(
        self, node: ast.expr, left: ast.expr, right: ast.expr, negated: bool, environment: Environment
    ) -> tree.Expression:
        operand = self.visit(left, environment)
        span = self.places.span(node)
        result: tree.Expression
        if isinstance(right, ast.Name) and right.id == "none":
            if not isinstance(operand.type, OptionalType | ErrorType):
                return self.fault("wrong-type", f"{operand.type} is never none", node)
            result = tree.IsNone(operand=operand, type=BOOL, span=span)
        elif isinstance(right, ast.Name) and right.id in self.symbols.kinds:
            if not isinstance(operand.type, CardType | ErrorType):
                return self.fault("wrong-type", f"{operand.type} is no card", node)
            result = tree.IsKind(operand=operand, kinds=frozenset({right.id}), type=BOOL, span=span)
        else:
            known = ["none", *self.symbols.kinds]
            name = right.id if isinstance(right, ast.Name) else "this"
            return self.fault("unknown-kind", f"`{name}` is no kind of card", right, did_you_mean(name, known))
        return tree.Not(operand=result, type=BOOL, span=span) if negated else result

    def _member(self, node: ast.expr, left: ast.expr, right: ast.expr, environment: Environment) -> tree.Expression:
        if self._may_be_literal(left, environment):
            collection = self.visit(right, environment)
            item = self.visit(left, environment, element_of(collection.type))
        else:
            item = self.visit(left, environment)
            collection = self.visit(right, environment, SetType(item.type))
        element = element_of(collection.type)
        if element is None:
            return self.fault("wrong-type", f"{collection.type} is no set, sequence or zone", right)
        if not comparable(item.type, element):
            return self.fault("wrong-type", f"{item.type} is never in {collection.type}", node)
        return tree.Member(item=item, collection=collection, type=BOOL, span=self.places.span(node))

    def _conditional(
        self,
        node: ast.expr,
        test: ast.expr,
        body: ast.expr,
        orelse: ast.expr,
        environment: Environment,
        expected: Type | None,
    ) -> tree.Expression:
        condition = self._bool(test, environment)
        when_true, when_false = environment.child(), environment.child()
        narrow(when_true, condition, True, self.symbols)
        narrow(when_false, condition, False, self.symbols)
        then = self.visit(body, when_true, expected)
        otherwise = self.visit(orelse, when_false, expected or then.type)
        whole = join(then.type, otherwise.type)
        if whole is None:
            return self.fault("wrong-type", f"one branch is {then.type}, the other {otherwise.type}", node)
        return tree.Conditional(
            condition=condition, then=then, otherwise=otherwise, type=whole, span=self.places.span(node)
        )

    # -- calls ------------------------------------------------------------------------------------------------------

    def _call(
        self,
        node: ast.Call,
        name: str,
        arguments: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
        environment: Environment,
        expected: Type | None,
    ) -> tree.Expression:
        if name == "old":
            return self._old(node, arguments, environment, expected)
        if name in builtins.NAMES:
            return builtins.check_builtin(self, node, name, arguments, keywords, environment, expected)
        if name not in self.symbols.definitions:
            code = "unknown-name"
            if name in self.symbols.events:
                return self.fault(code, f"`{name}` is an event", node, f"events are raised: `- raise: {name}(...)`")
            known = [*self.symbols.definitions, *builtins.NAMES]
            return self.fault(code, f"no definition is called `{name}`", node.func, did_you_mean(name, known))
        if keywords:
            return self.fault("bad-expression", "arguments are given by place", node, "leave the names out")
        signature = self.symbols.definitions[name]
        self.symbols.use("definition", name)
        checked = self.arguments(node, name, signature.parameters, arguments, environment)
        gives = signature.gives or ERROR
        return tree.Call(name=name, arguments=checked, type=gives, span=self.places.span(node))

    def arguments(
        self,
        node: ast.AST,
        name: str,
        parameters: Sequence[Parameter],
        arguments: Sequence[ast.expr],
        environment: Environment,
    ) -> tuple[tree.Expression, ...]:
        """Check a call's arguments against the parameters."""
        if len(parameters) != len(arguments):
            wanted = ", ".join(f"{p.name}: {p.type}" for p in parameters)
            message = f"`{name}` takes {_counted(len(parameters))}, not {len(arguments)}"
            self.fault("wrong-arity", message, node, f"write `{name}({wanted})`")
        checked = []
        for parameter, argument in zip(parameters, arguments, strict=False):
            value = self.visit(argument, environment, parameter.type)
            self.require(value, parameter.type)
            checked.append(value)
        return tuple(checked)

    def _old(
        self, node: ast.Call, arguments: Sequence[ast.expr], environment: Environment, expected: Type | None
    ) -> tree.Expression:
        if not environment.old:
            return self.fault(
                "bad-old", "`old` is for `ensures` and `always`", node, "bind the value with `let` before"
            )
        if len(arguments) != 1:
            return self.fault("wrong-arity", "`old` takes one expression", node, "write `old(x)`")
        operand = self.visit(arguments[0], environment, expected)
        for part in tree.walk(operand):
            binding = environment.find(part.name) if isinstance(part, tree.Local) else None
            if binding is not None and binding.what == "element":
                message = f"`{binding.name}` has no value yet when the event begins"
                hint = "put the whole comprehension into `old(...)`, or write the values out"
                self.reporter.report("bad-old", message, part.span, hint)
        return tree.Old(operand=operand, type=operand.type, span=self.places.span(node))


def _described(node: ast.expr) -> str:
    words = {
        ast.Lambda: "a function",
        ast.Set: "a `{...}` set",
        ast.SetComp: "a `{...}` comprehension",
        ast.Dict: "a mapping",
        ast.List: "a `[...]` list",
        ast.ListComp: "a `[...]` comprehension",
        ast.Tuple: "a tuple",
        ast.GeneratorExp: "a bare comprehension",
        ast.Call: "calling a method or an expression",
        ast.Starred: "`*`",
        ast.NamedExpr: "`:=`",
        ast.JoinedStr: "a formatted string",
        ast.BinOp: "this operator",
        ast.UnaryOp: "this operator",
        ast.Subscript: "indexing anything but a per-player name",
    }
    return words.get(type(node), "this")


def _counted(number: int) -> str:
    return "no arguments" if number == 0 else "one argument" if number == 1 else f"{number} arguments"
