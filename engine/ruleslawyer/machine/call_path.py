"""Where a menu is offered or an event raised: the call path, the entries that lead there from the first event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import cases_of
from ruleslawyer.language.law import Case, Event
from ruleslawyer.machine.backend import Constants
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.faults import PositionError
from ruleslawyer.machine.position import Position
from ruleslawyer.rulebook.diagnostics import did_you_mean

MAXIMUM_STEPS = 20_000
"""Statements looked at before the search for a call path is given up."""


@dataclass(frozen=True)
class Link:
    """A statement that raises or offers the next event, in an entry of `event`, with the statements around it."""

    event: Event
    case: Case
    statement: tree.Raise | tree.Offer
    around: tuple[tree.Statement, ...]

    def __str__(self) -> str:
        return f"{self.case.id} ({self.statement.label})"


def find_call_path(constants: Constants, target: str) -> tuple[Link, ...]:
    """The one call path from the first event to the statement that raises or offers `target`.

    :raises PositionError: there is none, or more than one.
    """
    law = constants.law
    if target not in law.events:
        hint = did_you_mean(target, law.events)
        raise PositionError(f"no event is called `{target}`", part="at", hint=hint)
    paths = list(_Search(constants, target).paths(law.begins, []))
    if not paths:
        raise PositionError(f"no call path leads from `{law.begins}` to `{target}`", part="at")
    if len(paths) > 1:
        ways = "; ".join(" > ".join(map(str, path)) for path in paths[:4])
        hint = "name the menu before it in `at:` and the event in `begin:`"
        raise PositionError(f"`{target}` is reached in {len(paths)} ways: {ways}", part="at", hint=hint)
    return tuple(paths[0])


class _Search:
    def __init__(self, constants: Constants, target: str) -> None:
        self._constants = constants
        self._target = target
        self._steps = 0
        self._links: dict[str, list[Link]] = {}

    def paths(self, event: str, links: list[Link]) -> Iterator[list[Link]]:
        """Every call path without a repeated event."""
        events = {link.event.name for link in links} | {event}
        for link in self._possible(event):
            self._steps += 1
            if self._steps > MAXIMUM_STEPS:
                raise PositionError(f"too many call paths may lead to `{self._target}`", part="at")
            if link.statement.event == self._target:
                yield [*links, link]
            elif link.statement.event not in events:
                yield from self.paths(link.statement.event, [*links, link])

    def _possible(self, event: str) -> list[Link]:
        """The links from an event whose entries may apply; they are the same on every way to it."""
        if event not in self._links:
            links = links_of(self._constants.law.events[event])
            self._links[event] = [link for link in links if self._may_apply(link.case)]
        return self._links[event]

    def _may_apply(self, case: Case) -> bool:
        """Whether the answers to rulings and options leave it to a case to decide, and not to an exception to it."""
        always = (one for one in case.exceptions if not one.disabled_by and _always_applies(self._constants, one.when))
        return not never_applies(self._constants, case.when) and next(always, None) is None


def links_of(event: Event) -> Iterator[Link]:
    """Every statement of an event's entries that raises or offers an event."""
    done = set()
    for case in cases_of(event):
        if case.id not in done:
            done.add(case.id)
            for statement, around in with_surroundings(case.do):
                if isinstance(statement, tree.Raise | tree.Offer):
                    yield Link(event, case, statement, around)


def with_surroundings(
    block: tree.Block, around: tuple[tree.Statement, ...] = ()
) -> Iterator[tuple[tree.Statement, tuple[tree.Statement, ...]]]:
    """Every statement of a block with the statements that it lies in, outermost first."""
    for statement in block:
        yield statement, around
        for inner in statement.blocks():
            yield from with_surroundings(inner, (*around, statement))


def never_applies(constants: Constants, when: tree.Expression | None) -> bool:
    """Whether the answers to rulings and options alone make a condition false."""
    if when is None:
        return False
    if isinstance(when, tree.Watched):
        return never_applies(constants, when.operand)
    if isinstance(when, tree.Logic) and when.operator == "and":
        return any(never_applies(constants, operand) for operand in when.operands)
    return _is_fixed(when) and not _value(constants, when)


def _always_applies(constants: Constants, when: tree.Expression | None) -> bool:
    """Whether the answers to rulings and options alone make a condition true."""
    if isinstance(when, tree.Watched):
        return _always_applies(constants, when.operand)
    return when is None or (_is_fixed(when) and bool(_value(constants, when)))


def _is_fixed(when: tree.Expression) -> bool:
    return all(isinstance(part, _FIXED) for part in tree.walk(when))


def _value(constants: Constants, when: tree.Expression) -> object:
    return Reference(constants).expression(when)(Position(constants.players), {}, NO_ZONES)


_FIXED = (tree.Literal, tree.RulingRead, tree.OptionRead, tree.Compare, tree.Logic, tree.Not)
