"""Coverage goals: what a campaign wants to see reached in a rulebook, found in the checked tree.

A goal is a text, so that it can be counted, kept in a file and shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from typing import NamedTuple

from ruleslawyer.language.analysis import Footprints, base_cases, expressions_of, undercuts_of
from ruleslawyer.language.law import Case, Law
from ruleslawyer.language.tree import (
    Compare,
    Expression,
    For,
    If,
    Literal,
    Logic,
    Not,
    OptionRead,
    Repeat,
    RulingRead,
    statements,
)

ENTRY, CONDITION, ANSWER, OPTION, PAIR = "entry", "condition", "answer", "option", "pair"
KINDS = (ENTRY, CONDITION, ANSWER, OPTION, PAIR)


class Goal(NamedTuple):
    """A goal taken apart: its kind and what it is about."""

    kind: str
    about: tuple[str, ...]


@dataclass(frozen=True)
class Coverage:
    """Of one kind of goal: how many were reached, how many there are, and how many of these are impossible."""

    kind: str
    reached: int
    total: int
    impossible: int = 0


def kind_of(goal: str) -> str:
    """The kind of a goal."""
    return goal.partition(" ")[0]


def entry_goal(id_: str) -> str:
    """An entry ran, or decided a definition."""
    return f"{ENTRY} {id_}"


def condition_goal(id_: str, side: bool) -> str:
    """A condition was true, or false."""
    return f"{CONDITION} {id_} is {'true' if side else 'false'}"


def answer_goal(ruling: str, literal: str) -> str:
    """A ruling was read while this was its answer."""
    return f"{ANSWER} {ruling} = {literal}"


def option_goal(name: str, literal: str) -> str:
    """A game was played with this answer to an option of play."""
    return f"{OPTION} {name} = {literal}"


def pair_goal(first: str, second: str) -> str:
    """Two clauses, in order, acted within one innermost scope."""
    return f"{PAIR} {first} + {second}"


def parse_goal(goal: str) -> Goal:
    """Takes a goal apart."""
    kind, rest = goal.split(" ", 1)
    if kind == CONDITION:
        return Goal(kind, tuple(rest.rsplit(" is ", 1)))
    return Goal(kind, tuple(rest.split({ANSWER: " = ", OPTION: " = ", PAIR: " + "}.get(kind, "\0"))))


Answers = Mapping[str, frozenset[str]]
"""For some rulings, and options of play (as `options.NAME`), the answers under which something is possible."""


@dataclass(frozen=True)
class Entry:
    """An entry that can run or decide. `owner` is the event, or the definition, that it belongs to."""

    id: str
    clause: str
    owner: str
    event: bool
    acts: bool
    """Whether it makes play differ: a rule, an option, an exception or a contribution, not the plain meaning of a name.
    """
    needs: Answers


@dataclass(frozen=True)
class Condition:
    """A condition: an entry's `when`, or the `if`, `while` or `until` of one of its statements."""

    id: str
    entry: str
    clause: str
    expression: Expression
    needs: Mapping[bool, Answers]


@dataclass(frozen=True)
class CoverageGoals:
    """Everything to be reached in a rulebook, by id."""

    entries: Mapping[str, Entry]
    conditions: Mapping[str, Condition]
    answers: Mapping[str, tuple[str, ...]]
    options: Mapping[str, tuple[str, ...]]

    def all(self) -> frozenset[str]:
        """Every goal of the rulebook, as text."""
        clauses = sorted({entry.clause for entry in self.entries.values() if entry.acts})
        return frozenset(
            [
                *(entry_goal(id_) for id_ in self.entries),
                *(condition_goal(id_, side) for id_ in self.conditions for side in (True, False)),
                *(answer_goal(name, literal) for name, literals in self.answers.items() for literal in literals),
                *(option_goal(name, literal) for name, literals in self.options.items() for literal in literals),
                *(pair_goal(first, second) for first, second in combinations(clauses, 2)),
            ]
        )

    def coverage(self, reached: Iterable[str]) -> tuple[Coverage, ...]:
        """The coverage of every kind of goal."""
        everything = Counter(map(kind_of, self.all()))
        met = Counter(map(kind_of, self.all().intersection(reached)))
        return tuple(Coverage(kind, met[kind], everything[kind]) for kind in KINDS)


