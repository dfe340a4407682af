"""`ruleslawyer conform --trace`: logs and traces of games that somebody else has played."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ruleslawyer.cli.options import profile_named
from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.check_log import check_log
from ruleslawyer.conformance.game_log import read_log
from ruleslawyer.conformance.itf import first_wrong_state, read_itf
from ruleslawyer.language import Law, load
from ruleslawyer.machine import MachineError
from ruleslawyer.report.log_text import log_data, log_text
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.locate import shown_name

ITF = ".itf.json"
LARGEST = 64 << 20
"""Bytes of a log that is read."""


def check_log_file(path: Path, rulebook: str | None, profile: str | None, as_json: bool) -> bool:
    """Checks one file and prints what is to be said of it; whether it is legal.

    :raises RulebookError: it cannot be read.
    """
    name = shown_name(path)
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise _fault(f"`{name}` has more than {LARGEST} bytes")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise _fault(f"`{name}` is no text in UTF-8") from None
    if path.name.endswith(ITF):
        return _check_itf(name, text, rulebook, as_json)
    log = read_log(name, text.splitlines())
    law = load(rulebook or log.rulebook)
    answers, used = _answers(law, profile or log.profile or None)
    found = check_log(law, log, answers)
    if as_json:
        click.echo(json.dumps(log_data(name, found), ensure_ascii=False))
    else:
        click.echo(log_text(law, name, log, found, used))
    return found.verdict == "legal"


def _answers(law: Law, profile: str | None) -> tuple[dict[str, str], str]:
    if not law.profiles:
        return {}, ""
    name = profile_named(law, profile)
    return dict(law.profiles[name]), name


def _check_itf(name: str, text: str, rulebook: str | None, as_json: bool) -> bool:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _fault(f"`{name}` is no JSON") from None
    about = data.get("#meta", {}) if isinstance(data, dict) else {}
    named = about.get("ruleslawyer", {}).get("rulebook", "") if isinstance(about, dict) else ""
    law = load(rulebook or str(named))
    scenario = read_itf(law, data)
    answers = scenario.readings[0].rulings if scenario.readings else {}
    message = ""
    try:
        machine = fast_machine(law, answers, scenario.players, options=scenario.options)
        wrong = first_wrong_state(machine, scenario, data)
        if wrong is not None:
            message = f"state {wrong[0]}: `{wrong[1]}` is not what the rules have"
    except MachineError as error:
        message = str(error)
    if as_json:
        click.echo(json.dumps({"log": name, "verdict": "illegal" if message else "legal", "message": message}))
    else:
        click.echo(f"{name}: illegal: {message}" if message else f"{name}: legal, {len(data['states'])} states")
    return not message


def _fault(message: str) -> RulebookError:
    return RulebookError([Diagnostic("bad-log", message)])
