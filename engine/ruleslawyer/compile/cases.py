"""Competing cases as nested branches: the same resolution as `ruleslawyer.machine.resolution`, written out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from ruleslawyer.compile.partial import fold, is_false, is_true
from ruleslawyer.compile.source import SourceWriter
from ruleslawyer.language import tree
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.machine.backend import Constants
from ruleslawyer.machine.events import with_exceptions

Leaf = Callable[[Case], list[str]]
"""The lines that note a deciding case."""


def possible(cases: Iterable[Case], constants: Constants) -> list[Case]:
    """The cases that these rulings allow to apply at all, with conditions folded and impossible exceptions left out."""
    found = (_folded(case, constants) for case in cases)
    return [case for case in found if case is not None]


def _folded(case: Case, constants: Constants) -> Case | None:
    when = None if case.when is None else fold(case.when, constants)
    undercuts = _folded_undercuts(case.disabled_by, constants)
    if undercuts is None or (when is not None and is_false(when)):
        return None
    return replace(
        case,
        when=None if when is not None and is_true(when) else when,
        value=None if case.value is None else fold(case.value, constants),
        exceptions=tuple(possible(case.exceptions, constants)),
        disabled_by=undercuts,
    )


def _folded_undercuts(undercuts: tuple[Undercut, ...], constants: Constants) -> tuple[Undercut, ...] | None:
    """The undercuts that may apply; None if one always does."""
    found = []
    for one in undercuts:
        when = None if one.when is None else fold(one.when, constants)
        inner = _folded_undercuts(one.disabled_by, constants)
        if inner is None or (when is not None and is_false(when)):
            continue
        when = None if when is not None and is_true(when) else when
        if when is None and not inner:
            return None
        found.append(replace(one, when=when, disabled_by=inner))
    return tuple(found)


def shared(cases: Iterable[Case]) -> bool:
    """Whether an exception stands against several of the cases, so that it may be found more than once."""
    ids = [case.id for top in cases for case in with_exceptions(top)]
    return len(ids) != len(set(ids))


class CaseWriter:
    """Writes the branches that find the deciding cases; `leaf` gives the lines for each."""

    def __init__(self, writer: SourceWriter, leaf: Leaf) -> None:
        self._writer = writer
        self._leaf = leaf
        self._tests = 0

    def lines(self, case: Case) -> list[str]:
        """The lines for a case and its exceptions, run if it applies."""
        condition = self._applies(case.when, case.disabled_by)
        inner = self._resolved(case)
        return inner if condition is None else [f"if {condition}:", *_indented(inner)]

    def _resolved(self, case: Case) -> list[str]:
        """The lines for a case that applies."""
        if not case.exceptions:
            return self._leaf(case)
        lines, tests = [], []
        for exception in case.exceptions:
            tests.append(f"x{self._tests}")
            self._tests += 1
            lines.append(f"{tests[-1]} = {self._applies(exception.when, exception.disabled_by) or True}")
        for exception, test in zip(case.exceptions, tests, strict=True):
            pairs = zip(case.exceptions, tests, strict=True)
            stronger = [name for other, name in pairs if other.level > exception.level]
            beaten = f" and not ({' or '.join(stronger)})" if stronger else ""
            lines += [f"if {test}{beaten}:", *_indented(self._resolved(exception))]
        return [*lines, f"if not ({' or '.join(tests)}):", *_indented(self._leaf(case))]

    def _applies(self, when: tree.Expression | None, undercuts: tuple[Undercut, ...]) -> str | None:
        """The source of the condition, or None if it always holds."""
        parts = [] if when is None else [self._writer.write(when)]
        parts += [f"not {self._applies(one.when, one.disabled_by)}" for one in undercuts]
        return f"({' and '.join(parts)})" if parts else None


def _indented(lines: list[str]) -> list[str]:
    return [f" {line}" for line in lines]
