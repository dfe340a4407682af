"""Monitoring: event contracts with `old`, invariants and conservation, checked while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace

from ruleslawyer.language.law import Claim, Law
from ruleslawyer.language.tree import Expression, Fold, Local, Old
from ruleslawyer.language.types import BOOL
from ruleslawyer.machine.backend import Backend, Evaluate
from ruleslawyer.machine.events import NO_ZONES, Domains, ready_domains, tuples
from ruleslawyer.machine.faults import InvariantViolated, ObligationBroken, RuleFault
from ruleslawyer.machine.footprints import footprint
from ruleslawyer.machine.notation import write_value
from ruleslawyer.machine.position import Contract, Frame, Position
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import plain


@dataclass(frozen=True, slots=True)
class ReadyClaim:
    """A claim made ready.

    `always` is the claim for all values of `over` at once, `holds` for one. `olds` are the values to remember at the
    start, by the local that the claim reads.
    """

    law: Law
    claim: Claim
    over: Domains
    always: Evaluate
    holds: Evaluate
    olds: tuple[tuple[str, Evaluate], ...]

    def violation(self, position: Position, locals_: dict[str, Value]) -> InvariantViolated | None:
        """The violation in this position, or None."""
        if self.always(position, locals_, NO_ZONES):
            return None
        names = tuple(name for name, _, _ in self.over)
        for values in tuples(self.over, position, locals_, NO_ZONES):
            if not self.holds(position, {**locals_, **dict(zip(names, values, strict=True))}, NO_ZONES):
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
    changed: dict[str, object] = {}
    for one in fields(expression):
        value = getattr(expression, one.name)
        if isinstance(value, Expression):
            changed[one.name] = without_old(value, olds, local)
        elif isinstance(value, tuple) and value and isinstance(value[0], Expression):
            changed[one.name] = tuple(without_old(item, olds, local) for item in value)
    return replace(expression, **changed)  # type: ignore[arg-type]


class Contracts:
    """The contracts of all events and the invariants of the rulebook."""

    def __init__(self, law: Law, backend: Backend) -> None:
        self._law = law
        self._invariants = [ready_claim(law, claim, backend) for claim in law.invariants]
        self._footprints = [footprint(law, claim) for claim in law.invariants]
        self._held_last: list[object] = [None] * len(self._invariants)
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
        _check(self._requires[event], position, locals_)
        for claim in (*self._ensures[event], *self._always[event]):
            for name, operand in claim.olds:
                value = operand(position, frame.locals, NO_ZONES)
                locals_[name] = plain(value)
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
                read = self._footprints[number].of(position, keys)
                if self._held_last[number] == read:
                    continue
                violated = claim.violation(position, {})
                if violated is not None:
                    raise violated
                self._held_last[number] = read
        except ObligationBroken as broken:
            raise RuleFault(broken.code, broken.clause or clause, broken.message, position) from None


def _check(claims: list[ReadyClaim], position: Position, locals_: dict[str, Value]) -> None:
    for claim in claims:
        if any(name not in locals_ for name, _ in claim.olds):
            continue
        violated = claim.violation(position, locals_)
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
