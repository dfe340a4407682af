"""Cards as tuples of integers, and the table of those that exist."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ruleslawyer.language.law import Law
from ruleslawyer.language.types import EnumType, Type
from ruleslawyer.prove.terms import (
    Bool,
    Int,
    all_of,
    any_of,
    conj,
    eq,
    implies,
    int_symbol,
    neg,
    symbols_in,
    term_key,
    within,
)

_KIND = "#kind"
_COPY = "#copy"
"""Columns beside the fields of cards, which have no such names."""


@dataclass(frozen=True, eq=False)
class CardTerm:
    """A card, known or not: one Int per column of the table. Two cards are the same iff all columns agree.

    Python equality is that of the formulas as written.
    """

    columns: tuple[Int, ...]

    @property
    def key(self) -> tuple[tuple[str, int], ...]:
        return tuple(term_key(column) for column in self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardTerm) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def is_example(card: CardTerm) -> bool:
    """Whether the card was made up to stand for any card of a crowd; the rulebook speaks of no such card."""
    return any(name.startswith(_EXAMPLES) for column in card.columns for name in symbols_in(column))


_EXAMPLES = ("probe", "witness", "extreme")


def encode(value: int | str | bool | None, type_: Type | None) -> int:
    """A literal as the integer that stands for it in formulas; enumerations by their order."""
    if isinstance(value, str):
        if not isinstance(type_, EnumType):
            raise ValueError(f"`{value}` has no enumeration")
        return type_.literals.index(value)
    if value is None:
        raise ValueError("none has no integer")
    return int(value)


class CardTable:
    """The columns of all kinds of cards together (kind, fields, number of the copy), and which rows exist."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self.kinds = tuple(law.kinds)
        names = dict.fromkeys(name for fields in law.kinds.values() for name in fields)
        self.names: tuple[str, ...] = (_KIND, *names, _COPY)
        self.types: Mapping[str, Type] = dict(item for fields in law.kinds.values() for item in fields.items())
        self._missing = self._missing_values(names)
        self.rows = self._read_rows()
        self._single = _agreed(self.rows, len(self.names))
        self._singles: dict[tuple[tuple[str, int], ...], tuple[int | None, ...]] = {}
        self.index = {row: number for number, row in enumerate(self.rows)}
        numbers = sorted({row[0] for row in self.rows})
        self._kinds = [(kind, _Kind([row for row in self.rows if row[0] == kind])) for kind in numbers]

    def _missing_values(self, names: Iterable[str]) -> Mapping[str, int]:
        lowest: dict[str, int] = dict.fromkeys(names, 0)
        for card in self._law.cards:
            for name, value in card.fields.items():
                if value is not None:
                    lowest[name] = min(lowest[name], encode(value, self.types[name]))
        return {name: low - 1 for name, low in lowest.items()}

    def _read_rows(self) -> tuple[tuple[int, ...], ...]:
        copies: Counter[tuple[int, ...]] = Counter()
        rows = []
        for card in self._law.cards:
            values = [self.kinds.index(card.kind)]
            for name in self.names[1:-1]:
                value = card.fields.get(name)
                values.append(self._missing[name] if value is None else encode(value, self.types[name]))
            plain = tuple(values)
            rows.append((*plain, copies[plain]))
            copies[plain] += 1
        return tuple(rows)

    def _single_where(self, known: tuple[tuple[str, int], ...]) -> tuple[int | None, ...]:
        """Per column, the value that all cards with these values have there, if they agree."""
        if not known:
            return self._single
        if known not in self._singles:
            places = [(self.names.index(title), value) for title, value in known]
            rows = [row for row in self.rows if all(row[place] == value for place, value in places)]
            self._singles[known] = _agreed(rows, len(self.names))
        return self._singles[known]

    # -- terms ----------------------------------------------------------------------------------------------------

    def constant(self, card: int) -> CardTerm:
        """The card with that index in `Law.cards`."""
        return CardTerm(self.rows[card])

    def fresh(self, name: str, /, **known: Int) -> CardTerm:
        """A card about which nothing is said except the columns given; assume `exists` of it before use."""
        single = self._single_where(tuple((title, value) for title, value in known.items() if isinstance(value, int)))
        columns = []
        for column, title in enumerate(self.names):
            if title in known:
                columns.append(known[title])
            elif single[column] is not None:
                columns.append(single[column])
            else:
                columns.append(int_symbol(f"{name}.{title}"))
        return CardTerm(tuple(columns))

    def settled(self, card: CardTerm, name: str, value: int) -> CardTerm:
        """The card with a column that is known to have that value."""
        columns = list(card.columns)
        columns[self.names.index(name)] = value
        return CardTerm(tuple(columns))

    def column(self, card: CardTerm, name: str) -> Int:
        return card.columns[self.names.index(name)]

    def missing(self, name: str) -> int:
        """What stands in a column for a field that the card's kind lacks."""
        return self._missing[name]

    def is_kind(self, card: CardTerm, kinds: Iterable[str]) -> Bool:
        return any_of(eq(card.columns[0], self.kinds.index(kind)) for kind in sorted(kinds))

    def same(self, left: CardTerm, right: CardTerm) -> Bool:
        return all_of(eq(one, other) for one, other in zip(left.columns, right.columns, strict=True))

    def exists(self, card: CardTerm) -> Bool:
        """That the columns are those of a card of the table."""
        parts = (conj(eq(card.columns[0], kind), group.exists(card)) for kind, group in self._kinds)
        return any_of(parts) if self._kinds else True

    def values_of(self, name: str, kinds: Iterable[str]) -> tuple[int, ...]:
        """The values that a column takes among the cards of some kinds, ascending."""
        wanted = {self.kinds.index(kind) for kind in kinds}
        column = self.names.index(name)
        return tuple(sorted({row[column] for row in self.rows if row[0] in wanted}))

    def bounds(self, card: CardTerm) -> list[tuple[int, int] | None]:
        """Per column the least and the greatest value among the cards that agree in the columns that are known."""
        known = [(place, value) for place, value in enumerate(card.columns) if isinstance(value, int)]
        rows = [row for row in self.rows if all(row[place] == value for place, value in known)]
        if not rows:
            return [None] * len(self.names)
        return [(min(row[place] for row in rows), max(row[place] for row in rows)) for place in range(len(self.names))]

    def has_ties(self, name: str, other: str) -> bool:
        """Whether two cards agree in both columns."""
        columns = (self.names.index(name), self.names.index(other))
        return len({tuple(row[column] for column in columns) for row in self.rows}) < len(self.rows)

    def number_with(self, name: str, value: int) -> int:
        """How many cards have that value in a column."""
        column = self.names.index(name)
        return sum(row[column] == value for row in self.rows)


