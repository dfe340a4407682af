"""Points of decision: where entries compete for a definition, an event or an option, with formulas that say when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleslawyer.language import tree as t
from ruleslawyer.language.law import Case, Undercut
from ruleslawyer.prove.expressions import Evaluator, Locals
from ruleslawyer.prove.resolution import Resolution
from ruleslawyer.prove.terms import Bool, any_of, conj, disj, neg


@dataclass(eq=False)
class Node:
    """An entry at a point.

    `own`: its condition; `raw`: that and those of all that it hangs on, whatever disables them. `parent`: what it
    overrides or disables. `decides`: that it is the entry that decides (None for an undercut). `top`: the number of
    the case on which it hangs.
    """

    id: str
    clause: str
    when: t.Expression | None
    undercut: bool
    level: int
    parent: Node | None
    top: int
    own: Bool
    raw: Bool
    value: t.Expression | None = None
    do: t.Block = ()
    decides: Bool | None = None
    children: list[Node] = field(default_factory=list)

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
    for number, case in enumerate(cases):
        _visit(case, None, number, found, evaluator, env)
        deciding: dict[int, Bool] = {}
        for one in Resolution(evaluator).deciding(case, env):
            deciding[id(one.case)] = disj(deciding.get(id(one.case), False), one.condition)
        for node, of in _with_cases(found, case, number):
            node.decides = deciding[id(of)]
    return found


def _visit(case: Case, parent: Node | None, top: int, found: list[Node], evaluator: Evaluator, env: Locals) -> None:
    above: Bool = True if parent is None else parent.raw
    own = _truth(case.when, above, evaluator, env)
    node = Node(case.id, case.clause, case.when, False, case.level, parent, top, own, conj(above, own))
    node.value, node.do = case.value, case.do
    found.append(node)
    if parent is not None:
        parent.children.append(node)
    for undercut in case.disabled_by:
        _visit_undercut(undercut, node, found, evaluator, env)
    for exception in case.exceptions:
        _visit(exception, node, top, found, evaluator, env)


def _visit_undercut(one: Undercut, target: Node, found: list[Node], evaluator: Evaluator, env: Locals) -> None:
    own = _truth(one.when, target.raw, evaluator, env)
    node = Node(one.id, one.clause, one.when, True, 0, target, target.top, own, conj(target.raw, own))
    found.append(node)
    target.children.append(node)
    for other in one.disabled_by:
        _visit_undercut(other, node, found, evaluator, env)


def _truth(when: t.Expression | None, under: Bool, evaluator: Evaluator, env: Locals) -> Bool:
    if when is None:
        return True
    with evaluator.context.under(under):
        return evaluator.truth(when, env)


def _with_cases(found: list[Node], case: Case, top: int) -> Iterator[tuple[Node, Case]]:
    """The nodes of a case and its exceptions, with the case of each: both lists are in the same order."""
    nodes = (node for node in found if node.top == top and not node.undercut)
    yield from zip(nodes, _cases(case), strict=True)


def _cases(case: Case) -> Iterator[Case]:
    yield case
    for exception in case.exceptions:
        yield from _cases(exception)
