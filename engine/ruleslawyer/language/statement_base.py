"""Reading the parts of a statement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ruleslawyer.language import tree
from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.names import Binding, Bound, Environment, name_fault
from ruleslawyer.language.types import (
    CardType,
    ErrorType,
    Type,
    ZoneType,
)
from ruleslawyer.rulebook.model import ZoneDecl
from ruleslawyer.rulebook.nodes import Mapping, Text

ANY_SET = "a set, a sequence or a zone"


class StatementBase:
    """What all statements share: reading a key, binding a name, labelling a program point."""

    def __init__(
        self, expressions: ExpressionChecker, scoped_zone: Callable[[ZoneDecl], None], gives: Type | None
    ) -> None:
        self.expressions = expressions
        self.reporter = expressions.reporter
        self.symbols = expressions.symbols
        self._scoped_zone = scoped_zone
        self._gives = gives
        self._ordinals: Counter[str] = Counter()
        self._labels: set[str] = set()

    def _text(self, node: Mapping, key: str, usage: str) -> Text | None:
        value = node.get(key)
        if isinstance(value, Text):
            return value
        keyword = node.entries[0][0]
        if value is None:
            self.reporter.report("missing-key", f"`{keyword.value}` needs `{key}:`", keyword.span, usage)
        else:
            self.reporter.report(
                "wrong-node", f"`{key}` is an expression", value.span, "quote it if YAML took it apart"
            )
        return None

    def _expression(
        self, node: Mapping, key: str, environment: Environment, expected: Type | None, usage: str = ""
    ) -> tree.Expression | None:
        text = self._text(node, key, usage)
        return None if text is None else self.expressions.check(text, environment, expected)

    def _optional(self, node: Mapping, key: str, environment: Environment, expected: Type) -> tree.Expression | None:
        return None if node.get(key) is None else self._expression(node, key, environment, expected)

    def _zone(
        self, node: Mapping, key: str, environment: Environment, orders: tuple[str, ...] = ()
    ) -> tree.Expression | None:
        zone = self._expression(node, key, environment, None, f"write `{key}: ZONE`")
        if zone is None or isinstance(zone.type, ErrorType):
            return None
        if not isinstance(zone.type, ZoneType):
            self.reporter.report("wrong-type", f"this is {zone.type}, a zone is due", zone.span)
            return None
        if orders and zone.type.order not in orders:
            message = f"this zone is a {zone.type.order}, {' or '.join(orders)} is due"
            self.reporter.report("wrong-type", message, zone.span)
            return None
        return zone

    def _bind(self, name: Text, kind: Type, what: Bound, environment: Environment) -> str:
        fault = name_fault(name.value)
        if fault is not None:
            self.reporter.report("bad-name", fault, name.span, "choose another name")
        taken = environment.find(name.value) is not None or name.value in self.symbols.values()
        if taken or name.value in self.symbols.definitions:
            message = f"`{name.value}` already has a meaning here"
            self.reporter.report("shadowed-name", message, name.span, "choose another name")
        environment.bind(Binding(name.value, kind, name.span, what))
        return name.value

    def _pairs(self, node: Mapping) -> list[tuple[Text, Text]]:
        """The name-to-expression mapping under the keyword."""
        keyword, value = node.entries[0]
        if not isinstance(value, Mapping):
            hint = f"write `{keyword.value}:` and below it `name: expression`"
            self.reporter.report("wrong-node", f"`{keyword.value}` takes a mapping", value.span, hint)
            return []
        pairs = []
        for name, expression in value:
            if isinstance(expression, Text):
                pairs.append((name, expression))
            else:
                hint = "quote it if YAML took it apart"
                self.reporter.report("wrong-node", f"`{name.value}` is an expression", expression.span, hint)
        return pairs

    def _card_zone_fit(self, card: Type, zone: tree.Expression) -> None:
        if isinstance(zone.type, ZoneType) and isinstance(card, CardType) and not card.kinds <= zone.type.holds:
            message = f"this zone holds {CardType(zone.type.holds)}, the card may be {card}"
            hint = f"narrow it first: `c is {sorted(zone.type.holds)[0]}`" if zone.type.holds else None
            self.reporter.report("wrong-kind", message, zone.span, hint)
