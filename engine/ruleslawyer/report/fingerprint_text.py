"""A fingerprint for people, and as a profile that can stand in a rulebook."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from ruleslawyer.conformance.fingerprint import FOLLOWED, Answered, Fingerprint
from ruleslawyer.conformance.protocol import Introduction
from ruleslawyer.language.law import Law


def fingerprint_text(law: Law, introduction: Introduction, found: Fingerprint) -> str:
    """What was found out about every ruling, then the profile."""
    title = f"{introduction.name} {introduction.version}".strip()
    head = f"{title} · fingerprint from {found.asked} positions; what nothing shows is answered as in {found.base}"
    return "\n".join([head, *_table(law, found), "", "As a profile:", "", profile_yaml(title, found)])


def _table(law: Law, found: Fingerprint) -> Iterator[str]:
    wide = max(len(one.ruling) for one in found.answered)
    for one in found.answered:
        differs = "" if one.answer == law.profiles[found.base][one.ruling] else f" (not as in {found.base})"
        yield f"  {one.ruling:<{wide}}  {_said(one)}{differs}{_shown(one)}"


def _said(one: Answered) -> str:
    return one.answer if one.status == FOLLOWED else f"{one.status}{f': {one.note}' if one.note else ''}"


def _shown(one: Answered) -> str:
    return f"  [{', '.join(one.scenarios)}]" if one.status == FOLLOWED else ""


def profile_yaml(title: str, found: Fingerprint) -> str:
    """The profile as a rulebook file has it."""
    name = "".join(letter if letter.isalnum() else "-" for letter in title.lower()).strip("-") or "implementation"
    answers: dict[str, object] = {
        one.ruling: one.answer
        if one.status == FOLLOWED
        else {"answer": one.answer, "silent": f"{one.status.capitalize()}, answered as in {found.base}."}
        for one in found.answered
    }
    text: str = yaml.safe_dump(
        {"profiles": {name: {"title": title, "answers": answers}}}, sort_keys=False, allow_unicode=True, width=110
    )
    return text.rstrip()


def fingerprint_data(found: Fingerprint) -> dict[str, object]:
    """The same as plain data."""
    return {
        "kind": "fingerprint",
        "base": found.base,
        "asked": found.asked,
        "rulings": {
            one.ruling: {name: value for name, value in vars(one).items() if name != "ruling"} for one in found.answered
        },
    }
