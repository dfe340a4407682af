"""One run from a decision to the next: the small operations on a position that instructions are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruleslawyer.language.tree import PilePlace
from ruleslawyer.machine import trace as record
from ruleslawyer.machine.faults import ObligationBroken, RuleFault, StepLimitExceeded
from ruleslawyer.machine.position import Decision, Frame, Position
from ruleslawyer.machine.trace import Step
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import NOBODY, Content, Viewers

if TYPE_CHECKING:
    from ruleslawyer.machine.events import ReadyEvent
    from ruleslawyer.machine.flatten import Code
    from ruleslawyer.machine.setup import Setup


Resume = Callable[["Run", Frame, Value], None]


@dataclass(frozen=True, slots=True)
class Instruction:
    """A program point of a flattened entry; `label` is that of the statement that it belongs to.

    `run` does its work and moves `frame.counter`, or leaves a pending decision in the position, with whose value
    `resume` goes on. One that `leads_on` puts a frame on top: that of the `event` which it raises or offers, whose
    result gets the name `gives`, or that of a rule of its own event.
    """

    label: str
    run: Callable[[Run, Frame], None]
    resume: Resume | None = None
    leads_on: bool = False
    event: str | None = None
    gives: str | None = None


class Run:
    """Runs instructions of the innermost frame until there is a decision or the game is over."""

    __slots__ = ("codes", "position", "setup", "trace")

    def __init__(self, setup: Setup, codes: Mapping[str, Code], position: Position, trace: Step | None) -> None:
        self.setup = setup
        self.codes = codes
        self.position = position
        self.trace = trace

    def advance(self, first: Callable[[Run], None] | None = None) -> None:
        """Runs `first`, then on to the next decision or the end.

        :raises RuleFault: an obligation of the rulebook is broken.
        :raises StepLimitExceeded: no decision within the limit of steps.
        """
        position, frames, codes = self.position, self.position.frames, self.codes
        budget = self.setup.limits.steps
        frame = frames[-1]
        try:
            if first is not None:
                first(self)
            while position.pending is None and frames:
                frame = frames[-1]
                run = codes[frame.entry].instructions[frame.counter].run
                run(self, frame)
                budget -= 1
                if budget < 0:
                    raise StepLimitExceeded(frame.entry, self.setup.limits.steps, position)
        except ObligationBroken as broken:
            raise RuleFault(broken.code, broken.clause or frame.entry, broken.message, position) from None
        except RecursionError:
            raise RuleFault("value", frame.entry, "an expression is nested too deeply", position) from None

    # -- decisions ------------------------------------------------------------------------------------------------

    def ask(self, resume: Resume, frame: Frame, decision: Decision) -> None:
        """Leaves the decision pending, or takes it if there is but one way to."""
        if len(decision.values) == 1 and not decision.optional:
            if self.trace is not None:
                self.trace.records.append(record.Forced(decision, decision.values[0]))
            resume(self, frame, decision.values[0])
        else:
            self.position.pending = decision

    # -- cards ----------------------------------------------------------------------------------------------------

    def take(self, frame: Frame, card: int, source: Content) -> None:
        """The card, which lies in `source`, is in the hand of the frame afterwards."""
        seen = source.remove(card)
        frame.held[card] = seen | self.setup.viewers(self.position, source.place)
        if self.trace is not None:
            self.trace.records.append(record.Moved((card,), source.place, None, frame.entry))

    def put(self, frame: Frame, card: int, target: Content, at: PilePlace) -> None:
        """The card, which the frame holds, lies in `target` afterwards."""
        if card not in frame.held:
            raise ObligationBroken("not-held", f"{self.name(card)} is put down but not held")
        self.lay((card,), frame.held.pop(card), target, at)
        if self.trace is not None:
            self.trace.records.append(record.Moved((card,), None, target.place, frame.entry))

    def lay(self, cards: tuple[int, ...], seen: Viewers, target: Content, at: PilePlace) -> None:
        """Cards come to lie in `target`; who has seen them is kept unless the zone shows them anyway."""
        guard = self.setup.guards.get(target.place[0])
        if guard is not None:
            guard(cards, target)
        target.insert(cards, seen - self.setup.viewers(self.position, target.place) if seen else NOBODY, at)

    def name(self, card: int) -> str:
        """A card as people read it."""
        return self.setup.law.cards[card].name

    # -- events ---------------------------------------------------------------------------------------------------

    def raise_event(self, frame: Frame, event: ReadyEvent, arguments: list[Value], gives: str | None) -> None:
        """Starts an event on top of `frame`, which hands over the cards that the event owns."""
        locals_ = dict(zip(event.parameters, arguments, strict=True))
        if event.bounded:
            event.check_bounds(locals_)
        held = self.hand_over(frame, event, locals_) if event.owned or frame.held else {}
        if self.trace is not None:
            self.trace.records.append(record.Raised(event.name, tuple(arguments)))
        if event.may_be_idle and self.setup.contracts is None and event.is_idle(self.position, locals_):
            return
        self.push(Frame(event.entry_for(self.position, locals_), event.name, locals_, held, gives))

    def hand_over(self, frame: Frame, event: ReadyEvent, locals_: dict[str, Value]) -> dict[int, Viewers]:
        """The owned cards, out of the frame's hand; whoever may be unwound holds nothing else."""
        held: dict[int, Viewers] = {}
        for name in event.owned:
            card = locals_[name]
            if card not in frame.held:
                raise ObligationBroken("not-held", f"{self.name(card)} is handed over but not held")
            held[card] = frame.held.pop(card)
        if frame.held and event.may_end:
            cards = self.names(frame.held)
            raise ObligationBroken("held", f"`{event.name}` may end a scope while {cards} is held")
        return held

    def push(self, frame: Frame) -> None:
        """Makes the frame of an event's entry the innermost one."""
        if self.trace is not None and not frame.entry.startswith("@"):
            self.trace.records.append(record.Fired(frame.entry, frame.event))
        if self.setup.contracts is not None:
            frame.contract = self.setup.contracts.begin(self.position, frame)
        self.position.frames.append(frame)
        if len(self.position.frames) > self.setup.limits.depth:
            raise ObligationBroken("value", "events are raised within events without end")

    def leave(self, frame: Frame) -> None:
        """The innermost frame returns."""
        if frame.held:
            raise ObligationBroken("held", f"the clause ends while {self.names(frame.held)} is held")
        event = self.setup.events.get(frame.event)
        if event is not None and event.gives and not frame.result:
            raise ObligationBroken("give", f"`{frame.event}` needs a result: `give:` one on each path")
        if frame.contract is not None and self.setup.contracts is not None:
            self.setup.contracts.returned(self.position, frame.contract, frame.result)
        frames = self.position.frames
        frames.pop()
        if not frames:
            return
        caller = frames[-1]
        if frame.gives is not None:
            caller.locals[frame.gives] = frame.result[0]

    def end(self, scope: str) -> None:
        """Ends a scope, innermost frames first."""
        self.position.unwinding = scope
        self.unwind()

    def unwind(self) -> None:
        """Goes on ending a scope: to the innermost open scope's `finally`, popping frames that have none."""
        frames, scope = self.position.frames, self.position.unwinding
        while frames:
            frame = frames[-1]
            if frame.held:
                raise ObligationBroken(
                    "held", f"`{scope}` is ended while {self.names(frame.held)} is held", frame.entry
                )
            if frame.scopes:
                frame.counter = self.codes[frame.entry].finals[frame.scopes[-1].label]
                return
            if frame.contract is not None and self.setup.contracts is not None:
                self.setup.contracts.unwound(self.position, frame.contract)
            frames.pop()
        raise ObligationBroken("value", f"`end: {scope}` outside `{scope}`")

    def names(self, cards: Iterable[int]) -> str:
        """Cards as people read them."""
        return ", ".join(self.name(card) for card in sorted(cards))
