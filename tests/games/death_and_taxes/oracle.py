"""PokerKit as an oracle: what it pays after a hand of poker with the stakes, folds and ranks of a case."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from pokerkit import Automation, BettingStructure, Card, Deck, Mode, Opening, RhodeIslandHoldemHand, State, Street

from .oracle_cases import Case

Divide = Callable[[Any, int], tuple[Any, Any]]
"""Divides an amount by a number of seats: the share of each, and what is left."""
BEHIND = 50
"""Chips that a seat keeps back, where it has any left."""
SUITS = "cdhs"
TOP_CARDS = "AKQJ"
"""The highest card of a hand, by its rank. The other two are a nine and a seven, so that nothing else counts."""
DEALT = (
    Street(
        card_burning_status=False,
        hole_dealing_statuses=(False, False, False),
        board_dealing_count=0,
        draw_status=False,
        opening=Opening.POSITION,
        min_completion_betting_or_raising_amount=1,
        max_completion_betting_or_raising_count=None,
    ),
)
BY_ITSELF = tuple(one for one in Automation if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING))


class Refused(Exception):
    """PokerKit has no payout: one of its assertions fails."""


def whole_chips(chip: int) -> Divide:
    """Shares in multiples of a chip. What is left goes to the first seat: that is PokerKit's own rule."""

    def divide(amount: Any, parts: int) -> tuple[Any, Any]:
        share = amount // (chip * parts) * chip
        return share, amount - share * parts

    return divide


def exactly(amount: Any, parts: int) -> tuple[Any, Any]:
    """Shares as fractions, with nothing left."""
    return Fraction(amount, parts), 0


@cache
def hand(rank: int | None, seat: int) -> tuple[Card, ...]:
    """Three cards of three suits that no other seat has, as good as every other hand of that rank."""
    ranks = (TOP_CARDS[-1 if rank is None else rank], "9", "7")
    return tuple(Card.parse("".join(one + SUITS[(seat + at) % 4] for at, one in enumerate(ranks))))


def payouts(case: Case, divide: Divide) -> tuple[Any, ...]:
    """What each seat gets out of the pots, its own stake included. Whoever staked nothing is not dealt in.

    :raises Refused: PokerKit fails on the hand.
    """
    try:
        ended = played(case, divide)
    except AssertionError as failed:
        raise Refused from failed
    paid = dict(zip(case.dealt_in, ended.payoffs, strict=True))
    return tuple(paid[seat] + case.stakes[seat] + case.ante if seat in paid else 0 for seat in case.seats)


def played(case: Case, divide: Divide) -> State:
    """A hand that is over: the stakes are posted as blinds, who folds does so in turn, the others check."""
    seated = case.dealt_in
    stakes = [case.stakes[seat] for seat in seated]
    stacks = [case.stakes[seat] + case.ante + BEHIND * case.has_chips_behind(seat) for seat in seated]
    state = State(
        BY_ITSELF,
        Deck.SHORT_DECK_HOLDEM,
        (RhodeIslandHoldemHand,),
        DEALT,
        BettingStructure.NO_LIMIT,
        ante_trimming_status=True,
        raw_antes=(case.ante,) * len(seated),
        raw_blinds_or_straddles=tuple(reversed(stakes) if len(seated) == 2 else stakes),
        bring_in=0,
        raw_starting_stacks=tuple(stacks),
        player_count=len(seated),
        mode=Mode.CASH_GAME,
        divmod=divide,
    )
    for index, seat in enumerate(seated):
        state.deal_hole(hand(case.ranks[seat], seat), player_index=index)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        while state.actor_index is not None:
            if case.ranks[seated[state.actor_index]] is None:
                state.fold()
            else:
                state.check_or_call()
    if state.status:
        raise RuntimeError(f"the hand is not over: {case}")
    return state
