"""Statements: from YAML nodes to checked tree."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.names import Binding, Environment, name_fault
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.source_map import ExpressionSyntaxError, SourceMap, parse_expression
from ruleslawyer.language.tree import (
    Assignment,
    Block,
    Choose,
    Deal,
    End,
    Expression,
    Finish,
    For,
    Give,
    If,
    Let,
    Literal,
    Local,
    Move,
    Offer,
    Peek,
    Put,
    Raise,
    Repeat,
    Reveal,
    Roll,
    Scope,
    SetState,
    Shuffle,
    Statement,
    Take,
)
from ruleslawyer.language.type_syntax import parse_range
from ruleslawyer.language.types import (
    BOOL,
    INT,
    PLAYER,
    CardType,
    ErrorType,
    IntType,
    OptionalType,
    SequenceType,
    SetType,
    Type,
    ZoneType,
)
from ruleslawyer.rulebook.declarations import zone as read_zone
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import ZoneDecl
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.statement_keys import STATEMENTS

KEYS: dict[str, tuple[str, ...]] = {
    keyword: tuple(key.name for key in record.keys if key.name != keyword) for keyword, record in STATEMENTS.items()
}
"""Each statement keyword with the keys that may follow it."""
_NOT_EXECUTABLE = {"pay": "accounts", "turn_up": "cards with a facing"}
_FINAL_STATEMENTS = (Move, Put, Take, Shuffle, SetState)
_ANY_SET = "a set, a sequence or a zone"


class StatementChecker:
    """Checks the statements of one clause entry."""

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

    def block(self, node: Node | None, environment: Environment) -> Block:
        """The checked statements of a list; names bound in it are visible to the statements after."""
        if node is None:
            return ()
        if not isinstance(node, Listing):
            self.reporter.report(
                "bad-statement", "a list of statements is due", node.span, "begin each with `- keyword:`"
            )
            return ()
        checked = []
        for item in node:
            statement = self._statement(item, environment)
            if statement is not None:
                checked.append(statement)
        self.unread(environment)
        return tuple(checked)

    def unread(self, environment: Environment) -> None:
        """Report the names bound in this scope that nothing reads."""
        for binding in environment.own():
            if not binding.read and binding.what in ("let", "choice", "card", "variable", "zone"):
                hint = "delete it" if binding.what != "card" else "a card that was taken is put somewhere or handed on"
                self.reporter.report("unread-name", f"nothing reads `{binding.name}`", binding.span, hint)

    def _statement(self, node: Node, environment: Environment) -> Statement | None:
        if not isinstance(node, Mapping) or not len(node):
            self.reporter.report("bad-statement", "a statement is a mapping", node.span, "write `- keyword: ...`")
            return None
        keyword = node.entries[0][0]
        if keyword.value not in KEYS:
            known = did_you_mean(keyword.value, KEYS)
            if any(key.value in KEYS for key, _ in node):
                known = "the first key of a statement is its keyword"
            self.reporter.report("unknown-statement", f"`{keyword.value}` is no statement", keyword.span, known)
            return None
        if keyword.value in _NOT_EXECUTABLE:
            what = _NOT_EXECUTABLE[keyword.value]
            message = f"`{keyword.value}` is not yet executable"
            self.reporter.report("not-executable", message, keyword.span, f"the machine has no {what} yet")
            return None
        self._known_keys(node, keyword)
        label = self._label(node, keyword.value)
        method: Callable[[Mapping, Environment, str], Statement | None] = getattr(self, f"_{keyword.value}")
        return method(node, environment, label)

    def _known_keys(self, node: Mapping, keyword: Text) -> None:
        allowed = KEYS[keyword.value]
        for key, _ in node.entries[1:]:
            if key.value not in allowed:
                message = f"`{key.value}` is no key of `{keyword.value}`"
                hint = did_you_mean(key.value, allowed) if allowed else f"`{keyword.value}` has no further keys"
                self.reporter.report("unknown-key", message, key.span, hint)

    def _label(self, node: Mapping, keyword: str) -> str:
        given = node.get("ask") if keyword == "choose" else node.get("label") if keyword == "raise" else None
        if isinstance(given, Text):
            label = given.value
            if label in self._labels and keyword == "raise":
                self.reporter.report(
                    "duplicate-label", f"two statements are labelled `{label}`", given.span, "rename one"
                )
        else:
            label = keyword
        ordinal = self._ordinals[label] = self._ordinals[label] + 1
        self._labels.add(label)
        return label if ordinal == 1 else f"{label}.{ordinal}"

    # -- helpers ----------------------------------------------------------------------------------------------------

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
    ) -> Expression | None:
        text = self._text(node, key, usage)
        return None if text is None else self.expressions.check(text, environment, expected)

    def _optional(self, node: Mapping, key: str, environment: Environment, expected: Type) -> Expression | None:
        return None if node.get(key) is None else self._expression(node, key, environment, expected)

    def _zone(
        self, node: Mapping, key: str, environment: Environment, orders: tuple[str, ...] = ()
    ) -> Expression | None:
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

    def _bind(self, name: Text, kind: Type, what: str, environment: Environment) -> str:
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

    def _card_zone_fit(self, card: Type, zone: Expression) -> None:
        if isinstance(zone.type, ZoneType) and isinstance(card, CardType) and not card.kinds <= zone.type.holds:
            message = f"this zone holds {CardType(zone.type.holds)}, the card may be {card}"
            hint = f"narrow it first: `c is {sorted(zone.type.holds)[0]}`" if zone.type.holds else None
            self.reporter.report("wrong-kind", message, zone.span, hint)

    # -- values and state -------------------------------------------------------------------------------------------

    def _let(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        checked = [(name, self.expressions.check(text, environment)) for name, text in self._pairs(node)]
        for name, value in checked:
            if isinstance(value.type, ZoneType):
                self.reporter.report("wrong-type", "a zone is no value", value.span, "write `set(ZONE)` for its cards")
            self._bind(name, value.type, "let", environment)
        return Let(bindings=tuple((name.value, value) for name, value in checked), span=node.span, label=label)

    def _set(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        assignments = []
        for target, text in self._pairs(node):
            one = self._assignment(target, text, environment)
            if one is not None:
                assignments.append(one)
        return SetState(assignments=tuple(assignments), span=node.span, label=label)

    def _assignment(self, target: Text, text: Text, environment: Environment) -> Assignment | None:
        name, bracket, rest = target.value.partition("[")
        if name not in self.symbols.state:
            hint = did_you_mean(name, self.symbols.state)
            self.reporter.report("unknown-state", f"no state is called `{name}`", target.span, hint)
            return None
        kind, per_player = self.symbols.state[name]
        self.symbols.use("written", name)
        index = None
        if per_player != bool(bracket) or (bracket and not rest.endswith("]")):
            usage = f"{name}[player]" if per_player else name
            self.reporter.report(
                "bad-target", f"`{target.value}` cannot be set", target.span, f"write `{usage}: value`"
            )
            return None
        if bracket:
            index = self.expressions.check(Text(rest[:-1], target.span, plain=False), environment, PLAYER)
        value = self.expressions.check(text, environment, kind)
        return Assignment(name=name, index=index, value=value, span=target.span)

    # -- cards ------------------------------------------------------------------------------------------------------

    def _take(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "take", "write `- take: name`")
        ways = [key for key in ("from", "top", "random") if node.get(key) is not None]
        if name is None or len(ways) != 1:
            hint = "write one of `from: ZONE`, `top: PILE`, `random: ZONE`"
            self.reporter.report("bad-statement", "`take` says once from where", node.span, hint)
            return None
        how = ways[0]
        zone = self._zone(node, how, environment, ("pile",) if how == "top" else ())
        if how == "from":
            binding = environment.find(name.value)
            if binding is None:
                hint = did_you_mean(name.value, environment.names())
                self.reporter.report("unknown-name", f"no card is called `{name.value}`", name.span, hint)
                return None
            self.expressions.check(name, environment, self.symbols.any_card())
            if zone is None:
                return None
            return Take(name=name.value, how=how, zone=zone, span=node.span, label=label)
        holds = zone.type.holds if zone is not None and isinstance(zone.type, ZoneType) else frozenset()
        self._bind(name, CardType(holds), "card", environment)
        return None if zone is None else Take(name=name.value, how=how, zone=zone, span=node.span, label=label)

    def _put(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        card = self._expression(node, "put", environment, self.symbols.any_card())
        zone = self._zone(node, "into", environment)
        at, face = self._word(node, "at", ("top", "bottom")), self._word(node, "face", ("up", "down"))
        if card is None or zone is None:
            return None
        if not isinstance(card, Local):
            self.reporter.report("bad-statement", "what is put is a card that a statement named", card.span)
            return None
        self._card_zone_fit(card.type, zone)
        return Put(card=card, zone=zone, at=at or "top", face=face, span=node.span, label=label)

    def _word(self, node: Mapping, key: str, words: tuple[str, ...]) -> str | None:
        value = node.get(key)
        if value is None:
            return None
        if not isinstance(value, Text) or value.value not in words:
            written = value.value if isinstance(value, Text) else "this"
            self.reporter.report("bad-word", f"`{key}: {written}`", value.span, f"write {' or '.join(words)}")
            return None
        return value.value

    def _move(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "move", "write `- move: name`")
        source = self._zone(node, "from", environment)
        if name is None or source is None:
            return None
        inner = environment.child()
        assert isinstance(source.type, ZoneType)
        self._bind(name, CardType(source.type.holds), "move", inner)
        where = self._optional(node, "where", inner, BOOL)
        if where is not None:
            narrow(inner, where, True, self.symbols)
        target = self._zone(node, "into", inner)
        if target is None:
            return None
        self._card_zone_fit(inner.type_of(name.value) or source.type, target)
        return Move(name=name.value, source=source, target=target, where=where, span=node.span, label=label)

    def _deal(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "deal", "write `- deal: name`")
        count = self._expression(node, "count", environment, IntType(0, None), "write `count: n`")
        source = self._zone(node, "top", environment, ("pile",))
        if name is None or source is None or count is None:
            return None
        inner = environment.child()
        assert isinstance(source.type, ZoneType)
        self._bind(name, CardType(source.type.holds), "deal", inner)
        target = self._zone(node, "into", inner)
        if target is None:
            return None
        self._card_zone_fit(CardType(source.type.holds), target)
        return Deal(name=name.value, count=count, source=source, target=target, span=node.span, label=label)

    def _peek(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "peek", "write `- peek: name`")
        zone = self._zone(node, "top", environment, ("pile",))
        seen_by = self._expression(node, "seen_by", environment, SetType(PLAYER), "write `seen_by: everyone`")
        if name is None or zone is None or seen_by is None:
            return None
        assert isinstance(zone.type, ZoneType)
        self._bind(name, CardType(zone.type.holds), "peek", environment)
        return Peek(name=name.value, zone=zone, seen_by=seen_by, span=node.span, label=label)

    def _shuffle(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        zone = self._zone(node, "shuffle", environment, ("pile", "bag"))
        return None if zone is None else Shuffle(zone=zone, span=node.span, label=label)

    def _reveal(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        zone = self._zone(node, "reveal", environment)
        to = self._expression(node, "to", environment, SetType(PLAYER), "write `to: everyone`")
        return None if zone is None or to is None else Reveal(zone=zone, to=to, span=node.span, label=label)

    # -- decisions --------------------------------------------------------------------------------------------------

    def _roll(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name, of = self._text(node, "roll", "write `- roll: name`"), self._text(node, "of", "write `of: 1..6`")
        if name is None or of is None:
            return None
        bounds = parse_range(of.value)
        if bounds is None or bounds[0] > bounds[1] or bounds[1] - bounds[0] > 1_000:
            self.reporter.report(
                "empty-range", f"`{of.value}` is no range of at most 1000 values", of.span, "write `1..6`"
            )
            return None
        self._bind(name, IntType(*bounds), "choice", environment)
        return Roll(name=name.value, low=bounds[0], high=bounds[1], span=node.span, label=label)

    def _choose(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        optional = self._optional(node, "optional", environment, BOOL)
        size = self._optional(node, "size", environment, IntType(0, None))
        names, by = self._choose_names(node, environment, optional is not None, size is not None), None
        by_text = self._text(node, "by", "write `by: player` or `by: chance`")
        if by_text is not None and by_text.value != "chance":
            by = self.expressions.check(by_text, environment, PLAYER)
        ask = self._text(node, "ask", "write `ask: label`: decisions are recorded under it")
        if ask is not None and name_fault(ask.value) is not None:
            self.reporter.report("bad-name", f"`{ask.value}`: {name_fault(ask.value)}", ask.span)
        if size is not None and (len(names) != 1 or optional is not None):
            self.reporter.report("bad-statement", "`size` goes with one name, and not with `optional`", node.span)
        if ask is None or not names:
            return None
        return Choose(
            names=tuple(names), by=by, ask=ask.value, optional=optional, size=size, span=node.span, label=label
        )

    def _choose_names(
        self, node: Mapping, environment: Environment, optional: bool, subset: bool
    ) -> list[tuple[str, Expression]]:
        """Each domain may use the names before it; while it is being read they are not optional."""
        inner = environment.child()
        checked: list[tuple[Text, Type]] = []
        names = []
        for name, text in self._pairs(node):
            domain = self.expressions.check(text, inner)
            element = element_of(domain.type)
            if element is None:
                message = f"this is {domain.type}, {_ANY_SET} is due"
                self.reporter.report("wrong-type", message, domain.span, "write `set(...)`")
                continue
            self._bind(name, element, "domain", inner)
            checked.append((name, element))
            names.append((name.value, domain))
        used = {binding.name for binding in inner.own() if binding.read}
        for name, element in checked:
            kind: Type = SetType(element) if subset else OptionalType(element) if optional else element
            environment.bind(Binding(name.value, kind, name.span, "choice", read=name.value in used))
        return names

    def _offer(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        called = self._event(node, "offer", environment)
        if called is None:
            return None
        name, arguments = called
        if self.symbols.events[name].policy != "menu":
            self.reporter.report("wrong-policy", f"`{name}` is no menu", node.span, f"write `- raise: {name}(...)`")
            return None
        return Offer(event=name, arguments=arguments, span=node.span, label=label)

    # -- events -----------------------------------------------------------------------------------------------------

    def _event(self, node: Mapping, key: str, environment: Environment) -> tuple[str, tuple[Expression, ...]] | None:
        text = self._text(node, key, f"write `- {key}: event(...)`")
        if text is None:
            return None
        try:
            tree, places = parse_expression(text)
        except ExpressionSyntaxError as error:
            self.reporter.report("bad-expression", error.message, error.span, f"write `{key}: event(...)`")
            return None
        if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name) or tree.keywords:
            self.reporter.report("bad-expression", f"`{key}` names an event", text.span, f"write `{key}: event(...)`")
            return None
        return self._called(tree, tree.func.id, places, text, environment)

    def _called(
        self, tree: ast.Call, name: str, places: SourceMap, text: Text, environment: Environment
    ) -> tuple[str, tuple[Expression, ...]] | None:
        if name not in self.symbols.events:
            hint = did_you_mean(name, self.symbols.events)
            self.reporter.report("unknown-event", f"no event is called `{name}`", places.span(tree.func), hint)
            return None
        self.symbols.use("event", name)
        self.expressions.places = places
        signature = self.symbols.events[name]
        arguments = self.expressions.arguments(tree, name, signature.parameters, tree.args, environment)
        for parameter, argument in zip(signature.parameters, arguments, strict=False):
            if parameter.own and not isinstance(argument, Local):
                hint = "hand over a card that a statement named"
                self.reporter.report("not-held", f"`{parameter.name}` is handed over", argument.span, hint)
        if len(arguments) != len(signature.parameters):
            return None
        return name, arguments

    def _raise(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        called = self._event(node, "raise", environment)
        result = node.get("gives")
        if called is None:
            return None
        name, arguments = called
        signature = self.symbols.events[name]
        if signature.policy == "menu":
            self.reporter.report("wrong-policy", f"`{name}` is a menu", node.span, f"write `- offer: {name}(...)`")
        if result is not None and signature.gives is None:
            self.reporter.report("no-result", f"`{name}` gives nothing", result.span, "delete `gives`")
            result = None
        if isinstance(result, Text) and signature.gives is not None:
            self._bind(result, signature.gives, "let", environment)
        gives = result.value if isinstance(result, Text) else None
        return Raise(event=name, arguments=arguments, gives=gives, span=node.span, label=label)

    def _give(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        if self._gives is None:
            hint = "declare `gives:` with the event"
            self.reporter.report("no-result", "the event of this clause gives nothing", node.span, hint)
        value = self._expression(node, "give", environment, self._gives)
        return None if value is None else Give(value=value, span=node.span, label=label)

    # -- control ----------------------------------------------------------------------------------------------------

    def _if(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        condition = self._expression(node, "if", environment, BOOL)
        when_true, when_false = environment.child(), environment.child()
        if condition is not None:
            narrow(when_true, condition, True, self.symbols)
            narrow(when_false, condition, False, self.symbols)
        if node.get("do") is None:
            self.reporter.report(
                "missing-key", "`if` needs `do:`", node.span, "write `do:` and below it the statements"
            )
        do, otherwise = self.block(node.get("do"), when_true), self.block(node.get("else"), when_false)
        if condition is None:
            return None
        return If(condition=condition, do=do, otherwise=otherwise, span=node.span, label=label)

    def _for(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "for", "write `- for: name`")
        source = self._expression(node, "in", environment, None, "write `in: SET`")
        if name is None or source is None:
            return None
        element = element_of(source.type)
        if element is None:
            self.reporter.report("wrong-type", f"this is {source.type}, {_ANY_SET} is due", source.span)
            return None
        if not isinstance(source.type, SequenceType | ErrorType) and isinstance(element, CardType):
            hint = "give it an order: a sequence, or `move` for all at once"
            self.reporter.report("undeclared-order", "the cards of a set have no order", source.span, hint)
        inner = environment.child()
        self._bind(name, element, "variable", inner)
        until = self._optional(node, "until", inner, BOOL)
        return For(
            name=name.value,
            source=source,
            until=until,
            do=self.block(node.get("do"), inner),
            span=node.span,
            label=label,
        )

    def _repeat(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        truth = Literal(value=True, type=BOOL, span=node.span)
        condition = self._optional(node, "while", environment, BOOL) or truth
        old = Environment(environment, old=True)
        invariants = self._list(node, "invariant", old, BOOL)
        measure = self._list(node, "measure", environment, INT)
        unbounded = node.get("unbounded")
        admitted = isinstance(unbounded, Text) and unbounded.value == "true"
        if not measure and not admitted:
            hint = "write `measure:` with what shrinks, or admit `unbounded: true`"
            self.reporter.report("no-measure", "nothing says that this loop ends", node.entries[0][0].span, hint)
        body = self.block(node.get("repeat"), environment.child())
        return Repeat(
            do=body, condition=condition, invariants=invariants, measure=measure, unbounded=admitted, span=node.span,
            label=label,
        )  # fmt: skip

    def _list(self, node: Mapping, key: str, environment: Environment, expected: Type) -> tuple[Expression, ...]:
        value = node.get(key)
        if value is None:
            return ()
        items = value if isinstance(value, Listing) else (value,)
        checked = []
        for item in items:
            if isinstance(item, Text):
                checked.append(self.expressions.check(item, environment, expected))
            else:
                self.reporter.report("wrong-node", f"`{key}` lists expressions", item.span, "quote it")
        return tuple(checked)

    def _scope(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "scope", "write `- scope: name`")
        if name is None:
            return None
        if name.value not in self.symbols.scopes or name.value == "game":
            hint = did_you_mean(name.value, self.symbols.scopes - {"game"})
            self.reporter.report("unknown-scope", f"no scope is called `{name.value}`", name.span, hint)
        self.symbols.use("scope", name.value)
        inner = environment.child()
        zones = self._scoped_zones(node.get("zones"), inner)
        do = self.block(node.get("do"), inner)
        final = self.block(node.get("finally"), inner.child())
        for statement in final:
            if not isinstance(statement, _FINAL_STATEMENTS):
                hint = "`finally` has only move, take, put, shuffle and set"
                self.reporter.report("bad-finally", f"`{statement.label}` may not stand here", statement.span, hint)
        return Scope(name=name.value, zones=zones, do=do, final=final, span=node.span, label=label)

    def _scoped_zones(self, node: Node | None, environment: Environment) -> tuple[str, ...]:
        if node is None:
            return ()
        if not isinstance(node, Mapping):
            self.reporter.report(
                "wrong-node", "`zones` takes a mapping", node.span, "write `name:` and below it its keys"
            )
            return ()
        names = []
        for name, declared in node:
            zone = read_zone(name, declared, self.reporter.diagnostics, self.reporter.clause)
            if zone is None:
                continue
            self._scoped_zone(zone)
            holds = frozenset(kind.value for kind in zone.holds) or frozenset(self.symbols.kinds)
            environment.bind(Binding(name.value, ZoneType(zone.order, holds), name.span, "zone", zone=zone))
            names.append(name.value)
        return tuple(names)

    def _end(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        name = self._text(node, "end", "write `- end: scope`")
        if name is None:
            return None
        if name.value not in self.symbols.scopes:
            hint = did_you_mean(name.value, self.symbols.scopes)
            self.reporter.report("unknown-scope", f"no scope is called `{name.value}`", name.span, hint)
            return None
        return End(scope=name.value, span=node.span, label=label)

    def _finish(self, node: Mapping, environment: Environment, label: str) -> Statement | None:
        winners = self._expression(node, "finish", environment, SetType(PLAYER), "write `- finish: set of players`")
        return None if winners is None else Finish(winners=winners, span=node.span, label=label)
