"""From statements to program points: each clause entry becomes one list of instructions with jumps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ruleslawyer.language import tree
from ruleslawyer.language.analysis import cases_of
from ruleslawyer.language.law import Case, Claim, Event, Law
from ruleslawyer.language.types import INT, SequenceType, Type
from ruleslawyer.machine import accounts, choices, instructions, loops
from ruleslawyer.machine.backend import Backend, Evaluate
from ruleslawyer.machine.contracts import without_old
from ruleslawyer.machine.events import ReadyEvent, element_type, own_entry, ready_domains
from ruleslawyer.machine.run import Instruction
from ruleslawyer.machine.values import bounds_of

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
                codes[case.id] = _Flattener(law, backend, events, absent).code(case, event.name)
    return codes


def _root(law: Law, events: dict[str, ReadyEvent]) -> Code:
    steps = (
        instructions.StartScope("game", "game", ()),
        instructions.Raise("begins", events[law.begins], (), None),
        instructions.CloseScope("game", "game", (), ()),
        instructions.Return("return"),
    )
    return Code(ROOT, ROOT, steps, {"begins": 1}, {"game": 2})


def _rule_list(event: Event, backend: Backend, ready: ReadyEvent) -> Code:
    steps: list[Instruction] = []
    if event.order is not None:
        steps += [choices.StartSeats("order", backend.expression(event.order)), choices.NextSeat("seat", 0)]
    for rule in event.rules:
        if backend.never(rule):
            steps.append(instructions.Jump(rule.id, len(steps) + 1))
        else:
            steps.append(choices.RunRule(rule.id, backend.deciding((rule,), ready.parameters)))
    if event.order is not None:
        steps.append(instructions.Jump("again", 1))
        steps[1] = choices.NextSeat("seat", len(steps))
    steps.append(instructions.Return("return"))
    return Code(own_entry(event.name), event.name, tuple(steps), {step.label: at for at, step in enumerate(steps)}, {})


class _Flattener:
    """Flattens one entry. Jump targets that are not known yet are filled in when their block is done."""

    def __init__(self, law: Law, backend: Backend, events: dict[str, ReadyEvent], absent: Mapping[str, str]) -> None:
        self.law = law
        self.absent = absent
        self.backend = backend
        self.events = events
        self.entry = self.event = ""
        self.steps: list[Instruction] = []
        self.points: dict[str, int] = {}
        self.finals: dict[str, int] = {}

    def code(self, case: Case, event: str) -> Code:
        """The code of a rule or option."""
        self.entry, self.event = case.id, event
        self._block(case.do)
        self.steps.append(instructions.Return("return"))
        return Code(case.id, event, tuple(self.steps), self.points, self.finals)

    def _ready(self, expression: tree.Expression) -> Evaluate:
        return self.backend.expression(expression)

    def _maybe(self, expression: tree.Expression | None) -> Evaluate | None:
        return None if expression is None else self.backend.expression(expression)

    def _block(self, block: tree.Block) -> None:
        for statement in block:
            self.points[statement.label] = len(self.steps)
            _METHODS[type(statement)](self, statement)

    def _add(self, step: Instruction) -> int:
        self.steps.append(step)
        return len(self.steps) - 1

    def _forget(self, label: str, bound: tuple[str, ...]) -> None:
        if bound:
            self._add(loops.Forget(label, bound))

    # -- values and cards -----------------------------------------------------------------------------------------

    def _let(self, statement: tree.Let) -> None:
        bindings = tuple((name, self._ready(value)) for name, value in statement.bindings)
        self._add(instructions.Let(statement.label, bindings))

    def _set(self, statement: tree.SetState) -> None:
        targets = []
        for one in statement.assignments:
            if one.name in self.absent:
                self._add(instructions.SetAbsent(statement.label, one.name, self.absent[one.name]))
                return
            bounds = bounds_of(self.law.state[one.name].type)
            targets.append(instructions.Target(one.name, self._maybe(one.index), self._ready(one.value), *bounds))
        self._add(instructions.SetState(statement.label, tuple(targets)))

    def _take(self, statement: tree.Take) -> None:
        made: dict[str, Callable[[str, str, Evaluate], Instruction]] = {
            "from": instructions.TakeFrom,
            "top": choices.TakeTop,
            "random": choices.TakeRandom,
        }
        self._add(made[statement.how](statement.label, statement.name, self._ready(statement.zone)))

    def _put(self, statement: tree.Put) -> None:
        card, zone = self._ready(statement.card), self._ready(statement.zone)
        self._add(instructions.Put(statement.label, card, zone, statement.at))

    def _move(self, statement: tree.Move) -> None:
        source, target = self._ready(statement.source), self._ready(statement.target)
        self._add(instructions.Move(statement.label, statement.name, source, target, self._maybe(statement.where)))

    def _deal(self, statement: tree.Deal) -> None:
        count, source, target = map(self._ready, (statement.count, statement.source, statement.target))
        self._add(choices.Deal(statement.label, statement.name, count, source, target))

    def _peek(self, statement: tree.Peek) -> None:
        zone, seen_by = self._ready(statement.zone), self._ready(statement.seen_by)
        self._add(choices.Peek(statement.label, statement.name, zone, seen_by))

    def _shuffle(self, statement: tree.Shuffle) -> None:
        self._add(instructions.Shuffle(statement.label, self._ready(statement.zone)))

    def _reveal(self, statement: tree.Reveal) -> None:
        self._add(instructions.Reveal(statement.label, self._ready(statement.zone), self._ready(statement.to)))

    # -- decisions and events -------------------------------------------------------------------------------------

    def _roll(self, statement: tree.Roll) -> None:
        numbers = tuple(range(statement.low, statement.high + 1))
        self._add(choices.Roll(statement.label, statement.name, numbers))

    def _choose(self, statement: tree.Choose) -> None:
        domains = ready_domains(statement.names, self.backend)
        by, optional, size = map(self._maybe, (statement.by, statement.optional, statement.size))
        names = tuple((name, of) for name, of, _ in domains)
        self._add(choices.Choose(statement.label, statement.ask, domains, by, optional, size, names))

    def _offer(self, statement: tree.Offer) -> None:
        arguments = tuple(map(self._ready, statement.arguments))
        self._add(choices.Offer(statement.label, self.events[statement.event], arguments))

    def _raise(self, statement: tree.Raise) -> None:
        arguments = tuple(map(self._ready, statement.arguments))
        self._add(instructions.Raise(statement.label, self.events[statement.event], arguments, statement.gives))

    def _give(self, statement: tree.Give) -> None:
        gives = self.law.events[self.event].gives
        bounds = (None, None) if gives is None else bounds_of(gives)
        self._add(instructions.Give(statement.label, self._ready(statement.value), *bounds))

    # -- control --------------------------------------------------------------------------------------------------

    def _if(self, statement: tree.If) -> None:
        condition = self._ready(statement.condition)
        test = self._add(instructions.Unless(statement.label, condition, 0))
        self._block(statement.do)
        if statement.otherwise:
            skip = self._add(instructions.Jump(statement.label, 0))
            self.steps[test] = instructions.Unless(statement.label, condition, len(self.steps))
            self._block(statement.otherwise)
            self.steps[skip] = instructions.Jump(statement.label, len(self.steps))
        else:
            self.steps[test] = instructions.Unless(statement.label, condition, len(self.steps))

    def _for(self, statement: tree.For) -> None:
        element = element_type(statement.source.type)
        self._add(loops.StartFor(statement.label, self._ready(statement.source), element))
        loop = loops.NextFor(statement.label, statement.name, self._maybe(statement.until), 0)
        start = self._add(loop)
        self._block(statement.do)
        self._forget(statement.label, bound_in(statement.do))
        self._add(instructions.Jump(statement.label, start))
        self.steps[start] = replace(loop, exit=len(self.steps))

    def _repeat(self, statement: tree.Repeat) -> None:
        measure = tuple(map(self._ready, statement.measure))
        head = loops.LoopHead(
            statement.label, self._ready(statement.condition), 0, self._loop_claims(statement), measure
        )
        start = self._add(head)
        self._block(statement.do)
        self._forget(statement.label, bound_in(statement.do))
        self._add(instructions.Jump(statement.label, start))
        self.steps[start] = replace(head, exit=len(self.steps))

    def _loop_claims(self, statement: tree.Repeat) -> tuple[loops.LoopClaim, ...]:
        claims, remembered = [], 0
        for number, expression in enumerate(statement.invariants, start=1):
            olds: list[tuple[str, tree.Expression]] = []
            offset = remembered

            def local(index: int, offset: int = offset) -> str:
                return loops.old_of(statement.label, offset + index)

            holds = self._ready(without_old(expression, olds, local))
            remembered += len(olds)
            title = f"invariant {number} of the loop `{statement.label}`"
            claim = Claim(f"{self.entry}.{statement.label}.{number}", title, "", expression, clause=self.entry)
            claims.append(loops.LoopClaim(claim, holds, tuple((name, self._ready(operand)) for name, operand in olds)))
        return tuple(claims)

    def _scope(self, statement: tree.Scope) -> None:
        self._add(instructions.StartScope(statement.label, statement.name, statement.zones))
        self._block(statement.do)
        self.finals[statement.label] = len(self.steps)
        self._block(statement.final)
        bound = bound_in(statement.do)
        self._add(instructions.CloseScope(statement.label, statement.name, statement.zones, bound))

    def _pay(self, statement: tree.Pay) -> None:
        source, target = (
            accounts.Account(one.name, self._maybe(one.index)) for one in (statement.source, statement.target)
        )
        self._add(accounts.Pay(statement.label, self._ready(statement.amount), source, target))

    def _end(self, statement: tree.End) -> None:
        self._add(instructions.End(statement.label, statement.scope))

    def _finish(self, statement: tree.Finish) -> None:
        self._add(instructions.Finish(statement.label, self._ready(statement.winners)))


_METHODS: dict[type, Callable[..., None]] = {
    tree.Let: _Flattener._let,
    tree.SetState: _Flattener._set,
    tree.Pay: _Flattener._pay,
    tree.Take: _Flattener._take,
    tree.Put: _Flattener._put,
    tree.Move: _Flattener._move,
    tree.Deal: _Flattener._deal,
    tree.Peek: _Flattener._peek,
    tree.Shuffle: _Flattener._shuffle,
    tree.Reveal: _Flattener._reveal,
    tree.Roll: _Flattener._roll,
    tree.Choose: _Flattener._choose,
    tree.Offer: _Flattener._offer,
    tree.Raise: _Flattener._raise,
    tree.Give: _Flattener._give,
    tree.If: _Flattener._if,
    tree.For: _Flattener._for,
    tree.Repeat: _Flattener._repeat,
    tree.Scope: _Flattener._scope,
    tree.End: _Flattener._end,
    tree.Finish: _Flattener._finish,
}


def bound_in(block: tree.Block) -> tuple[str, ...]:
    """The locals that the statements of a block bind, hidden ones of loops included."""
    names: list[str] = []
    for statement in tree.statements(block):
        if isinstance(statement, tree.Let):
            names += [name for name, _ in statement.bindings]
        elif isinstance(statement, tree.Choose):
            names += [name for name, _ in statement.names]
        elif isinstance(statement, tree.Peek | tree.Roll | tree.Take):
            if not (isinstance(statement, tree.Take) and statement.how == "from"):
                names.append(statement.name)
        elif isinstance(statement, tree.Raise) and statement.gives is not None:
            names.append(statement.gives)
        elif isinstance(statement, tree.For):
            names += [statement.name, loops.rest_of(statement.label)]
        elif isinstance(statement, tree.Deal):
            names.append(loops.rest_of(statement.label))
        elif isinstance(statement, tree.Repeat):
            names += loop_locals(statement)
    return tuple(dict.fromkeys(names))


def loop_locals(statement: tree.Repeat) -> dict[str, Type]:
    """The hidden locals that monitoring keeps for a loop, with their types."""
    olds = [one.operand.type for part in statement.invariants for one in tree.walk(part) if isinstance(one, tree.Old)]
    types: dict[str, Type] = {loops.old_of(statement.label, number): of for number, of in enumerate(olds)}
    return types | {loops.measure_of(statement.label): SequenceType(INT)}
