"""What statements do: each becomes an instruction. Decisions are in `choices`, loops in `loops`, jumps in `flatten`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleslawyer.language import tree
from ruleslawyer.language.law import Law
from ruleslawyer.machine import trace as record
from ruleslawyer.machine.availability import needed_text
from ruleslawyer.machine.backend import Backend, Evaluate
from ruleslawyer.machine.events import ReadyEvent
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.position import Frame, OpenScope, Position, StateKey
from ruleslawyer.machine.run import Instruction, Run
from ruleslawyer.machine.values import Value, bounds_of, within
from ruleslawyer.machine.zones import Content, Pile, Unpiled, plain


@dataclass(frozen=True)
class Maker:
    """What the instructions of an entry are made with. `absent`: what is no part of the game, and what it needs."""

    law: Law
    backend: Backend
    events: Mapping[str, ReadyEvent]
    absent: Mapping[str, str]
    entry: str
    event: str

    def ready(self, expression: tree.Expression) -> Evaluate:
        """The expression as a function."""
        return self.backend.expression(expression)

    def maybe(self, expression: tree.Expression | None) -> Evaluate | None:
        """The expression as a function, if there is one."""
        return None if expression is None else self.backend.expression(expression)


def let(make: Maker, statement: tree.Let) -> Instruction:
    """Binds names to values, all evaluated before any is bound."""
    bindings = [(name, make.ready(value)) for name, value in statement.bindings]

    def bind(run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        values = [value(position, locals_, zones) for _, value in bindings]
        for (name, _), value in zip(bindings, values, strict=True):
            locals_[name] = plain(value)
        frame.counter += 1

    return Instruction(statement.label, bind)


def set_state(make: Maker, statement: tree.SetState) -> Instruction:
    """Assigns simultaneously; the bounds declared are obligations, and that the variables are part of the game."""
    targets = []
    for one in statement.assignments:
        if one.name in make.absent:
            return _set_absent(statement.label, one.name, make.absent[one.name])
        bounds = bounds_of(make.law.state[one.name].type)
        targets.append((one.name, make.maybe(one.index), make.ready(one.value), *bounds))

    def assign(run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        changes: list[tuple[StateKey, Value]] = []
        for name, index, value, low, high in targets:
            seat = None if index is None else index(position, locals_, zones)
            assigned = plain(value(position, locals_, zones))
            if low is not None or high is not None:
                within(assigned, low, high, f"`{name}`")
            changes.append(((name, seat), assigned))
        if run.trace is not None:
            for (name, seat), assigned in changes:
                before = position.state[name, seat]
                if before != assigned:
                    run.trace.records.append(record.Assigned(name, seat, before, assigned, frame.entry))
        position.state.update(changes)
        frame.counter += 1

    return Instruction(statement.label, assign)


def _set_absent(label: str, name: str, needs: str) -> Instruction:
    def refuse(run: Run, frame: Frame) -> None:
        raise ObligationBroken("absent", f"`{name}` is set, but {needed_text(needs)}")

    return Instruction(label, refuse)


def pay(make: Maker, statement: tree.Pay) -> Instruction:
    """Moves an amount between accounts; that it is there is an obligation."""
    amount_of = make.ready(statement.amount)
    payer, payee = _account(make, statement.source), _account(make, statement.target)

    def transfer(run: Run, frame: Frame) -> None:
        position = run.position
        amount = amount_of(position, frame.locals, frame.zones)
        source, target = _key(payer, position, frame), _key(payee, position, frame)
        holds = position.state[source]
        if not 0 <= amount <= holds:
            raise ObligationBroken("pay", f"{amount} is paid from `{source[0]}`, which holds {holds}")
        if amount and source != target:
            position.state[source] = holds - amount
            position.state[target] += amount
            if run.trace is not None:
                run.trace.records.append(record.Paid(amount, source, target, frame.entry))
        frame.counter += 1

    return Instruction(statement.label, transfer)


Account = tuple[str, Evaluate | None]
"""An account, and whose it is if every player has one."""


def _account(make: Maker, read: tree.StateRead) -> Account:
    return read.name, make.maybe(read.index)


def _key(account: Account, position: Position, frame: Frame) -> StateKey:
    name, index = account
    return name, None if index is None else index(position, frame.locals, frame.zones)


def take_from(make: Maker, statement: tree.Take) -> Instruction:
    """Takes a card that a local names out of the zone where it must lie."""
    name, zone_of = statement.name, make.ready(statement.zone)

    def take(run: Run, frame: Frame) -> None:
        zone = zone_of(run.position, frame.locals, frame.zones)
        card = frame.locals[name]
        if card not in zone:
            raise ObligationBroken("not-there", f"{run.name(card)} is not in `{zone.place[0]}`")
        run.take(frame, card, zone)
        frame.counter += 1

    return Instruction(statement.label, take)


def put(make: Maker, statement: tree.Put) -> Instruction:
    """Puts a held card into a zone."""
    card, zone, at = make.ready(statement.card), make.ready(statement.zone), statement.at

    def lay_down(run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        run.put(frame, card(position, locals_, zones), zone(position, locals_, zones), at)
        frame.counter += 1

    return Instruction(statement.label, lay_down)


def move(make: Maker, statement: tree.Move) -> Instruction:
    """Moves all cards of a zone that satisfy a condition. Cards without order among themselves keep having none."""
    source_of, target_of = make.ready(statement.source), make.ready(statement.target)
    where = make.maybe(statement.where)

    def move_all(run: Run, frame: Frame) -> None:
        position, zones = run.position, frame.zones
        source: Content = source_of(position, frame.locals, zones)
        locals_ = dict(frame.locals)
        shown = run.setup.viewers(position, source.place)
        parcels = []
        for bag in source.bags_in_order():
            by_target: dict[int, tuple[Content, list[int]]] = {}
            for card in bag.cards:
                locals_[statement.name] = card
                if where is None or where(position, locals_, zones):
                    target = target_of(position, locals_, zones)
                    by_target.setdefault(id(target), (target, []))[1].append(card)
            parcels += [(target, tuple(cards), bag.viewers | shown) for target, cards in by_target.values()]
        for _, cards, _ in parcels:
            for card in cards:
                source.remove(card)
        for target, cards, seen in parcels:
            run.lay(cards, seen, target, "top")
            if run.trace is not None:
                run.trace.records.append(record.Moved(cards, source.place, target.place, frame.entry))
        frame.counter += 1

    return Instruction(statement.label, move_all)


def shuffle(make: Maker, statement: tree.Shuffle) -> Instruction:
    """A pile forgets its order and who has seen what; a bag forgets who has."""
    zone_of = make.ready(statement.zone)

    def forget(run: Run, frame: Frame) -> None:
        zone = zone_of(run.position, frame.locals, frame.zones)
        if isinstance(zone, Pile):
            zone.shuffle()
        else:
            assert isinstance(zone, Unpiled)
            zone.viewers.clear()
        if run.trace is not None:
            run.trace.records.append(record.Shuffled(zone.place, frame.entry))
        frame.counter += 1

    return Instruction(statement.label, forget)


def reveal(make: Maker, statement: tree.Reveal) -> Instruction:
    """Shows what lies in a zone to seats."""
    zone_of, seats = make.ready(statement.zone), make.ready(statement.to)

    def show(run: Run, frame: Frame) -> None:
        zone: Content = zone_of(run.position, frame.locals, frame.zones)
        to = frozenset(seats(run.position, frame.locals, frame.zones))
        zone.reveal(to - run.setup.viewers(run.position, zone.place))
        if run.trace is not None:
            run.trace.records.append(record.Seen(zone.listed(), zone.place, to, frame.entry))
        frame.counter += 1

    return Instruction(statement.label, show)


def raise_event(make: Maker, statement: tree.Raise) -> Instruction:
    """Raises an event; the frame goes on after it."""
    return raising(
        statement.label, make.events[statement.event], [*map(make.ready, statement.arguments)], statement.gives
    )


def raising(label: str, event: ReadyEvent, given: list[Evaluate], gives: str | None) -> Instruction:
    """Raises an event with arguments."""

    def begin(run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        arguments = [plain(argument(position, locals_, zones)) for argument in given]
        frame.counter += 1
        run.raise_event(frame, event, arguments, gives)

    return Instruction(label, begin, leads_on=True, event=event.name, gives=gives)


def give(make: Maker, statement: tree.Give) -> Instruction:
    """Gives the result of the event, whose bounds are an obligation."""
    gives, value_of = make.law.events[make.event].gives, make.ready(statement.value)
    low, high = (None, None) if gives is None else bounds_of(gives)

    def hand_back(run: Run, frame: Frame) -> None:
        if frame.result:
            raise ObligationBroken("give", f"`{frame.event}` is given a second result")
        value = plain(value_of(run.position, frame.locals, frame.zones))
        frame.result = (within(value, low, high, f"the result of `{frame.event}`"),)
        frame.counter += 1

    return Instruction(statement.label, hand_back)


RETURN = Instruction("return", lambda run, frame: run.leave(frame))
"""The end of an entry."""


def start_scope(label: str, scope: str, zones: tuple[str, ...]) -> Instruction:
    """Opens a scope: fresh zones, and `per` state set aside and begun anew."""

    def start(run: Run, frame: Frame) -> None:
        run.setup.open_scope(run.position, frame, label, scope, zones)
        if run.trace is not None:
            run.trace.records.append(record.Began(scope, frame.entry))
        frame.counter += 1

    return Instruction(label, start)


def close_scope(label: str, scope: str, zones: tuple[str, ...], bound: tuple[str, ...]) -> Instruction:
    """The end of a scope, after its `finally`, however it was left; what was `bound` in it is forgotten."""

    def close(run: Run, frame: Frame) -> None:
        opened: OpenScope = frame.scopes.pop()
        for name in bound:
            frame.locals.pop(name, None)
        for place in [place for place in frame.zones if place[0] in zones]:
            content = frame.zones.pop(place)
            if len(content):
                cards = run.names(content.cards())
                raise ObligationBroken("scope-not-empty", f"`{place[0]}` still has {cards} when `{scope}` ends")
        run.setup.check_ends_with(run.position, scope)
        run.position.state.update(opened.saved)
        if run.trace is not None:
            run.trace.records.append(record.Ended(scope, frame.entry))
        if run.position.unwinding is None or run.position.unwinding == scope:
            run.position.unwinding = None
            frame.counter += 1
        else:
            run.unwind()

    return Instruction(label, close)


def end(make: Maker, statement: tree.End) -> Instruction:
    """Ends a scope, innermost frames first; play goes on after the scope."""
    return Instruction(statement.label, lambda run, frame: run.end(statement.scope))


def finish(make: Maker, statement: tree.Finish) -> Instruction:
    """Records the winners and ends the scope `game`."""
    winners_of = make.ready(statement.winners)

    def record_winners(run: Run, frame: Frame) -> None:
        winners = frozenset(winners_of(run.position, frame.locals, frame.zones))
        run.position.winners = winners
        if run.trace is not None:
            run.trace.records.append(record.Finished(winners, frame.entry))
        run.end("game")

    return Instruction(statement.label, record_winners)
