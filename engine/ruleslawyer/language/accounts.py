"""Accounts: whole numbers that only `pay` changes and that are always the same together."""

from __future__ import annotations

from ruleslawyer.language import tree
from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.law import State
from ruleslawyer.language.names import Environment, Reporter, Symbols, name_fault
from ruleslawyer.language.types import INT, IntType
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.rulebook.nodes import Mapping, Node, Text

_FIXED = (
    tree.Literal,
    tree.OptionRead,
    tree.RulingRead,
    tree.Arithmetic,
    tree.Compare,
    tree.Conditional,
    tree.Logic,
    tree.Not,
)


def declare_accounts(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> None:
    """Make the accounts known as state of a type from 0 to the total; faults are reported."""
    if rulebook.accounts is None:
        return
    total = total_of(rulebook, ExpressionChecker(symbols, reporter))
    bounds = total.type if total is not None and isinstance(total.type, IntType) else INT
    for name, holder in _holders(rulebook):
        fault = name_fault(name.value)
        if fault is not None:
            reporter.report("bad-name", f"`{name.value}` cannot name an account: {fault}", name.span)
        if name.value in {*symbols.values(), *symbols.definitions, *symbols.events}:
            reporter.report("duplicate-name", f"`{name.value}` is declared twice", name.span, "rename one")
        symbols.state[name.value] = (IntType(0, bounds.high), holder == "Player")
        symbols.accounts[name.value] = name
    treasury = rulebook.accounts.get("starts")
    shared = [name.value for name, holder in _holders(rulebook) if holder == "table"]
    if isinstance(treasury, Text) and treasury.value not in shared:
        reporter.report(
            "unknown-account",
            f"no account of the table is `{treasury.value}`",
            treasury.span,
            did_you_mean(treasury.value, shared),
        )


def total_of(rulebook: Rulebook, checker: ExpressionChecker) -> tree.Expression | None:
    """The checked `total`, or None when it is missing or no expression."""
    written = _under(rulebook, "total")
    if not isinstance(written, Text):
        return None
    checked = checker.check(written, Environment(), IntType(0, None))
    for part in tree.walk(checked):
        players = isinstance(part, tree.Builtin) and part.name in ("len", "players", "min", "max")
        if not isinstance(part, _FIXED) and not players:
            hint = "only literals, options, rulings and `len(players())` are known before a game begins"
            checker.reporter.report("not-constant", "the total is fixed for a whole game", part.span, hint)
    return checked


def make_accounts(rulebook: Rulebook, symbols: Symbols, total: tree.Expression | None) -> dict[str, State]:
    """The accounts as state: one holds the total at the start, the others nothing."""
    treasury = _under(rulebook, "starts")
    made = {}
    for name, account in symbols.accounts.items():
        kind, per_player = symbols.state[name]
        starts: tree.Expression = tree.Literal(value=0, type=IntType(0, 0), span=account.span)
        if total is not None and isinstance(treasury, Text) and treasury.value == name:
            starts = total
        made[name] = State(name, kind, per_player, None, starts, account=True)
    return made


def treasury_of(rulebook: Rulebook) -> str | None:
    """The account that holds everything at the start."""
    treasury = _under(rulebook, "starts")
    return treasury.value if isinstance(treasury, Text) else None


def _under(rulebook: Rulebook, key: str) -> Node | None:
    return None if rulebook.accounts is None else rulebook.accounts.get(key)


def _holders(rulebook: Rulebook) -> list[tuple[Text, str]]:
    table = _under(rulebook, "of")
    if not isinstance(table, Mapping):
        return []
    return [(name, holder.value) for name, holder in table if isinstance(holder, Text)]
