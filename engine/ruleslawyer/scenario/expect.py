"""Expectations made ready: each is held against a moment of play and either agrees or gives a difference."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleslawyer.language.types import Type
from ruleslawyer.machine.faults import IllegalDecision, RuleFault
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    Written,
    decider_text,
    decision_text,
    place_text,
    player_text,
    read_decision,
    write_decision,
    write_value,
)
from ruleslawyer.machine.observe import observe
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.trace import Forced
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Bag, Content, Place

ALL_CARDS = "all"
"""The viewer to whom every card is shown."""


@dataclass(frozen=True)
class Moment:
    """A position that play has come to; `forced` are the decisions taken without asking since the last listed one."""

    machine: Machine
    position: Position
    forced: tuple[Forced, ...]

    def audience(self, viewer: str) -> frozenset[int]:
        """The seats that must all see what `viewer` sees: one, or everyone's."""
        return frozenset(range(self.machine.players)) if viewer == "everyone" else frozenset((int(viewer[1:]) - 1,))


@dataclass(frozen=True)
class Found:
    """What was expected, what was found, as text; and for cards, those missing and those too many."""

    expected: str
    actual: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


class Check(ABC):
    """One thing that an expectation says; `what` names it."""

    what: str

    @abstractmethod
    def against(self, moment: Moment) -> Found | None:
        """None when it is so, otherwise what was found."""


@dataclass(frozen=True)
class ZoneCheck(Check):
    """The cards of a zone, its size, or the known cards on top of it, as `viewer` sees them."""

    place: Place
    viewer: str
    aspect: str
    """'cards', 'count' or 'top'."""
    expected: tuple[str, ...] | int

    @property
    def what(self) -> str:  # type: ignore[override]
        shown = place_text(self.place)
        return shown if self.aspect == "cards" else f"{self.aspect} of {shown}"

    def against(self, moment: Moment) -> Found | None:
        content = _content(moment.position, self.place)
        if content is None:
            return Found(_cards_text(self.expected), "not open")
        if isinstance(self.expected, int):
            return None if len(content) == self.expected else Found(str(self.expected), str(len(content)))
        actual = self._cards(moment, content)
        ordered = self.aspect == "top" or content.order == "row"
        if actual == self.expected or (not ordered and Counter(actual) == Counter(self.expected)):
            return None
        due, got = Counter(self.expected), Counter(actual)
        expected = self.expected if ordered else _in_order(moment.machine, self.expected)
        return Found(_cards_text(expected), _cards_text(actual), tuple(due - got), tuple(got - due))

    def _cards(self, moment: Moment, content: Content) -> tuple[str, ...]:
        names = moment.machine.law.cards
        bags = content.bags_in_order()
        if self.aspect == "top":
            assert isinstance(self.expected, tuple)
            return tuple(
                names[bag.cards[0]].name for bag in self._known_tops(moment, content, bags, len(self.expected))
            )
        seen = [card for bag in bags if self._sees(moment, content, bag) for card in bag.cards]
        return tuple(names[card].name for card in (seen if content.order == "row" else sorted(seen)))

    def _known_tops(self, moment: Moment, content: Content, bags: list[Bag], most: int) -> Iterator[Bag]:
        for bag in bags[: max(1, most)]:
            if len(bag.cards) > 1 or not self._sees(moment, content, bag):
                return
            yield bag

    def _sees(self, moment: Moment, content: Content, bag: Bag) -> bool:
        if self.viewer == ALL_CARDS:
            return True
        audience = moment.audience(self.viewer)
        return audience <= bag.viewers or audience <= moment.machine.viewers(moment.position, content.place)


def _content(position: Position, place: Place) -> Content | None:
    for frame in reversed(position.frames):
        if place in frame.zones:
            return frame.zones[place]
    return position.zones.get(place)


def _in_order(machine: Machine, names: Sequence[str]) -> tuple[str, ...]:
    index = {card.name: card.index for card in machine.law.cards}
    return tuple(sorted(names, key=lambda name: index.get(name, len(index))))


def _cards_text(cards: Sequence[str] | int) -> str:
    return str(cards) if isinstance(cards, int) else ", ".join(cards) or "(none)"


@dataclass(frozen=True)
class StateCheck(Check):
    """A state variable's value."""

    key: tuple[str, int | None]
    type: Type
    expected: Value

    @property
    def what(self) -> str:  # type: ignore[override]
        return place_text(self.key)

    def against(self, moment: Moment) -> Found | None:
        return _values(moment, self.type, self.expected, moment.position.state[self.key])


