"""A trace narrated for people: who did what, what moved, and by which clause."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ruleslawyer.language.outline import outermost_scopes
from ruleslawyer.language.types import PlayerType
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import (
    decider_text,
    decision_text,
    place_text,
    player_text,
    value_text,
    write_decision,
    write_value,
)
from ruleslawyer.machine.position import Decision, Position
from ruleslawyer.machine.replayed import replay
from ruleslawyer.machine.snapshot import Audience, mentions, sees, sees_legal
from ruleslawyer.machine.trace import Assigned, Began, Ended, Forced, Moved, Paid, Record, Seen, Shuffled, Step
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Place
from ruleslawyer.narration.citing import Citing


def winners_text(position: Position) -> str:
    """Who won, as a sentence."""
    if not position.winners:
        return "Nobody wins."
    names = [player_text(seat) for seat in sorted(position.winners)]
    return f"{names[0]} wins." if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} share the victory."


@dataclass(frozen=True)
class Line:
    """One line of a narration. `kind` is 'decision', 'effect', 'reason', 'begin' or 'end'; `entry` is what did it.

    The beginning and the end of a round carry the `position` as it was then.
    """

    kind: str
    text: str
    entry: str | None = None
    position: Position | None = None


@dataclass
class _Move:
    """Cards that went the same way together."""

    cards: list[int]
    source: Place | None
    target: Place
    entry: str
    shown: bool
    """Whether the audience saw which cards they were."""


class Narrator:
    """Tells a game step by step. It counts rounds, so it is fed every step in order.

    :param audience: the seats for whom it is told; nothing that one of them may not see is in it. No seats: everything.
    """

    def __init__(self, machine: Machine, audience: Audience, citing: Citing) -> None:
        self.machine = machine
        self.audience = audience
        self.citing = citing
        self.rounds = 0
        self._scopes = outermost_scopes(machine.law)
        self._hand: dict[int, Place | None] = {}
        self._told: set[str] = set()

    def narrate(self, step: Step, before: Position | None) -> Iterator[Line]:
        """The lines of a step that began in `before` (None: with the game)."""
        if before is not None:
            yield from self._decision(step, before)
        now = self.machine.blank() if before is None else before.copy()
        moves: list[_Move] = []
        reasons = self._reasons(step)
        for record in step.records:
            if isinstance(record, Moved):
                self._collect(record, moves, now)
            replay(now, record)
            lines = list(self._record(record, now))
            if lines:
                yield from self._moves(moves)
            if any(line.kind == "end" for line in lines):
                yield from reasons
            yield from lines
        yield from self._moves(moves)
        yield from reasons

    def rewind(self, rounds: int) -> None:
        """Goes back to when so many rounds had begun."""
        self.rounds = rounds
        self._hand.clear()

    # -- rounds ---------------------------------------------------------------------------------------------------

    def _whose(self, position: Position) -> str:
        """The state that names a player: whose round it is, most likely."""
        of_players = [
            state.name
            for state in self.machine.state.values()
            if isinstance(state.type, PlayerType) and not state.per_player
        ]
        return "".join(f" · {name}: {player_text(position.state[(name, None)])}" for name in of_players)

    # -- decisions ------------------------------------------------------------------------------------------------

    def _decision(self, step: Step, before: Position) -> Iterator[Line]:
        decision = step.decision
        if decision is None or _shows_itself(decision):
            return
        visible = self._may_tell(before, decision)
        if decision.by is None and not visible:
            return
        fired = step.fired()
        entry = fired[0] if decision.kind == "option" and fired else decision.clause
        yield Line("decision", self._decision_text(decision, step.value, visible), entry)

    def _decision_text(self, decision: Decision, value: Value, visible: bool) -> str:
        """Who decided what. Of a menu everybody sees which option it was, but not always for which cards."""
        if visible:
            shown = value_text(self.machine.law, decision, value)
        else:
            shown = "(hidden)" if decision.kind != "option" else self._option_text(decision, value)
        return f"{decider_text(decision)}  {decision.label}: {shown}"

    def _option_text(self, decision: Decision, value: Value) -> str:
        """An option with its cards hidden."""
        written = write_decision(self.machine.law, decision, value)
        if not isinstance(written, dict):
            return decision_text(written)
        ((option, arguments),) = written.items()
        assert isinstance(arguments, dict)
        cards = {card.name for card in self.machine.law.cards}
        return decision_text(
            {option: {name: "hidden" if mentions(one, cards) else one for name, one in arguments.items()}}
        )

    def _may_tell(self, before: Position, decision: Decision) -> bool:
        if not self.audience or decision.by in self.audience:
            return True
        if decision.by is None:
            return decision.kind not in ("card", "set", "tuple")
        return sees_legal(self.machine, before, self.audience)

    # -- what followed --------------------------------------------------------------------------------------------

    def _collect(self, record: Moved, moves: list[_Move], now: Position) -> None:
        """Joins taking and putting into one move, and moves that go the same way."""
        if record.target is None:
            for card in record.cards:
                self._hand[card] = record.source
            return
        for card in record.cards:
            source = self._hand.pop(card, None) if record.source is None else record.source
            shown = any(sees(self.machine, now, self.audience, place) for place in (source, record.target))
            one = _Move([card], source, record.target, record.entry, shown)
            if moves and replace(moves[-1], cards=[card]) == one:
                moves[-1].cards.append(card)
            else:
                moves.append(one)

    def _moves(self, moves: list[_Move]) -> Iterator[Line]:
        for move in moves:
            cards = self._cards(tuple(move.cards), move.shown)
            yield Line("effect", f"{cards}: {place_text(move.source)} → {place_text(move.target)}", move.entry)
        moves.clear()

    def _cards(self, cards: tuple[int, ...], shown: bool) -> str:
        if shown:
            return ", ".join(self.machine.law.cards[card].name for card in cards)
        return f"{len(cards)} card{'' if len(cards) == 1 else 's'}"

    def _record(self, record: Record, now: Position) -> Iterator[Line]:
        if isinstance(record, Assigned):
            yield Line("effect", self._assigned(record), record.entry)
        elif isinstance(record, Paid):
            way = f"{place_text(record.source)} → {place_text(record.target)}"
            yield Line("effect", f"{record.amount}: {way}", record.entry)
        elif isinstance(record, Shuffled):
            yield Line("effect", f"{place_text(record.place)} is shuffled", record.entry)
        elif isinstance(record, Seen):
            yield from self._seen(record)
        elif isinstance(record, Forced) and not _shows_itself(record.decision):
            visible = not self.audience or record.decision.by in self.audience
            text = self._decision_text(record.decision, record.value, visible)
            # That nothing else was possible would tell what a player has not got.
            yield Line("decision", f"{text} (nothing else is possible)" if visible else text, record.decision.clause)
        elif isinstance(record, Began | Ended) and record.scope in self._scopes:
            yield self._round(record, now.copy())

    def _round(self, record: Began | Ended, then: Position) -> Line:
        if isinstance(record, Ended):
            return Line("end", f"{record.scope} {self.rounds} ends", record.entry, then)
        self.rounds += 1
        self._told.clear()
        return Line("begin", f"{record.scope} {self.rounds}{self._whose(then)}", record.entry, then)

    def _assigned(self, record: Assigned) -> str:
        of = self.machine.law.state[record.name].type
        old, new = (decision_text(write_value(self.machine.law, one, of)) for one in (record.before, record.after))
        return f"{place_text((record.name, record.seat))}: {old} → {new}"

    def _seen(self, record: Seen) -> Iterator[Line]:
        who = "all" if len(record.to) == self.machine.players else ", ".join(map(player_text, sorted(record.to)))
        cards = self._cards(record.cards, self.audience <= record.to)
        yield Line("effect", f"{who or 'nobody'} may see {cards} ({place_text(record.place)})", record.entry)

    def _reasons(self, step: Step) -> Iterator[Line]:
        """Exceptions that decided a value on the way, each once in a round: before the round ends, or with the step."""
        for entry in sorted(step.consulted):
            if self.citing.is_exception(entry) and entry not in self._told:
                self._told.add(entry)
                yield Line("reason", "an exception decides", entry)


def _shows_itself(decision: Decision) -> bool:
    """Whether what follows shows the value anyway: which card of a zone it was."""
    return decision.by is None and decision.kind == "card" and not decision.names
