"""A game that was played, as data."""

from __future__ import annotations

from typing import Any

from ruleslawyer.machine.notation import decider_text, player_text, write_decision
from ruleslawyer.narration.citing import Citing
from ruleslawyer.narration.game import Game


def game_data(game: Game) -> dict[str, Any]:
    """Every decision with the clauses that it set going, and how the game ended."""
    law = game.machine.law
    citing = Citing(law, game.profile)
    return {
        "rulebook": law.name,
        "version": law.version,
        "profile": game.profile,
        "players": game.machine.players,
        "seed": game.seed,
        "decisions": [
            {
                "by": decider_text(step.decision),
                "label": step.decision.label,
                "value": write_decision(law, step.decision, step.value),
                "clauses": list(
                    dict.fromkeys(clause.id.value for entry in step.fired() if (clause := citing.clause(entry)))
                ),
            }
            for step in game.steps
            if step.decision is not None
        ],
        "over": game.over,
        "measures": {
            name: {player_text(seat): value for seat, value in enumerate(values)}
            for name, values in game.measures.items()
        },
        "winners": [player_text(seat) for seat in sorted(game.winners)],
    }