@dataclass(frozen=True)
class ValueCheck(Check):
    """A definition's value for given arguments."""

    what: str
    name: str
    arguments: tuple[Value, ...]
    type: Type
    expected: Value

    def against(self, moment: Moment) -> Found | None:
        try:
            actual = moment.machine.evaluate_definition(moment.position, self.name, self.arguments)
        except RuleFault as fault:
            return Found(_value_text(moment, self.type, self.expected), f"no value: {fault}")
        return _values(moment, self.type, self.expected, actual)


def _values(moment: Moment, of: Type, expected: Value, actual: Value) -> Found | None:
    if expected == actual:
        return None
    return Found(_value_text(moment, of, expected), _value_text(moment, of, actual))


def _value_text(moment: Moment, of: Type, value: Value) -> str:
    return decision_text(write_value(moment.machine.law, value, of))


@dataclass(frozen=True)
class AsksCheck(Check):
    """The label of the decision that is due."""

    expected: str
    what: str = "decision due"

    def against(self, moment: Moment) -> Found | None:
        pending = moment.position.pending
        actual = "none" if pending is None else pending.label
        return None if actual == self.expected else Found(self.expected, actual)


@dataclass(frozen=True)
class ByCheck(Check):
    """Whose decision is due."""

    expected: str
    what: str = "decided by"

    def against(self, moment: Moment) -> Found | None:
        pending = moment.position.pending
        actual = "nobody" if pending is None else decider_text(pending)
        return None if actual == self.expected else Found(self.expected, actual)


@dataclass(frozen=True)
class LegalCheck(Check):
    """Every legal value of the decision that is due, in any order."""

    expected: tuple[Written, ...]
    viewer: str
    what: str = "legal"

    def against(self, moment: Moment) -> Found | None:
        pending, law = moment.position.pending, moment.machine.law
        listed = "; ".join(map(decision_text, self.expected)) or "(none)"
        if pending is None:
            return Found(listed, "no decision is due")
        if not self._shown(moment):
            return Found(listed, "not shown")
        actual = "; ".join(decision_text(write_decision(law, pending, value)) for value in pending.values)
        try:
            expected = {read_decision(law, pending, written) for written in self.expected}
        except IllegalDecision:
            return Found(listed, actual)
        return None if expected == set(pending.values) else Found(listed, actual)

    def _shown(self, moment: Moment) -> bool:
        if self.viewer == ALL_CARDS:
            return True
        seat = None if self.viewer == "everyone" else int(self.viewer[1:]) - 1
        decision = observe(moment.machine, moment.position, seat)["decision"]
        return isinstance(decision, dict) and "values" in decision


@dataclass(frozen=True)
class ForcedCheck(Check):
    """Decisions that were taken without asking, in this order, others between them."""

    expected: tuple[tuple[str, Written], ...]
    what: str = "forced"

    def against(self, moment: Moment) -> Found | None:
        left = iter(moment.forced)
        if all(any(_is_forced(moment, one, label, written) for one in left) for label, written in self.expected):
            return None
        law = moment.machine.law
        actual = [(one.decision.label, write_decision(law, one.decision, one.value)) for one in moment.forced]
        return Found(_forced_text(self.expected), _forced_text(actual))


def _is_forced(moment: Moment, one: Forced, label: str, written: Written) -> bool:
    if one.decision.label != label:
        return False
    try:
        return bool(read_decision(moment.machine.law, one.decision, written) == one.value)
    except IllegalDecision:
        return False


def _forced_text(decisions: Sequence[tuple[str, Written]]) -> str:
    return "; ".join(f"{label}: {decision_text(written)}" for label, written in decisions) or "(none)"


@dataclass(frozen=True)
class WinnersCheck(Check):
    """Who won."""

    expected: frozenset[int]
    what: str = "winners"

    def against(self, moment: Moment) -> Found | None:
        winners = moment.position.winners
        if winners == self.expected:
            return None
        return Found(_players_text(self.expected), "not decided" if winners is None else _players_text(winners))


def _players_text(seats: frozenset[int]) -> str:
    return ", ".join(player_text(seat) for seat in sorted(seats)) or "(none)"


@dataclass(frozen=True)
class FinishedCheck(Check):
    """Whether the game is over."""

    expected: bool
    what: str = "game"

    def against(self, moment: Moment) -> Found | None:
        words = {True: "over", False: "going on"}
        actual = moment.position.over
        return None if actual == self.expected else Found(words[self.expected], words[actual])
