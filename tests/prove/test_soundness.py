"""What is proved of rulebooks that nobody wrote no game breaks. `python -m tests.prove.soundness` goes on for hours."""

from __future__ import annotations

from .soundness import LITTLE, Tally, run

EXAMPLES = 60


def test_no_game_breaks_what_is_proved() -> None:
    tally = Tally()

    run(1, EXAMPLES, tally, LITTLE)

    assert tally.rulebooks > EXAMPLES // 2
    assert tally.proved > EXAMPLES // 5, "too few are settled to say anything"
    assert tally.claims_proved > EXAMPLES
