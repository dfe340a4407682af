"""What an extension touches in its base, and whether it provably plays like its base while its options are off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.language.analysis import expressions_of
from ruleslawyer.language.known import Known, guarded_reads
from ruleslawyer.language.law import Case, Definition, Event, Law, Undercut, Zone
from ruleslawyer.language.tree import Expression
from ruleslawyer.rulebook.model import EntryKind

_HOW = {
    EntryKind.EXCEPTION: "overrides",
    EntryKind.UNDERCUT: "disables",
    EntryKind.CONTRIBUTION: "adds to",
    EntryKind.OPTION: "extends the menu",
    EntryKind.RULE: "hears",
}


@dataclass(frozen=True)
class Touch:
    """What an entry of an extension does to its base: `how` is a verb, `what` the entry or event of the base."""

    entry: str
    how: str
    what: str


def touches(law: Law) -> tuple[Touch, ...]:
    """Everything that the own clauses of an extension touch in the rulebooks that it extends, in the order written."""
    rulebook = law.rulebook
    entries = [entry for clause in rulebook.clauses for entry in clause.entries]
    theirs = {entry.id for entry in entries if not rulebook.owns(entry.span)}
    theirs |= {clause.id.value for clause in rulebook.clauses if not rulebook.owns(clause.span)}
    theirs |= {event.name.value for event in rulebook.events if not rulebook.owns(event.name.span)}
    return tuple(
        Touch(entry.id, _HOW[entry.kind], head.value)
        for entry in entries
        if rulebook.owns(entry.span) and entry.kind in _HOW
        for head in entry.head
        if head.value in theirs
    )


def own_options(law: Law) -> tuple[str, ...]:
    """The options of play that an extension declares."""
    return tuple(name.value for name, _ in law.rulebook.options if law.rulebook.owns(name.span))


def differences(law: Law, base: Law) -> tuple[str, ...]:
    """What keeps it from being proved that an extension plays like its base while each option of its own has the first
    answer, whatever those of the base have.

    Empty: what does not apply left out, both are the same program. Where a case's condition is false in every position
    of such a game it is left out; everything else must be the same tree.
    """
    comparison = _Comparison(law, base)
    return tuple(dict.fromkeys(comparison.differences()))


class _Comparison:
    def __init__(self, law: Law, base: Law) -> None:
        self.law, self.base = law, base
        self.known = Known(law, base)

    def differences(self) -> Iterator[str]:
        law, base = self.law, self.base
        if law.cards[: len(base.cards)] != base.cards:
            yield "the cards of the base are others"
        if law.begins != base.begins or law.total != base.total or law.treasury != base.treasury:
            yield "a game begins otherwise"
        for name, enum in base.options.items():
            if law.options[name].literals[0] != enum.literals[0]:
                yield f"option {name}"
        for name, zone in law.zones.items():
            if not self._zone(base.zones.get(name), zone):
                yield f"zone {name}"
        for name, state in law.state.items():
            ours = base.state.get(name)
            if self._present(state.when) if ours is None else ours != replace(state, type=ours.type):
                yield f"state {name}"
        yield from self._owners(base.definitions, law.definitions, self._definition)
        yield from self._owners(base.events, law.events, self._event)

    def _owners(
        self,
        ours: Mapping[str, Definition] | Mapping[str, Event],
        theirs: Mapping[str, Definition] | Mapping[str, Event],
        same: Callable[..., bool],
    ) -> Iterator[str]:
        for name, one in ours.items():
            if not same(one, theirs[name]):
                yield name
            for read in guarded_reads(self.law, self.base, *expressions_of(one)):
                yield f"{name} (it reads {read})"

    def _present(self, when: Expression | None) -> bool:
        return when is None or self.known.value(when) is not False

    def _zone(self, ours: Zone | None, theirs: Zone) -> bool:
        if ours is None:
            return theirs.scoped or not self._present(theirs.when)
        starts = self.known.without_empty_parts(theirs.starts)
        plain = replace(theirs, holds=ours.holds, starts=starts)
        return plain == ours and not any(guarded_reads(self.law, self.base, *(one for one in (starts,) if one)))

    def _definition(self, ours: Definition, theirs: Definition) -> bool:
        alike = (_named(ours), ours.combine, ours.table) == (_named(theirs), theirs.combine, theirs.table)
        return alike and self._cases(self._contributing(ours), self._contributing(theirs))

    def _contributing(self, one: Definition) -> list[Case]:
        return [case for case in one.cases if not (one.combine and self.known.contributes_nothing(one, case))]

    def _event(self, ours: Event, theirs: Event) -> bool:
        offered, options = (
            [one for one in event.options if not self.known.never(one.case)] for event in (ours, theirs)
        )
        return (
            _head(ours) == _head(theirs)
            and self._cases(ours.rules, theirs.rules)
            and [(one.name, one.parameters) for one in offered] == [(one.name, one.parameters) for one in options]
            and self._cases([one.case for one in offered], [one.case for one in options])
        )

    def _cases(self, ours: Sequence[Case], theirs: Sequence[Case]) -> bool:
        left, right = ([case for case in cases if not self.known.never(case)] for cases in (ours, theirs))
        return len(left) == len(right) and all(map(self._case, left, right))

    def _case(self, ours: Case, theirs: Case) -> bool:
        return (
            (ours.id, ours.when, ours.value, ours.do, ours.level)
            == (theirs.id, theirs.when, theirs.value, theirs.do, theirs.level)
            and self._cases(ours.exceptions, theirs.exceptions)
            and self._undercuts(ours.disabled_by, theirs.disabled_by)
        )

    def _undercuts(self, ours: Sequence[Undercut], theirs: Sequence[Undercut]) -> bool:
        left, right = ([one for one in undercuts if not self.known.never(one)] for undercuts in (ours, theirs))
        return len(left) == len(right) and all(
            (one.id, one.when) == (other.id, other.when) and self._undercuts(one.disabled_by, other.disabled_by)
            for one, other in zip(left, right, strict=True)
        )


def _head(event: Event) -> tuple[object, ...]:
    return _named(event), event.policy, event.by, event.order


def _named(one: Event | Definition) -> list[str]:
    """The parameters; their types may be wider in an extension, which changes no value that they have."""
    return [parameter.name for parameter in one.parameters]