class _Kind:
    """The rows of one kind of card, as a formula: ranges of one column, the pivot, for each value of the others."""

    def __init__(self, rows: list[tuple[int, ...]]) -> None:
        self._pivot = _best_pivot(rows)
        values: dict[tuple[int, ...], set[int]] = defaultdict(set)
        for row in rows:
            values[row[: self._pivot] + row[self._pivot + 1 :]].add(row[self._pivot])
        self._groups = {key: _ranges(found) for key, found in values.items()}

    def exists(self, card: CardTerm) -> Bool:
        """That the columns are those of one of the rows."""
        rest = card.columns[: self._pivot] + card.columns[self._pivot + 1 :]
        pivot = card.columns[self._pivot]
        usual = Counter(self._groups.values()).most_common(1)[0][0]
        special = [key for key, ranges in self._groups.items() if ranges != usual]
        matches = {key: _matches(rest, key) for key in special}
        facts = [self._rest_exists(rest)]
        facts += [implies(matches[key], _in_ranges(pivot, self._groups[key])) for key in special]
        facts.append(implies(all_of(neg(match) for match in matches.values()), _in_ranges(pivot, usual)))
        return all_of(facts)

    def _rest_exists(self, rest: tuple[Int, ...]) -> Bool:
        columns = [sorted({key[position] for key in self._groups}) for position in range(len(rest))]
        size = 1
        for values in columns:
            size *= len(values)
        if size == len(self._groups):
            return all_of(_in_ranges(one, _ranges(set(values))) for one, values in zip(rest, columns, strict=True))
        return any_of(_matches(rest, key) for key in self._groups)


def _best_pivot(rows: list[tuple[int, ...]]) -> int:
    """The column whose values are best said as a range: it leaves the fewest groups."""
    counts = [len({row[:column] + row[column + 1 :] for row in rows}) for column in range(len(rows[0]))]
    return counts.index(min(counts))


def _matches(rest: tuple[Int, ...], key: tuple[int, ...]) -> Bool:
    return all_of(eq(one, value) for one, value in zip(rest, key, strict=True))


def _in_ranges(term: Int, ranges: tuple[tuple[int, int], ...]) -> Bool:
    return any_of(within(low, term, high) for low, high in ranges)


def _agreed(rows: Iterable[tuple[int, ...]], width: int) -> tuple[int | None, ...]:
    """Per column, the value that all rows have there, or None where they have several (or there are no rows)."""
    values = [{row[column] for row in rows} for column in range(width)]
    return tuple(next(iter(found)) if len(found) == 1 else None for found in values)


def _ranges(values: set[int]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for value in sorted(values):
        if found and found[-1][1] == value - 1:
            found[-1] = (found[-1][0], value)
        else:
            found.append((value, value))
    return tuple(found)
