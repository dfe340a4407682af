"""Monitoring: event contracts with `old`, invariants and conservation, checked while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ruleslawyer.language.analysis import Footprints, claim_expressions
from ruleslawyer.language.law import Claim, Law
from ruleslawyer.language.tree import Expression, Fold, Local, Old
from ruleslawyer.language.types import BOOL
from ruleslawyer.machine.backend import Backend, Evaluate
from ruleslawyer.machine.events import NO_ZONES, Domains, ready_domains, tuples
from ruleslawyer.machine.faults import InvariantViolated, ObligationBroken, RuleFault
from ruleslawyer.machine.notation import write_value
from ruleslawyer.machine.position import Contract, Frame, Position
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import plain


@dataclass(frozen=True, slots=True)
class ReadyClaim:
    """A claim made ready.

    `always` is the claim for all values of `over` at once, `holds` for one. `olds` are the values to remember at the
    start, by the local that the claim reads; a contract that ranges over something remembers them for each value.
    """

    law: Law
    claim: Claim
    over: Domains
    always: Evaluate
    holds: Evaluate
    olds: tuple[tuple[str, Evaluate], ...]

    def remembered(self, position: Position, locals_: Mapping[str, Value]) -> dict[str, Value]:
        """What the claim has to know of the start of its event, as locals."""
        if not self.over:
            return self._olds(position, locals_)
        rounds = (dict(zip(self._names, values, strict=True)) for values in self._tuples(position, locals_))
        inner = ({**one, **self._olds(position, {**locals_, **one})} for one in rounds)
        return {self._key: tuple(tuple(one.items()) for one in inner)}

    def is_remembered(self, locals_: Mapping[str, Value]) -> bool:
        """Whether these locals come from the start of the event, not from a position that was built later."""
        return self._key in locals_ if self.over else all(name in locals_ for name, _ in self.olds)

    def violation_since(self, position: Position, locals_: dict[str, Value]) -> InvariantViolated | None:
        """The violation in this position at the end of the event, with what was remembered of its start."""
        if not self.over:
            return self.violation(position, locals_)
        for one in locals_[self._key]:
            known = dict(one)
            if not self.holds(position, {**locals_, **known}, NO_ZONES):
                shown = self._shown(tuple(known[name] for name in self._names))
                return InvariantViolated(self.claim, position, detail=shown)
        return None

    @property
    def _key(self) -> str:
        return f"#start {self.claim.id}"

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.over)

    def _tuples(self, position: Position, locals_: Mapping[str, Value]) -> Iterator[tuple[Value, ...]]:
        return tuples(self.over, position, dict(locals_), NO_ZONES)

    def _olds(self, position: Position, locals_: Mapping[str, Value]) -> dict[str, Value]:
        return {name: plain(operand(position, locals_, NO_ZONES)) for name, operand in self.olds}

    def violation(self, position: Position, locals_: dict[str, Value]) -> InvariantViolated | None:
        """The violation in this position, or None."""
        if self.always(position, locals_, NO_ZONES):
            return None
        for values in self._tuples(position, locals_):
            if not self.holds(position, {**locals_, **dict(zip(self._names, values, strict=True))}, NO_ZONES):
                return InvariantViolated(self.claim, position, detail=self._shown(values))
        raise AssertionError(self.claim.id)

    def _shown(self, values: tuple[Value, ...]) -> str:
        parts = (
            f"{name} = {write_value(self.law, value, of)}"
            for (name, of, _), value in zip(self.over, values, strict=True)
        )
        return f"for {', '.join(parts)}" if values else ""


def ready_claim(law: Law, claim: Claim, backend: Backend) -> ReadyClaim:
    """Replaces every `old(e)` by a hidden local, to be bound when the event begins."""
    olds: list[tuple[str, Expression]] = []
    expression = everywhere = without_old(claim.expression, olds, lambda number: f"#old {claim.id} {number}")
    remembered = tuple((name, backend.expression(operand)) for name, operand in olds)
    for name, domain in reversed(claim.over):
        everywhere = Fold(
            operator="all",
            element=everywhere,
            variable=name,
            source=domain,
            condition=None,
            type=BOOL,
            span=domain.span,
        )
    over = ready_domains(claim.over, backend)
    return ReadyClaim(law, claim, over, backend.expression(everywhere), backend.expression(expression), remembered)


def without_old(expression: Expression, olds: list[tuple[str, Expression]], local: Callable[[int], str]) -> Expression:
    """The expression with each `old(e)` replaced by a local; names and operands are added to `olds`."""
    if isinstance(expression, Old):
        name = local(len(olds))
        olds.append((name, expression.operand))
        return Local(name=name, type=expression.type, span=expression.span)
    return expression.with_children(lambda child: without_old(child, olds, local))


class Contracts:
    """The contracts of all events and the invariants of the rulebook."""

    def __init__(self, law: Law, backend: Backend) -> None:
        self._law = law
        self._invariants = [ready_claim(law, claim, backend) for claim in law.invariants]
        footprints = Footprints(law)
        self._reads = [footprints.reads(*claim_expressions(claim)).places for claim in law.invariants]
        self._held_last: list[object] = [None] * len(self._invariants)
        """What each invariant read when it held last: where it would read the same, nobody need look again."""
        self._requires = self._of("requires", backend)
        self._ensures = self._of("ensures", backend)
        self._always = self._of("always", backend)

    def _of(self, part: str, backend: Backend) -> dict[str, list[ReadyClaim]]:
        return {
            event.name: [ready_claim(self._law, claim, backend) for claim in getattr(event, part)]
            for event in self._law.events.values()
        }

    def begin(self, position: Position, frame: Frame) -> Contract | None:
        """Checks what the event requires and remembers what `old` speaks of. None for a rule within an `each`."""
        frames = position.frames
        if frames and frames[-1].entry == f"@{frame.event}":
            return None
        event, locals_ = frame.event, dict(frame.locals)
        with position.silent():
            for claim in self._requires[event]:
                violated = claim.violation(position, locals_)
                if violated is not None:
                    raise violated
            for claim in (*self._ensures[event], *self._always[event]):
                locals_ |= claim.remembered(position, frame.locals)
        return Contract(event, locals_)

    def take_up(self, position: Position) -> None:
        """Gives the events that are under way in a position that was built their contracts, as far as these can be
        judged without knowing how the events began."""
        for caller, frame in zip(position.frames, position.frames[1:], strict=False):
            if frame.contract is None and frame.event in self._always and caller.entry != f"@{frame.event}":
                frame.contract = Contract(frame.event, dict(frame.locals))

    def returned(self, position: Position, contract: Contract, result: tuple[Value, ...]) -> None:
        """Checks what holds when an event returns, with its one result if it gives any."""
        locals_ = {**contract.locals, "result": result[0]} if result else contract.locals
        _check(self._ensures[contract.event], position, locals_)
        _check(self._always[contract.event], position, locals_)

    def unwound(self, position: Position, contract: Contract) -> None:
        """Checks what holds even when an event is ended from within."""
        _check(self._always[contract.event], position, contract.locals)

    def violations(self, position: Position) -> Iterator[InvariantViolated]:
        """The invariants that are false in this position."""
        for claim in self._invariants:
            violated = claim.violation(position, {})
            if violated is not None:
                yield violated

    def check(self, position: Position) -> None:
        """Conservation and the invariants, as at every decision.

        :raises RuleFault: a card is lost or duplicated.
        :raises InvariantViolated: an invariant is false.
        """
        clause = position.frames[-1].entry if position.frames else self._law.begins
        check_conservation(self._law, position, clause)
        keys: dict[object, object] = {}
        try:
            for number, claim in enumerate(self._invariants):
                read = _what_lies(position, self._reads[number], keys)
                if self._held_last[number] == read:
                    continue
                violated = claim.violation(position, {})
                if violated is not None:
                    raise violated
                self._held_last[number] = read
        except ObligationBroken as broken:
            raise RuleFault(broken.code, broken.clause or clause, broken.message, position) from None


def _what_lies(position: Position, names: frozenset[str], keys: dict[object, object]) -> tuple[object, ...]:
    """What lies in some zones and state variables, hashable. `keys` keeps what the zones of this position came to."""
    for place, content in position.zones.items():
        if place[0] in names and place not in keys:
            keys[place] = content.key()
    zones = tuple(keys[place] for place in position.zones if place[0] in names)
    return zones, tuple(value for key, value in position.state.items() if key[0] in names)


def _check(claims: list[ReadyClaim], position: Position, locals_: dict[str, Value]) -> None:
    with position.silent():
        for claim in claims:
            violated = claim.violation_since(position, locals_) if claim.is_remembered(locals_) else None
            if violated is not None:
                raise violated


def check_conservation(law: Law, position: Position, clause: str) -> None:
    """Every card of the rulebook is in exactly one place.

    :raises RuleFault: it is not; the message names the cards.
    """
    cards = position.all_cards()
    if len(cards) == len(set(cards)) == len(law.cards):
        return
    found = Counter(cards)
    missing = [card.name for card in law.cards if card.index not in found]
    twice = [law.cards[card].name for card, times in found.items() if times > 1]
    if missing or twice:
        said = [f"missing: {', '.join(missing)}"] if missing else []
        said += [f"duplicated: {', '.join(sorted(twice))}"] if twice else []
        raise RuleFault("conservation", clause, "; ".join(said), position)
