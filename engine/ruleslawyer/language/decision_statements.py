"""Statements that ask, and statements that pass on: roll, choose, offer, raise, give."""

from __future__ import annotations

import ast

from ruleslawyer.language import tree
from ruleslawyer.language.names import Binding, Environment, name_fault
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.source_map import ExpressionSyntaxError, SourceMap, parse_expression
from ruleslawyer.language.statement_base import ANY_SET, StatementBase
from ruleslawyer.language.type_syntax import parse_range
from ruleslawyer.language.types import (
    BOOL,
    PLAYER,
    IntType,
    OptionalType,
    SetType,
    Type,
)
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.nodes import Mapping, Text


class DecisionStatements(StatementBase):
    """The statements that make decisions and raise events."""

    def _roll(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name, of = self._text(node, "roll", "write `- roll: name`"), self._text(node, "of", "write `of: 1..6`")
        if name is None or of is None:
            return None
        bounds = parse_range(of.value)
        if bounds is None or bounds[0] > bounds[1] or bounds[1] - bounds[0] > 1_000:
            self.reporter.report(
                "empty-range", f"`{of.value}` is no range of at most 1000 values", of.span, "write `1..6`"
            )
            return None
        self._bind(name, IntType(*bounds), "choice", environment)
        return tree.Roll(name=name.value, low=bounds[0], high=bounds[1], span=node.span, label=label)

    def _choose(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        optional = self._optional(node, "optional", environment, BOOL)
        size = self._optional(node, "size", environment, IntType(0, None))
        names, by = self._choose_names(node, environment, optional is not None, size is not None), None
        by_text = self._text(node, "by", "write `by: player` or `by: chance`")
        if by_text is not None and by_text.value != "chance":
            by = self.expressions.check(by_text, environment, PLAYER)
        ask = self._text(node, "ask", "write `ask: label`: decisions are recorded under it")
        if ask is not None and name_fault(ask.value) is not None:
            self.reporter.report("bad-name", f"`{ask.value}`: {name_fault(ask.value)}", ask.span)
        if size is not None and (len(names) != 1 or optional is not None):
            self.reporter.report("bad-statement", "`size` goes with one name, and not with `optional`", node.span)
        if ask is None or not names:
            return None
        return tree.Choose(
            names=tuple(names), by=by, ask=ask.value, optional=optional, size=size, span=node.span, label=label
        )

    def _choose_names(
        self, node: Mapping, environment: Environment, optional: bool, subset: bool
    ) -> list[tuple[str, tree.Expression]]:
        """Each domain may use the names before it; while it is being read they are not optional."""
        inner = environment.child()
        checked: list[tuple[Text, Type]] = []
        names = []
        for name, text in self._pairs(node):
            domain = self.expressions.check(text, inner)
            element = element_of(domain.type)
            if element is None:
                message = f"this is {domain.type}, {ANY_SET} is due"
                self.reporter.report("wrong-type", message, domain.span, "write `set(...)`")
                continue
            self._bind(name, element, "domain", inner)
            checked.append((name, element))
            names.append((name.value, domain))
        used = {binding.name for binding in inner.own() if binding.read}
        for name, element in checked:
            kind: Type = SetType(element) if subset else OptionalType(element) if optional else element
            environment.bind(Binding(name.value, kind, name.span, "choice", read=name.value in used))
        return names

    def _offer(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        called = self._event(node, "offer", environment)
        if called is None:
            return None
        name, arguments = called
        if self.symbols.events[name].policy != "menu":
            self.reporter.report("wrong-policy", f"`{name}` is no menu", node.span, f"write `- raise: {name}(...)`")
            return None
        return tree.Offer(event=name, arguments=arguments, span=node.span, label=label)

    def _event(
        self, node: Mapping, key: str, environment: Environment
    ) -> tuple[str, tuple[tree.Expression, ...]] | None:
        text = self._text(node, key, f"write `- {key}: event(...)`")
        if text is None:
            return None
        try:
            parsed, places = parse_expression(text)
        except ExpressionSyntaxError as error:
            self.reporter.report("bad-expression", error.message, error.span, f"write `{key}: event(...)`")
            return None
        if not isinstance(parsed, ast.Call) or not isinstance(parsed.func, ast.Name) or parsed.keywords:
            self.reporter.report("bad-expression", f"`{key}` names an event", text.span, f"write `{key}: event(...)`")
            return None
        return self._called(parsed, parsed.func.id, places, text, environment)

    def _called(
        self, parsed: ast.Call, name: str, places: SourceMap, text: Text, environment: Environment
    ) -> tuple[str, tuple[tree.Expression, ...]] | None:
        if name not in self.symbols.events:
            hint = did_you_mean(name, self.symbols.events)
            self.reporter.report("unknown-event", f"no event is called `{name}`", places.span(parsed.func), hint)
            return None
        self.symbols.use("event", name)
        self.expressions.places = places
        signature = self.symbols.events[name]
        arguments = self.expressions.arguments(parsed, name, signature.parameters, parsed.args, environment)
        for parameter, argument in zip(signature.parameters, arguments, strict=False):
            if parameter.own and not isinstance(argument, tree.Local):
                hint = "hand over a card that a statement named"
                self.reporter.report("not-held", f"`{parameter.name}` is handed over", argument.span, hint)
        if len(arguments) != len(signature.parameters):
            return None
        return name, arguments

    def _raise(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        called = self._event(node, "raise", environment)
        result = node.get("gives")
        if called is None:
            return None
        name, arguments = called
        signature = self.symbols.events[name]
        if signature.policy == "menu":
            self.reporter.report("wrong-policy", f"`{name}` is a menu", node.span, f"write `- offer: {name}(...)`")
        if result is not None and signature.gives is None:
            self.reporter.report("no-result", f"`{name}` gives nothing", result.span, "delete `gives`")
            result = None
        if isinstance(result, Text) and signature.gives is not None:
            self._bind(result, signature.gives, "let", environment)
        gives = result.value if isinstance(result, Text) else None
        return tree.Raise(event=name, arguments=arguments, gives=gives, span=node.span, label=label)

    def _give(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        if self._gives is None:
            hint = "declare `gives:` with the event"
            self.reporter.report("no-result", "the event of this clause gives nothing", node.span, hint)
        value = self._expression(node, "give", environment, self._gives)
        return None if value is None else tree.Give(value=value, span=node.span, label=label)
