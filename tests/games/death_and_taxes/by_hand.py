"""Who gets which chips, written from the document alone: side pots filled from the smallest amount up, and settled.

It shares nothing with the rulebook but the names of the questions and of their answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .oracle_cases import SMALLEST_CHIP, Case

Answers = Mapping[str, str]


@dataclass
class Payout:
    """What every seat takes back and wins, and what goes elsewhere."""

    back: list[Fraction]
    won: list[Fraction]
    carried: Fraction = Fraction(0)
    boxed: Fraction = Fraction(0)


@dataclass(frozen=True)
class SidePot:
    """What each member has put in. Of a pot without stakes everybody is a member."""

    parts: Mapping[int, int]
    members: frozenset[int]


@dataclass
class Settling:
    case: Case
    answers: Answers
    payout: Payout
    common: Fraction
    shares_left: int = 0
    side_pots: list[SidePot] = field(default_factory=list)

    @property
    def everybody(self) -> frozenset[int]:
        return frozenset(self.case.seats)

    def stays(self, seat: int) -> bool:
        return self.case.ranks[seat] is not None

    def place(self, seat: int) -> tuple[int, int]:
        """Smaller is better: those who stayed by rank, then those who folded, the last of them first."""
        rank = self.case.ranks[seat]
        return (1, -self.case.folds[seat]) if rank is None else (0, rank)

    def best(self, seats: frozenset[int]) -> list[int]:
        first = min(map(self.place, seats))
        return [seat for seat in sorted(seats) if self.place(seat) == first]

    def is_all_in(self, seat: int) -> bool:
        return self.stays(seat) and not self.case.has_chips_behind(seat)

    # -- sharing ------------------------------------------------------------------------------------------------------

    def share(self, amount: Fraction, takers: Sequence[int]) -> None:
        """Equal parts, and what cannot be divided as the answer to `odd_chips` has it."""
        if self.answers["odd_chips"] == "in_fractions" or len(takers) == 1:
            for seat in takers:
                self.payout.won[seat] += amount / len(takers)
            return
        part = SMALLEST_CHIP * (amount // (SMALLEST_CHIP * len(takers)))
        for seat in takers:
            self.payout.won[seat] += part
        self.odd(amount - part * len(takers), takers)

    def odd(self, left: Fraction, takers: Sequence[int]) -> None:
        match self.answers["odd_chips"]:
            case "first_seat":
                self.payout.won[takers[0]] += left
            case "one_each":
                for seat in takers:
                    chip = min(Fraction(SMALLEST_CHIP), left)
                    self.payout.won[seat] += chip
                    left -= chip
                self.payout.won[takers[0]] += left
            case "next_round":
                self.payout.carried += left
            case "to_the_box":
                self.payout.boxed += left

    def common_shares(self, number: int) -> Fraction:
        """Takes so many equal parts of the common pot out of it, where every side pot has one."""
        part = self.common / self.shares_left
        if self.answers["odd_chips"] != "in_fractions" and self.shares_left > 1:
            part = Fraction(SMALLEST_CHIP * (self.common // (SMALLEST_CHIP * self.shares_left)))
        self.common -= number * part
        self.shares_left -= number
        return number * part

    def all_common(self) -> Fraction:
        taken, self.common = self.common, Fraction(0)
        return taken

    # -- without side pots --------------------------------------------------------------------------------------------

    def side_pots_arise(self) -> bool:
        counted = [
            seat for seat in self.case.seats if self.stays(seat) or self.answers["folded_pots_count"] == "all_pots"
        ]
        return any(
            self.is_all_in(seat) and any(self.case.stakes[other] > self.case.stakes[seat] for other in counted)
            for seat in self.case.seats
        )

    def extra_back(self, takers: Sequence[int]) -> None:
        for seat in takers:
            self.payout.back[seat] += self.case.ante
            self.common -= self.case.ante

    def settle_as_one(self) -> None:
        takers = self.best(self.everybody)
        if self.answers["taken_back"] == "all_staked":
            self.extra_back(takers)
        for seat in takers:
            self.payout.back[seat] += self.case.stakes[seat]
        others = sum(stake for seat, stake in enumerate(self.case.stakes) if seat not in takers)
        self.share(self.all_common() + others, takers)

    # -- side pots ----------------------------------------------------------------------------------------------------

    def amounts(self) -> list[int]:
        """The amounts that make side pots, from the smallest up."""
        stakes = self.case.stakes
        live_top = max((stake for seat, stake in enumerate(stakes) if self.stays(seat)), default=0)
        every = self.answers["folder_layer"] == "own_side_pot"
        making = {stake for seat, stake in enumerate(stakes) if every or self.stays(seat) or stake > live_top}
        return sorted(making - ({0} if self.answers["empty_pot"] == "makes_none" else set()))

    def fill(self) -> None:
        below = 0
        for amount in self.amounts():
            reaching = [seat for seat in self.case.seats if self.case.stakes[seat] > below] if amount else []
            parts = {seat: min(self.case.stakes[seat], amount) - below for seat in reaching}
            members = frozenset(parts) if amount else self.everybody
            self.side_pots.append(SidePot(parts, members))
            below = amount
        self.shares_left = len(self.side_pots)

    def is_of_folded_only(self, pot: SidePot) -> bool:
        return not any(map(self.stays, pot.members)) and self.answers["folder_excess"] == "to_the_best"

    def common_for(self, pots: Sequence[SidePot]) -> Fraction:
        if self.answers["common_pot_in"] == "every_side_pot":
            return self.common_shares(len(pots))
        lowest = self.answers["common_pot_in"] == "lowest_side_pot"
        return self.all_common() if lowest and any(pot.members == self.everybody for pot in pots) else Fraction(0)

    def settle(self, pots: Sequence[SidePot], takers: Sequence[int], prize: Fraction = Fraction(0)) -> None:
        """Takers have their own parts back, and share the prize, the others' parts and what the common pot gives."""
        prize += self.common_for(pots)
        for pot in pots:
            for seat, part in pot.parts.items():
                if seat in takers:
                    self.payout.back[seat] += part
                else:
                    prize += part
        self.share(prize, takers)

    def settle_each(self) -> None:
        """By side pot, from the largest amount down."""
        for pot in reversed(self.side_pots):
            of_all = self.is_of_folded_only(pot)
            self.settle([pot], self.best(self.everybody if of_all else pot.members))

    def settle_pooled(self) -> None:
        """By place, all that those who share it are in at once; first what only folded players have staked."""
        left = [pot for pot in self.side_pots if not self.is_of_folded_only(pot)]
        for pot in reversed(self.side_pots):
            if pot not in left:
                self.settle([pot], self.best(self.everybody))
        best = self.best(self.everybody)
        without_stakes = [pot for pot in left if not pot.parts and not any(self.case.stakes[seat] for seat in best)]
        left = [pot for pot in left if pot not in without_stakes]
        takers = best if any(self.case.stakes[seat] for seat in best) else []
        while left:
            takers = takers or self.best(frozenset[int]().union(*(pot.members for pot in left)))
            pots = [pot for pot in left if pot.members & set(takers)]
            left = [pot for pot in left if pot not in pots]
            if takers == best and self.answers["common_pot_in"] == "lowest_side_pot":
                self.settle(pots, takers, self.all_common())
            else:
                self.settle(pots, takers)
            takers = []
        for pot in without_stakes:
            self.settle([pot], best)


def pay_out(case: Case, answers: Answers) -> Payout:
    """What everybody gets, the own stake included in `back`."""
    nothing = [Fraction(0)] * len(case.stakes)
    settling = Settling(case, answers, Payout(nothing.copy(), nothing.copy()), Fraction(case.in_common))
    if not settling.side_pots_arise():
        settling.settle_as_one()
        return settling.payout
    if answers["taken_back"] != "own_pot":
        settling.extra_back(settling.best(settling.everybody))
    settling.fill()
    if answers["unequal_tie"] == "pooled":
        settling.settle_pooled()
    else:
        settling.settle_each()
    settling.share(settling.all_common(), settling.best(settling.everybody))
    return settling.payout
