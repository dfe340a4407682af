"""The game behind the protocol of `ruleslawyer conform`: an object that answers, and a loop that reads questions."""

from __future__ import annotations

import json
import sys
from typing import Any

from dead_mans_draw.cards import Bank, Card, Pile, card
from dead_mans_draw.game import Choice, Game, Play
from dead_mans_draw.luck import OutOfLuck, Told

UNSUPPORTED, OUT_OF_LUCK, ILLEGAL, INTERNAL = -32001, -32002, -32003, -32603


class ProtocolError(Exception):
    """An answer that is an error."""

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        super().__init__(message)


class Adapter:
    """Answers the questions of the harness about one game at a time."""

    make = Game

    def __init__(self) -> None:
        self.luck = Told()
        self.game = self.make(2, self.luck)
        self.play: Play | None = None
        self.due: Choice | None = None

    def handle(self, method: str, params: dict[str, Any]) -> Any:
        """The result of a method."""
        if method == "initialize":
            return self.introduction()
        if method == "shutdown":
            return None
        try:
            if method == "reset":
                self.reset(params)
            elif method == "decide":
                self.decide(params)
            elif method != "observe":
                raise ProtocolError(UNSUPPORTED, f"no method {method}")
        except OutOfLuck as error:
            raise ProtocolError(OUT_OF_LUCK, str(error)) from None
        return self.observation()

    def introduction(self) -> dict[str, Any]:
        """Who we are and what we can do."""
        return {
            "protocol": 1,
            "name": f"python-{self.make.__name__.lower()}",
            "version": "1.0",
            "capabilities": {
                "setup": True,
                "positions": ["act", "take_turn"],
                "luck": True,
                "legal": True,
                "players": [2, 4],
            },
            "claims": {"profile": "boxed"},
            # Nothing is decided while a bonus is taken, so the count of what is left of it is not kept.
            "observes": {"state": ["active", "owed"]},
        }

    # -- questions -------------------------------------------------------------------------------------------------

    def reset(self, params: dict[str, Any]) -> None:
        """A new game, or one that stands in the middle of a turn."""
        self.luck = Told()
        self.game = self.make(params["players"], self.luck)
        self.luck.tell(params.get("luck", []))
        position = params.get("position")
        if position is None:
            self.play = self.game.from_the_start()
        else:
            self.lay_out(position)
            self.play = self.game.turns(drawn=position["at"] == "act")
        self.go_on(None)

    def lay_out(self, position: dict[str, Any]) -> None:
        """Puts every card where the position has it."""
        game, zones = self.game, position["zones"]
        game.deck, game.discard = pile(zones["deck"]), pile(zones["discard"])
        game.discard.shuffle()
        game.table = [card(name) for name in zones["table"]]
        game.banks = [Bank(card(name) for name in zones[f"bank[p{seat + 1}]"]) for seat in range(len(game.banks))]
        game.active = int(position["state"]["active"][1:]) - 1
        game.owed = position["state"]["owed"]

    def decide(self, params: dict[str, Any]) -> None:
        """A player has chosen."""
        due = self.due
        if due is None or (params["label"], params["by"]) != (due.label, f"p{due.by + 1}"):
            raise ProtocolError(ILLEGAL, f"{params['by']} has no {params['label']} to decide")
        if params["value"] not in due.values:
            raise ProtocolError(ILLEGAL, f"{params['value']} is not among {', '.join(due.values)}")
        self.luck.tell(params.get("luck", []))
        self.go_on(params["value"])

    def go_on(self, value: str | None) -> None:
        """Plays to the next choice, or to the end."""
        assert self.play is not None
        self.due = None
        try:
            self.due = self.play.send(value)  # type: ignore[arg-type]
        except StopIteration:
            self.play = None

    def observation(self) -> dict[str, Any]:
        """What everybody sees."""
        game = self.game
        zones: dict[str, Any] = {
            "deck": {"count": len(game.deck)},
            "discard": {"cards": names(game.discard.cards())},
            "table": {"cards": names(game.table)},
        }
        if game.deck.known:
            zones["deck"]["top"] = str(game.deck.known[0])
        if game.fan is not None:
            zones["fan"] = {"cards": names(game.fan)}
        values = {}
        for seat, bank in enumerate(game.banks, start=1):
            zones[f"bank[p{seat}]"] = {"cards": names(bank.cards())}
            values[f"score[p{seat}]"] = bank.score()
        seen: dict[str, Any] = {
            "zones": zones,
            "state": {"active": f"p{game.active + 1}", "owed": game.owed},
            "values": values,
            "over": game.winners is not None,
        }
        if self.due is not None:
            seen["decision"] = {"label": self.due.label, "by": f"p{self.due.by + 1}", "values": self.due.values}
        if game.winners is not None:
            seen["winners"] = [f"p{seat + 1}" for seat in game.winners]
        return seen


def pile(bags: list[Any]) -> Pile:
    """A pile as a position writes it: known cards one by one, the top first, and cards in no known order as a list."""
    known: list[Card] = []
    for index, bag in enumerate(bags):
        if isinstance(bag, list):
            rest = [one for later in bags[index:] for one in (later if isinstance(later, list) else [later])]
            return Pile((card(name) for name in rest), known)
        known.append(card(bag))
    return Pile((), known)


def names(cards: list[Card]) -> list[str]:
    """Cards as the protocol writes them."""
    return [str(one) for one in cards]


def serve(adapter: Adapter) -> None:
    """Answers one question a line until there are no more."""
    for line in sys.stdin:
        question = json.loads(line)
        answer: dict[str, Any] = {"jsonrpc": "2.0", "id": question["id"]}
        try:
            answer["result"] = adapter.handle(question["method"], question["params"])
        except ProtocolError as error:
            answer["error"] = {"code": error.code, "message": str(error)}
        except Exception as error:
            answer["error"] = {"code": INTERNAL, "message": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
        if question["method"] == "shutdown":
            return
