"""Scenarios as text: YAML to read and edit, JSON to exchange. What is written reads back as the same values."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from typing import Any

import yaml

from ruleslawyer.machine.notation import Written
from ruleslawyer.rulebook.citations import MAX_WIDTH, Citation, citation_lines
from ruleslawyer.rulebook.fields import Items, Record, Shape
from ruleslawyer.rulebook.words import CITATIONS
from ruleslawyer.scenario.grammar import AFTER, DECISIONS, FORMAT, READING, SCENARIO
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
    readings = [_written(one, READING) or {"rulings": {}} for one in scenario.readings]
    return _written(scenario, SCENARIO, readings[0] if len(readings) == 1 else {"under": readings} if readings else {})


def _written(
    value: Scenario | Expectation | Reading, record: Record, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The values that say something, in the order of the record's keys; `more` are those of keys that are no fields."""
    kind: Any = type(value)
    usual = _usual(kind)
    written: dict[str, Any] = {}
    for key in record.keys:
        if more and key.name in more:
            written[key.name] = more[key.name]
        elif key.name in usual:
            found = getattr(value, key.name)
            if key.shape is AFTER:
                written[key.name] = "end" if found is None else found
            elif key.required or found != usual[key.name]:
                written[key.name] = _encoded(found, key.shape)
    return written


@cache
def _usual(kind: Any) -> dict[str, Any]:
    """The fields, and what they are where nothing is said."""
    return {one.name: one.default if one.default_factory is MISSING else one.default_factory() for one in fields(kind)}


def _encoded(value: Any, shape: Shape) -> Any:
    if shape is CITATIONS:
        return _cited(value)
    if shape is DECISIONS:
        return [{label: _plain(one)} for label, one in value]
    if isinstance(shape, Items) and isinstance(shape.item, Record):
        return [_written(one, shape.item) for one in value]
    return _plain(value)


def _cited(citations: tuple[Citation, ...]) -> str | list[str]:
    lines = citation_lines(citations, MAX_WIDTH)
    return lines[0] if len(lines) == 1 else lines


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
