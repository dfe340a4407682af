"""Which clauses one failure speaks against, and how strongly.

A failure is what differs after one question. Strongest is what decided the differing thing itself: the entry that
moved the card, set the variable, or asked; and the exceptions that entry depends on, if play would have gone otherwise
without them. Weakest is what merely took part. `fault_localisation` weighs the failures of a whole run together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.clause_index import ClauseIndex, without
from ruleslawyer.conformance.expected_run import ExpectedRun, Moment
from ruleslawyer.conformance.observation import Observer
from ruleslawyer.conformance.verdicts import Execution
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError
from ruleslawyer.machine.notation import place_text
from ruleslawyer.machine.snapshot import Difference
from ruleslawyer.machine.trace import Assigned, Finished, Forced, Moved, Paid, Raised, Record
from ruleslawyer.scenario.run import start

EXCEPTION, DIRECT, NEAR, INDIRECT, BASE, TOOK_PART, CONSULTED = 1.1, 1.0, 0.9, 0.7, 0.6, 0.35, 0.2
CARDS = ("zone", "count", "top")
"""Kinds of difference that are about where cards lie."""

Weights = Mapping[str, float]
"""By clause id, from 0 (nothing) to `EXCEPTION`."""


def participants(index: ClauseIndex, moment: Moment) -> frozenset[str]:
    """The clauses that had a part in a moment."""
    entries = _at_work(moment).union(*(step.consulted for step in moment.steps))
    return frozenset(index.clause_of[entry] for entry in entries if entry in index.clause_of)


def _at_work(moment: Moment) -> set[str]:
    """The rules and options that did something, or went on with what they had begun before."""
    found: set[str] = set()
    for step in moment.steps:
        if step.decision is not None:
            found.add(step.decision.clause)
        found.update(record.entry for record in step.records if not isinstance(record, Raised | Forced))
    return found


class Evidence:
    """Weighs failures under one rulebook."""

    def __init__(self, law: Law) -> None:
        self.law = law
        self.index = ClauseIndex(law)
        self._machines: dict[object, Machine] = {}
        self._fields = {card.name: frozenset(map(str, card.fields.values())) for card in law.cards}

    def weights(self, failure: Execution) -> Weights:
        """What a failure says against each clause that had a part in it."""
        moment = failure.run.moments[failure.moment]
        consulted = frozenset(entry for step in moment.steps for entry in step.consulted)
        counted = {
            entry
            for difference in failure.differences
            if difference.kind == "value"
            for entry in self._counting(difference)
        }
        effective = {
            entry
            for entry in consulted | counted
            if self.index.is_exception(entry) and self._effective(failure.run, moment, entry)
        }
        found: dict[str, float] = {}

        def note(entry: str, weight: float) -> None:
            clause = self.index.clause_of.get(entry)
            if clause is not None:
                found[clause] = max(found.get(clause, 0.0), weight)

        for entry in _at_work(moment):
            note(entry, TOOK_PART)
        for entry in consulted:
            note(entry, TOOK_PART if entry in effective else CONSULTED)
        for difference in _causes(failure.differences):
            words = self.words((difference,))
            for entry, weight in self._direct(difference, moment, effective):
                note(entry, weight)
                for decider in self._deciders(entry, moment) & consulted:
                    if decider in effective:
                        note(decider, EXCEPTION * weight)
                    elif words & self.index.mentions(self.index.clause_of[decider]):
                        note(decider, NEAR * weight)
                    elif not self.index.is_exception(decider):
                        note(decider, BASE * weight)
        return found

    def words(self, differences: Sequence[Difference]) -> frozenset[str]:
        """What describes every card that lies elsewhere than it should: values of fields that all of them have."""
        names = {name for one in differences if one.kind in CARDS for name in (*one.missing, *one.extra)}
        described = [self._fields[name] for name in names if name in self._fields]
        return frozenset.intersection(*described) if described else frozenset()

    def _deciders(self, entry: str, moment: Moment) -> frozenset[str]:
        """The entries that decide the definitions on which an entry depends, or those that raised its event."""
        ran = frozenset(one for step in moment.steps for one in step.fired())
        names = self.index.reads(entry).union(*map(self.index.reads, self.index.raisers(entry) & ran))
        deciders = (one for name in names for one in self.index.deciders(name))
        return frozenset(one for one in deciders if one in self.index.clause_of)

    # -- what decided the thing that differs -----------------------------------------------------------------------

    def _direct(
        self, difference: Difference, moment: Moment, effective: Collection[str]
    ) -> Iterator[tuple[str, float]]:
        records = [record for step in moment.steps for record in step.records]
        if difference.kind in CARDS:
            yield from self._movers(difference, records)
        elif difference.kind == "state":
            changes = (one for one in records if isinstance(one, Assigned | Paid))
            yield from ((one.entry, DIRECT) for one in changes if difference.name in _changed(one))
        elif difference.kind == "value":
            deciders = self._counting(difference)
            yield from ((one, NEAR) for one in deciders if not self.index.is_exception(one))
            yield from ((one, EXCEPTION * NEAR) for one in deciders if one in effective)
        elif difference.kind == "legal":
            yield from self._legal(difference, moment)
        elif difference.kind == "due":
            yield from self._asked(moment)
        else:
            yield from ((one.entry, NEAR) for one in records if isinstance(one, Finished))
            yield from self._asked(moment)

    def _counting(self, difference: Difference) -> frozenset[str]:
        """The entries that may decide a value: nobody consults them in play, it is worked out to be shown."""
        return frozenset(self.index.deciders(difference.name.partition("[")[0]))

    def _movers(self, difference: Difference, records: list[Record]) -> Iterator[tuple[str, float]]:
        moved = [one for one in records if isinstance(one, Moved)]
        index = {card.name: card.index for card in self.law.cards}
        for name in (*difference.missing, *difference.extra):
            put = [one for one in moved if index.get(name) in one.cards and one.target is not None]
            yield from ((one.entry, DIRECT if one is put[-1] else INDIRECT) for one in put)
            if not put:
                yield from ((one.entry, INDIRECT) for one in moved if _is(one.target, difference.name))
        if not difference.missing and not difference.extra:
            for one in moved:
                if _is(one.target, difference.name) or _is(one.source, difference.name):
                    yield one.entry, INDIRECT

    def _legal(self, difference: Difference, moment: Moment) -> Iterator[tuple[str, float]]:
        options = {
            self.index.options[key]
            for value in (*difference.missing, *difference.extra)
            if (key := (difference.name, _option_name(value))) in self.index.options
        }
        yield from ((entry, NEAR) for entry in options)
        askers = self.index.asking(difference.name)
        fired = {entry for step in moment.steps for entry in step.fired()}
        for entry in askers & fired or askers:
            yield entry, NEAR if options else DIRECT

    def _asked(self, moment: Moment) -> Iterator[tuple[str, float]]:
        if moment.decision is not None:
            yield moment.decision.clause, DIRECT

    # -- whether an exception made a difference ---------------------------------------------------------------------

    def _effective(self, run: ExpectedRun, moment: Moment, entry: str) -> bool:
        """Whether the machine would have come elsewhere if the exception had not been written."""
        machine = self._without(run.machine, entry)
        try:
            position = start(machine, run.scenario) if moment.before is None else moment.before.copy()
            for step in moment.steps:
                if step.decision is not None:
                    machine.decide(position, step.value)
            return Observer(machine).observation(position) != moment.expected
        except MachineError:
            return True

    def _without(self, machine: Machine, entry: str) -> Machine:
        key = entry, machine.players, tuple(sorted(machine.answers.items())), tuple(sorted(machine.options.items()))
        if key not in self._machines:
            law = without(self.law, entry)
            self._machines[key] = fast_machine(law, machine.answers, machine.players, options=machine.options)
        return self._machines[key]


def _causes(differences: Sequence[Difference]) -> Sequence[Difference]:
    """Without what merely follows: cards that lie elsewhere, and state, change the numbers, and the numbers change who
    wins."""
    kinds = {one.kind for one in differences}
    after = {"value", "winners"} if kinds & {*CARDS, "state"} else {"winners"} if "value" in kinds else set()
    return [one for one in differences if one.kind not in after]


def _changed(record: Assigned | Paid) -> tuple[str, ...]:
    """The state variable, or the accounts, that a record changed."""
    places = [(record.name, record.seat)] if isinstance(record, Assigned) else [record.source, record.target]
    return tuple(map(place_text, places))


def _is(place: tuple[str, int | None] | None, name: str) -> bool:
    return place is not None and place_text(place) == name


def _option_name(value: str) -> str:
    """The option that a canonical value names: `bid` of `bid(n: 20)`."""
    return value.partition("(")[0]
