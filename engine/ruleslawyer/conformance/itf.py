"""Traces in the Informal Trace Format that Apalache writes and Quint reads, and back.

A state has a variable for each zone (a player's zones are a map), one for each state variable, `decision` (what is
taken next) and `winners`. A pile is a list of sets, top first: cards in one set lie there in no known order. A row is a
list, other zones are sets. Numbers are big integers, as the format has them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from ruleslawyer.conformance.expected_run import ExpectedRun
from ruleslawyer.language.law import Law
from ruleslawyer.machine import Machine, Position, Trace
from ruleslawyer.machine.notation import Written, player_text, read_decision, write_value
from ruleslawyer.machine.zones import Content
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.run import start

MOST_STATES = 10_000
LARGEST_PLAIN = 2**53
"""Whole numbers below this are read where a big integer is due."""
DECISION, WINNERS, STEP = "decision", "winners", "step"


def write_itf(run: ExpectedRun) -> dict[str, Any]:
    """The trace of a run: a state before each decision, and the last one."""
    scenario, machine = run.scenario, run.machine
    states = [
        {"#meta": {"index": index}, **_state(machine, position), STEP: _number(index), DECISION: decision}
        for index, (position, decision) in enumerate(_positions(machine, scenario))
    ]
    names = [name for name in states[0] if not name.startswith("#")]
    about: dict[str, Any] = {
        "rulebook": scenario.rulebook,
        "version": scenario.version,
        "players": scenario.players,
        "answers": dict(machine.answers),
    }
    if scenario.options:
        about["options"] = dict(scenario.options)
    if scenario.given is not None:
        about["given"] = scenario.given
    meta = {"format": "ITF", "description": scenario.because, "source": scenario.slug, "ruleslawyer": about}
    return {"#meta": meta, "vars": names, "states": states}


def _positions(machine: Machine, scenario: Scenario) -> Iterator[tuple[Position, dict[str, str]]]:
    """The positions of a scenario, each with the decision that is taken in it."""
    position = start(machine, scenario, Trace())
    for label, written in scenario.decisions:
        pending = position.pending
        if pending is None:
            break
        by = "chance" if pending.by is None else player_text(pending.by)
        yield position, {"label": label, "by": by, "value": _value_text(written)}
        machine.decide(position, read_decision(machine.law, pending, written))
    yield position, {"label": "", "by": "", "value": ""}


def _value_text(written: Written) -> str:
    return written if isinstance(written, str) else json.dumps(written, sort_keys=True, ensure_ascii=False)


def _number(value: int) -> dict[str, str]:
    return {"#bigint": str(value)}


def _state(machine: Machine, position: Position) -> dict[str, Any]:
    found: dict[str, Any] = {}
    players = [player_text(seat) for seat in range(machine.players)]
    for zone in machine.zones.values():
        if zone.scoped:
            continue
        if zone.per_player:
            cards = [_cards(machine, position.zones[zone.name, seat]) for seat in range(machine.players)]
            found[zone.name] = {"#map": [list(pair) for pair in zip(players, cards, strict=True)]}
        else:
            found[zone.name] = _cards(machine, position.zones[zone.name, None])
    for state in machine.state.values():
        if state.per_player:
            values = [
                _plain(write_value(machine.law, position.state[state.name, seat], state.type))
                for seat in range(machine.players)
            ]
            found[state.name] = {"#map": [list(pair) for pair in zip(players, values, strict=True)]}
        else:
            found[state.name] = _plain(write_value(machine.law, position.state[state.name, None], state.type))
    found[WINNERS] = {"#set": [player_text(seat) for seat in sorted(position.winners or ())]}
    return found


def _cards(machine: Machine, content: Content) -> Any:
    names = machine.law.cards
    if content.order == "row":
        return [names[card].name for card in content.listed()]
    if content.order == "pile":
        return [{"#set": [names[card].name for card in bag.cards]} for bag in content.bags_in_order()]
    return {"#set": [names[card].name for card in content.listed()]}


def _plain(written: Written) -> Any:
    if isinstance(written, int) and not isinstance(written, bool):
        return _number(written)
    if isinstance(written, list):
        return [_plain(one) for one in written]
    if isinstance(written, dict):
        return {name: _plain(one) for name, one in written.items()}
    return written


# -- reading -------------------------------------------------------------------------------------------------------


def read_itf(law: Law, data: Any) -> Scenario:
    """The scenario that a trace tells of: where it begins and what is decided.

    :raises RulebookError: it is no such trace, or of another rulebook.
    """
    meta = data.get("#meta") if isinstance(data, dict) else None
    about = meta.get("ruleslawyer") if isinstance(meta, dict) else None
    if not isinstance(about, dict) or not isinstance(data.get("states"), list):
        raise _fault("this is no trace of a rulebook", 'its "#meta" says of which: {"ruleslawyer": {...}}')
    if about.get("rulebook") != law.name:
        raise _fault(f"the trace is about `{about.get('rulebook')}`, not about `{law.name}`")
    players, given, answers = about.get("players"), about.get("given"), about.get("answers", {})
    options = about.get("options", {})
    if not isinstance(players, int) or not (given is None or isinstance(given, dict)) or not isinstance(answers, dict):
        raise _fault("the trace does not say how many players there are, or where it begins")
    if not isinstance(options, dict):
        raise _fault("the `options` of the trace are no object")
    if len(data["states"]) > MOST_STATES:
        raise _fault(f"more than {MOST_STATES} states")
    decisions = tuple(one for state in data["states"] if (one := _decision(state)) is not None)
    return Scenario(
        slug=str(data["#meta"].get("source", "trace"))[:80],
        rulebook=law.name,
        version=str(about.get("version", law.version)),
        players=players,
        because=str(data["#meta"].get("description", "a trace"))[:500],
        origin="fuzz",
        readings=(Reading(rulings={str(name): str(answer) for name, answer in answers.items()}),) if answers else (),
        options={str(name): str(answer) for name, answer in options.items()},
        given=given,
        decisions=decisions,
    )


def _decision(state: Any) -> tuple[str, Written] | None:
    decision = state.get(DECISION) if isinstance(state, dict) else None
    if not isinstance(decision, dict) or not all(isinstance(decision.get(key), str) for key in ("label", "value")):
        raise _fault("a state has no `decision` with a label and a value")
    if not decision["label"]:
        return None
    value = decision["value"]
    try:
        return decision["label"], json.loads(value) if value[:1] in ("{", "[") else value
    except (ValueError, RecursionError):
        raise _fault("the value of a `decision` is no JSON") from None


def _fault(message: str, hint: str | None = None) -> RulebookError:
    return RulebookError([Diagnostic("bad-trace", message, hint=hint)])


def first_wrong_state(machine: Machine, scenario: Scenario, data: Mapping[str, Any]) -> tuple[int, str] | None:
    """The first state of a trace that is not the machine's: its index and the variable; None if all are.

    :raises RulebookError: the scenario cannot be played.
    :raises MachineError: a decision is not legal.
    """
    positions = _positions(machine, scenario)
    for index, (state, (position, _)) in enumerate(zip(data["states"], positions, strict=False)):
        for name, value in _state(machine, position).items():
            if _comparable(state.get(name)) != _comparable(value):
                return index, name
    return None


def _comparable(value: Any) -> Any:
    """Equal for equal values: sets in any order, numbers however they are written."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_PLAIN:
        return ("number", str(value))
    if isinstance(value, list):
        return [_comparable(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "#bigint" in value:
        return ("number", str(value["#bigint"]))
    if "#tup" in value:
        return _comparable(value["#tup"])
    for tag in ("#set", "#map"):
        if isinstance(value.get(tag), list):
            return (tag, sorted((_comparable(one) for one in value[tag]), key=repr))
    return {name: _comparable(one) for name, one in value.items()}
