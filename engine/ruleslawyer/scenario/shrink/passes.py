"""The passes of the shrinker. Each tries every way of one kind to make the case smaller, and says whether one did."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from ruleslawyer.machine import MachineError
from ruleslawyer.machine.availability import all_options, find_absent, varied_options
from ruleslawyer.machine.notation import Written, write_decision
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.follow import follow, without_decisions
from ruleslawyer.scenario.model import Reading, Scenario
from ruleslawyer.scenario.readings import variants
from ruleslawyer.scenario.rests import shared_piles, without_names

if TYPE_CHECKING:
    from ruleslawyer.scenario.shrink.shrinker import Shrinker

Pass = Callable[["Shrinker"], bool]
_Way = tuple[str | int, ...]
"""The way to a value in nested data."""


def plainest_options(shrinker: Shrinker) -> bool:
    """The first answers to all options of play, or else an earlier answer to each."""
    if not shrinker.best.options:
        return False
    if _with_options(shrinker, {}):
        return True
    found = False
    for name, answer in shrinker.best.options.items():
        literals = shrinker.law.options[name].literals
        found |= any(
            _with_options(shrinker, varied_options(shrinker.law, {**shrinker.best.options, name: earlier}))
            for earlier in literals[: literals.index(answer)]
        )
    return found


def _with_options(shrinker: Shrinker, options: Mapping[str, str]) -> bool:
    """The case under other options, without zones, state and decisions that they leave out."""
    scenario = shrinker.best
    absent = find_absent(shrinker.law, all_options(shrinker.law, options))
    given = None if scenario.given is None else without_names(scenario.given, absent.keys())
    return shrinker.take(replace(scenario, options=options, given=given), equal=True)


def plainest_reading(shrinker: Shrinker) -> bool:
    """The first profile that will do, or the fewest answers that no profile gives together."""
    law, scenario = shrinker.law, shrinker.best
    if not law.profiles or not scenario.readings:
        return False
    (now, *_), profiles = scenario.readings, list(law.profiles)
    better = profiles[: profiles.index(now.profile)] if now.profile else profiles
    if any(shrinker.take(_under(scenario, profile, {}), equal=True) for profile in better):
        return True
    if now.profile:
        return False
    answers = variants(law, scenario)[0].answers
    differing = {
        profile: {name: answer for name, answer in answers.items() if given.get(name) != answer}
        for profile, given in law.profiles.items()
    }
    base = min(differing, key=lambda profile: len(differing[profile]))
    found = len(differing[base]) < len(now.rulings) and shrinker.take(
        _under(scenario, base, differing[base]), equal=True
    )
    for name in [*shrinker.best.readings[0].rulings] if shrinker.best.otherwise else []:
        rulings = {one: answer for one, answer in shrinker.best.readings[0].rulings.items() if one != name}
        found |= shrinker.take(_under(shrinker.best, shrinker.best.otherwise, rulings), equal=True)
    return found


def _under(scenario: Scenario, profile: str, rulings: Mapping[str, str]) -> Scenario:
    if not rulings:
        return replace(scenario, readings=(Reading(profile=profile),), otherwise="")
    return replace(scenario, readings=(Reading(rulings=dict(rulings)),), otherwise=profile)


def fewer_decisions(shrinker: Shrinker) -> bool:
    """All decisions of one name left out, then runs of decisions, ever shorter ones, the last first."""
    found = False
    for label in dict.fromkeys(label for label, _ in shrinker.best.decisions):
        numbers = [index for index, (name, _) in enumerate(shrinker.best.decisions) if name == label]
        fewer = shrinker.best
        for index in reversed(numbers):
            fewer = without_decisions(fewer, index, index + 1)
        found |= shrinker.take(fewer)
    run = len(shrinker.best.decisions)
    while run >= 1:
        index = len(shrinker.best.decisions) - run
        while index >= 0:
            if shrinker.take(without_decisions(shrinker.best, index, index + run)):
                found = True
                index = min(index, len(shrinker.best.decisions) - run)
            else:
                index -= 1 if run <= 2 else max(1, run // 2)
        run //= 2
    return found


def fewer_players(shrinker: Shrinker) -> bool:
    """The smallest number of seats that will do."""
    low, _ = shrinker.law.players
    return any(shrinker.take(replace(shrinker.best, players=some)) for some in range(low, shrinker.best.players))


def fewer_cards(shrinker: Shrinker) -> bool:
    """Runs of cards laid where the rest lies, ever shorter ones, the last first."""
    found = False
    for way in reversed(list(_ways(_said(shrinker, "zones"), list))):
        run = len(_at(_said(shrinker, "zones"), way))
        while run >= 1:
            at = len(_at(_said(shrinker, "zones"), way))
            while at > 0:
                at -= run
                cards = _at(_said(shrinker, "zones"), way)
                fewer = cards[: max(at, 0)] + cards[at + run :]
                found |= shrinker.take(_with(shrinker.best, "zones", _changed(_said(shrinker, "zones"), way, fewer)))
            run //= 2
    return found


def less_state(shrinker: Shrinker) -> bool:
    """State that is as at the start."""
    found = False
    for way in reversed(list(_ways(_said(shrinker, "state"), str))):
        found |= shrinker.take(_with(shrinker.best, "state", _changed(_said(shrinker, "state"), way, None)))
    return found


def earlier_values(shrinker: Shrinker) -> bool:
    """The first legal value of each decision that will do."""
    found = False
    for index in range(len(shrinker.best.decisions)):
        best = shrinker.best
        if index >= len(best.decisions):
            break
        for earlier in _values_before(shrinker, index):
            decisions = (*best.decisions[:index], (best.decisions[index][0], earlier), *best.decisions[index + 1 :])
            if shrinker.take(replace(best, decisions=decisions), equal=True):
                found = True
                break
    return found


def _values_before(shrinker: Shrinker, index: int) -> list[Written]:
    """The legal values before the one decided."""
    scenario = shrinker.best
    label, written = scenario.decisions[index]
    decision = None
    try:
        machine = shrinker.machine(scenario)
        for taken, position in follow(machine, replace(scenario, decisions=scenario.decisions[: index + 1])):
            decision = position.pending if taken == index else decision
    except (MachineError, RulebookError):
        # It may well be this decision that meets the failure.
        pass
    if decision is None or decision.label != label:
        return []
    values = [write_decision(shrinker.law, decision, value) for value in decision.values]
    # A decision that was written for another moment of the same label may not be legal here: nothing lies before it.
    return values[: values.index(written)] if written in values else []


def known_tops(shrinker: Shrinker) -> bool:
    """What chance draws from a pile laid on top of it, and none of these decisions listed."""
    found = False
    for pile in shared_piles(shrinker.law) if shrinker.best.given is not None else []:
        drawn = [value for label, value in shrinker.best.decisions if label == pile]
        if drawn and all(isinstance(card, str) for card in drawn):
            zones = dict(cast("Mapping[str, Written]", _said(shrinker, "zones")))
            below = [_without(card, drawn) for card in _at(zones, (pile,))]
            zones[pile] = [*drawn, *(card for card in below if card)]
            decisions = tuple(one for one in shrinker.best.decisions if one[0] != pile)
            found |= shrinker.take(_with(replace(shrinker.best, decisions=decisions), "zones", zones))
    return found


def _without(card: Written, gone: Sequence[Written]) -> Written:
    if isinstance(card, list):
        return [one for one in card if one not in gone]
    return "" if card in gone else card


# -- what a position says ---------------------------------------------------------------------------------------------


def _said(shrinker: Shrinker, key: str) -> Written:
    return (shrinker.best.given or {}).get(key, {})


def _with(scenario: Scenario, key: str, value: Written | None) -> Scenario:
    assert scenario.given is not None
    given = {name: one for name, one in scenario.given.items() if name != key}
    return replace(scenario, given={**given, key: value} if value else given)


def _ways(value: Written, kind: type[list[Written]] | type[str], way: _Way = ()) -> Iterator[_Way]:
    """The way to every list, the outer ones first, or to every single text in nested data."""
    if isinstance(value, kind):
        yield way
    inner = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for step, one in inner:
        yield from _ways(one, kind, (*way, step))


def _at(value: Written, way: _Way) -> list[Written]:
    for step in way:
        if isinstance(value, Mapping):
            value = value.get(str(step), [])
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else []
    return value if isinstance(value, list) else []


def _changed(value: Written, way: Sequence[str | int], new: Written | None) -> Written | None:
    """The data with something else at `way`, and without what that leaves empty; None if nothing is left."""
    if not way:
        return new or None
    step, *rest = way
    if isinstance(value, Mapping):
        items = {key: _changed(one, rest, new) if key == step else one for key, one in value.items()}
        return {key: one for key, one in items.items() if one is not None} or None
    if not isinstance(value, list):
        return value
    some = [_changed(one, rest, new) if index == step else one for index, one in enumerate(value)]
    return [one for one in some if one is not None] or None
