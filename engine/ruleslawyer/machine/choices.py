"""The instructions that may stop at a decision: chance, choices and menus; and those of `each` events."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice

from ruleslawyer.language import tree
from ruleslawyer.language.types import BoolType, CardType, EnumType, PlayerType, Type
from ruleslawyer.machine import trace as record
from ruleslawyer.machine.backend import Decide, Evaluate
from ruleslawyer.machine.events import TooManyChoices, agreeing, ready_domains, tuples
from ruleslawyer.machine.faults import ChoiceLimitExceeded, ObligationBroken
from ruleslawyer.machine.instructions import Maker, take_from
from ruleslawyer.machine.loops import rest_of
from ruleslawyer.machine.position import Decision, DecisionKind, Frame
from ruleslawyer.machine.run import Instruction, Run
from ruleslawyer.machine.values import Value, in_order
from ruleslawyer.machine.zones import Content, Pile, plain


def _top(pile: Pile) -> tuple[int, ...]:
    """The cards among which chance picks the top of a pile, which must not be empty."""
    if not pile.bags:
        raise ObligationBroken("empty", f"a card is taken from `{pile.place[0]}`, which is empty")
    return pile.bags[0].cards


def _any_card(zone: Content) -> tuple[int, ...]:
    """The cards of a zone, which must not be empty."""
    if not len(zone):
        raise ObligationBroken("empty", f"a card is taken from `{zone.place[0]}`, which is empty")
    return tuple(sorted(zone.cards()))


def _by_chance(zone: Content, cards: tuple[int, ...], frame: Frame) -> Decision:
    """The chance decision which of the cards of a zone it is."""
    return Decision(zone.place[0], None, cards, frame.entry, "card")


def take(make: Maker, statement: tree.Take) -> Instruction:
    """Takes a card: one that a local names, the top card of a pile (decided among its first bag), or any of a zone."""
    if statement.how == "from":
        return take_from(make, statement)
    zone = make.ready(statement.zone)
    among: Callable[..., tuple[int, ...]] = _top if statement.how == "top" else _any_card

    def ask(run: Run, frame: Frame) -> None:
        source = zone(run.position, frame.locals, frame.zones)
        run.ask(resume, frame, _by_chance(source, among(source), frame))

    def resume(run: Run, frame: Frame, value: Value) -> None:
        run.take(frame, value, zone(run.position, frame.locals, frame.zones))
        frame.locals[statement.name] = value
        frame.counter += 1

    return Instruction(statement.label, ask, resume)


def peek(make: Maker, statement: tree.Peek) -> Instruction:
    """Decides the top card of a pile, lets seats see it, and leaves it there."""
    zone, seen_by = make.ready(statement.zone), make.ready(statement.seen_by)

    def ask(run: Run, frame: Frame) -> None:
        pile = zone(run.position, frame.locals, frame.zones)
        run.ask(resume, frame, _by_chance(pile, _top(pile), frame))

    def resume(run: Run, frame: Frame, value: Value) -> None:
        pile: Pile = zone(run.position, frame.locals, frame.zones)
        seats = frozenset(seen_by(run.position, frame.locals, frame.zones))
        pile.decide_top(value, seats - run.setup.viewers(run.position, pile.place))
        frame.locals[statement.name] = value
        if run.trace is not None:
            run.trace.records.append(record.Seen((value,), pile.place, seats, frame.entry))
        frame.counter += 1

    return Instruction(statement.label, ask, resume)


def deal(make: Maker, statement: tree.Deal) -> Instruction:
    """Deals cards one by one; how many are left is kept under a local that no rulebook can name."""
    count, source, target = map(make.ready, (statement.count, statement.source, statement.target))
    rest = rest_of(statement.label)

    def ask(run: Run, frame: Frame) -> None:
        pile: Pile = source(run.position, frame.locals, frame.zones)
        left = frame.locals.get(rest)
        if left is None:
            left = count(run.position, frame.locals, frame.zones)
            if left < 0 or left > len(pile):
                raise ObligationBroken("empty", f"{left} cards are dealt from `{pile.place[0]}`, which has {len(pile)}")
        if left == 0:
            frame.locals.pop(rest, None)
            frame.counter += 1
            return
        frame.locals[rest] = left
        run.ask(resume, frame, _by_chance(pile, _top(pile), frame))

    def resume(run: Run, frame: Frame, value: Value) -> None:
        frame.locals[rest] -= 1
        run.take(frame, value, source(run.position, frame.locals, frame.zones))
        locals_ = {**frame.locals, statement.name: value}
        run.put(frame, value, target(run.position, locals_, frame.zones), "top")

    return Instruction(statement.label, ask, resume)


def roll(make: Maker, statement: tree.Roll) -> Instruction:
    """A number by chance."""
    numbers = tuple(range(statement.low, statement.high + 1))

    def ask(run: Run, frame: Frame) -> None:
        run.ask(resume, frame, Decision(statement.name, None, numbers, frame.entry, "number"))

    def resume(run: Run, frame: Frame, value: Value) -> None:
        frame.locals[statement.name] = value
        frame.counter += 1

    return Instruction(statement.label, ask, resume)


def choose(make: Maker, statement: tree.Choose) -> Instruction:
    """A choice of one value for each name, or of a set of a given size for one name."""
    domains = ready_domains(statement.names, make.backend)
    by, optional, size = map(make.maybe, (statement.by, statement.optional, statement.size))
    names = tuple((name, of) for name, of, _ in domains)
    kind: DecisionKind = "tuple" if len(names) > 1 else kind_of(names[0][1])
    if size is not None:
        kind = "set"

    def ask(run: Run, frame: Frame) -> None:
        position, locals_, zones = run.position, frame.locals, frame.zones
        optional_here = optional is not None and bool(optional(position, locals_, zones))
        values = choices(run, frame)
        if optional_here:
            values = (None, *values)
        if not values:
            raise ObligationBroken("nothing-to-choose", f"`{statement.ask}` has nothing to choose from")
        seat = None if by is None else by(position, locals_, zones)
        run.ask(resume, frame, Decision(statement.ask, seat, values, frame.entry, kind, optional_here, names))

    def choices(run: Run, frame: Frame) -> tuple[Value, ...]:
        position, locals_, zones, limit = run.position, frame.locals, frame.zones, run.setup.limits.choices
        values: tuple[Value, ...]
        if size is not None:
            _, element, domain = domains[0]
            collection = domain(position, locals_, zones)
            elements = in_order(
                collection.cards() if isinstance(collection, Content) else frozenset(collection), element
            )
            number = size(position, locals_, zones)
            chosen = combinations(elements, number) if number >= 0 else iter(())
            values = tuple(map(frozenset, islice(chosen, limit + 1)))
        else:
            chosen_tuples = islice(tuples(domains, position, locals_, zones), limit + 1)
            values = tuple(chosen_tuples) if len(domains) > 1 else tuple(one for (one,) in chosen_tuples)
        if len(values) > limit:
            raise ChoiceLimitExceeded(frame.entry, limit, position)
        return values

    def resume(run: Run, frame: Frame, value: Value) -> None:
        if len(names) == 1:
            frame.locals[names[0][0]] = value
        else:
            parts = (None,) * len(names) if value is None else value
            frame.locals.update(zip((name for name, _ in names), parts, strict=True))
        frame.counter += 1

    return Instruction(statement.label, ask, resume)


def kind_of(of: Type) -> DecisionKind:
    """The kind of a decision whose values are of a type."""
    match of:
        case CardType():
            return "card"
        case PlayerType():
            return "player"
        case EnumType():
            return "literal"
        case BoolType():
            return "truth"
        case _:
            return "number"


def offer(make: Maker, statement: tree.Offer) -> Instruction:
    """Lets a player choose among the options of a menu that apply, and runs the one chosen."""
    event, given = make.events[statement.event], [*map(make.ready, statement.arguments)]

    def arguments_of(run: Run, frame: Frame) -> dict[str, Value]:
        values = (plain(argument(run.position, frame.locals, frame.zones)) for argument in given)
        return dict(zip(event.parameters, values, strict=True))

    def ask(run: Run, frame: Frame) -> None:
        locals_ = arguments_of(run, frame)
        event.check_bounds(locals_)
        limit = run.setup.limits.choices
        try:
            choices = event.choices(run.position, locals_, limit)
        except TooManyChoices:
            raise ChoiceLimitExceeded(frame.entry, limit, run.position) from None
        if not choices:
            raise ObligationBroken("stuck", f"no option of `{event.name}` applies")
        by = None if event.by is None else event.by(run.position, locals_, {})
        run.ask(resume, frame, Decision(event.name, by, tuple(choices), frame.entry, "option"))

    def resume(run: Run, frame: Frame, value: Value) -> None:
        name, arguments = value
        locals_ = arguments_of(run, frame)
        option, case = next(
            (option, case)
            for option in event.options
            if option.name == name
            for values, case in option.choices(run.position, locals_)
            if values == arguments
        )
        held = run.hand_over(frame, event, locals_)
        locals_.update(zip((parameter for parameter, _, _ in option.domains), arguments, strict=True))
        frame.counter += 1
        run.push(Frame(case.id, event.name, locals_, held))

    return Instruction(statement.label, ask, resume, leads_on=True, event=event.name)


# -- the rules of an `each` event ---------------------------------------------------------------------------------

DONE = "#done"
SEATS = "#seats"
SEAT = "seat"


def run_rule(label: str, deciding: Decide) -> Instruction:
    """A rule of an `each` event: its condition is read just before it runs. An exception to several runs once."""

    def begin(run: Run, frame: Frame) -> None:
        frame.counter += 1
        done = frame.locals.get(DONE, frozenset())
        found = deciding(run.position, frame.locals)
        if not found:
            return
        case = agreeing(found)
        if case.id in done:
            return
        if case.id != label:
            frame.locals[DONE] = done | {case.id}
        locals_ = {name: value for name, value in frame.locals.items() if not name.startswith("#")}
        held, frame.held = frame.held, {}
        run.push(Frame(case.id, frame.event, locals_, held))

    return Instruction(label, begin, leads_on=True)


def start_seats(order: Evaluate) -> Instruction:
    """Freezes the order of the players for whom an `each` event runs its rules."""

    def start(run: Run, frame: Frame) -> None:
        frame.locals[SEATS] = in_order(order(run.position, frame.locals, {}), PlayerType())
        frame.counter += 1

    return Instruction("order", start)


def next_seat(exit_: int) -> Instruction:
    """Binds the next player, or leaves."""

    def bind(run: Run, frame: Frame) -> None:
        rest = frame.locals[SEATS]
        frame.locals.pop(DONE, None)
        if not rest:
            frame.counter = exit_
            return
        frame.locals[SEAT], frame.locals[SEATS] = rest[0], rest[1:]
        frame.counter += 1

    return Instruction("seat", bind)
