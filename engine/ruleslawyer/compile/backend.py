"""The compiled back-end: every expression becomes a Python function in a closed namespace."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.compile.definitions import DefinitionWriter
from ruleslawyer.compile.partial import fold
from ruleslawyer.compile.source import LOCALS, POSITION, SCOPED, SourceWriter, Tables
from ruleslawyer.language import tree
from ruleslawyer.machine.backend import Constants, Evaluate
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.values import Value


class Compiled:
    """Generates Python for expressions and definitions, with rulings and options folded in."""

    def __init__(self, constants: Constants) -> None:
        self._constants = constants
        self._tables = Tables(constants)
        self._reference = Reference(constants)
        self._functions = {name: f"D{index}" for index, name in enumerate(constants.law.definitions)}
        for name in constants.law.definitions:
            self._define(name)

    def expression(self, expression: tree.Expression) -> Evaluate:
        """See `Backend.expression`."""
        try:
            source = SourceWriter(self._tables, self._functions, {}).write(fold(expression, self._constants))
            return self._function(f"lambda {POSITION}, {LOCALS}, {SCOPED}: {source}")
        except (MemoryError, RecursionError, SyntaxError):
            # Python's own parser gives up on nesting that the tree walker still manages.
            return self._reference.expression(expression)

    def definition(self, name: str) -> Callable[..., Value]:
        """See `Backend.definition`."""
        function: Callable[..., Value] = self._tables.namespace[self._functions[name]]
        return function

    def _function(self, source: str) -> Callable[..., Value]:
        function: Callable[..., Value] = eval(compile(source, "<rulebook>", "eval"), self._tables.namespace)
        return function

    def _define(self, name: str) -> None:
        definition = self._constants.law.definitions[name]
        try:
            source = DefinitionWriter(self._tables, definition, self._functions).source(self._function)
            exec(compile(source, "<rulebook>", "exec"), self._tables.namespace)
        except (MemoryError, RecursionError, SyntaxError):
            self._tables.namespace[self._functions[name]] = self._reference.definition(name)
