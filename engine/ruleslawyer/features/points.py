"""Points of decision: where entries compete for a definition, an event or an option, with formulas that say when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleslawyer.language import tree as t
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.resolution import Resolution
from ruleslawyer.prove.terms import Bool, any_of, conj, disj, neg


@dataclass(eq=False)
class Node:
    """An entry at a point.

    `case`: None for an undercut. `parent`: what it overrides or disables. `own`: its condition; `raw`: that and those
    of all that it hangs on, whatever disables them. `decides`: that it is what decides (None for an undercut).
    """

    id: str
    when: t.Expression | None
    case: Case | None
    parent: Node | None
    own: Bool
    raw: Bool
    decides: Bool | None
    children: list[Node] = field(default_factory=list)

    @property
    def undercut(self) -> bool:
        """Whether it only disables another."""
        return self.case is None

    @property
    def value(self) -> t.Expression | None:
        """What it gives, in a definition."""
        return None if self.case is None else self.case.value

    @property
    def do(self) -> t.Block:
        """What it does, in an event."""
        return () if self.case is None else self.case.do

    @property
    def level(self) -> int:
        """That of an exception."""
        return 0 if self.case is None else self.case.level

    def ancestors(self) -> Iterator[Node]:
        """What it hangs on, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def expressions(self) -> Iterator[t.Expression]:
        """Every expression of the entry itself."""
        yield from (one for one in (self.when, self.value) if one is not None)
        for statement in t.statements(self.do):
            yield from statement.expressions()


@dataclass
class Point:
    """A definition, an event or an option of a menu, and all entries that compete there.

    `name`: of the definition or event. `policy`: of the event, or of a definition 'value' or 'combined'.
    """

    name: str
    policy: str
    evaluator: Evaluator
    env: Locals
    nodes: list[Node]

    def about(self, node: Node) -> str:
        """What an entry decides: the definition, or the rule or option on which it hangs."""
        if self.policy in ("value", "combined"):
            return self.name
        return [node, *node.ancestors()][-1].id

    def disagree(self, one: Node, other: Node) -> Bool:
        """That both decide, with different outcomes."""
        assert one.decides is not None and other.decides is not None
        both = conj(one.decides, other.decides)
        return both if both is False else conj(both, neg(self.agree(one, other)))

    def agree(self, one: Node, other: Node) -> Bool:
        """That the outcomes of two entries are the same."""
        if one.value is None or other.value is None:
            return one.do == other.do
        values = [self.evaluator.plain(node.value, self.env) for node in (one, other) if node.value is not None]
        return self.evaluator.equal(*values)

    def some_decides(self) -> Bool:
        """That some case applies at all."""
        return any_of(node.decides for node in self.nodes if node.decides is not None)

    def competitors(self) -> Iterator[tuple[Node, Node]]:
        """Pairs of different entries of which neither hangs on the other, that may both decide."""
        cases = [node for node in self.nodes if not node.undercut]
        for number, one in enumerate(cases):
            for other in cases[number + 1 :]:
                if one.id != other.id and one not in other.ancestors() and other not in one.ancestors():
                    yield one, other


def nodes_of(cases: tuple[Case, ...], evaluator: Evaluator, env: Locals) -> list[Node]:
    """Every entry of competing cases, in the order in which they are declared."""
    found: list[Node] = []
    for case in cases:
        deciding: dict[int, Bool] = {}
        for one in Resolution(evaluator).deciding(case, env):
            deciding[id(one.case)] = disj(deciding.get(id(one.case), False), one.condition)
        _visit(case, None, found, evaluator, env, deciding)
    return found


def _visit(
    entry: Case | Undercut,
    parent: Node | None,
    found: list[Node],
    evaluator: Evaluator,
    env: Locals,
    deciding: Mapping[int, Bool],
) -> None:
    under: Bool = True if parent is None else parent.raw
    own: Bool = True
    if entry.when is not None:
        with evaluator.context.under(under):
            own = evaluator.truth(entry.when, env)
    case = entry if isinstance(entry, Case) else None
    node = Node(entry.id, entry.when, case, parent, own, conj(under, own), deciding.get(id(entry)))
    found.append(node)
    if parent is not None:
        parent.children.append(node)
    below: tuple[Case | Undercut, ...] = (*entry.disabled_by, *(() if case is None else case.exceptions))
    for one in below:
        _visit(one, node, found, evaluator, env, deciding)
