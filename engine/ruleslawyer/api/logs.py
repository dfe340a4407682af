"""Logs and traces of games that somebody else has played, held against a rulebook."""

from __future__ import annotations

import json
from pathlib import Path

from ruleslawyer.api.choices import Rulebook, load, profile_named
from ruleslawyer.compile import fast_machine
from ruleslawyer.conformance.check_log import check_log
from ruleslawyer.conformance.checked import CheckedLog, CheckedTrace
from ruleslawyer.conformance.game_log import read_log
from ruleslawyer.conformance.itf import first_wrong_state, read_itf
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError
from ruleslawyer.rulebook.locate import shown_name

ITF = ".itf.json"
LARGEST = 64 << 20
"""Bytes of a log that is read."""


def check_log_file(
    path: str | Path, *, rulebook: Rulebook | None = None, profile: str | None = None
) -> CheckedLog | CheckedTrace:
    """Checks a game log, or a trace (`*.itf.json`).

    :param rulebook: held against this one, not that which the file names.
    :raises RulebookError: it cannot be read.
    """
    path = Path(path)
    name, text = shown_name(path), _text(path)
    if path.name.endswith(ITF):
        return _check_trace(name, text, rulebook)
    log = read_log(name, text.splitlines())
    law = load(rulebook or log.header.rulebook)
    used = profile_named(law, profile or log.header.profile or None) if law.profiles else ""
    return CheckedLog(name, law, log, check_log(law, log, law.profiles.get(used, {})), used)


def _text(path: Path) -> str:
    name = shown_name(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise _fault(f"`{name}` cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise _fault(f"`{name}` has more than {LARGEST} bytes")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _fault(f"`{name}` is no text in UTF-8") from None


def _check_trace(name: str, text: str, rulebook: Rulebook | None) -> CheckedTrace:
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
    return CheckedTrace(name, len(data["states"]), message)


def _fault(message: str) -> RulebookError:
    return RulebookError([Diagnostic("bad-log", message)])
