"""Expected runs: scenarios and games of the fuzzer, as the machine plays them, to be played by an implementation.

A run is a list of questions with what the machine holds right after each. The expectations stay here: only
the questions are sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.observation import Observer
from ruleslawyer.conformance.protocol import Luck, luck_message
from ruleslawyer.fuzz.choice_sequences import ChoiceSequences, Chooser
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, MachineError, Position, Trace
from ruleslawyer.machine.availability import varied_options
from ruleslawyer.machine.notation import (
    Written,
    canonical,
    decider_text,
    place_text,
    read_decision,
    write_decision,
    write_value,
)
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.position_io import lay_out
from ruleslawyer.machine.position_zones import write_content
from ruleslawyer.machine.snapshot import Due, Snapshot
from ruleslawyer.machine.trace import Forced, Record, Step
from ruleslawyer.machine.values import Value
from ruleslawyer.scenario.machines import Machines
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.run import start

MOST_DECISIONS = 2_000


@dataclass(frozen=True)
class Taken:
    """A decision that the machine takes without asking, since only one value is legal."""

    due: Due
    value: Written
    record: Forced = field(repr=False)


@dataclass(frozen=True)
class Moment:
    """One question and what is right after it.

    `decided` is how many decisions of the scenario have been taken by then; `forced` the players' decisions with a
    single legal value, which an implementation may ask for or not; `steps` what the machine did.
    """

    method: str
    params: Mapping[str, Any]
    expected: Snapshot
    decided: int
    forced: tuple[Taken, ...]
    steps: tuple[Step, ...] = field(repr=False)
    decision: Decision | None
    """What is due now."""
    before: Position | None = field(repr=False)
    """Where play stood when the question was asked; None for the start."""


@dataclass(frozen=True)
class ExpectedRun:
    """A scenario with everything that is decided in it listed, and its moments, the first of which is the start."""

    scenario: Scenario
    machine: Machine = field(repr=False)
    moments: tuple[Moment, ...] = field(repr=False)


class Unplayable(Exception):
    """The scenario cannot be played under these answers."""


Choose = Callable[[Decision], Value]
"""Takes a decision. StopIteration ends the play."""


class ReferencePlayer:
    """Makes runs for one machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.law: Law = machine.law
        self._observer = Observer(machine)

    def run(self, scenario: Scenario, last: bool = False) -> ExpectedRun:
        """The run of a scenario.

        :param last: chance that is not listed takes the last legal value, not the first.
        :raises Unplayable: a decision is not legal, or the rulebook fails.
        :raises RulebookError: its position is impossible.
        """
        listed = list(scenario.decisions)

        def choose(decision: Decision) -> Value:
            if listed and decision.label == listed[0][0]:
                return read_decision(self.law, decision, listed.pop(0)[1])
            if decision.by is not None:
                raise StopIteration
            return decision.values[-1 if last else 0]

        run = self._play(scenario, choose)
        if listed:
            raise Unplayable(f"`{listed[0][0]}` is not to be decided")
        return run

    def game(
        self,
        sequences: ChoiceSequences,
        given: Mapping[str, Written] | None = None,
        *,
        slug: str = "fuzz",
        most: int | None = None,
    ) -> ExpectedRun:
        """The run of the game that sequences decide, from the set-up or from a position, to its end.

        :param most: players' decisions after which it is left unfinished.

        :raises Unplayable: the rulebook fails.
        """
        chooser, asked = Chooser(sequences), 0

        def choose(decision: Decision) -> Value:
            nonlocal asked
            asked += decision.by is not None
            if most is not None and asked > most:
                raise StopIteration
            return chooser.value(decision)

        scenario = Scenario(
            slug=slug,
            rulebook=self.law.name,
            version=self.law.version,
            players=self.machine.players,
            because="a game of the fuzzer",
            origin="fuzz",
            readings=(Reading(rulings=dict(self.machine.answers)),) if self.machine.answers else (),
            options=varied(self.machine),
            given=None if given is None else {key: value for key, value in given.items() if key != "players"},
        )
        return self._play(scenario, choose)

    def _play(self, scenario: Scenario, choose: Choose) -> ExpectedRun:
        recorder = _Recorder(self.machine, self._observer)
        try:
            position = start(self.machine, scenario, recorder.trace)
            recorder.question("reset", self._reset(scenario))
            while position.pending is not None and len(recorder.taken) < MOST_DECISIONS:
                decision = position.pending
                if decision.by is not None:
                    recorder.answered(position)
                try:
                    value = choose(decision)
                except StopIteration:
                    break
                recorder.decide(position, value)
            recorder.answered(position)
        except MachineError as error:
            raise Unplayable(str(error)) from None
        played = _with(scenario, tuple(recorder.taken))
        return ExpectedRun(played, self.machine, tuple(recorder.moments))

    def _reset(self, scenario: Scenario) -> dict[str, Any]:
        params: dict[str, Any] = {"players": scenario.players}
        if options := varied(self.machine):
            params["options"] = options
        if scenario.given is not None:
            params["position"] = self._position(scenario)
        return params

    def _position(self, scenario: Scenario) -> dict[str, Any]:
        """The position with every card in its place: a pile top first, cards in no known order as a list within."""
        assert scenario.given is not None
        position = lay_out(self.machine, {"players": scenario.players, **scenario.given})
        written: dict[str, Any] = {
            "at": scenario.given.get("at", "frames"),
            "zones": {
                place_text(content.place): list(_without_viewers(write_content(self.machine, content), content.order))
                for content in position.zones.values()
                if content.place[0] in self.machine.zones
            },
            "state": {
                place_text(key): write_value(self.law, value, self.law.state[key[0]].type)
                for key, value in self.machine.variables(position)
            },
        }
        if position.aside - self.machine.out_of_play:
            written["aside"] = [self.law.cards[card].name for card in sorted(position.aside)]
        if "begin" in scenario.given:
            written["begin"] = scenario.given["begin"]
        return written


