"""Values as people write them, and back: cards by name, players `p1`.., options `pass` or `{bid: {n: 20}}`.

What is written is plain data: str, int, bool, list and dict, as YAML and JSON have it. `none` is the word for no value.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ruleslawyer.language.law import Law
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.types import (
    BoolType,
    CardType,
    EnumType,
    IntType,
    OptionalType,
    PlayerType,
    SequenceType,
    SetType,
    Type,
)
from ruleslawyer.machine.faults import IllegalDecision, PositionError
from ruleslawyer.machine.position import Decision
from ruleslawyer.machine.values import Value, order_key
from ruleslawyer.machine.zones import Place
from ruleslawyer.rulebook.diagnostics import did_you_mean

Written = str | int | bool | list["Written"] | dict[str, "Written"]
NONE = "none"
SHOWN = 12
"""Legal values, or runs of them, that are listed on one line."""
SHORTEST_RUN = 3
"""So many values that differ in one number only are listed as one."""


def player_text(seat: int) -> str:
    """A seat as people write it: `p1` is seat 0."""
    return f"p{seat + 1}"


def read_player(text: object, players: int, part: str | None = None) -> int:
    """The seat of `p1`, `p2`..

    :raises PositionError: it is no seat of this game.
    """
    if isinstance(text, str):
        for seat in range(players):
            if text == player_text(seat):
                return seat
    raise PositionError(f"`{text}` is no player", part=part, hint=f"write p1 to {player_text(players - 1)}")


def read_card(law: Law, text: object, part: str | None = None) -> int:
    """The index of the card of that name.

    :raises PositionError: there is none.
    """
    card = law.card_named(text) if isinstance(text, str) else law.card_named(str(text))
    if card is None:
        hint = did_you_mean(str(text), (one.name for one in law.cards)) if len(str(text)) < 200 else None
        raise PositionError(f"no card is called `{text}`", part=part, hint=hint)
    return card.index


def place_text(place: Place | None) -> str:
    """A zone as people write it: `hand[p1]`; the hand of a clause is `held`."""
    if place is None:
        return "held"
    name, seat = place
    return name if seat is None else f"{name}[{player_text(seat)}]"


def by_seat(values: Iterable[tuple[Place, Written]]) -> dict[str, Written]:
    """What belongs to zones or state variables, by name, and by player where players have their own."""
    written: dict[str, Written] = {}
    for (name, seat), value in values:
        if seat is None:
            written[name] = value
        else:
            by_player = written.setdefault(name, {})
            assert isinstance(by_player, dict)
            by_player[player_text(seat)] = value
    return written


def write_value(law: Law, value: Value, of: Type) -> Written:
    """A value of a type as plain data."""
    if value is None:
        return NONE
    match of:
        case OptionalType(element=element):
            return write_value(law, value, element)
        case CardType():
            return law.cards[value].name
        case PlayerType():
            return player_text(value)
        case SetType(element=element):
            return [write_value(law, one, element) for one in sorted(value, key=order_key(element))]
        case SequenceType(element=element):
            return [write_value(law, one, element) for one in value]
    written: Written = value
    return written


def read_value(law: Law, written: object, of: Type, players: int, part: str | None = None) -> Value:
    """The value of a type that was written as plain data. Numbers and truth values may be text.

    :raises PositionError: it is no value of that type.
    """
    match of:
        case OptionalType():
            return None if written == NONE else read_value(law, written, of.element, players, part)
        case CardType():
            card = read_card(law, written, part)
            if law.cards[card].kind not in of.kinds:
                raise PositionError(f"`{written}` is a {law.cards[card].kind}, {of} is due", part=part)
            return card
        case PlayerType():
            return read_player(written, players, part)
        case EnumType():
            return _read_literal(written, of, part)
        case BoolType():
            if str(written).lower() in ("true", "false"):
                return str(written).lower() == "true"
            raise PositionError(f"`{written}` is no truth value", part=part, hint="write true or false")
        case IntType():
            return _read_int(written, of, part)
    element = element_of(of)
    assert element is not None
    if not isinstance(written, list):
        raise PositionError(f"`{written}` is no list", part=part, hint="write [a, b]")
    values = [read_value(law, one, element, players, part) for one in written]
    return tuple(values) if isinstance(of, SequenceType) else frozenset(values)


def _read_literal(written: object, of: EnumType, part: str | None) -> str:
    if written in of.literals:
        return str(written)
    raise PositionError(f"`{written}` is no {of}", part=part, hint=did_you_mean(str(written)[:100], of.literals))


def _read_int(written: object, of: IntType, part: str | None) -> int:
    text = str(written)
    if isinstance(written, bool) or not text.removeprefix("-").isdecimal() or len(text) > 20:
        raise PositionError(f"`{written}` is no number", part=part)
    value = int(text)
    if (of.low is not None and value < of.low) or (of.high is not None and value > of.high):
        raise PositionError(f"{value} lies outside its bounds {of}", part=part)
    return value


# -- decisions ----------------------------------------------------------------------------------------------------


def write_decision(law: Law, decision: Decision, value: Value) -> Written:
    """A value of a decision as plain data.

    An option is its name, or `{name: {parameter: value}}`; a choice of several names is `{name: value}`.
    """
    if value is None:
        return NONE
    if decision.kind == "option":
        return _write_option(law, decision.label, value)
    if decision.kind == "tuple":
        return {name: write_value(law, one, of) for (name, of), one in zip(decision.names, value, strict=True)}
    if decision.kind == "card" and not decision.names:
        return law.cards[value].name
    if not decision.names:
        written: Written = value
        return written
    of = decision.names[0][1]
    return write_value(law, value, SetType(of) if decision.kind == "set" else of)


def _write_option(law: Law, event: str, value: Value) -> Written:
    name, arguments = value
    if not arguments:
        return str(name)
    option = next(option for option in law.events[event].options if option.name == name)
    written: dict[str, Written] = {}
    for (parameter, domain), argument in zip(option.parameters, arguments, strict=True):
        of = element_of(domain.type)
        assert of is not None
        written[parameter] = write_value(law, argument, of)
    return {str(name): written}


def read_decision(law: Law, decision: Decision, written: object) -> Value:
    """The legal value of a decision that was written as plain data (numbers and truth values may be text), or as
    `value_text` writes it.

    :raises IllegalDecision: no legal value is written so; the message lists those that are.
    """
    wanted = canonical(written)
    for value in decision.values:
        one = write_decision(law, decision, value)
        if canonical(one) == wanted or decision_text(one) == written:
            return value
    raise IllegalDecision(_illegal(law, decision, decision_text(written)), decision, written)


def decision_text(written: object) -> str:
    """What was written, on one line: `bid(n: 20)` for an option with parameters."""
    return _text(written, sort=False)


def canonical(written: object) -> str:
    """What was written as one text, equal for what people mean to be equal: `3` and `"3"`, a set in any order."""
    return _text(written, sort=True)


def _text(written: object, *, sort: bool) -> str:
    if isinstance(written, Mapping):
        listed = [(str(name), value) for name, value in written.items()]
        listed = sorted(listed, key=lambda one: one[0]) if sort else listed
        if len(listed) == 1 and isinstance(listed[0][1], Mapping):
            return listed[0][0] + _text(listed[0][1], sort=sort)
        return f"({', '.join(f'{name}: {_text(value, sort=sort)}' for name, value in listed)})"
    if isinstance(written, list | tuple):
        texts = [_text(value, sort=sort) for value in written]
        return f"[{', '.join(sorted(texts) if sort else texts)}]"
    return written if isinstance(written, str) else json.dumps(written, default=str)


def value_text(law: Law, decision: Decision, value: Value) -> str:
    """A value of a decision, on one line."""
    return decision_text(write_decision(law, decision, value))


def decider_text(decision: Decision) -> str:
    """Who decides: `p1` or `chance`."""
    return "chance" if decision.by is None else player_text(decision.by)


def legal_values_text(law: Law, decision: Decision, value: Value) -> str:
    """The message for an illegal value: what was tried, who decides what, and the legal values."""
    try:
        tried = value_text(law, decision, value)
    except (AttributeError, IndexError, KeyError, StopIteration, TypeError, ValueError):
        tried = repr(value)[:100]
    return _illegal(law, decision, tried)


def _illegal(law: Law, decision: Decision, tried: str) -> str:
    listed = legal_text(law, decision)
    return f"`{tried}` is not legal: {decider_text(decision)} decides `{decision.label}`, among: {listed}"


# -- lists of legal values ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """One legal value of a decision, or a run of them that differ in one number only, by equal steps.

    `number` is what the number of a run is called (the decision's label where a value is nothing else), and `numbers`
    are what it can be, one for each of `values`; both are empty where there is one value.
    """

    text: str
    values: tuple[Value, ...]
    number: str = ""
    numbers: tuple[int, ...] = ()


def listed(law: Law, decision: Decision) -> list[Listed]:
    """The legal values in order, each run as one: `bid(n: 50 to 150 by 10)`."""
    written = [write_decision(law, decision, value) for value in decision.values]
    found: list[Listed] = []
    at = 0
    while at < len(written):
        end = at + 1
        step = None if end == len(written) else _step(written[at], written[end])
        while step is not None and end + 1 < len(written) and _step(written[end], written[end + 1]) == step:
            end += 1
        if step is None or end + 1 - at < SHORTEST_RUN:
            found.append(Listed(decision_text(written[at]), (decision.values[at],)))
            at += 1
        else:
            found.append(_run(decision, written, range(at, end + 1), step))
            at = end + 1
    return found


def legal_text(law: Law, decision: Decision) -> str:
    """The legal values on one line, the first of them if they are many."""
    every = listed(law, decision)
    more = sum(len(one.values) for one in every[SHOWN:])
    return "; ".join(one.text for one in every[:SHOWN]) + (f"; and {more} more" if more else "")


def _run(decision: Decision, written: list[Written], places: range, step: tuple[str, int]) -> Listed:
    name, by = step
    numbers = tuple(_number(written[at], name) for at in places)
    first = written[places[0]]
    text = f"{numbers[0]} to {numbers[-1]}{f' by {by}' if by != 1 else ''}"
    if isinstance(first, dict):
        ((option, arguments),) = first.items()
        assert isinstance(arguments, dict)
        text = decision_text({option: {**arguments, name: text}})
    return Listed(text, tuple(decision.values[at] for at in places), name or decision.label, numbers)


def _step(one: Written, other: Written) -> tuple[str, int] | None:
    """The name of the only number in which two values differ ("" where they are numbers), and by how much."""
    if type(one) is int and type(other) is int:
        return "", other - one
    if not (isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys() and len(one) == 1):
        return None
    (left,), (right,) = one.values(), other.values()
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return None
    changed = [name for name in left if left[name] != right[name]]
    if len(changed) != 1 or type(left[changed[0]]) is not int:
        return None
    return changed[0], _number(other, changed[0]) - _number(one, changed[0])


def _number(written: Written, name: str) -> int:
    if isinstance(written, dict):
        (written,) = written.values()
        assert isinstance(written, dict)
        written = written[name]
    assert isinstance(written, int)
    return written
