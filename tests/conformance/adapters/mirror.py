"""The machine itself behind the protocol, for any rulebook: what the harness asks and compares must fit every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import Law
from ruleslawyer.language.outline import measures
from ruleslawyer.machine import Machine, Position
from ruleslawyer.machine.notation import player_text, read_decision, write_decision
from ruleslawyer.machine.position_io import read_position
from ruleslawyer.machine.snapshot import everyone, snapshot


class OutOfLuck(Exception):
    code = -32002


class Mirror:
    """Answers as the machine does; it announces `options` of play, and plays whatever it is told to play."""

    def __init__(self, law: Law, profile: str, options: Mapping[str, Sequence[str]] | None = None) -> None:
        self.law, self.profile, self.options = law, profile, options or {}
        self.luck: list[dict[str, Any]] = []
        self.position: Position

    def handle(self, method: str, params: Any) -> Any:
        if method == "initialize":
            return {
                "protocol": 1,
                "name": "mirror",
                "capabilities": {
                    "luck": True,
                    "positions": [one.name for one in self.law.events.values() if one.policy == "menu"],
                    "options": self.options,
                },
                "claims": {"profile": self.profile},
            }
        if method == "shutdown":
            return None
        if method == "reset":
            self.machine = self.machine_for(params["players"], params.get("options", {}))
            self.luck = list(params["luck"]) if "luck" in params else []
            self.position = self.machine.start() if "position" not in params else self.laid(params["position"])
        elif method == "decide":
            self.luck += params.get("luck", [])
            pending = self.position.pending
            assert pending is not None
            assert (pending.label, player_text(pending.by or 0)) == (params["label"], params["by"])
            self.machine.decide(self.position, read_decision(self.law, pending, params["value"]))
        self.let_chance()
        return self.observation()

    def machine_for(self, players: int, options: Mapping[str, str]) -> Machine:
        return fast_machine(self.law, self.law.profiles[self.profile], players, options=options)

    def laid(self, position: Any) -> Position:
        """The position that is told: zones and state are by place there, and by player in what the machine reads."""
        written: dict[str, Any] = {**position, "zones": {}, "state": {}}
        for part in ("zones", "state"):
            for name, value in position[part].items():
                name, _, player = name.rstrip("]").partition("[")
                if player:
                    written[part].setdefault(name, {})[player] = value
                else:
                    written[part][name] = value
        return read_position(self.machine, {"players": self.machine.players, **written})

    def let_chance(self) -> None:
        while self.position.pending is not None and self.position.pending.by is None:
            pending = self.position.pending
            told = next((one for one in self.luck if pending.label in one), None)
            if told is None:
                raise OutOfLuck(pending.label)
            self.luck.remove(told)
            self.machine.decide(self.position, read_decision(self.law, pending, told[pending.label]))

    def observation(self) -> Any:
        machine, position, pending = self.machine, self.position, self.position.pending
        look = snapshot(machine, position, everyone(machine))
        seen: dict[str, Any] = {"zones": {}, "state": dict(look.state), "over": look.over}
        for name, zone in look.zones.items():
            seen["zones"][name] = {"cards": zone.cards} if zone.open else {"count": zone.size}
            if zone.top:
                seen["zones"][name]["top"] = zone.top[0]
        if look.winners is not None:
            seen["winners"] = list(look.winners)
        if pending is not None:
            values = [write_decision(self.law, pending, value) for value in pending.values]
            seen["decision"] = {"label": pending.label, "by": player_text(pending.by or 0), "values": values}
        seen["values"] = {
            f"{name}[{player_text(seat)}]": self.machine.evaluate_definition(self.position, name, (seat,))
            for name in measures(self.law)
            for seat in range(self.machine.players)
        }
        return seen
