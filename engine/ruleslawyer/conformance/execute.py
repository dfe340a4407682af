"""Plays runs on an implementation, and holds every answer against what the machine has."""

from __future__ import annotations

from ruleslawyer.conformance.expected_run import ExpectedRun, Moment, Taken, records_before
from ruleslawyer.conformance.faults import (
    Crashed,
    Flooded,
    Garbage,
    Hung,
    ImplementationFault,
    OutOfLuck,
    Refused,
    Rejected,
)
from ruleslawyer.conformance.observation import Difference, Observation, canonical, due_differences, due_text
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.machine.availability import all_options
from ruleslawyer.machine.notation import place_text, write_value
from ruleslawyer.machine.replayed import replayed
from ruleslawyer.scenario.model import Scenario

_VERDICTS: dict[type[ImplementationFault], Verdict] = {
    Crashed: Verdict.CRASHES,
    Hung: Verdict.HANGS,
    Flooded: Verdict.FLOODS,
    Garbage: Verdict.GARBAGE,
    Refused: Verdict.REFUSES,
    OutOfLuck: Verdict.DIVERGES,
    Rejected: Verdict.DIVERGES,
}


def execute(session: Session, run: ExpectedRun, *, look_again: bool = False) -> Execution:
    """What comes of a run. An implementation that misbehaves is a verdict, never an exception.

    :param look_again: ask what is seen once more at the end: the answer must be the same.
    :raises GivenUp: it was restarted too often.
    """
    reason = refusal(session, run.scenario)
    if reason:
        return Execution(run, Verdict.REFUSES, 0, reason)
    for index, moment in enumerate(run.moments):
        try:
            found = answer(session, moment)
        except ImplementationFault as fault:
            due = moment.expected.due
            differences = (Difference("due", due.label if due else "decision", due_text(due), fault.message),)
            told = differences if isinstance(fault, OutOfLuck | Rejected) else ()
            return Execution(run, _VERDICTS[type(fault)], index, fault.message, fault.hint, told)
        if found is not None:
            return Execution(run, Verdict.DIVERGES, index, "", "", *found)
    last = len(run.moments) - 1
    if look_again:
        return _seen_again(session, run, last)
    return Execution(run, Verdict.CONFORMS, last)


def _seen_again(session: Session, run: ExpectedRun, last: int) -> Execution:
    try:
        actual = session.observe("observe", {})
        differences = session.reader.differences(run.moments[last].expected, actual)
    except Refused:
        return Execution(run, Verdict.CONFORMS, last)
    except ImplementationFault as fault:
        return Execution(run, _VERDICTS[type(fault)], last, fault.message, fault.hint)
    if not session.introduction.legal:
        differences = [one for one in differences if one.kind != "legal"]
    if differences:
        message = "asked again what is seen, it says something else"
        return Execution(run, Verdict.CONTRADICTS, last, message, "", tuple(differences), None, actual)
    return Execution(run, Verdict.CONFORMS, last)


def refusal(session: Session, scenario: Scenario) -> str:
    """Why an implementation need not be asked to play a scenario; empty if it can."""
    able, given = session.introduction, scenario.given
    if not able.luck:
        return "its luck cannot be told"
    if not able.players[0] <= scenario.players <= able.players[1]:
        return f"{scenario.players} players"
    lacking = [
        f"{name}={answer}"
        for name, answer in all_options(session.law, scenario.options).items()
        if name in session.law.options and answer not in able.answers_to(session.law, name)
    ]
    if lacking:
        return f"options {', '.join(lacking)}"
    if given is None:
        return "" if able.setup else "a game from the set-up"
    at, begin = str(given.get("at", "frames")), str(given.get("begin", ""))
    if at not in able.positions:
        return f"a position at `{at}`"
    if begin and begin not in able.begins:
        return f"a position with `begin: {begin}`"
    return ""


Found = tuple[tuple[Difference, ...], tuple[str, str] | None, Observation]


def answer(session: Session, moment: Moment) -> Found | None:
    """How an implementation answers one question: what differs, None when nothing does.

    :raises ImplementationFault: it does not answer it.
    """
    return _Answer(session, moment).differences()


class _Answer:
    """One moment as an implementation answers it, with the forced decisions that it asks for on the way."""

    def __init__(self, session: Session, moment: Moment) -> None:
        self.session = session
        self.moment = moment

    def differences(self) -> Found | None:
        """What differs; None when nothing does."""
        moment, session = self.moment, self.session
        actual = session.observe(moment.method, moment.params)
        asked = 0
        while found := self._against(actual):
            index = self._asked(actual, asked)
            if index is None:
                return tuple(found), None, actual
            taken, asked = moment.forced[index], index + 1
            if session.introduction.legal and actual.due != taken.due:
                return _not_forced(taken, actual)
            params = {"by": taken.due.by, "label": taken.due.label, "value": taken.value}
            actual = session.observe("decide", params)
        return None

    def _against(self, actual: Observation) -> list[Difference]:
        """What differs from what is right after the question, all forced decisions taken."""
        if actual == self.moment.expected:
            return []
        found = self.session.reader.differences(self.moment.expected, actual)
        return found if self.session.introduction.legal else [one for one in found if one.kind != "legal"]

    def _asked(self, actual: Observation, first: int) -> int | None:
        """The index of the forced decision that the implementation asks for, none before `first`."""
        due, expected = actual.due, self.moment.expected.due
        if due is None:
            return None
        alike = [
            index
            for index, taken in enumerate(self.moment.forced[first:], start=first)
            if (taken.due.label, taken.due.by) == (due.label, due.by)
        ]
        plain = [index for index in alike if self.moment.forced[index].due == due != expected]
        return next(iter(plain), None) if plain else next((one for one in alike if self._stands(actual, one)), None)

    def _stands(self, actual: Observation, index: int) -> bool:
        """Whether everything is as it was when the machine took that forced decision."""
        if self.moment.before is None:
            return False
        then = replayed(self.moment.before, records_before(self.moment.steps, self.moment.forced[index].record))
        names = self.session.reader.law.cards
        for place, content in then.zones.items():
            seen = actual.zones.get(place_text(place))
            if seen is None:
                continue
            if seen.size != len(content):
                return False
            if seen.cards is not None and sorted(seen.cards) != sorted(names[card].name for card in content.cards()):
                return False
        law = self.session.reader.law
        for key, value in then.state.items():
            due = canonical(write_value(law, value, law.state[key[0]].type))
            if actual.state.get(place_text(key), due) != due:
                return False
        return True


def _not_forced(taken: Taken, actual: Observation) -> Found:
    assert taken.due.values is not None and actual.due is not None
    if actual.due.values is None:
        raise Garbage("its decision has no `values`", 'list them, or declare "legal": false in `capabilities`')
    return tuple(due_differences(taken.due, actual.due)), (taken.due.label, next(iter(taken.due.values))), actual
