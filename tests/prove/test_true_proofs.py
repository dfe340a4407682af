"""What is true is proved: rulebooks of each kind that the prover once could not settle, or that ended its run."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from ruleslawyer.prove import prove

from .soundness import Tally, faults
from .test_false_proofs import law_of

NAMED = {one["name"]: one for one in yaml.safe_load((Path(__file__).parent / "true_proofs.yaml").read_text("utf-8"))}


@pytest.mark.parametrize("name", NAMED)
def test_what_is_true_is_proved(name: str) -> None:
    law = law_of(NAMED[name])

    assert [one.obligation.id for one in prove(law, confirm=False).failures()] == []
    assert next(faults(law, Tally()), None) is None, "a game breaks it"
