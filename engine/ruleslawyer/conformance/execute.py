"""Plays runs on an implementation, and holds every answer against what the machine has."""

from __future__ import annotations

from ruleslawyer.conformance.expected_run import ExpectedRun, Moment, records_before
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
from ruleslawyer.conformance.observation import Reader
from ruleslawyer.conformance.session import Session
from ruleslawyer.conformance.verdicts import Execution, Verdict
from ruleslawyer.language.law import Law
from ruleslawyer.machine.availability import all_options
from ruleslawyer.machine.notation import canonical, place_text, write_value
from ruleslawyer.machine.replayed import replayed
from ruleslawyer.machine.snapshot import Difference, Snapshot, ZoneView, diff, value_text
from ruleslawyer.machine.zones import Content
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
            differs = Difference("due", (due and due.label) or "decision", str(due), fault.message)
            told = (differs,) if isinstance(fault, OutOfLuck | Rejected) else ()
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
    if differences:
        message = "asked again what is seen, it says something else"
        return Execution(run, Verdict.CONTRADICTS, last, message, "", tuple(differences), None, actual)
    return Execution(run, Verdict.CONFORMS, last)


def refusal(session: Session, scenario: Scenario) -> str:
    """Why an implementation need not be asked to play a scenario; empty if it can."""
    able, given = session.able, scenario.given
    assert able.players is not None
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


Found = tuple[tuple[Difference, ...], tuple[str, str] | None, Snapshot]


def answer(session: Session, moment: Moment) -> Found | None:
    """How an implementation answers one question, and the forced decisions that it asks for on the way: what differs,
    None when nothing does.

    :raises ImplementationFault: it does not answer it.
    """
    reader, asked = session.reader, 0
    actual = session.observe(moment.method, moment.params)
    while found := reader.differences(moment.expected, actual):
        index = _asked(reader, moment, actual, asked)
        if index is None:
            return tuple(found), None, actual
        taken, asked = moment.forced[index], index + 1
        if actual.due is not None and actual.due.values is None and reader.legal:
            raise Garbage("its decision has no `values`", 'list them, or declare "legal": false in `capabilities`')
        wrong = reader.differences(Snapshot(due=taken.due), actual)
        if wrong:
            return tuple(wrong), (moment.forced[index].record.decision.label, canonical(taken.value)), actual
        actual = session.observe("decide", {"by": taken.due.by, "label": taken.due.label, "value": taken.value})
    return None


def _asked(reader: Reader, moment: Moment, actual: Snapshot, first: int) -> int | None:
    """The index of the forced decision that the implementation asks for, none before `first`."""
    due = actual.due
    alike = [
        index
        for index, taken in enumerate(moment.forced[first:], start=first)
        if due is not None and taken.due[:2] == due[:2]
    ]
    plain = (index for index in alike if moment.forced[index].due == due != moment.expected.due)
    stands = (index for index in alike if _stands(reader, moment, actual, index))
    return next(plain, next(stands, None))


def _stands(reader: Reader, moment: Moment, actual: Snapshot, index: int) -> bool:
    """Whether everything is as it was when the machine took that forced decision."""
    if moment.before is None:
        return False
    law = reader.law
    then = replayed(moment.before, records_before(moment.steps, moment.forced[index].record))
    zones = {place_text(place): content for place, content in then.zones.items()}
    state = {place_text(key): write_value(law, one, law.state[key[0]].type) for key, one in then.state.items()}
    stood = Snapshot(
        zones={
            name: ZoneView(len(zones[name]), None if seen.cards is None else _names(law, zones[name]))
            for name, seen in actual.zones.items()
            if name in zones
        },
        state={
            name: value_text(state[name], law.state[name.partition("[")[0]].type)
            for name in actual.state
            if name in state
        },
    )
    return not diff(stood, actual)


def _names(law: Law, content: Content) -> tuple[str, ...]:
    return tuple(law.cards[card].name for card in content.listed())
