"""What is part of the game under the options of play, and what is watched where cards come to lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ruleslawyer.language.law import Law
from ruleslawyer.machine.backend import Constants
from ruleslawyer.machine.evaluate import Reference
from ruleslawyer.machine.events import NO_ZONES
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.values import Value
from ruleslawyer.machine.zones import Content

Guard = Callable[[tuple[int, ...], Content], None]
"""Told which cards are about to lie in a zone; it raises `ObligationBroken` if they may not."""


def all_options(law: Law, options: Mapping[str, str]) -> dict[str, str]:
    """An answer to every option of play: the one given, else the first."""
    return {name: of.literals[0] for name, of in law.options.items()} | dict(options)


def varied_options(law: Law, options: Mapping[str, str]) -> dict[str, str]:
    """Of answers to options of play, those that are not the first: what makes the game another than the plain one."""
    return {name: answer for name, answer in options.items() if answer != law.options[name].literals[0]}


def find_absent(law: Law, options: Mapping[str, str]) -> dict[str, str]:
    """The zones and state variables whose `when` is false under these options, with that condition as written.

    :param options: an answer to every option.
    """
    players = law.players[0]
    reference = Reference(Constants(law, players, {}, options))
    conditions = {one.name: one.when for one in law.zones.values()} | {one.name: one.when for one in law.state.values()}
    absent = [
        name
        for name, when in conditions.items()
        if when is not None and not reference.expression(when)(Position(players), {}, NO_ZONES)
    ]
    written = conditions_of(law)
    return {name: written[name] for name in absent}


def conditions_of(law: Law) -> dict[str, str]:
    """Of the zones and state variables that are not part of every game, the condition as written."""
    declared = [(one.name.value, one.when) for one in law.rulebook.zones]
    declared += [(one.name.value, one.when) for one in law.rulebook.state]
    return {name: " ".join(when.value.split()) for name, when in declared if when is not None}


def needed_text(condition: str) -> str:
    """What is said of a zone or state variable whose `when` is false."""
    return f"it is part of the game only with `{condition}`"


def guards(
    constants: Constants, distinct: Mapping[str, Sequence[Value]], absent: Mapping[str, str]
) -> dict[str, Guard]:
    """What is watched, by zone; nothing is where a zone takes whatever comes.

    :param distinct: the field that no two cards of the zone share, for every card.
    :param absent: zones that are no part of the game, with the condition that they need.
    """
    found = {name: _distinct(constants, column) for name, column in distinct.items()}
    return found | {name: _absent(constants, condition) for name, condition in absent.items()}


def _distinct(constants: Constants, column: Sequence[Value]) -> Guard:
    def guard(cards: tuple[int, ...], target: Content) -> None:
        present = {column[card] for card in target.cards()}
        for card in cards:
            if column[card] in present:
                name = constants.law.cards[card].name
                raise ObligationBroken("distinct", f"`{target.place[0]}` already has a card like {name}")
            present.add(column[card])

    return guard


def _absent(constants: Constants, condition: str) -> Guard:
    def guard(cards: tuple[int, ...], target: Content) -> None:
        names = ", ".join(constants.law.cards[card].name for card in cards)
        raise ObligationBroken("absent", f"{names} into `{target.place[0]}`, but {needed_text(condition)}")

    return guard
