"""The compiled back-end: every expression becomes a Python function in a closed namespace."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.compile.definitions import deciding_source, definition_source
from ruleslawyer.compile.partial import fold, possible
from ruleslawyer.compile.source import LOCALS, POSITION, SCOPED, SourceWriter, Tables
from ruleslawyer.language import tree
from ruleslawyer.language.law import Case
from ruleslawyer.machine.backend import Constants, Decide, Evaluate
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.resolution import settled
from ruleslawyer.machine.values import Value

_TOO_DEEP = (MemoryError, RecursionError, SyntaxError)
"""Python's own parser gives up on nesting that the tree walker still manages; then the reference takes over."""


class Compiled:
    """Generates Python for expressions, definitions and competing rules, with rulings and options folded in."""

    def __init__(self, constants: Constants) -> None:
        self._constants = constants
        self._tables = Tables(constants)
        self._reference = Reference(constants)
        self._functions = {name: f"D{index}" for index, name in enumerate(constants.law.definitions)}
        self._deciders = 0
        for name in constants.law.definitions:
            self._define(name)

    def expression(self, expression: tree.Expression) -> Evaluate:
        """See `Backend.expression`."""
        try:
            source = SourceWriter(self._tables, self._functions, {}).write(fold(expression, self._constants))
            code = compile(f"lambda {POSITION}, {LOCALS}, {SCOPED}: {source}", "<rulebook>", "eval")
        except _TOO_DEEP:
            return self._reference.expression(expression)
        function: Evaluate = eval(code, self._tables.namespace)
        return function

    def definition(self, name: str) -> Callable[..., Value]:
        """See `Backend.definition`."""
        function: Callable[..., Value] = self._tables.namespace[self._functions[name]]
        return function

    def deciding(self, cases: tuple[Case, ...], parameters: tuple[str, ...]) -> Decide:
        """See `Backend.deciding`."""
        name = f"R{self._deciders}"
        self._deciders += 1
        try:
            source = deciding_source(self._tables, name, cases, parameters, self._functions)
            exec(compile(source, "<rulebook>", "exec"), self._tables.namespace)
        except _TOO_DEEP:
            return self._reference.deciding(cases, parameters)
        decide: Decide = self._tables.namespace[name]
        return decide

    def always(self, cases: tuple[Case, ...]) -> str | None:
        """See `Backend.always`."""
        return settled(tuple(possible(cases, self._constants)))

    def never(self, case: Case) -> bool:
        """See `Backend.never`."""
        return not possible((case,), self._constants)

    def _define(self, name: str) -> None:
        definition = self._constants.law.definitions[name]
        try:
            source = definition_source(self._tables, definition, self._functions)
            exec(compile(source, "<rulebook>", "exec"), self._tables.namespace)
        except _TOO_DEEP:
            self._tables.namespace[self._functions[name]] = self._reference.definition(name)
