"""Smaller scenarios that still show the same: fewest decisions first, then fewest displaced cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ruleslawyer.compile import Compiled
from ruleslawyer.language.law import Law
from ruleslawyer.machine.faults import IllegalDecision, MachineError
from ruleslawyer.machine.machine import Machine
from ruleslawyer.machine.notation import Written, read_decision
from ruleslawyer.machine.position import Position
from ruleslawyer.rulebook.diagnostics import RulebookError
from ruleslawyer.scenario.model import Scenario
from ruleslawyer.scenario.readings import variants
from ruleslawyer.scenario.run import Runner, let_chance_decide, start

Shows = Callable[[Scenario], bool]
"""Whether a scenario still shows what the larger one did. A scenario that cannot be played shows nothing."""
MOST_TRIALS = 3_000


class _Spent(Exception):
    """Internal: no trials are left."""


def minimise(law: Law, scenario: Scenario, shows: Shows, *, most_trials: int = MOST_TRIALS) -> Scenario:
    """The smallest scenario found for which `shows` is true, by leaving things out until nothing more can be left out.

    Left out are decisions (in runs, ever shorter ones), players, state, and cards that the position puts elsewhere
    than its `rest`; decided cards are replaced by earlier ones. Where that leaves decisions that are no longer due, a
    second trial leaves those out as well. Expectations about decisions that are gone are dropped with them. The result
    is deterministic, and never larger than `scenario`.

    :param shows: called with smaller and smaller scenarios; true of `scenario`, false of what cannot be played.
    :raises ValueError: `shows` is false of `scenario` itself.
    """
    if not shows(scenario):
        raise ValueError("the scenario does not show what it is to be minimised for")
    search = _Search(law, scenario, shows, most_trials)
    try:
        while search.pass_over():
            pass
    except _Spent:
        pass
    return search.best


def size(law: Law, scenario: Scenario) -> tuple[int, int, int, int]:
    """What `minimise` makes smaller: decisions, displaced cards, whatever else is said, and how late the cards come.

    A card is displaced when `given` names a zone for it.
    """
    zones = _zones(scenario)
    displaced = sum(1 for _ in _cards(zones))
    state = (scenario.given or {}).get("state")
    said = (len(list(_places(state))) if isinstance(state, Mapping) else 0) + scenario.players
    ranks = {card.name: card.index for card in law.cards}
    named = [*_cards(zones), *(value for _, value in scenario.decisions)]
    late = sum(ranks.get(value, 0) for value in named if isinstance(value, str))
    return len(scenario.decisions), displaced, said, late


class _Search:
    def __init__(self, law: Law, scenario: Scenario, shows: Shows, most_trials: int) -> None:
        self.law, self.best, self.shows, self.left = law, scenario, shows, most_trials
        self.runner = Runner(law, backend=Compiled)

    def pass_over(self) -> bool:
        """Tries every way to be smaller once; whether one succeeded."""
        ways = (self._shorter, self._fewer_players, self._fewer_cards, self._less_state, self._lower_values)
        succeeded = [way() for way in ways]
        return True in succeeded

    def take(self, candidate: Scenario) -> bool:
        """Keeps the candidate, or what is playable of it, if that is smaller and still shows the same."""
        if self._keep(candidate):
            return True
        rest = playable(self.runner, candidate)
        return rest is not None and rest != candidate and self._keep(rest)

    def _keep(self, candidate: Scenario) -> bool:
        if size(self.law, candidate) >= size(self.law, self.best):
            return False
        self.left -= 1
        if self.left < 0:
            raise _Spent
        if not self.shows(candidate):
            return False
        self.best = candidate
        return True

    def _shorter(self) -> bool:
        found = False
        run = len(self.best.decisions)
        while run >= 1:
            index = len(self.best.decisions) - run
            while index >= 0:
                if self.take(_without(self.best, index, index + run)):
                    found = True
                    index = min(index, len(self.best.decisions) - run)
                else:
                    index -= 1 if run <= 2 else max(1, run // 2)
            run = run // 2
        return found

    def _fewer_players(self) -> bool:
        low, _ = self.law.players
        return any(self.take(replace(self.best, players=players)) for players in range(low, self.best.players))

    def _fewer_cards(self) -> bool:
        found = False
        for place in reversed(list(_places(_zones(self.best)))):
            found |= self.take(_with(self.best, "zones", _pruned(_zones(self.best), place)))
        return found

    def _less_state(self) -> bool:
        found = False
        state = (self.best.given or {}).get("state")
        for place in reversed(list(_places(state)) if isinstance(state, Mapping) else []):
            current = (self.best.given or {}).get("state")
            if isinstance(current, Mapping):
                found |= self.take(_with(self.best, "state", _pruned(current, place)))
        return found

    def _lower_values(self) -> bool:
        """Earlier cards for those that are decided, the earliest first."""
        found = False
        names = [card.name for card in self.law.cards]
        for index, (label, value) in enumerate(self.best.decisions):
            if isinstance(value, str) and value in names:
                for name in names[: names.index(value)]:
                    decisions = (*self.best.decisions[:index], (label, name), *self.best.decisions[index + 1 :])
                    if self.take(replace(self.best, decisions=decisions)):
                        found = True
                        break
        return found


def playable(runner: Runner, scenario: Scenario) -> Scenario | None:
    """The scenario with only those decisions that are due and legal when their turn comes, under its first reading."""
    try:
        machine = runner.machine(scenario, variants(runner.law, scenario)[0])
        position = start(machine, scenario)
        index = 0
        while index < len(scenario.decisions):
            if _take(machine, position, scenario, *scenario.decisions[index]):
                index += 1
            else:
                scenario = _without(scenario, index, index + 1)
    except (RulebookError, MachineError):
        return None
    return scenario


def _take(machine: Machine, position: Position, scenario: Scenario, label: str, written: Written) -> bool:
    """Takes the decision if it is due and legal; says whether it was."""
    pending = position.pending
    if scenario.luck != "listed":
        let_chance_decide(machine, position, label, "first")
        pending = position.pending
    if pending is None or pending.label != label:
        return False
    try:
        value = read_decision(machine.law, pending, written)
    except IllegalDecision:
        return False
    machine.decide(position, value)
    return True


def _without(scenario: Scenario, first: int, end: int) -> Scenario:
    """The scenario without the decisions from `first` to before `end`, and without what was expected among them."""
    gone = end - first
    then = []
    for one in scenario.then:
        if one.after is None or one.after <= first:
            then.append(one)
        elif one.after >= end:
            then.append(replace(one, after=one.after - gone))
    decisions = scenario.decisions[:first] + scenario.decisions[end:]
    return replace(scenario, decisions=decisions, then=tuple(then))


def _with(scenario: Scenario, key: str, value: Written | None) -> Scenario:
    assert scenario.given is not None
    given = {name: one for name, one in scenario.given.items() if name != key}
    if value is not None:
        given[key] = value
    return replace(scenario, given=given)


def _zones(scenario: Scenario) -> Mapping[str, Written]:
    zones = (scenario.given or {}).get("zones")
    return zones if isinstance(zones, dict) else {}


_Path = tuple[str | int, ...]


def _places(value: Written | Mapping[str, Written], path: _Path = ()) -> Iterator[_Path]:
    """The way to every single text in nested data."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _places(one, (*path, key))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, one in enumerate(value):
            yield from _places(one, (*path, index))
    else:
        yield path


def _cards(value: Written | Mapping[str, Written]) -> Iterator[Written]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _cards(one)
    elif isinstance(value, list):
        for one in value:
            yield from _cards(one)
    else:
        yield value


def _pruned(value: Written | Mapping[str, Written], path: _Path) -> Written | None:
    """The data without the text at `path`, and without what that leaves empty; None if nothing is left."""
    step, *rest = path
    if isinstance(value, Mapping):
        kept: dict[str, Written] = {}
        for key, one in value.items():
            smaller = _pruned(one, tuple(rest)) if key == step and rest else None if key == step else one
            if smaller is not None:
                kept[key] = smaller
        return kept or None
    assert isinstance(value, list)
    items: list[Written] = []
    for index, one in enumerate(value):
        inner = _pruned(one, tuple(rest)) if index == step and rest else None if index == step else one
        if inner is not None:
            items.append(inner)
    return items or None