def reference_players(law: Law) -> Machines[ReferencePlayer]:
    """The reference player for some answers, number of players and options of play."""
    return Machines(
        lambda answers, players, options: ReferencePlayer(fast_machine(law, answers, players, options=options))
    )


def varied(machine: Machine) -> dict[str, str]:
    """The options of play that are answered otherwise than by their first answer: what is sent with `reset`."""
    return varied_options(machine.law, machine.options)


def _without_viewers(items: list[Written], order: str) -> Iterator[Written]:
    for item in items:
        if not isinstance(item, dict):
            yield item
            continue
        cards = item["cards"]
        assert isinstance(cards, list)
        if order == "pile" and len(cards) > 1:
            yield cards
        else:
            yield from cards


def _with(scenario: Scenario, decisions: tuple[tuple[str, Written], ...]) -> Scenario:
    return replace(scenario, decisions=decisions, luck="listed", then=(), info={})


class _Recorder:
    """Collects the moments while the machine plays."""

    def __init__(self, machine: Machine, observer: Observer) -> None:
        self.machine = machine
        self.trace = Trace()
        self.taken: list[tuple[str, Written]] = []
        self.moments: list[Moment] = []
        self._observer = observer
        self._question: tuple[str, dict[str, Any]] | None = None
        self._before: Position | None = None

    def question(self, method: str, params: dict[str, Any]) -> None:
        """Begins a moment: its luck and its answer are what follows."""
        self._question = method, params

    def decide(self, position: Position, value: Value) -> None:
        """Takes a decision; a player's begins a moment."""
        decision = position.pending
        assert decision is not None
        written = write_decision(self.machine.law, decision, value)
        self.taken.append((decision.label, written))
        if decision.by is not None:
            self._before = position.copy()
            self.question("decide", {"by": decider_text(decision), "label": decision.label, "value": written})
        self.machine.decide(position, value, self.trace)

    def answered(self, position: Position) -> None:
        """Ends the moment that is open, if one is."""
        if self._question is None:
            return
        method, params = self._question
        luck, forced = sorted_out(self.machine, self.trace.steps)
        if luck:
            params["luck"] = luck_message(luck)
        moment = Moment(
            method=method,
            params=params,
            expected=self._observer.observation(position),
            decided=len(self.taken),
            forced=forced,
            steps=tuple(self.trace.steps),
            decision=position.pending,
            before=self._before,
        )
        self.moments.append(moment)
        self.trace.steps.clear()
        self._question = None


def sorted_out(machine: Machine, steps: Sequence[Step]) -> tuple[Luck, tuple[Taken, ...]]:
    """What chance decided (as far as it was not certain anyway), and what players decided without being asked."""
    luck: list[tuple[str, Written]] = []
    forced: list[Taken] = []
    for step in steps:
        if step.decision is not None and step.decision.by is None:
            luck.append((step.decision.label, write_decision(machine.law, step.decision, step.value)))
        for record in step.records:
            if isinstance(record, Forced) and record.decision.by is not None:
                decision, written = record.decision, write_decision(machine.law, record.decision, record.value)
                due = Due(decision.label, decider_text(decision), (canonical(written),))
                forced.append(Taken(due, written, record))
    return luck, tuple(forced)


def records_before(steps: tuple[Step, ...], last: Record) -> Iterator[Record]:
    """What happened in some steps before one record."""
    for step in steps:
        for record in step.records:
            if record is last:
                return
            yield record
