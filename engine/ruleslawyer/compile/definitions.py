"""Definitions and competing rules as Python functions."""

from __future__ import annotations

from collections.abc import Mapping

from ruleslawyer.compile.cases import CaseWriter, shared
from ruleslawyer.compile.partial import possible
from ruleslawyer.compile.source import LOCALS, POSITION, SourceWriter, Tables
from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.language.law import Case, Definition
from ruleslawyer.language.types import SetType
from ruleslawyer.machine.evaluate import combined
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.values import Value, bounds_of

FOUND, DONE = "f", "s"
"""The generated variables that collect what was found, and the ids of what was found already."""


def definition_source(tables: Tables, definition: Definition, functions: Mapping[str, str]) -> str:
    """The function of a definition: of a position and the arguments. `functions` names those of all definitions."""
    parameters = {one.name: f"a{index}" for index, one in enumerate(definition.parameters)}
    writer = SourceWriter(tables, functions, parameters)
    cases = possible(definition.cases, tables.constants)
    repeated = shared(cases)
    collected = definition.combine is not None or any(len(one.exceptions) > 1 for one in with_exceptions(*cases))

    def leaf(case: Case) -> list[str]:
        assert case.value is not None
        value = writer.write(case.value)
        if isinstance(definition.gives, SetType):
            value = writer.plain(case.value)
        elif not collected and bounds_of(definition.gives) != (None, None):
            value = writer.bounded(case.value, definition.gives, f"`{definition.name}`", definition.clause)
        lines = [f"if {POSITION}.tracer: {POSITION}.tracer.decided({case.id!r})"]
        if not collected:
            return [*lines, f"return {value}"]
        lines.append(f"{FOUND}.append({value if definition.combine else f'({case.id!r}, {value})'})")
        return _once(case, lines) if repeated else lines

    body = [f"{FOUND} = []", f"{DONE} = set_of()"] if collected else []
    branches = CaseWriter(writer, leaf)
    for case in cases:
        body += branches.lines(case)
        if collected and definition.combine is None:
            body.append(f"if {FOUND}: return {_within(definition, f'agreed({FOUND})')}")
    if definition.combine is None:
        body.append(f"{_gap(tables, definition)}()")
    else:
        body.append(f"return {_within(definition, f'{_combined(tables, definition)}({FOUND})')}")
    head = f"def {functions[definition.name]}({', '.join((POSITION, *parameters.values()))}):"
    return "\n ".join((head, *body))


def deciding_source(
    tables: Tables, name: str, cases: tuple[Case, ...], parameters: tuple[str, ...], functions: Mapping[str, str]
) -> str:
    """A function of a position and locals that lists the deciding cases."""
    variables = {parameter: f"a{index}" for index, parameter in enumerate(parameters)}
    allowed = possible(cases, tables.constants)
    originals = {case.id: case for case in with_exceptions(*cases)}
    repeated = shared(allowed)

    def leaf(case: Case) -> list[str]:
        decided = tables.name(("case", name, case.id), lambda: originals[case.id])
        lines = [f"{FOUND}.append({decided})"]
        return _once(case, lines) if repeated else lines

    body = [f"{variable} = {LOCALS}[{parameter!r}]" for parameter, variable in variables.items()]
    body += [f"{FOUND} = []", f"{DONE} = set_of()"] if repeated else [f"{FOUND} = []"]
    branches = CaseWriter(SourceWriter(tables, functions, variables), leaf)
    for case in allowed:
        body += branches.lines(case)
    body.append(f"return {FOUND}")
    return "\n ".join((f"def {name}({POSITION}, {LOCALS}):", *body))


def _once(case: Case, lines: list[str]) -> list[str]:
    inner = [f" {line}" for line in (f"{DONE}.add({case.id!r})", *lines)]
    return [f"if {case.id!r} not in {DONE}:", *inner]


def _gap(tables: Tables, definition: Definition) -> str:
    def gap() -> None:
        raise ObligationBroken("gap", f"`{definition.name}` has no value here: no case applies", definition.clause)

    return tables.name(("gap", definition.name), lambda: gap)


def _within(definition: Definition, source: str) -> str:
    low, high = bounds_of(definition.gives)
    if low is None and high is None:
        return source
    return f"within({source}, {low}, {high}, {f'`{definition.name}`'!r}, {definition.clause!r})"


def _combined(tables: Tables, definition: Definition) -> str:
    def combine(outcomes: list[Value]) -> Value:
        return combined(definition, outcomes)

    return tables.name(("combined", definition.name), lambda: combine)
