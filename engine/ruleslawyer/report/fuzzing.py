"""What a campaign came to, for people and for programs."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruleslawyer.fuzz.outcome import Fuzzed
from ruleslawyer.fuzz.state import Finding
from ruleslawyer.fuzz.store import scenario_path
from ruleslawyer.scenario.write import plain_file, to_yaml

SHOWN = 12
"""Of a kind of thing never reached, so many are listed unless all are asked for."""
KINDS = {"entry": "clause entries", "condition": "sides of conditions", "answer": "answers", "pair": "pairs of clauses"}
"""Kinds of coverage goals, in words."""


def fuzzed_text(found: Fuzzed, rulebook: str, folder: Path | None, *, everything: bool = False) -> str:
    """The report for people."""
    return "\n".join([*_head(found), *_missing(found, everything), *_failures(found, rulebook, folder)])


def fuzzed_data(found: Fuzzed, rulebook: str, folder: Path | None) -> dict[str, Any]:
    """The report for programs."""
    state, tally = found.state, found.state.tally
    return {
        "holds": found.holds,
        "seed": state.campaign.seed,
        "games": tally.games,
        "from_positions": tally.from_positions,
        "unfinished": tally.unfinished,
        "suspected_never_to_end": [{"at": at, "games": games} for at, games in tally.endless.most_common()],
        "decisions": tally.decisions,
        "seconds": round(state.seconds, 1),
        "options": dict(state.campaign.options),
        "coverage": {one.kind: {"reached": one.reached, "total": one.total} for one in found.coverage},
        "unreached": [{"goal": one.goal, "why": one.why, "possible": one.possible} for one in found.unreached],
        "failures": [_failure_data(found, one, rulebook, folder) for one in state.findings],
    }


def _head(found: Fuzzed) -> Iterator[str]:
    tally, seconds = found.state.tally, max(found.state.seconds, 0.001)
    yield (
        f"{tally.games} games ({tally.from_positions} from random positions), {tally.decisions} decisions "
        f"in {seconds:.0f} s ({tally.games / seconds:.0f} games/s)"
    )
    if tally.endless:
        most, left = found.state.campaign.max_decisions, tally.endless.total()
        yield f"suspected never to end: {left} of {tally.games} games were left after {most} decisions"
        listed = tally.endless.most_common(SHOWN)
        yield from (f"  {games} at {at}: can it go round for ever?" for at, games in listed)
    reached = [one for one in found.coverage if one.kind in KINDS]
    yield "reached: " + ", ".join(f"{one.reached}/{one.total} {KINDS[one.kind]}" for one in reached)
    for one in found.coverage:
        if one.kind == "option" and one.total:
            yield f"options exercised: {one.reached} of {one.total}"


def _missing(found: Fuzzed, everything: bool) -> Iterator[str]:
    by_kind: dict[str, list[str]] = {}
    reasons: Counter[str] = Counter()
    for one in found.unreached:
        kind = one.goal.split(" ", 1)[0]
        if kind == "pair" and not everything:
            reasons["impossible" if not one.possible else "possible, as far as their conditions tell"] += 1
        else:
            by_kind.setdefault(kind, []).append(f"  {one.what}: {one.why}")
    if found.unreached:
        yield "never reached:"
    for lines in by_kind.values():
        yield from lines if everything else lines[:SHOWN]
        if not everything and len(lines) > SHOWN:
            yield f"  and {len(lines) - SHOWN} more like the last; --verbose lists them"
    for reason, number in reasons.items():
        yield f"  {number} pairs of clauses in one scope: {reason}"


def _failures(found: Fuzzed, rulebook: str, folder: Path | None) -> Iterator[str]:
    if found.holds:
        yield "No failure."
        return
    yield f"{len(found.state.findings)} failures:"
    for one in found.state.findings:
        yield f"  {one.scenario.because}"
        games = found.state.tally.failures[one.key]
        origin = "" if one.from_set_up else ", met only from random positions, which no game may reach"
        steps = f"{one.decisions} decisions reduced to {len(one.scenario.decisions)}"
        if one.scenario.options:
            steps += ", with " + ", ".join(f"{name} = {answer}" for name, answer in one.scenario.options.items())
        yield f"    {one.key}, in {games} games{origin}; {steps}"
        if one.position is not None:
            fewer = f"{len(one.position.decisions)} decisions"
            yield f"    beside it a position that fails so after {fewer}, to which no game has been shown to come"
        if folder is None:
            yield from (f"    {line}" for line in to_yaml(one.scenarios).splitlines())
        else:
            yield f"    {_replay(one, rulebook, folder)}"


def _replay(one: Finding, rulebook: str, folder: Path) -> str:
    """The command that plays a failure again."""
    return f"ruleslawyer fuzz {shlex.quote(rulebook)} --replay {shlex.quote(str(folder / scenario_path(one)))}"


def _failure_data(found: Fuzzed, one: Finding, rulebook: str, folder: Path | None) -> dict[str, Any]:
    return {
        "clause": one.key.clause,
        "claim": one.key.claim,
        "message": one.message,
        "games": found.state.tally.failures[one.key],
        "from_set_up": one.from_set_up,
        "decisions": one.decisions,
        "scenario": plain_file(one.scenarios),
        "replay": None if folder is None else _replay(one, rulebook, folder),
    }
