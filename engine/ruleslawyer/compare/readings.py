"""Two readings of a rulebook that are held against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from ruleslawyer.language.law import Law, Ruling
from ruleslawyer.machine.machine import Machine

Answers = Mapping[str, str]


@dataclass(frozen=True)
class Contrast:
    """Two sets of answers. `base` says of which profile they are, and what was changed in it for both."""

    base: str
    left: Answers
    right: Answers


@dataclass(frozen=True)
class Issue:
    """A ruling and the two answers to it that are compared."""

    ruling: str
    left: str
    right: str


def issues_between(law: Law, left: Answers, right: Answers) -> list[Issue]:
    """The rulings that two sets of answers answer differently, in the order declared."""
    return [Issue(name, left[name], right[name]) for name in law.rulings if left[name] != right[name]]


def issues_of(law: Law, ruling: str, base: Answers) -> list[Issue]:
    """The answer that a profile gives to one ruling, against each other one."""
    given = base[ruling]
    return [Issue(ruling, given, other) for other in law.rulings[ruling].type.literals if other != given]


def contrasts(law: Law, issue: Issue, bases: tuple[str, ...]) -> Iterator[Contrast]:
    """Readings that differ in one ruling only, in which it may matter.

    Those of the profiles `bases` first, then those of the other profiles, then with one or two other rulings changed
    where the rulebook says that it matters only then.
    """
    ruling = law.rulings[issue.ruling]
    others = tuple(name for name in law.profiles if name not in bases)
    for name in (*bases, *others):
        if matters(law, ruling, law.profiles[name]):
            yield _contrast(law.profiles[name], issue, name)
    if ruling.matters_when is not None:
        for name in bases:
            yield from (_contrast(answers, issue, base) for base, answers in _made_to_matter(law, ruling, name))


def _contrast(answers: Answers, issue: Issue, base: str) -> Contrast:
    return Contrast(base, {**answers, issue.ruling: issue.left}, {**answers, issue.ruling: issue.right})


def matters(law: Law, ruling: Ruling, answers: Answers, options: Answers | None = None) -> bool:
    """Whether, by what the rulebook says of it, a ruling matters beside these answers and options of play (the first
    answer of each where none is given)."""
    if ruling.matters_when is None:
        return True
    machine = Machine(law, answers, law.players[0], options=options)
    return bool(machine.backend.expression(ruling.matters_when)(machine.blank(), {}, {}))


def _made_to_matter(law: Law, ruling: Ruling, profile: str) -> Iterator[tuple[str, Answers]]:
    """A profile with as few other answers changed as make the ruling matter."""
    changes = [
        (name, answer)
        for name, other in law.rulings.items()
        for answer in other.type.literals
        if name != ruling.name and answer != law.profiles[profile][name]
    ]
    for count in (1, 2):
        found = False
        for chosen in combinations(changes, count):
            answers = {**law.profiles[profile], **dict(chosen)}
            if matters(law, ruling, answers):
                found = True
                yield f"{profile} with {', '.join(f'{name} = {answer}' for name, answer in chosen)}", answers
        if found:
            return
