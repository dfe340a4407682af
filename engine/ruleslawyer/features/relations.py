"""How features stand to each other: what the analysis finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleslawyer.scenario.model import Scenario


class Standing(Enum):
    """How two features stand to each other, from harmless to harmful; the value is how a report names it.

    `INDEPENDENT`: they decide nothing in common and nothing that the other reads. `MEET`: what one decides the other
    decides or reads too, but never both at once with different outcomes. `COMBINED`: both add to a collecting
    definition. `ORDERED`: both can apply, and a named edge says which does. `CONFLICT`: both can apply, with different
    outcomes, and no edge decides. `IMPOSSIBLE`: in no position are the features held so, and nobody has any other.
    """

    IMPOSSIBLE = "never so held"
    INDEPENDENT = "independent"
    MEET = "independent, they meet"
    COMBINED = "independent, they combine"
    ORDERED = "ordered"
    UNPROVED = "unproved"
    CONFLICT = "conflict"

    @property
    def harmful(self) -> bool:
        """Whether something does not hold, or is not known to."""
        return self in (Standing.UNPROVED, Standing.CONFLICT)


@dataclass(frozen=True, order=True)
class Edge:
    """`by` decides over `of` at a point; `how` is 'overrides', 'disables' or 'outranks' (by its level)."""

    how: str
    by: str
    of: str
    point: str

    def __str__(self) -> str:
        return f"{self.by} {self.how} {self.of}"


@dataclass(frozen=True)
class Clash:
    """An obligation that fails when these features are held, and a position as far as the formulas know it.

    `kind`: 'conflict' (two entries decide differently), 'gap' (none decides) or 'stuck' (an empty menu). `answer`:
    'sat', with a position, or 'unknown'. `parameters`: those of the definition or event; `holders`: by feature, the
    player who has it. `scenario`: a game that the machine plays into the fault; `message`: what it then says.
    """

    kind: str
    point: str
    entries: tuple[str, ...]
    answer: str
    players: int = 0
    readings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    holders: Mapping[str, str] = field(default_factory=dict)
    scenario: Scenario | None = None
    message: str = ""

    @property
    def key(self) -> tuple[str, str, tuple[str, ...]]:
        """Equal for the same obligation."""
        return self.kind, self.point, self.entries

    def __str__(self) -> str:
        if self.kind == "gap":
            return f"nothing decides `{self.point}`"
        if self.kind == "stuck":
            return f"`{self.point}` offers nothing"
        return f"{' and '.join(self.entries)} decide `{self.point}` differently"


@dataclass(frozen=True)
class Relation:
    """One feature, or two. `together`: one player has both; otherwise one player each. Against the rest of the rulebook
    (`other` empty) it says nothing.

    `combined`: the collecting definitions to which both add; `meets`: what one decides and the other decides or reads.
    """

    one: str
    other: str
    together: bool
    edges: tuple[Edge, ...]
    combined: tuple[str, ...]
    meets: tuple[str, ...]
    clashes: tuple[Clash, ...]
    possible: bool = True

    @property
    def standing(self) -> Standing:
        """The verdict."""
        if not self.possible:
            return Standing.IMPOSSIBLE
        if any(clash.answer == "sat" for clash in self.clashes):
            return Standing.CONFLICT
        if self.clashes:
            return Standing.UNPROVED
        if self.edges:
            return Standing.ORDERED
        if self.combined:
            return Standing.COMBINED
        return Standing.MEET if self.meets else Standing.INDEPENDENT


@dataclass(frozen=True)
class Interactions:
    """The whole matrix. `alone`: each feature against the rest of the rulebook; `base`: obligations that fail without
    any feature; `wider`: those that fail, but for no one or two features alone; `unencoded`: what has no formula.

    `entries`: by feature, the ids of the entries that need it. `proved`: obligations that hold whatever players have.
    """

    type: str
    definition: str
    features: tuple[str, ...]
    entries: Mapping[str, tuple[str, ...]]
    pairs: tuple[Relation, ...]
    alone: tuple[Relation, ...]
    base: tuple[Clash, ...]
    wider: tuple[Clash, ...]
    unencoded: tuple[str, ...]
    proved: int
    seconds: float
    queries: int

    @property
    def holds(self) -> bool:
        """Whether everything is proved to be free of conflicts."""
        relations = (*self.pairs, *self.alone)
        return not (self.base or self.wider or self.unencoded or any(one.standing.harmful for one in relations))

    def relation(self, one: str, other: str, together: bool) -> Relation:
        """That of two features, in either order.

        :raises KeyError: they are not two features of this matrix.
        """
        for found in self.pairs:
            if {found.one, found.other} == {one, other} and found.together is together:
                return found
        raise KeyError((one, other))

    def scenarios(self) -> Iterator[Scenario]:
        """The games that play into a conflict."""
        for relation in (*self.alone, *self.pairs):
            yield from (clash.scenario for clash in relation.clashes if clash.scenario is not None)
