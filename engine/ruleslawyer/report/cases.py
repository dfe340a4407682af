"""Where a case begins and what is decided in it, each on one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslawyer.machine.notation import Written, decision_text


def decisions_text(decisions: Iterable[tuple[str, Written]]) -> str:
    """Decisions in order."""
    return "; ".join(f"{label}: {decision_text(written)}" for label, written in decisions)


def given_text(given: Mapping[str, Written] | None) -> str:
    """A position as a scenario gives it, on one line."""
    if given is None:
        return "the start of a game"
    parts = [f"{given['at']} is due" if "at" in given else "as in the scenario"]
    for key in ("zones", "state"):
        inner = given.get(key)
        for name, value in inner.items() if isinstance(inner, dict) else ():
            owned = value.items() if isinstance(value, dict) else [("", value)]
            parts += [f"{name}[{seat}]: {_bare(one)}" if seat else f"{name}: {_bare(one)}" for seat, one in owned]
    if "begin" in given:
        parts.append(f"{given['begin']} begins")
    if "rest" in given:
        parts.append(f"all others: {_bare(given['rest'])}")
    return " · ".join(parts)


def _bare(value: Written) -> str:
    """A list without its brackets."""
    text = decision_text(value)
    return text[1:-1] or "-" if isinstance(value, list | dict) else text
