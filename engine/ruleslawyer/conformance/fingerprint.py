"""Which answer an implementation gives to each ruling, found by asking it as little as possible.

For every ruling that matters beside what is known already, the smallest position is looked up on which two answers
part, and the implementation plays it: it does what one answer has, or the other, or neither. Rulings that decide
whether others matter come first. A second, other position checks the answer; if it says otherwise, the implementation
is inconsistent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ruleslawyer.compare.readings import Contrast, Issue, matters
from ruleslawyer.compare.search import Budget, find
from ruleslawyer.conformance.execute import execute, refusal
from ruleslawyer.conformance.expected_run import ExpectedRun, Unplayable, reference_players
from ruleslawyer.conformance.faults import Garbage
from ruleslawyer.conformance.session import GivenUp, Session
from ruleslawyer.conformance.verdicts import Verdict
from ruleslawyer.language.analysis import rulings_read
from ruleslawyer.language.law import Law
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario

FOLLOWED, UNDETERMINED, INCONSISTENT, IRRELEVANT = "followed", "undetermined", "inconsistent", "irrelevant"
CHECKS = 2
"""Positions that a ruling is asked on, where there are as many."""
BUDGET = Budget(work=1_500, steps=800)


@dataclass(frozen=True)
class Answered:
    """What was found out about a ruling.

    `status`: 'followed' (`answer` is what the implementation does), 'undetermined' (nothing showed it), 'inconsistent'
    (it does now this, now that), 'irrelevant' (it does not matter beside the other answers). `answer` is what the
    profile has wherever nothing was found out. `scenarios` name the positions that were asked.
    """

    ruling: str
    status: str
    answer: str
    scenarios: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Fingerprint:
    """What an implementation follows. `asked` is how many positions it was asked to play."""

    answered: tuple[Answered, ...]
    base: str
    asked: int

    @property
    def answers(self) -> dict[str, str]:
        """An answer to every ruling, to hold the implementation to."""
        return {one.ruling: one.answer for one in self.answered}


def fingerprint(
    law: Law, session: Session, suite: Sequence[Scenario], base: str, rulings: Collection[str] | None = None
) -> Fingerprint:
    """Asks an implementation about every ruling, or about some.

    :param base: the profile whose answers are taken for what nothing is found out about.
    """
    inquiry = _Inquiry(law, session, suite, base)
    for name in in_order(law):
        if rulings is None or name in rulings:
            inquiry.ask(name)
    answered = tuple(inquiry.found[name] for name in law.rulings if name in inquiry.found)
    return Fingerprint(answered, base, inquiry.asked)


def in_order(law: Law) -> list[str]:
    """The rulings, each after those that decide whether it matters, where that is possible."""
    needs = {name: rulings_read(ruling.matters_when) for name, ruling in law.rulings.items()}
    found: list[str] = []
    left = list(law.rulings)
    while left:
        ready = next((name for name in left if needs[name] <= set(found)), left[0])
        found.append(ready)
        left.remove(ready)
    return found


class _Inquiry:
    def __init__(self, law: Law, session: Session, suite: Sequence[Scenario], base: str) -> None:
        self.law, self.session, self.suite, self.base = law, session, suite, base
        self.answers = dict(law.profiles[base])
        self.found: dict[str, Answered] = {}
        self.asked = 0
        self._players = reference_players(law)
        self._variants = session.able.variants(law)

    def ask(self, name: str) -> None:
        """Finds out about one ruling, and goes on with its answer."""
        ruling = self.law.rulings[name]
        given = self.answers[name]
        if not any(matters(self.law, ruling, self.answers, options) for options in self._variants):
            self.found[name] = Answered(name, IRRELEVANT, given)
            return
        votes: dict[str, list[str]] = {}
        neither: list[str] = []
        for scenario, answers in self._positions(name):
            follows = self._follows(scenario, name, answers)
            if len(follows) == 1:
                votes.setdefault(follows[0], []).append(scenario.slug)
            elif not follows:
                neither.append(scenario.slug)
            if sum(map(len, votes.values())) >= CHECKS:
                break
        if len(votes) == 1:
            answer, names = next(iter(votes.items()))
            self.answers[name] = answer
            self.found[name] = Answered(name, FOLLOWED, answer, tuple(names))
        elif votes:
            note = "; ".join(f"{answer} in {', '.join(names)}" for answer, names in votes.items())
            slugs = tuple(one for listed in votes.values() for one in listed)
            self.found[name] = Answered(name, INCONSISTENT, given, slugs, note)
        else:
            note = f"it does neither in {', '.join(neither[:3])}" if neither else "no position shows it"
            self.found[name] = Answered(name, UNDETERMINED, given, tuple(neither), note)

    def _positions(self, name: str) -> Iterator[tuple[Scenario, tuple[str, ...]]]:
        """Scenarios on which answers part: the ruling's own first, then others, then one that is searched."""
        literals = self.law.rulings[name].type.literals
        own = [one for one in self.suite if any(name in reading.rulings for reading in one.readings)]
        others = [one for one in self.suite if one not in own]
        found = False
        for scenario in (*own, *others):
            if self._parts(scenario, name, literals):
                found = True
                yield scenario, literals
        if not found:
            yield from self._searched(name, literals)

    def _searched(self, name: str, literals: tuple[str, ...]) -> Iterator[tuple[Scenario, tuple[str, ...]]]:
        left = self.answers[name]
        for right in (literal for literal in literals if literal != left):
            issue = Issue(name, left, right)
            contrast = Contrast(self.base, {**self.answers, name: left}, {**self.answers, name: right})
            case = find(self.law, issue, [contrast], [], 0, BUDGET)
            if case is not None and not case.views:
                yield case.scenario, literals

    def _parts(self, scenario: Scenario, name: str, literals: tuple[str, ...]) -> bool:
        """Whether what is to be seen of a scenario depends on the answer."""
        runs = [self._run(scenario, name, literal) for literal in literals]
        able = [run for run in runs if run is not None and not refusal(self.session, run.scenario)]
        return any(not self._same(able[0], other) for other in able[1:])

    def _same(self, one: ExpectedRun, other: ExpectedRun) -> bool:
        """Whether an implementation that follows one run would not be found to leave the other."""
        if [moment.params for moment in one.moments] != [moment.params for moment in other.moments]:
            return False
        for left, right in zip(one.moments, other.moments, strict=True):
            try:
                if self.session.reader.differences(left.expected, right.expected):
                    return False
            except Garbage:
                continue
        return True

    def _follows(self, scenario: Scenario, name: str, literals: tuple[str, ...]) -> list[str]:
        """The answers with which what the implementation does agrees."""
        found = []
        self.asked += 1
        for literal in literals:
            run = self._run(scenario, name, literal)
            if run is None:
                continue
            try:
                if execute(self.session, run).verdict is Verdict.CONFORMS:
                    found.append(literal)
            except GivenUp:
                return []
        return found

    def _run(self, scenario: Scenario, name: str, literal: str) -> ExpectedRun | None:
        """The scenario as far as it can be played under an answer."""
        answers: Mapping[str, str] = {**self.answers, name: literal}
        player = self._players.of(answers, scenario.players, scenario.options)
        for count in range(len(scenario.decisions), -1, -1):
            try:
                return player.run(replace(scenario, decisions=scenario.decisions[:count], luck="first"))
            except Unplayable:
                continue
            except (MachineError, RulebookError):
                return None
        return None
