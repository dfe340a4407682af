"""Questions about positions, read from files and from what people type."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ruleslawyer.language import load
from ruleslawyer.language.law import Law
from ruleslawyer.machine.notation import Written
from ruleslawyer.narration.asking import Question, Script
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, UsageError, did_you_mean
from ruleslawyer.rulebook.files import read_text
from ruleslawyer.rulebook.nodes import Mapping as MappingNode, Node
from ruleslawyer.rulebook.yaml_reader import parse
from ruleslawyer.scenario.read import plain, read_file

AS_SHOWN = re.compile(r"\w+\(.*\)")
"""An option with its arguments as a list of legal values has it: `bid(n: 20)`."""
DECISION = re.compile(r"([^=]+)=(.*)", re.DOTALL)


def read_question(
    position: str | Path | Mapping[str, Written], slug: str | None, law: Law | None, script: Script
) -> tuple[Law, Question]:
    """What is asked about a position, or about a scenario (the first of a file unless there is a `slug`).

    :param law: asked in place of the one that is named.
    :param script: decisions to take in place of those of a scenario.
    :raises RulebookError: something cannot be read.
    """
    if isinstance(position, Mapping):
        return _about_position(dict(position), "the position", law, script)
    path = Path(position)
    node = _read(path)
    if node.get("scenarios") is not None:
        return _about_scenario(path, slug, law, script)
    if slug is not None:
        raise UsageError(f"`{path}` holds a position, so there is no scenario to choose")
    given = plain(node)
    assert isinstance(given, dict)
    return _about_position(given, f"`{path}`", law, script)


def _read(path: Path) -> MappingNode:
    faults: list[Diagnostic] = []
    text = read_text(path, path.parent, faults)
    node = None if text is None else parse(str(path), text, faults, flow=True)
    if node is not None and not faults and not isinstance(node, MappingNode):
        faults.append(
            Diagnostic("expected-mapping", "a position is a mapping", node.span, hint="write `key: value` lines")
        )
    if faults or not isinstance(node, MappingNode):
        raise RulebookError(faults, {str(path): text or ""})
    return node


def _about_position(given: dict[str, Written], shown: str, law: Law | None, script: Script) -> tuple[Law, Question]:
    named = given.pop("rulebook", None)
    if law is None:
        if not isinstance(named, str):
            raise UsageError(f"{shown} names no rulebook; add `rulebook: NAME`, or give `--rulebook`")
        law = load(named)
    players = given.pop("players", law.players[0])
    if not str(players).isdecimal():
        raise UsageError(f"`players: {players}` is no number")
    return law, Question(int(str(players)), given or None, script, {})


def _about_scenario(path: Path, slug: str | None, law: Law | None, script: Script) -> tuple[Law, Question]:
    scenarios = read_file(path).scenarios
    one = next((one for one in scenarios if slug in (None, one.slug, one.id)), None)
    if one is None:
        raise UsageError(f"there is no scenario `{slug}`; {did_you_mean(str(slug), (one.slug for one in scenarios))}")
    return law or load(one.rulebook), Question(one.players, one.given, script or one.decisions, one.options)


def read_decisions(texts: Iterable[str | tuple[str, Written]]) -> Script:
    """Decisions as `LABEL=VALUE`; a value is written as in a scenario, or as a list of legal values shows it."""
    script: list[tuple[str, Written]] = []
    for text in texts:
        if not isinstance(text, str):
            script.append(text)
            continue
        match = DECISION.fullmatch(text)
        if match is None:
            raise UsageError(f"`{text}` is not LABEL=VALUE")
        label, value = match[1].strip(), match[2].strip()
        script.append((label, value if AS_SHOWN.fullmatch(value) else plain(_parsed(value))))
    return tuple(script)


def _parsed(text: str) -> Node:
    faults: list[Diagnostic] = []
    node = parse("--decide", text, faults, flow=True)
    if node is None or faults:
        raise RulebookError(faults, {"--decide": text})
    return node
