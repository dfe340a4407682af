"""What a campaign never reached, and why that might be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ruleslawyer.fuzz.coverage_goals import (
    ANSWER,
    CONDITION,
    ENTRY,
    KINDS,
    OPTION,
    Answers,
    Condition,
    CoverageGoals,
    Entry,
    allowed,
    both,
    called_by_play,
    condition_goal,
    entry_goal,
    option_key,
    parse_goal,
)
from ruleslawyer.fuzz.state import State
from ruleslawyer.language.law import Law


@dataclass(frozen=True)
class Unreached:
    """A goal that no game reached, in words, and the likeliest reason; `possible` is false where the reason is
    certain."""

    goal: str
    what: str
    why: str
    possible: bool


def unreached(law: Law, goals: CoverageGoals, state: State) -> tuple[Unreached, ...]:
    """Everything not reached, sorted: entries first, then conditions, answers and pairs."""
    explainer = _Explainer(law, goals, state)
    missing = goals.all() - state.tally.goals.keys()
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(explainer.explain(one) for one in sorted(missing, key=lambda one: (order[parse_goal(one).kind], one)))


class _Explainer:
    def __init__(self, law: Law, goals: CoverageGoals, state: State) -> None:
        self.law = law
        self.goals = goals
        self.state = state
        self.reached = state.tally.goals
        campaign = state.campaign
        self.readings = [law.profiles[name] for name in campaign.profiles]
        self.options = {option_key(name): frozenset({answer}) for name, answer in campaign.options.items()}
        self.any_answers = campaign.combinations or not campaign.profiles
        self.read_by_play = called_by_play(law)
        self.clauses: dict[str, list[Entry]] = {}
        for entry in goals.entries.values():
            if entry.acts:
                self.clauses.setdefault(entry.clause, []).append(entry)

    def explain(self, goal: str) -> Unreached:
        """One goal in words."""
        kind, about = parse_goal(goal)
        if kind == ENTRY:
            entry = self.goals.entries[about[0]]
            return Unreached(goal, f"{entry.id} never {'ran' if entry.event else 'decided'}", *self._entry(entry))
        if kind == CONDITION:
            condition, side = self.goals.conditions[about[0]], about[1]
            return Unreached(goal, f"{condition.id} was never {side}", *self._condition(condition, side == "true"))
        if kind == ANSWER:
            why = self._possible({about[0]: frozenset({about[1]})}, f"no game came to where `{about[0]}` matters")
            return Unreached(goal, f"{about[0]} was never read while it was {about[1]}", *why)
        if kind == OPTION:
            why = self._possible({option_key(about[0]): frozenset({about[1]})}, "chance gave it to no game")
            return Unreached(goal, f"no game was played with {about[0]} = {about[1]}", *why)
        return Unreached(goal, f"{about[0]} and {about[1]} never met in one scope", *self._pair(*about))

    def _entry(self, entry: Entry) -> tuple[str, bool]:
        refused = self._refused(entry.needs)
        if refused:
            return refused, False
        if not entry.event and entry.owner not in self.read_by_play:
            return f"only measures, contracts and invariants read `{entry.owner}`", False
        happened = any(
            entry_goal(one.id) in self.reached for one in self.goals.entries.values() if one.owner == entry.owner
        )
        if not happened:
            return f"`{entry.owner}` {'never happened' if entry.event else 'was never asked for'}", True
        return self._chances(entry.needs, "its condition was never true"), True

    def _condition(self, condition: Condition, side: bool) -> tuple[str, bool]:
        needs = condition.needs[side]
        if condition_goal(condition.id, not side) not in self.reached:
            return self._possible(needs, "it was never looked at")
        return self._possible(needs, self._chances(needs, "no game came to such a position"))

    def _possible(self, needs: Answers, why: str) -> tuple[str, bool]:
        """Why answers refuse it, which is certain, or else the likeliest reason."""
        refused = self._refused(needs)
        return refused or why, not refused

    def _pair(self, first: str, second: str) -> tuple[str, bool]:
        for clause in (first, second):
            if not any(entry_goal(one.id) in self.reached for one in self.clauses[clause]):
                return f"{clause} was never reached", True
        needs = [both(one.needs, other.needs) for one in self.clauses[first] for other in self.clauses[second]]
        refusals = [self._refused(one) for one in needs]
        if all(refusals):
            return refusals[0], False
        return "no game brought them together", True

    def _refused(self, needs: Answers) -> str:
        """Why answers make something impossible in this campaign; empty if they do not."""
        for name, answers in needs.items():
            if not answers:
                return f"impossible: it needs two answers to `{name}` at once"
        if not all(both(needs, self.options).values()):
            return f"impossible with {_needed(self.options)}: it needs {_needed(needs)}"
        if self.any_answers or any(allowed(needs, reading) for reading in self.readings):
            return ""
        return f"impossible under {', '.join(self.state.campaign.profiles)}: it needs {_needed(needs)}"

    def _chances(self, needs: Answers, otherwise: str) -> str:
        most = max(self.state.campaign.players)
        fewer = f"; up to {most} of {self.law.players[1]} players were tried" if most < self.law.players[1] else ""
        return f"{otherwise}{f' (it needs {_needed(needs)})' if needs else ''}{fewer}"


def _needed(needs: Mapping[str, frozenset[str]]) -> str:
    return " and ".join(f"{name} = {' or '.join(sorted(answers))}" for name, answers in sorted(needs.items()))