def coverage_goals(law: Law) -> CoverageGoals:
    """The coverage goals of a rulebook."""
    finder = _Finder(law)
    for event in law.events.values():
        for case in base_cases(event):
            finder.case(case, event.name, event=True, base={}, acts=True)
    for definition in law.definitions.values():
        for case in definition.cases:
            finder.case(case, definition.name, event=False, base={}, acts=definition.combine is not None)
    answers = {name: ruling.type.literals for name, ruling in law.rulings.items()}
    options = {name: of.literals for name, of in law.options.items()}
    return CoverageGoals(finder.entries, finder.conditions, answers, options)


class _Finder:
    def __init__(self, law: Law) -> None:
        self.law = law
        self.entries: dict[str, Entry] = {}
        self.conditions: dict[str, Condition] = {}

    def case(self, case: Case, owner: str, *, event: bool, base: Answers, acts: bool) -> None:
        """Notes a case, its conditions and its exceptions; `base` is what the cases that it overrides need."""
        needs = both(base, required(case.when, True)) if case.when is not None else base
        known = self.entries.get(case.id)
        if known is not None:
            needs = either(known.needs, needs)
        self.entries[case.id] = Entry(case.id, case.clause, owner, event, acts, needs)
        if known is None:
            table = not event and self.law.definitions[owner].table
            if case.when is not None and not table:
                self.condition(f"{case.id} when", case.id, case.clause, case.when)
            for undercut in undercuts_of(case):
                if undercut.when is not None:
                    self.condition(f"{undercut.id} when", undercut.id, undercut.clause, undercut.when)
            self.block(case)
        for exception in case.exceptions:
            self.case(exception, owner, event=event, base=needs, acts=True)

    def block(self, case: Case) -> None:
        """Notes the conditions among the statements of a case."""
        for statement in statements(case.do):
            tested: Expression | None = None
            if isinstance(statement, If | Repeat):
                tested = statement.condition
            elif isinstance(statement, For):
                tested = statement.until
            if tested is not None and not isinstance(tested, Literal):
                self.condition(f"{case.id} {statement.label}", case.id, case.clause, tested)

    def condition(self, id_: str, entry: str, clause: str, expression: Expression) -> None:
        """Notes a condition."""
        needs = {outcome: required(expression, outcome) for outcome in (True, False)}
        self.conditions.setdefault(id_, Condition(id_, entry, clause, expression, needs))


def required(expression: Expression | None, outcome: bool) -> Answers:
    """The answers without which a condition cannot have an outcome, as far as its own `and`, `or`, `not` and
    comparisons of rulings and options tell. Where no answer is left, it never has it."""
    if isinstance(expression, Not):
        return required(expression.operand, not outcome)
    if isinstance(expression, Logic):
        parts = [required(operand, outcome) for operand in expression.operands]
        return reduce(both if (expression.operator == "and") == outcome else either, parts)
    if isinstance(expression, Compare) and expression.operator in ("==", "!="):
        for read, literal in ((expression.left, expression.right), (expression.right, expression.left)):
            if isinstance(read, RulingRead | OptionRead) and isinstance(literal, Literal):
                equal = (expression.operator == "==") == outcome
                literals = getattr(read.type, "literals", ())
                name = option_key(read.name) if isinstance(read, OptionRead) else read.name
                return {name: frozenset(one for one in literals if (one == literal.value) == equal)}
    return {}


def option_key(name: str) -> str:
    """What an option of play is called among `Answers`."""
    return f"options.{name}"


def both(left: Answers, right: Answers) -> Answers:
    """What two conditions need together."""
    merged = dict(left)
    for name, answers in right.items():
        merged[name] = merged[name] & answers if name in merged else answers
    return merged


def either(left: Answers, right: Answers) -> Answers:
    """What at least one of two conditions needs: only rulings that both restrict remain."""
    return {name: left[name] | right[name] for name in left if name in right}


def allowed(needs: Answers, answers: Mapping[str, str]) -> bool:
    """Whether a set of answers leaves something possible."""
    return all(name not in answers or answers[name] in some for name, some in needs.items())


def called_by_play(law: Law) -> frozenset[str]:
    """The definitions that play evaluates, directly or by way of others; not what only claims and measures ask for."""
    seen = (zone.seen_by for zone in law.zones.values())
    return Footprints(law).reads(*seen, *expressions_of(*law.events.values())).definitions
