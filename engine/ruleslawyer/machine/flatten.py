"""From statements to instructions: each clause entry becomes one list of them with jumps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import cases_of
from ruleslawyer.language.law import Case, Event, Law
from ruleslawyer.language.types import INT, IntType, OptionalType, SequenceType, SetType, Type
from ruleslawyer.machine import choices, instructions, loops
from ruleslawyer.machine.backend import Backend
from ruleslawyer.machine.events import ReadyEvent, element_type, own_entry
from ruleslawyer.machine.instructions import RETURN, Maker
from ruleslawyer.machine.position import Frame
from ruleslawyer.machine.run import Instruction, Run

ROOT = "@"
"""The entry that raises the rulebook's first event inside the scope `game`; no clause can have this id."""


@dataclass(frozen=True)
class Code:
    """A flattened entry. `points`: where a statement is, by label; `finals`: where a scope's `finally` begins."""

    entry: str
    event: str
    instructions: tuple[Instruction, ...]
    points: dict[str, int]
    finals: dict[str, int]

    def label_at(self, counter: int) -> str:
        """The label of the statement that the instruction belongs to."""
        return self.instructions[counter].label


def flatten_law(
    law: Law, backend: Backend, events: dict[str, ReadyEvent], absent: Mapping[str, str]
) -> dict[str, Code]:
    """The code of every entry of the rulebook that does something, by entry id.

    :param absent: the names that are no part of the game, with the condition that they need.
    """
    codes = {ROOT: _root(law, events)}
    for event in law.events.values():
        if event.policy == "each":
            codes[own_entry(event.name)] = _rule_list(event, backend, events[event.name])
        for case in cases_of(event):
            if case.id not in codes:
                codes[case.id] = _Flattener(Maker(law, backend, events, absent, case.id, event.name)).code(case)
    return codes


def _root(law: Law, events: dict[str, ReadyEvent]) -> Code:
    steps = (
        instructions.start_scope("game", "game", ()),
        instructions.raising("begins", events[law.begins], [], None),
        instructions.close_scope("game", "game", (), ()),
        RETURN,
    )
    return Code(ROOT, ROOT, steps, {"begins": 1}, {"game": 2})


def _rule_list(event: Event, backend: Backend, ready: ReadyEvent) -> Code:
    steps: list[Instruction] = []
    if event.order is not None:
        exit_ = len(event.rules) + 3
        steps += [choices.start_seats(backend.expression(event.order)), choices.next_seat(exit_)]
    for rule in event.rules:
        if backend.never(rule):
            steps.append(_jump(rule.id, len(steps) + 1))
        else:
            steps.append(choices.run_rule(rule.id, backend.deciding((rule,), ready.parameters)))
    if event.order is not None:
        steps.append(_jump("again", 1))
    steps.append(RETURN)
    return Code(own_entry(event.name), event.name, tuple(steps), {step.label: at for at, step in enumerate(steps)}, {})


def _jump(label: str, to: int) -> Instruction:
    """Goes on elsewhere in the entry."""

    def jump(run: Run, frame: Frame) -> None:
        frame.counter = to

    return Instruction(label, jump)


