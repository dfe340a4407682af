"""The program points that may stop at a decision: chance, choices and menus; and the rules of `each` events."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice

from ruleslawyer.language.types import BoolType, CardType, EnumType, PlayerType, Type
from ruleslawyer.machine import trace as record
from ruleslawyer.machine.backend import Decide, Evaluate
from ruleslawyer.machine.events import Domains, ReadyEvent, TooManyChoices, agreeing, tuples
from ruleslawyer.machine.faults import ChoiceLimitExceeded, ObligationBroken
from ruleslawyer.machine.loops import rest_of
from ruleslawyer.machine.position import Decision, DecisionKind, Frame
from ruleslawyer.machine.run import Run
from ruleslawyer.machine.values import Value, in_order
from ruleslawyer.machine.zones import Content, Pile, plain


def first_bag(pile: Pile) -> tuple[int, ...]:
    """The cards among which chance picks the top of a pile, which must not be empty."""
    if not pile.bags:
        raise ObligationBroken("empty", f"a card is taken from `{pile.place[0]}`, which is empty")
    return pile.bags[0].cards


def by_chance(zone: Content, cards: tuple[int, ...], frame: Frame) -> Decision:
    """The chance decision which of the cards of a zone it is."""
    return Decision(zone.place[0], None, cards, frame.entry, "card")


@dataclass(frozen=True, slots=True)
class TakeTop:
    """Takes the top card of a pile, decided among its first bag."""

    label: str
    name: str
    zone: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        pile: Pile = self.zone(run.position, frame.locals, frame.zones)
        run.ask(self, frame, by_chance(pile, first_bag(pile), frame))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        run.take(frame, value, self.zone(run.position, frame.locals, frame.zones))
        frame.locals[self.name] = value
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class TakeRandom:
    """Takes a card of a zone, decided among all."""

    label: str
    name: str
    zone: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        zone: Content = self.zone(run.position, frame.locals, frame.zones)
        if not len(zone):
            raise ObligationBroken("empty", f"a card is taken from `{zone.place[0]}`, which is empty")
        run.ask(self, frame, by_chance(zone, tuple(sorted(zone.cards())), frame))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        run.take(frame, value, self.zone(run.position, frame.locals, frame.zones))
        frame.locals[self.name] = value
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Peek:
    """Decides the top card of a pile, lets seats see it, and leaves it there."""

    label: str
    name: str
    zone: Evaluate
    seen_by: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        pile: Pile = self.zone(run.position, frame.locals, frame.zones)
        run.ask(self, frame, by_chance(pile, first_bag(pile), frame))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        pile: Pile = self.zone(run.position, frame.locals, frame.zones)
        seen_by = frozenset(self.seen_by(run.position, frame.locals, frame.zones))
        pile.decide_top(value, seen_by - run.setup.viewers(run.position, pile.place))
        frame.locals[self.name] = value
        if run.trace is not None:
            run.trace.records.append(record.Seen((value,), pile.place, seen_by, frame.entry))
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Deal:
    """Deals cards one by one; how many are left is kept under a local that no rulebook can name."""

    label: str
    name: str
    count: Evaluate
    source: Evaluate
    target: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        pile: Pile = self.source(run.position, frame.locals, frame.zones)
        left = frame.locals.get(rest_of(self.label))
        if left is None:
            left = self.count(run.position, frame.locals, frame.zones)
            if left < 0 or left > len(pile):
                raise ObligationBroken("empty", f"{left} cards are dealt from `{pile.place[0]}`, which has {len(pile)}")
        if left == 0:
            frame.locals.pop(rest_of(self.label), None)
            frame.counter += 1
            return
        frame.locals[rest_of(self.label)] = left
        run.ask(self, frame, by_chance(pile, first_bag(pile), frame))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        frame.locals[rest_of(self.label)] -= 1
        run.take(frame, value, self.source(run.position, frame.locals, frame.zones))
        locals_ = {**frame.locals, self.name: value}
        run.put(frame, value, self.target(run.position, locals_, frame.zones), "top")


@dataclass(frozen=True, slots=True)
class Roll:
    """A number by chance."""

    label: str
    name: str
    numbers: tuple[int, ...]

    def run(self, run: Run, frame: Frame) -> None:
        run.ask(self, frame, Decision(self.name, None, self.numbers, frame.entry, "number"))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        frame.locals[self.name] = value
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class Choose:
    """A choice of one value for each name, or of a set of a given size for one name."""

    label: str
    ask: str
    domains: Domains
    by: Evaluate | None
    optional: Evaluate | None
    size: Evaluate | None
    names: tuple[tuple[str, Type], ...]

    def run(self, run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        optional = self.optional is not None and bool(self.optional(position, locals_, zones))
        values = self._values(run, frame)
        if optional:
            values = (None, *values)
        if not values:
            raise ObligationBroken("nothing-to-choose", f"`{self.ask}` has nothing to choose from")
        by = None if self.by is None else self.by(position, locals_, zones)
        kind: DecisionKind = (
            "set" if self.size is not None else "tuple" if len(self.names) > 1 else kind_of(self.names[0][1])
        )
        run.ask(self, frame, Decision(self.ask, by, values, frame.entry, kind, optional, self.names))

    def _values(self, run: Run, frame: Frame) -> tuple[Value, ...]:
        position, locals_, zones, limit = run.position, frame.locals, frame.zones, run.setup.limits.choices
        values: tuple[Value, ...]
        if self.size is not None:
            _, element, domain = self.domains[0]
            collection = domain(position, locals_, zones)
            elements = in_order(
                collection.cards() if isinstance(collection, Content) else frozenset(collection), element
            )
            size = self.size(position, locals_, zones)
            chosen = combinations(elements, size) if size >= 0 else iter(())
            values = tuple(map(frozenset, islice(chosen, limit + 1)))
        else:
            chosen_tuples = islice(tuples(self.domains, position, locals_, zones), limit + 1)
            values = tuple(chosen_tuples) if len(self.domains) > 1 else tuple(one for (one,) in chosen_tuples)
        if len(values) > limit:
            raise ChoiceLimitExceeded(frame.entry, limit, position)
        return values

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        if len(self.names) == 1:
            frame.locals[self.names[0][0]] = value
        else:
            parts = (None,) * len(self.names) if value is None else value
            frame.locals.update(zip((name for name, _ in self.names), parts, strict=True))
        frame.counter += 1


def kind_of(of: Type) -> DecisionKind:
    """The kind of a decision whose values are of a type."""
    if isinstance(of, CardType):
        return "card"
    if isinstance(of, PlayerType):
        return "player"
    if isinstance(of, EnumType):
        return "literal"
    return "truth" if isinstance(of, BoolType) else "number"


@dataclass(frozen=True, slots=True)
class Offer:
    """Lets a player choose among the options of a menu that apply, and runs the one chosen."""

    label: str
    event: ReadyEvent
    arguments: tuple[Evaluate, ...]

    def run(self, run: Run, frame: Frame) -> None:
        locals_ = self._locals(run, frame)
        self.event.check_bounds(locals_)
        try:
            choices = self.event.choices(run.position, locals_, run.setup.limits.choices)
        except TooManyChoices:
            raise ChoiceLimitExceeded(frame.entry, run.setup.limits.choices, run.position) from None
        if not choices:
            raise ObligationBroken("stuck", f"no option of `{self.event.name}` applies")
        by = None if self.event.by is None else self.event.by(run.position, locals_, {})
        run.ask(self, frame, Decision(self.event.name, by, tuple(choices), frame.entry, "option"))

    def resume(self, run: Run, frame: Frame, value: Value) -> None:
        name, arguments = value
        locals_ = self._locals(run, frame)
        option, case = next(
            (option, case)
            for option in self.event.options
            if option.name == name
            for values, case in option.choices(run.position, locals_)
            if values == arguments
        )
        held = run.hand_over(frame, self.event, locals_)
        locals_.update(zip((parameter for parameter, _, _ in option.domains), arguments, strict=True))
        frame.counter += 1
        run.push(Frame(case.id, self.event.name, locals_, held))

    def _locals(self, run: Run, frame: Frame) -> dict[str, Value]:
        values = (plain(argument(run.position, frame.locals, frame.zones)) for argument in self.arguments)
        return dict(zip(self.event.parameters, values, strict=True))


DONE = "#done"
SEATS = "#seats"
SEAT = "seat"


@dataclass(frozen=True, slots=True)
class RunRule:
    """A rule of an `each` event: its condition is read just before it runs. An exception to several runs once."""

    label: str
    deciding: Decide

    def run(self, run: Run, frame: Frame) -> None:
        frame.counter += 1
        done = frame.locals.get(DONE, frozenset())
        found = self.deciding(run.position, frame.locals)
        if not found:
            return
        case = agreeing(found)
        if case.id in done:
            return
        if case.id != self.label:
            frame.locals[DONE] = done | {case.id}
        locals_ = {name: value for name, value in frame.locals.items() if not name.startswith("#")}
        held, frame.held = frame.held, {}
        run.push(Frame(case.id, frame.event, locals_, held))


@dataclass(frozen=True, slots=True)
class StartSeats:
    """Freezes the order of the players for whom an `each` event runs its rules."""

    label: str
    order: Evaluate

    def run(self, run: Run, frame: Frame) -> None:
        frame.locals[SEATS] = in_order(self.order(run.position, frame.locals, {}), PlayerType())
        frame.counter += 1


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Binds the next player, or leaves."""

    label: str
    exit: int

    def run(self, run: Run, frame: Frame) -> None:
        rest = frame.locals[SEATS]
        frame.locals.pop(DONE, None)
        if not rest:
            frame.counter = self.exit
            return
        frame.locals[SEAT], frame.locals[SEATS] = rest[0], rest[1:]
        frame.counter += 1
