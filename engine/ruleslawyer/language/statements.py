"""Statements: from YAML nodes to checked tree."""

from __future__ import annotations

from collections.abc import Callable

from ruleslawyer.language import tree
from ruleslawyer.language.card_statements import CardStatements
from ruleslawyer.language.decision_statements import DecisionStatements
from ruleslawyer.language.names import Binding, Environment
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.statement_base import ANY_SET
from ruleslawyer.language.types import (
    BOOL,
    INT,
    PLAYER,
    CardType,
    ErrorType,
    IntType,
    SequenceType,
    SetType,
    Type,
    ZoneType,
)
from ruleslawyer.rulebook.declarations import scoped_zone
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.nodes import Listing, Mapping, Node, Text
from ruleslawyer.rulebook.statement_keys import STATEMENTS

KEYS: dict[str, tuple[str, ...]] = {
    keyword: tuple(key.name for key in record.keys if key.name != keyword) for keyword, record in STATEMENTS.items()
}
"""Each statement keyword with the keys that may follow it."""
_NOT_EXECUTABLE = {"turn_up": "cards with a facing"}
_FINAL_STATEMENTS = (tree.Move, tree.Put, tree.Take, tree.Shuffle, tree.SetState, tree.Pay)


class StatementChecker(CardStatements, DecisionStatements):
    """Checks the statements of one clause entry."""

    def block(self, node: Node | None, environment: Environment) -> tree.Block:
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

    def _statement(self, node: Node, environment: Environment) -> tree.Statement | None:
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
        method: Callable[[Mapping, Environment, str], tree.Statement | None] = getattr(self, f"_{keyword.value}")
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

    def _let(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        checked = [(name, self.expressions.check(text, environment)) for name, text in self._pairs(node)]
        for name, value in checked:
            if isinstance(value.type, ZoneType):
                self.reporter.report("wrong-type", "a zone is no value", value.span, "write `set(ZONE)` for its cards")
            self._bind(name, value.type, "let", environment)
        return tree.Let(bindings=tuple((name.value, value) for name, value in checked), span=node.span, label=label)

    def _set(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        assignments = []
        for target, text in self._pairs(node):
            one = self._assignment(target, text, environment)
            if one is not None:
                assignments.append(one)
        return tree.SetState(assignments=tuple(assignments), span=node.span, label=label)

    def _assignment(self, target: Text, text: Text, environment: Environment) -> tree.Assignment | None:
        name, bracket, rest = target.value.partition("[")
        if name not in self.symbols.state:
            hint = did_you_mean(name, self.symbols.state)
            self.reporter.report("unknown-state", f"no state is called `{name}`", target.span, hint)
            return None
        kind, per_player = self.symbols.state[name]
        if name in self.symbols.accounts:
            hint = "move it: `- pay: amount`, `from: account`, `into: account`"
            self.reporter.report("set-account", f"the account `{name}` cannot be set", target.span, hint)
            return None
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
        return tree.Assignment(name=name, index=index, value=value, span=target.span)

    def _pay(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        amount = self._expression(node, "pay", environment, IntType(0, None))
        source, target = self._account(node, "from", environment), self._account(node, "into", environment)
        if amount is None or source is None or target is None:
            return None
        return tree.Pay(amount=amount, source=source, target=target, span=node.span, label=label)

    def _account(self, node: Mapping, key: str, environment: Environment) -> tree.StateRead | None:
        account = self._expression(node, key, environment, None, f"write `{key}: account`")
        if account is None or isinstance(account.type, ErrorType):
            return None
        if not isinstance(account, tree.StateRead) or account.name not in self.symbols.accounts:
            hint = did_you_mean(account.name if isinstance(account, tree.StateRead) else "", self.symbols.accounts)
            self.reporter.report("unknown-account", "this is no account", account.span, hint)
            return None
        return account

    def _if(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
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
        return tree.If(condition=condition, do=do, otherwise=otherwise, span=node.span, label=label)

    def _for(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "for", "write `- for: name`")
        source = self._expression(node, "in", environment, None, "write `in: SET`")
        if name is None or source is None:
            return None
        element = element_of(source.type)
        if element is None:
            self.reporter.report("wrong-type", f"this is {source.type}, {ANY_SET} is due", source.span)
            return None
        if not isinstance(source.type, SequenceType | ErrorType) and isinstance(element, CardType):
            hint = "give it an order: a sequence, or `move` for all at once"
            self.reporter.report("undeclared-order", "the cards of a set have no order", source.span, hint)
        inner = environment.child()
        self._bind(name, element, "variable", inner)
        until = self._optional(node, "until", inner, BOOL)
        return tree.For(
            name=name.value,
            source=source,
            until=until,
            do=self.block(node.get("do"), inner),
            span=node.span,
            label=label,
        )

    def _repeat(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        truth = tree.Literal(value=True, type=BOOL, span=node.span)
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
        return tree.Repeat(
            do=body,
            condition=condition,
            invariants=invariants,
            measure=measure,
            unbounded=admitted,
            span=node.span,
            label=label,
        )

    def _list(self, node: Mapping, key: str, environment: Environment, expected: Type) -> tuple[tree.Expression, ...]:
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

    def _scope(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
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
                hint = "`finally` has only move, take, put, shuffle, set and pay"
                self.reporter.report("bad-finally", f"`{statement.label}` may not stand here", statement.span, hint)
        return tree.Scope(name=name.value, zones=zones, do=do, final=final, span=node.span, label=label)

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
            zone = scoped_zone(name, declared, self.reporter.diagnostics, self.reporter.clause)
            if zone is None:
                continue
            if zone.when is not None:
                hint = "delete it, and open the scope only when it is needed: put the statement below an `if`"
                message = "a zone of a scope is there whenever the scope is open"
                self.reporter.report("wrong-node", message, zone.when.span, hint)
            self._scoped_zone(zone)
            holds = frozenset(kind.value for kind in zone.holds) or frozenset(self.symbols.kinds)
            environment.bind(Binding(name.value, ZoneType(zone.order, holds), name.span, "zone", zone=zone))
            names.append(name.value)
        return tuple(names)

    def _end(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        name = self._text(node, "end", "write `- end: scope`")
        if name is None:
            return None
        if name.value not in self.symbols.scopes:
            hint = did_you_mean(name.value, self.symbols.scopes)
            self.reporter.report("unknown-scope", f"no scope is called `{name.value}`", name.span, hint)
            return None
        return tree.End(scope=name.value, span=node.span, label=label)

    def _finish(self, node: Mapping, environment: Environment, label: str) -> tree.Statement | None:
        winners = self._expression(node, "finish", environment, SetType(PLAYER), "write `- finish: set of players`")
        return None if winners is None else tree.Finish(winners=winners, span=node.span, label=label)
