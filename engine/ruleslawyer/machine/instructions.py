"""The program points that statements are flattened into: state, cards, scopes, control. Decisions are in `choices`."""

from __future__ import annotations

from dataclasses import dataclass

from ruleslawyer.machine import trace as record
from ruleslawyer.machine.availability import needed_text
from ruleslawyer.machine.backend import Evaluate
from ruleslawyer.machine.events import ReadyEvent
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.position import Frame, OpenScope, StateKey
from ruleslawyer.machine.run import Run
from ruleslawyer.machine.values import Value, within
from ruleslawyer.machine.zones import Content, Pile, Unpiled, plain


@dataclass(frozen=True, slots=True)
class Let:
    """Binds names to values, all evaluated before any is bound."""

    label: str
    bindings: tuple[tuple[str, Evaluate], ...]

    def run(self, run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        values = [value(position, locals_, zones) for _, value in self.bindings]
        for (name, _), value in zip(self.bindings, values, strict=True):
            locals_[name] = plain(value)
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Target:
    """A state variable that is assigned; `low` and `high` are its bounds where it has any."""

    name: str
    index: Evaluate | None
    value: Evaluate
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class SetState:
    """Assigns simultaneously; the bounds declared are obligations."""

    label: str
    targets: tuple[Target, ...]

    def run(self, run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        changes: list[tuple[StateKey, Value]] = []
        for target in self.targets:
            seat = None if target.index is None else target.index(position, locals_, zones)
            value = plain(target.value(position, locals_, zones))
            if target.low is not None or target.high is not None:
                within(value, target.low, target.high, f"`{target.name}`")
            changes.append(((target.name, seat), value))
        if run.trace is not None:
            for (name, seat), value in changes:
                before = position.state[name, seat]
                if before != value:
                    run.trace.records.append(record.Assigned(name, seat, before, value, frame.entry))
        position.state.update(changes)
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class SetAbsent:
    """Assigns to a state variable that is no part of the game: a fault of the rulebook, if it comes to that."""

    label: str
    name: str
    needs: str
    """The condition that is false here."""

    def run(self, run: Run, frame: Frame) -> None:
        raise ObligationBroken("absent", f"`{self.name}` is set, but {needed_text(self.needs)}")


@dataclass(frozen=True, slots=True)
class TakeFrom:
    """Takes a card that a local names out of the zone where it must lie."""

    label: str
    name: str
    zone: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        zone = self.zone(run.position, frame.locals, frame.zones)
        card = frame.locals[self.name]
        if card not in zone:
            raise ObligationBroken("not-there", f"{run.name(card)} is not in `{zone.place[0]}`")
        run.take(frame, card, zone)
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Put:
    """Puts a held card into a zone."""

    label: str
    card: Evaluate
    zone: Evaluate
    at: str

    def run(self, run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        run.put(frame, self.card(position, locals_, zones), self.zone(position, locals_, zones), self.at)
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Move:
    """Moves all cards of a zone that satisfy a condition. Cards without order among themselves keep having none."""

    label: str
    name: str
    source: Evaluate
    target: Evaluate
    where: Evaluate | None

    def run(self, run: Run, frame: Frame) -> None:
        position, zones = run.position, frame.zones
        source: Content = self.source(position, frame.locals, zones)
        locals_ = dict(frame.locals)
        shown = run.setup.viewers(position, source.place)
        parcels = []
        for bag in source.bags_in_order():
            by_target: dict[int, tuple[Content, list[int]]] = {}
            for card in bag.cards:
                locals_[self.name] = card
                if self.where is None or self.where(position, locals_, zones):
                    target = self.target(position, locals_, zones)
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


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pile forgets its order and who has seen what; a bag forgets who has."""

    label: str
    zone: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        zone = self.zone(run.position, frame.locals, frame.zones)
        if isinstance(zone, Pile):
            zone.shuffle()
        else:
            assert isinstance(zone, Unpiled)
            zone.viewers.clear()
        if run.trace is not None:
            run.trace.records.append(record.Shuffled(zone.place, frame.entry))
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Reveal:
    """Shows what lies in a zone to seats."""

    label: str
    zone: Evaluate
    to: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        zone: Content = self.zone(run.position, frame.locals, frame.zones)
        to = frozenset(self.to(run.position, frame.locals, frame.zones))
        zone.reveal(to - run.setup.viewers(run.position, zone.place))
        if run.trace is not None:
            run.trace.records.append(record.Seen(zone.listed(), zone.place, to, frame.entry))
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Jump:
    """Goes on elsewhere in the entry."""

    label: str
    to: int

    def run(self, run: Run, frame: Frame) -> None:
        frame.counter = self.to


@dataclass(frozen=True, slots=True)
class Unless:
    """Goes on elsewhere unless the condition holds."""

    label: str
    condition: Evaluate
    to: int

    def run(self, run: Run, frame: Frame) -> None:
        holds = self.condition(run.position, frame.locals, frame.zones)
        frame.counter = frame.counter + 1 if holds else self.to


@dataclass(frozen=True, slots=True)
class Raise:
    """Raises an event; the frame goes on after it."""

    label: str
    event: ReadyEvent
    arguments: tuple[Evaluate, ...]
    gives: str | None

    def run(self, run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        arguments = [plain(argument(position, locals_, zones)) for argument in self.arguments]
        frame.counter += 1
        run.raise_event(frame, self.event, arguments, self.gives)


@dataclass(frozen=True, slots=True)
class Give:
    """Gives the result of the event, whose bounds are an obligation."""

    label: str
    value: Evaluate
    low: int | None
    high: int | None

    def run(self, run: Run, frame: Frame) -> None:
        if frame.result:
            raise ObligationBroken("give", f"`{frame.event}` is given a second result")
        value = plain(self.value(run.position, frame.locals, frame.zones))
        frame.result = (within(value, self.low, self.high, f"the result of `{frame.event}`"),)
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Return:
    """The end of an entry."""

    label: str

    def run(self, run: Run, frame: Frame) -> None:
        run.leave(frame)


@dataclass(frozen=True, slots=True)
class StartScope:
    """Opens a scope: fresh zones, and `per` state set aside and begun anew."""

    label: str
    scope: str
    zones: tuple[str, ...]

    def run(self, run: Run, frame: Frame) -> None:
        run.setup.open_scope(run.position, frame, self.label, self.scope, self.zones)
        if run.trace is not None:
            run.trace.records.append(record.Began(self.scope, frame.entry))
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class CloseScope:
    """The end of a scope, after its `finally`, however it was left."""

    label: str
    scope: str
    zones: tuple[str, ...]
    bound: tuple[str, ...]

    def run(self, run: Run, frame: Frame) -> None:
        opened: OpenScope = frame.scopes.pop()
        for name in self.bound:
            frame.locals.pop(name, None)
        for place in [place for place in frame.zones if place[0] in self.zones]:
            content = frame.zones.pop(place)
            if len(content):
                cards = run.names(content.cards())
                raise ObligationBroken("scope-not-empty", f"`{place[0]}` still has {cards} when `{self.scope}` ends")
        run.setup.check_ends_with(run.position, self.scope)
        run.position.state.update(opened.saved)
        if run.trace is not None:
            run.trace.records.append(record.Ended(self.scope, frame.entry))
        if run.position.unwinding is None or run.position.unwinding == self.scope:
            run.position.unwinding = None
            frame.counter += 1
        else:
            run.unwind()


@dataclass(frozen=True, slots=True)
class End:
    """Ends a scope, innermost frames first; play goes on after the scope."""

    label: str
    scope: str

    def run(self, run: Run, frame: Frame) -> None:
        run.position.unwinding = self.scope
        run.unwind()


@dataclass(frozen=True, slots=True)
class Finish:
    """Records the winners and ends the scope `game`."""

    label: str
    winners: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        winners = frozenset(self.winners(run.position, frame.locals, frame.zones))
        run.position.winners = winners
        if run.trace is not None:
            run.trace.records.append(record.Finished(winners, frame.entry))
        run.position.unwinding = "game"
        run.unwind()
