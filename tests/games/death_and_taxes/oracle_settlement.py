"""The settlement of the rulebook, run by the machine from positions with the stakes, folds and ranks of a case."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ruleslawyer.compile import fast_machine
from ruleslawyer.language import Law
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.position_io import lay_out

from .oracle import BEHIND
from .oracle_cases import Case

BOX = 5050
DIRECTIONS = ("higher_wins", "lower_wins")
DUEL_CARDS = {
    "higher_wins": (("banality",), ("nihilism",), ("malice",), ("nihilism", "malice")),
    "lower_wins": (("banality",), ("hedonism",), ("hypocrisy",), ("hedonism", "hypocrisy")),
}
"""Cards by rank and direction. The best total is 0 and stays 0; bust and catch-up values move no other total past one:
-1-1, -2-1, -3-2 where the higher total wins, and the same numbers without the sign where the lower does."""


class Settlement:
    """Gross payouts of a rulebook under one set of answers.

    :param law: the rulebook, or a copy that has been tampered with.
    :param answers: the answer to every ruling.
    """

    def __init__(self, law: Law, answers: Mapping[str, str]) -> None:
        self.machines = {players: fast_machine(law, answers, players) for players in (2, 3, 4)}
        self.laid: dict[tuple[tuple[int | None, ...], str], Position] = {}

    def payouts(self, case: Case, direction: str) -> tuple[Fraction, ...]:
        """What each seat gets out of the pots, its own stake included.

        :raises RuleFault: the rulebook breaks an obligation.
        """
        return settled(self.position(case, direction), case)

    def position(self, case: Case, direction: str) -> Position:
        """The position after the settlement.

        :raises RuleFault: the rulebook breaks an obligation.
        """
        machine = self.machines[len(case.stakes)]
        key = (case.ranks, direction)
        if key not in self.laid:
            self.laid[key] = lay_out(machine, without_chips(case, direction))
        position = self.laid[key].copy()
        for name, values in by_seat(case).items():
            for seat, value in enumerate(values):
                position.state[name, seat] = value
        chips = sum(sum(by_seat(case)[name]) for name in ("personal_pot", "purse"))
        position.state["common_pot", None] = case.in_common
        position.state["chip_box", None] = BOX - chips - case.in_common
        machine.resume(position)
        return position


def settled(position: Position, case: Case) -> tuple[Fraction, ...]:
    """What each seat has got, after the settlement."""
    return tuple(back + won for back, won in zip(*divided(position, case), strict=True))


def divided(position: Position, case: Case) -> tuple[list[Fraction], list[Fraction]]:
    """What each seat has taken back, and what it has won."""
    state = position.state
    assert not any(state["personal_pot", seat] for seat in case.seats)
    assert not state["common_pot", None] and not state["spoils", None]
    assert not state["common_twelfths", None] and not state["spoils_twelfths", None]
    parts = [Fraction(12 * state["twelfths", seat] + state["grains", seat], 144) for seat in case.seats]
    return (
        [Fraction(state["purse", seat] - BEHIND * case.has_chips_behind(seat)) for seat in case.seats],
        [state["score_zone", seat] + parts[seat] for seat in case.seats],
    )


def by_seat(case: Case) -> dict[str, tuple[int | bool, ...]]:
    """The state variables that say what has been staked, by whom, and who is still in."""
    behind = [case.has_chips_behind(seat) for seat in case.seats]
    return {
        "personal_pot": case.stakes,
        "purse": tuple(BEHIND * has for has in behind),
        "fold_order": case.folds,
        "all_in_called": tuple(not has for has in behind),
        "extra_paid": (case.ante,) * len(case.stakes),
    }


def without_chips(case: Case, direction: str) -> dict[str, object]:
    """The position as it is written, before anything has been staked: the last settlement of a game."""
    hands = {
        f"p{seat + 1}": [] if rank is None else [f"{sin} {seat + 1}" for sin in DUEL_CARDS[direction][rank]]
        for seat, rank in enumerate(case.ranks)
    }
    return {
        "players": len(case.stakes),
        "at": "settle_round",
        "zones": {"duel_row": hands},
        "state": {"round_number": 8, "die_direction": direction},
        "rest": "aside",
    }


def written(case: Case, direction: str) -> dict[str, object]:
    """The whole position as one would write it."""
    position = without_chips(case, direction)
    chips = {name: {f"p{seat + 1}": value for seat, value in enumerate(of)} for name, of in by_seat(case).items()}
    common = {"common_pot": case.in_common}
    return {**position, "state": {"round_number": 8, "die_direction": direction, **chips, **common}}
