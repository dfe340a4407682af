"""A campaign's folder: `campaign.json` with how far it is, and `failures/` with a scenario for each failure."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ruleslawyer.fuzz.failures import FailureKey
from ruleslawyer.fuzz.shrinking import slug
from ruleslawyer.fuzz.state import Campaign, Finding, State, Tally
from ruleslawyer.language.law import Law
from ruleslawyer.machine import MachineError
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.rulebook.files import replace_file
from ruleslawyer.scenario.read import read_file
from ruleslawyer.scenario.write import to_yaml

FORMAT = 4
STATE = "campaign.json"
FAILURES = "failures"
LARGEST = 64 * 1024 * 1024


class CampaignError(MachineError):
    """A folder cannot be gone on with; the message says why and what to do."""


class Store:
    """Reads and writes one campaign's folder. Every file is replaced as a whole."""

    def __init__(self, folder: Path, law: Law) -> None:
        self.folder = folder
        self.law = law

    def read(self, campaign: Campaign) -> State | None:
        """The state kept there, with the bounds (and only the bounds) of `campaign`; None if there is none.

        :raises CampaignError: it is of another rulebook text, or of a campaign that differs in more than its bounds.
        """
        path = self.folder / STATE
        if not path.exists():
            return None
        try:
            if path.stat().st_size > LARGEST:
                raise CampaignError(f"{path} is too large for a campaign's state")
            state = _state(json.loads(path.read_text("utf-8")), self.folder)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RulebookError) as error:
            raise CampaignError(f"{path} cannot be read ({error}); give another folder, or delete it") from None
        if state.digest != self.law.digest:
            message = f"{self.folder} is a campaign of another text of `{self.law.name}`; give another folder"
            raise CampaignError(message)
        for name in ("profiles", "combinations", "players", "seed", "max_decisions", "options"):
            kept, asked = getattr(state.campaign, name), getattr(campaign, name)
            if kept != asked:
                raise CampaignError(f"{self.folder} is a campaign with {name} {kept}, not {asked}; give another folder")
        state.campaign = campaign
        return state

    def write(self, state: State) -> None:
        """Writes the scenarios of all failures, then the state.

        :raises OSError: the folder cannot be written.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        for finding in state.findings:
            path = self.folder / scenario_path(finding)
            if not path.exists():
                path.parent.mkdir(exist_ok=True)
                replace_file(path, to_yaml(finding.scenarios))
        replace_file(self.folder / STATE, json.dumps(_plain(state), indent=1) + "\n")


def kept_seed(folder: Path) -> int | None:
    """The seed of the campaign in a folder; None if there is no campaign that can be read."""
    try:
        return int(json.loads((folder / STATE).read_text("utf-8"))["campaign"]["seed"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def scenario_path(finding: Finding) -> Path:
    """Where in the folder the scenario of a failure is."""
    return Path(FAILURES) / f"{slug(finding.key)}.yaml"


def _plain(state: State) -> dict[str, Any]:
    tally = state.tally
    return {
        "format": FORMAT,
        "digest": state.digest,
        "campaign": asdict(state.campaign),
        "rounds": state.rounds,
        "seconds": round(state.seconds, 3),
        "games": tally.games,
        "decisions": tally.decisions,
        "from_positions": tally.from_positions,
        "unfinished": tally.unfinished,
        "endless": dict(sorted(tally.endless.items())),
        "failures": [
            {
                "clause": one.key.clause,
                "claim": one.key.claim,
                "message": one.message,
                "decisions": one.decisions,
                "games": tally.failures[one.key],
                "scenario": scenario_path(one).as_posix(),
            }
            for one in state.findings
        ],
        "goals": dict(sorted(tally.goals.items())),
    }


def _state(data: dict[str, Any], folder: Path) -> State:
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']}, not {FORMAT}")
    kept = data["campaign"]
    campaign = Campaign(**{**kept, "profiles": tuple(kept["profiles"]), "players": tuple(kept["players"])})
    tally = Tally(
        int(data["games"]),
        int(data["decisions"]),
        int(data["from_positions"]),
        int(data["unfinished"]),
        Counter(data["endless"]),
        Counter(data["goals"]),
    )
    for one in data["failures"]:
        key = FailureKey(str(one["clause"]), str(one["claim"]))
        path = folder / FAILURES / f"{slug(key)}.yaml"
        scenario, *positions = read_file(path).scenarios
        tally.failures[key] = int(one["games"])
        tally.findings.append(
            Finding(key, str(one["message"]), scenario, int(one["decisions"]), positions[0] if positions else None)
        )
    return State(campaign, str(data["digest"]), int(data["rounds"]), float(data["seconds"]), tally)
