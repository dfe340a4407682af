"""Competing cases as nested branches: the same resolution as `ruleslawyer.machine.resolution`, written out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ruleslawyer.compile.source import SourceWriter
from ruleslawyer.language import tree
from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.language.law import Case, Undercut

Leaf = Callable[[Case], list[str]]
"""The lines that note a deciding case."""


def shared(cases: Iterable[Case]) -> bool:
    """Whether an exception stands against several of the cases, so that it may be found more than once."""
    ids = [case.id for case in with_exceptions(*cases)]
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