class _Flattener:
    """Flattens one entry. A place is kept for a jump whose target is not known yet, until its block is done."""

    def __init__(self, make: Maker) -> None:
        self.make = make
        self.steps: list[Instruction] = []
        self.points: dict[str, int] = {}
        self.finals: dict[str, int] = {}

    def code(self, case: Case) -> Code:
        """The code of a rule or option."""
        self._block(case.do)
        self.steps.append(RETURN)
        return Code(case.id, self.make.event, tuple(self.steps), self.points, self.finals)

    def _block(self, block: tree.Block) -> None:
        for statement in block:
            self.points[statement.label] = len(self.steps)
            match statement:
                case tree.If():
                    self._if(statement)
                case tree.For():
                    self._for(statement)
                case tree.Repeat():
                    self._repeat(statement)
                case tree.Scope():
                    self._scope(statement)
                case _:
                    self.steps.append(_PLAIN[type(statement)](self.make, statement))

    def _keep_place(self) -> int:
        self.steps.append(RETURN)
        return len(self.steps) - 1

    def _if(self, statement: tree.If) -> None:
        condition = self.make.ready(statement.condition)
        test = self._keep_place()
        self._block(statement.do)
        skip = self._keep_place() if statement.otherwise else None
        otherwise = len(self.steps)

        def branch(run: Run, frame: Frame) -> None:
            holds = condition(run.position, frame.locals, frame.zones)
            frame.counter = frame.counter + 1 if holds else otherwise

        self.steps[test] = Instruction(statement.label, branch)
        if skip is not None:
            self._block(statement.otherwise)
            self.steps[skip] = _jump(statement.label, len(self.steps))

    def _for(self, statement: tree.For) -> None:
        self.steps.append(loops.start_for(self.make, statement))
        start = self._rounds(statement)
        self.steps[start] = loops.next_for(self.make, statement, len(self.steps))

    def _repeat(self, statement: tree.Repeat) -> None:
        start = self._rounds(statement)
        self.steps[start] = loops.loop_head(self.make, statement, len(self.steps))

    def _rounds(self, statement: tree.For | tree.Repeat) -> int:
        """The rounds of a loop. Gives the place that is kept for its head."""
        start = self._keep_place()
        self._block(statement.do)
        bound = self._bound_in(statement.do)
        if bound:
            self.steps.append(loops.forget(statement.label, bound))
        self.steps.append(_jump(statement.label, start))
        return start

    def _scope(self, statement: tree.Scope) -> None:
        self.steps.append(instructions.start_scope(statement.label, statement.name, statement.zones))
        self._block(statement.do)
        self.finals[statement.label] = len(self.steps)
        self._block(statement.final)
        bound = self._bound_in(statement.do)
        self.steps.append(instructions.close_scope(statement.label, statement.name, statement.zones, bound))

    def _bound_in(self, block: tree.Block) -> tuple[str, ...]:
        """The locals that the statements of a block bind, hidden ones of loops included."""
        inner = (dict(bound_types(self.make.law, statement)) for statement in tree.statements(block))
        return tuple(dict.fromkeys(name for types in inner for name in types))


_PLAIN: dict[type, Callable[..., Instruction]] = {
    tree.Let: instructions.let,
    tree.SetState: instructions.set_state,
    tree.Pay: instructions.pay,
    tree.Take: choices.take,
    tree.Put: instructions.put,
    tree.Move: instructions.move,
    tree.Deal: choices.deal,
    tree.Peek: choices.peek,
    tree.Shuffle: instructions.shuffle,
    tree.Reveal: instructions.reveal,
    tree.Roll: choices.roll,
    tree.Choose: choices.choose,
    tree.Offer: choices.offer,
    tree.Raise: instructions.raise_event,
    tree.Give: instructions.give,
    tree.End: instructions.end,
    tree.Finish: instructions.finish,
}


def bound_types(law: Law, statement: tree.Statement) -> Iterator[tuple[str, Type]]:
    """The locals that a statement binds, hidden ones included, with their types."""
    match statement:
        case tree.Let(bindings=bindings):
            yield from ((name, value.type) for name, value in bindings)
        case tree.Choose(names=names, optional=optional, size=size):
            for name, domain in names:
                element = element_type(domain.type)
                yield name, SetType(element) if size is not None else OptionalType(element) if optional else element
        case tree.Take(name=name, how=how, zone=zone) if how != "from":
            yield name, element_type(zone.type)
        case tree.Peek(name=name, zone=zone):
            yield name, element_type(zone.type)
        case tree.Roll(name=name, low=low, high=high):
            yield name, IntType(low, high)
        case tree.Raise(event=event, gives=str(name)):
            gives = law.events[event].gives
            assert gives is not None
            yield name, gives
        case tree.For(name=name, source=source, label=label):
            yield name, element_type(source.type)
            yield loops.rest_of(label), SequenceType(element_type(source.type))
        case tree.Repeat(label=label, invariants=invariants):
            olds = (one for part in invariants for one in tree.walk(part) if isinstance(one, tree.Old))
            yield from ((loops.old_of(label, number), one.operand.type) for number, one in enumerate(olds))
            yield loops.measure_of(label), SequenceType(INT)
        case tree.Deal(label=label):
            yield loops.rest_of(label), IntType(0, None)
