"""A rulebook's declarations as tables of names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from ruleslawyer.language import tree
from ruleslawyer.language.accounts import declare_accounts
from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.law import Parameter, Policy, State, Zone
from ruleslawyer.language.names import Binding, Environment, Reporter, Signature, Symbols, name_fault, slug_fault
from ruleslawyer.language.type_syntax import parse_type
from ruleslawyer.language.types import BOOL, PLAYER, CardType, EnumType, ErrorType, PlayerType, SetType
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import EntryKind, Rulebook, ZoneDecl
from ruleslawyer.rulebook.nodes import Text


def declare(rulebook: Rulebook, reporter: Reporter) -> Symbols:
    """The global names of a rulebook; faults are reported and what can be used is used."""
    symbols = Symbols()
    for name, literals in rulebook.types:
        _name(name, symbols.enums, "type", reporter)
        for literal in literals:
            _name(literal, (), "literal", reporter)
        symbols.enums[name.value] = EnumType(name.value, tuple(literal.value for literal in literals))
    for kind, fields in rulebook.kinds:
        _name(kind, symbols.kinds, "kind", reporter)
        symbols.kinds[kind.value] = {}
        for field, written in fields:
            _name(field, (), "field", reporter)
            symbols.kinds[kind.value][field.value] = parse_type(written, symbols, reporter)
    for zone in rulebook.zones:
        declare_zone(zone, symbols, reporter)
    for state in rulebook.state:
        _name(state.name, [*symbols.values()], "state", reporter)
        symbols.state[state.name.value] = (parse_type(state.type, symbols, reporter), _per_player(state.of, reporter))
    _answers(rulebook, symbols, reporter)
    symbols.scopes = {"game"} | {scope.name.value for scope in rulebook.scopes}
    for scope in rulebook.scopes:
        _name(scope.name, (), "scope", reporter)
    _signatures(rulebook, symbols, reporter)
    declare_accounts(rulebook, symbols, reporter)
    return symbols


def _name(name: Text, taken: Iterable[str], what: str, reporter: Reporter) -> None:
    fault = name_fault(name.value, literal=what in ("literal", "answer"))
    if fault is not None:
        reporter.report("bad-name", f"`{name.value}` cannot name a {what}: {fault}", name.span, "choose another name")
    elif name.value in taken:
        reporter.report("duplicate-name", f"`{name.value}` is declared twice", name.span, "rename one")


def _per_player(of: Text | None, reporter: Reporter) -> bool:
    if of is None:
        return False
    if of.value == "Card":
        reporter.report("not-executable", "`of: Card` is not yet executable", of.span, "use `of: Player`")
    elif of.value != "Player":
        reporter.report("unknown-type", f"`of: {of.value}`", of.span, "write `of: Player`")
    return True


def declare_zone(zone: ZoneDecl, symbols: Symbols, reporter: Reporter) -> None:
    """Check one zone declaration and make its name known."""
    name = zone.name.value
    _name(zone.name, [*symbols.zones], "zone", reporter)
    _per_player(zone.of, reporter)
    if zone.facing is not None:
        hint = "the machine has no cards with a facing yet"
        reporter.report("not-executable", "`facing` is not yet executable", zone.facing.span, hint)
    holds = frozenset(kind.value for kind in zone.holds) or frozenset(symbols.kinds)
    for kind in zone.holds:
        if kind.value not in symbols.kinds:
            hint = did_you_mean(kind.value, symbols.kinds)
            reporter.report("unknown-kind", f"`{kind.value}` is no kind of card", kind.span, hint)
    for field in (zone.stacks, zone.top, zone.distinct):
        known = set.intersection(*(set(symbols.kinds.get(kind, ())) for kind in holds)) if holds else set()
        if field is not None and field.value not in known:
            hint = did_you_mean(field.value, known)
            reporter.report(
                "unknown-field", f"not every card in `{name}` has a field `{field.value}`", field.span, hint
            )
        elif field is not None:
            symbols.use("field", field.value)
    symbols.zones[name] = zone
    symbols.zone_holds[name] = holds & frozenset(symbols.kinds)


def _answers(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> None:
    for ruling in rulebook.rulings:
        _name(ruling.name, symbols.rulings, "ruling", reporter)
        for answer in ruling.answers:
            _name(answer.name, (), "answer", reporter)
        symbols.rulings[ruling.name.value] = EnumType(ruling.name.value, tuple(a.name.value for a in ruling.answers))
    for option, answers in rulebook.options:
        _name(option, symbols.options, "option", reporter)
        for literal in answers:
            _name(literal, (), "answer", reporter)
        symbols.options[option.value] = EnumType(option.value, tuple(answer.value for answer in answers))
    for profile in rulebook.profiles:
        fault = slug_fault(profile.name.value)
        if fault is not None:
            reporter.report("bad-name", f"`{profile.name.value}`: {fault}", profile.name.span)


def parameters(
    pairs: Iterable[tuple[Text, Text]], symbols: Symbols, reporter: Reporter, *, own: bool = False
) -> tuple[Parameter, ...]:
    """Declared parameters; `own KIND` is allowed where `own` is true."""
    made: list[Parameter] = []
    for name, written in pairs:
        _name(name, [*symbols.values(), *(one.name for one in made)], "parameter", reporter)
        owned = written.value.startswith("own ")
        kind_text = Text(written.value.removeprefix("own ").strip(), written.span, written.plain) if owned else written
        kind = parse_type(kind_text, symbols, reporter)
        if owned and not own:
            reporter.report("bad-own", "only events take cards over", written.span, "delete `own`")
        elif owned and not isinstance(kind, CardType):
            reporter.report(
                "wrong-type", f"{kind} cannot be handed over", written.span, "`own` goes with a kind of card"
            )
        made.append(Parameter(name.value, kind, owned))
    return tuple(made)


def _signatures(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> None:
    for event in rulebook.events:
        _name(event.name, symbols.events, "event", reporter)
        given = None if event.gives is None else parse_type(event.gives, symbols, reporter)
        made = parameters(event.arguments, symbols, reporter, own=True)
        symbols.events[event.name.value] = Signature(
            event.name, made, given, cast(Policy, event.policy.value), ordered=event.order is not None
        )
    for clause in rulebook.clauses:
        for entry in clause.entries:
            if entry.kind not in (EntryKind.DEFINITION, EntryKind.TABLE):
                continue
            reporter.clause = entry.id
            name = entry.head[0]
            _name(name, [*symbols.definitions, *symbols.values(), *symbols.events], "definition", reporter)
            given = BOOL if entry.gives is None else parse_type(entry.gives, symbols, reporter)
            made = parameters(entry.parameters, symbols, reporter)
            symbols.definitions[name.value] = Signature(name, made, given)
    reporter.clause = None


# -- what the machine needs of zones and state --------------------------------------------------------------------

_OF_OPTIONS = (tree.Literal, tree.OptionRead, tree.Compare, tree.Logic, tree.Not)


def availability(when: Text | None, checker: ExpressionChecker) -> tree.Expression | None:
    """The checked `when` of a zone or of a state variable: whether it is part of the game is known before it begins."""
    if when is None:
        return None
    condition = checker.condition(when, Environment())
    for part in tree.walk(condition):
        if not isinstance(part, _OF_OPTIONS) and not isinstance(part.type, ErrorType):
            message = "what is part of the game depends on the options of play alone"
            hint = "write `options.NAME == ANSWER` or `!=`, joined by `and`, `or` and `not`"
            checker.reporter.report("not-of-options", message, part.span, hint)
            return None
    return condition


def make_zone(zone: ZoneDecl, symbols: Symbols, checker: ExpressionChecker, *, scoped: bool) -> Zone:
    """The checked zone."""
    environment = Environment()
    if zone.of is not None:
        environment.bind(Binding("owner", PLAYER, zone.name.span, "parameter"))
    seen_by: tree.Expression = checker.check(zone.seen_by, environment)
    if isinstance(seen_by.type, PlayerType):
        seen_by = tree.SetOf(elements=(seen_by,), type=SetType(PLAYER), span=seen_by.span)
    checker.require(seen_by, SetType(PLAYER))
    when = availability(zone.when, checker)
    starts = _starts(zone, environment, symbols, checker)
    if starts is not None and when is not None:
        nothing = tree.SetOf(elements=(), type=starts.type, span=starts.span)
        starts = tree.Conditional(condition=when, then=starts, otherwise=nothing, type=starts.type, span=starts.span)
    return Zone(
        name=zone.name.value,
        per_player=zone.of is not None,
        holds=symbols.zone_holds[zone.name.value],
        order=zone.order,
        stack_field=zone.stacks.value if zone.stacks else None,
        top_field=zone.top.value if zone.top else None,
        distinct=zone.distinct.value if zone.distinct else None,
        seen_by=seen_by,
        starts=starts,
        scoped=scoped,
        when=when,
    )


def _starts(
    zone: ZoneDecl, environment: Environment, symbols: Symbols, checker: ExpressionChecker
) -> tree.Expression | None:
    """The cards that lie in the zone at the start: those of its declaration and those that extensions add."""
    kind = SetType(CardType(symbols.zone_holds[zone.name.value]))
    parts = [checker.check(one, environment, kind) for one in zone.starts]
    if len(parts) < 2:
        return parts[0] if parts else None
    span, card = parts[0].span, checker.symbols.any_card()
    every = tree.Builtin(name="cards", arguments=(), type=SetType(card), span=span)
    one = tree.Local(name="card", type=card, span=span)
    among = tuple(tree.Member(item=one, collection=part, type=BOOL, span=part.span) for part in parts)
    some = tree.Logic(operator="or", operands=among, type=BOOL, span=span)
    return tree.Fold(operator="set", element=one, variable="card", source=every, condition=some, type=kind, span=span)


def make_state(
    rulebook: Rulebook, symbols: Symbols, checker: ExpressionChecker, reporter: Reporter
) -> dict[str, State]:
    """The checked state variables."""
    made = {}
    for declared in rulebook.state:
        kind, per_player = symbols.state[declared.name.value]
        environment = Environment()
        if per_player:
            environment.bind(Binding("owner", PLAYER, declared.name.span, "parameter"))
        starts = checker.check(declared.starts, environment, kind)
        if declared.per is not None and declared.per.value not in symbols.scopes:
            hint = did_you_mean(declared.per.value, symbols.scopes)
            reporter.report("unknown-scope", f"no scope is called `{declared.per.value}`", declared.per.span, hint)
        elif declared.per is not None:
            symbols.use("scope", declared.per.value)
        per = None if declared.per is None else declared.per.value
        when = availability(declared.when, checker)
        made[declared.name.value] = State(declared.name.value, kind, per_player, per, starts, when=when)
    return made
