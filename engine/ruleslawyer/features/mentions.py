"""Which features, definitions and events the clauses lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruleslawyer.features.possession import Possession
from ruleslawyer.language import tree as t
from ruleslawyer.language.inference import cases_of
from ruleslawyer.language.law import Event, Law
from ruleslawyer.prove.analysis import definition_expressions


class Mentions:
    """Works each of them out once."""

    def __init__(self, law: Law, possession: Possession) -> None:
        self._law = law
        self._possession = possession
        self._features: dict[str, frozenset[str]] = {}
        self._definitions: dict[str, frozenset[str]] = {}

    def features(self, expression: t.Expression | None) -> frozenset[str]:
        """The features that an expression asks for, directly or through definitions."""
        found: set[str] = set()
        for part in () if expression is None else t.walk(expression):
            if isinstance(part, t.Call) and part.name == self._possession.definition:
                literal = self._possession.literal_of(part)
                found |= set(self._possession.features) if literal is None else {literal}
            elif isinstance(part, t.Call):
                found |= self._of_definition(part.name)
        return frozenset(found)

    def _of_definition(self, name: str) -> frozenset[str]:
        if name not in self._features:
            self._features[name] = frozenset()
            expressions = definition_expressions(self._law.definitions[name])
            self._features[name] = frozenset().union(*map(self.features, expressions))
        return self._features[name]

    def definitions(self, expressions: Iterable[t.Expression]) -> frozenset[str]:
        """The definitions that expressions lead to, the one that says who has what left out."""
        found: set[str] = set()
        for expression in expressions:
            for part in t.walk(expression):
                if isinstance(part, t.Call) and part.name != self._possession.definition:
                    found |= {part.name} | self._below(part.name)
        return frozenset(found)

    def _below(self, name: str) -> frozenset[str]:
        if name not in self._definitions:
            self._definitions[name] = frozenset()
            self._definitions[name] = self.definitions(definition_expressions(self._law.definitions[name]))
        return self._definitions[name]

    def touched(self, expressions: Iterable[t.Expression], do: t.Block) -> frozenset[str]:
        """The definitions that an entry leads to, and the rules and options of the events that it raises or offers."""
        events = (one.event for one in t.statements(do) if isinstance(one, t.Raise | t.Offer))
        return self.definitions(expressions).union(*(_tops(self._law.events[event]) for event in events))

    def apart(self, ones: frozenset[str], others: frozenset[str]) -> bool:
        """Whether what two features decide is touched in two places, and not as two rules of one event."""
        events = {top: event.name for event in self._law.events.values() for top in _tops(event)}
        return any(one == other or events.get(one, one) != events.get(other, other) for one in ones for other in others)

    def touching(self) -> Iterator[tuple[str, frozenset[str]]]:
        """Every rule and option, with what it touches."""
        for event in self._law.events.values():
            for case in cases_of(event):
                expressions = (one for statement in t.statements(case.do) for one in statement.expressions())
                yield case.id, self.touched(expressions, case.do)


def _tops(event: Event) -> frozenset[str]:
    return frozenset(case.id for case in (*event.rules, *(option.case for option in event.options)))
