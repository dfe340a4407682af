"""Coverage points as text, so that they can be counted, kept in a file and shown."""

from __future__ import annotations

from typing import NamedTuple

from ruleslawyer.fuzz.sites import Sites

ENTRY, CONDITION, ANSWER, OPTION, PAIR = "entry", "condition", "answer", "option", "pair"
KINDS = (ENTRY, CONDITION, ANSWER, OPTION, PAIR)


class Point(NamedTuple):
    """A point taken apart: its kind and what it is about."""

    kind: str
    about: tuple[str, ...]


def entry(id_: str) -> str:
    """An entry ran, or decided a definition."""
    return f"{ENTRY} {id_}"


def condition(id_: str, side: bool) -> str:
    """A condition was true, or false."""
    return f"{CONDITION} {id_} is {'true' if side else 'false'}"


def answer(ruling: str, literal: str) -> str:
    """A ruling was read while this was its answer."""
    return f"{ANSWER} {ruling} = {literal}"


def option(name: str, literal: str) -> str:
    """A game was played with this answer to an option of play."""
    return f"{OPTION} {name} = {literal}"


def pair(first: str, second: str) -> str:
    """Two clauses, in order, acted within one innermost scope."""
    return f"{PAIR} {first} + {second}"


def parse(point: str) -> Point:
    """Takes a point apart."""
    kind, rest = point.split(" ", 1)
    if kind == CONDITION:
        return Point(kind, tuple(rest.rsplit(" is ", 1)))
    return Point(kind, tuple(rest.split({ANSWER: " = ", OPTION: " = ", PAIR: " + "}.get(kind, "\0"))))


def universe(sites: Sites) -> frozenset[str]:
    """Every point of a rulebook."""
    clauses = sites.acting_clauses()
    return frozenset(
        [
            *(entry(id_) for id_ in sites.entries),
            *(condition(id_, side) for id_ in sites.conditions for side in (True, False)),
            *(answer(name, literal) for name, literals in sites.answers.items() for literal in literals),
            *(option(name, literal) for name, literals in sites.options.items() for literal in literals),
            *(pair(first, second) for at, first in enumerate(clauses) for second in clauses[at + 1 :]),
        ]
    )
