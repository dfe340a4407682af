"""Definitions as Python functions: exceptions become branches where their shape allows, else the general resolution."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ruleslawyer.compile.partial import fold, is_false, is_true
from ruleslawyer.compile.source import CONSULTED, POSITION, SourceWriter, Tables
from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Definition, Undercut
from ruleslawyer.language.types import SetType
from ruleslawyer.machine.evaluate import agreed, combined
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.flatten import with_exceptions
from ruleslawyer.machine.resolution import Contender, deciding
from ruleslawyer.machine.values import Value


class DefinitionWriter:
    """Writes the function of one definition. `functions` are the names of all definitions' functions."""

    def __init__(self, tables: Tables, definition: Definition, functions: Mapping[str, str]) -> None:
        self._tables = tables
        self._definition = definition
        self._function = functions[definition.name]
        self._parameters = {one.name: f"a{index}" for index, one in enumerate(definition.parameters)}
        self._writer = SourceWriter(tables, functions, self._parameters)
        self._signature = ", ".join((POSITION, *self._parameters.values()))
        self._lines: list[str] = []

    def source(self, compiled: Callable[[str], Callable[..., Value]]) -> str:
        """The source of the function. `compiled` makes a function of an expression's source, for the general case."""
        cases = [case for case in map(self._folded, self._definition.cases) if case is not None]
        self._lines = [f"def {self._function}({self._signature}):"]
        if self._definition.combine is None and all(map(_is_chain, cases)):
            for case in cases:
                self._branch(case, 1)
            self._line(1, f"return {self._gap()}()")
        else:
            self._line(1, f"return {self._general(cases, compiled)}({self._signature})")
        return "\n".join(self._lines)

    def _line(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    # -- folding --------------------------------------------------------------------------------------------------

    def _folded(self, case: Case) -> Case | None:
        """The case with rulings folded in, without what can never apply; None if it never does itself."""
        when = None if case.when is None else fold(case.when, self._tables.constants)
        undercuts = [self._folded_undercut(one) for one in case.disabled_by]
        remaining = tuple(one for one in undercuts if one is not None)
        if (when is not None and is_false(when)) or any(one.when is None and not one.disabled_by for one in remaining):
            return None
        exceptions = tuple(one for one in map(self._folded, case.exceptions) if one is not None)
        assert case.value is not None
        return replace(
            case,
            when=None if when is not None and is_true(when) else when,
            value=fold(case.value, self._tables.constants),
            exceptions=exceptions,
            disabled_by=remaining,
        )

    def _folded_undercut(self, undercut: Undercut) -> Undercut | None:
        when = None if undercut.when is None else fold(undercut.when, self._tables.constants)
        if when is not None and is_false(when):
            return None
        inner = [self._folded_undercut(one) for one in undercut.disabled_by]
        remaining = tuple(one for one in inner if one is not None)
        if any(one.when is None and not one.disabled_by for one in remaining):
            return None
        return replace(undercut, when=None if when is not None and is_true(when) else when, disabled_by=remaining)

    # -- branches -------------------------------------------------------------------------------------------------

    def _branch(self, case: Case, depth: int) -> None:
        """Returns the value of the case or of its exception, if it applies; else falls through."""
        condition = self._applies(case.when, case.disabled_by)
        if condition is not None:
            self._line(depth, f"if {condition}:")
            depth += 1
        for exception in case.exceptions:
            self._branch(exception, depth)
        self._line(depth, f"if {CONSULTED}: {CONSULTED}[0]({case.id!r})")
        assert case.value is not None
        as_set = isinstance(self._definition.gives, SetType)
        value = self._writer.plain(case.value) if as_set else self._writer.write(case.value)
        self._line(depth, f"return {value}")

    def _applies(self, when: tree.Expression | None, undercuts: tuple[Undercut, ...]) -> str | None:
        parts = [] if when is None else [self._writer.write(when)]
        parts += [f"not {self._applies(one.when, one.disabled_by) or True}" for one in undercuts]
        return f"({' and '.join(parts)})" if parts else None

    def _gap(self) -> str:
        message = f"`{self._definition.name}` has no value here: no case applies"
        clause = self._definition.clause

        def gap() -> None:
            raise ObligationBroken("gap", message, clause)

        return self._tables.name(("gap", self._definition.name), lambda: gap)

    # -- the general case -----------------------------------------------------------------------------------------

    def _general(self, cases: list[Case], compiled: Callable[[str], Callable[..., Value]]) -> str:
        as_set = isinstance(self._definition.gives, SetType)

        def prepared(expression: tree.Expression) -> Callable[..., Value]:
            source = self._writer.plain(expression) if as_set else self._writer.write(expression)
            return compiled(f"lambda {self._signature}: {source}")

        contenders = [Contender(case, prepared) for case in cases]
        values = {case.id: prepared(_value(case)) for top in cases for case in with_exceptions(top)}
        return self._tables.name(("general", self._definition.name), lambda: self._resolver(contenders, values))

    def _resolver(
        self, contenders: list[Contender[Callable[..., Value]]], values: Mapping[str, Callable[..., Value]]
    ) -> Callable[..., Value]:
        definition, consulted = self._definition, self._tables.constants.consulted
        gap = self._tables.namespace[self._gap()]

        def resolve(*arguments: Value) -> Value:
            def holds(condition: Callable[..., Value]) -> bool:
                return bool(condition(*arguments))

            if definition.combine is not None:
                return combined(definition, [outcome(case, arguments) for case in deciding(contenders, holds)])
            for contender in contenders:
                found = contender.deciding(holds)
                if found:
                    return agreed([(case.id, outcome(case, arguments)) for case in found])
            return gap()

        def outcome(case: Case, arguments: tuple[Value, ...]) -> Value:
            for listener in consulted:
                listener(case.id)
            return values[case.id](*arguments)

        return resolve


def _value(case: Case) -> tree.Expression:
    assert case.value is not None
    return case.value


def _is_chain(case: Case) -> bool:
    """Whether at most one exception stands against the case, and likewise against that."""
    return len(case.exceptions) <= 1 and all(map(_is_chain, case.exceptions))
