"""Scenarios as text: YAML to read and edit, JSON to exchange. What is written reads back as the same values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.citations import MAX_WIDTH, Citation, citation_lines
from ruleslawyer.scenario.grammar import FORMAT
from ruleslawyer.scenario.model import Expectation, Reading, Scenario

_WIDTH = 110
_UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters that YAML refuses or takes for line breaks; JSON and YAML both have them as escapes."""
_INT = re.compile(r"-?(0|[1-9]\d{0,17})")


def to_yaml(scenarios: Sequence[Scenario]) -> str:
    """A scenario file. All scenarios must be of one rulebook and version.

    :raises ValueError: they are of several.
    """
    text: str = yaml.dump(
        plain_file(scenarios),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=_WIDTH,
    )
    return text


def to_json(scenarios: Sequence[Scenario]) -> str:
    """The same as JSON."""
    text = json.dumps(plain_file(scenarios), indent=2, ensure_ascii=False) + "\n"
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def plain_file(scenarios: Sequence[Scenario]) -> dict[str, Any]:
    """A scenario file as plain data, in canonical order."""
    kinds = {(one.rulebook, one.version) for one in scenarios}
    if len(kinds) != 1:
        raise ValueError("a scenario file holds at least one scenario, all of one rulebook and version")
    rulebook, version = kinds.pop()
    listed = [{"id": one.id, **plain_scenario(one)} for one in scenarios]
    return {"format": FORMAT, "rulebook": rulebook, "version": version, "scenarios": listed}


def plain_scenario(scenario: Scenario) -> dict[str, Any]:
    """A scenario as plain data without its id; what says nothing is left out."""
    written: dict[str, Any] = {"because": scenario.because, "origin": scenario.origin}
    _add(written, "cite", _cited(scenario.cite))
    written |= _readings(scenario.readings)
    _add(written, "otherwise", scenario.otherwise)
    _add(written, "options", dict(scenario.options))
    written["players"] = scenario.players
    if scenario.given is not None:
        written["given"] = _plain(scenario.given)
    if scenario.luck != "listed":
        written["luck"] = scenario.luck
    _add(written, "decisions", [{label: _plain(value)} for label, value in scenario.decisions])
    _add(written, "then", [_expectation(one) for one in scenario.then])
    _add(written, "clauses", list(scenario.clauses))
    _add(written, "info", dict(scenario.info))
    return written


def _readings(readings: tuple[Reading, ...]) -> dict[str, Any]:
    plain = [{"profile": one.profile} if one.profile else {"rulings": dict(one.rulings)} for one in readings]
    return plain[0] if len(plain) == 1 else {"under": plain} if plain else {}


def _expectation(one: Expectation) -> dict[str, Any]:
    written: dict[str, Any] = {"after": "end" if one.after is None else one.after}
    _add(written, "seen_by", one.seen_by)
    _add(written, "zones", _plain(one.zones))
    _add(written, "state", _plain(one.state))
    _add(written, "asks", one.asks)
    _add(written, "by", one.by)
    if one.legal is not None:
        written["legal"] = [_plain(value) for value in one.legal]
    _add(written, "forced", [{label: _plain(value)} for label, value in one.forced])
    _add(written, "values", _plain(one.values))
    if one.winners is not None:
        written["winners"] = list(one.winners)
    if one.finished is not None:
        written["finished"] = one.finished
    _add(written, "stated_by", _cited(one.stated_by))
    return written


def _cited(citations: tuple[Citation, ...]) -> str | list[str]:
    lines = citation_lines(citations, MAX_WIDTH)
    return lines[0] if len(lines) == 1 else lines


def _add(written: dict[str, Any], key: str, value: Any) -> None:
    if value:
        written[key] = value


def _plain(value: Written | Mapping[str, Written]) -> Any:
    """Numbers and truth values, which the reader keeps as text, as what they look like."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str) and _INT.fullmatch(value) and value != "-0":
        return int(value)
    return value == "true" if value in ("true", "false") and isinstance(value, str) else value


class _Dumper(yaml.SafeDumper):
    """Writes no aliases, and quotes whatever a reader could take for a line break."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_text(self, text: str) -> yaml.ScalarNode:
        """A text, in double quotes with escapes where it holds anything but printable characters."""
        return self.represent_scalar("tag:yaml.org,2002:str", text, style=None if text.isprintable() else '"')


_Dumper.add_representer(str, _Dumper.represent_text)
