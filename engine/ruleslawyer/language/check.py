"""From a rulebook as written to the law: every name resolved, every expression typed, every fault reported."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from typing import cast

from ruleslawyer.language.accounts import make_accounts, total_of, treasury_of
from ruleslawyer.language.cards import make_cards
from ruleslawyer.language.clauses import ClauseChecker
from ruleslawyer.language.cost import costly_expressions
from ruleslawyer.language.declarations import declare, declare_zone, make_state, make_zone
from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.findings import failing_readings, restricted
from ruleslawyer.language.inference import infer
from ruleslawyer.language.law import Case, Claim, Event, Law, Policy, Ruling, Zone
from ruleslawyer.language.lints import cyclic_definitions, unread_names, unread_parameters
from ruleslawyer.language.names import Binding, Environment, Reporter, Signature, Symbols, name_fault
from ruleslawyer.language.profiles import resolve_profiles
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.tree import Expression
from ruleslawyer.language.types import BOOL, ERROR, INT, PLAYER, SequenceType
from ruleslawyer.rulebook.diagnostics import Diagnostic, RulebookError, did_you_mean
from ruleslawyer.rulebook.ledger import ledger_faults
from ruleslawyer.rulebook.model import EventDecl, InvariantDecl, Rulebook, TheoremDecl, ZoneDecl
from ruleslawyer.rulebook.nodes import Text

_OF_ABSENCE = ("unknown-", "unread-", "unraised-", "empty-", "missing-", "table-gap", "no-result")
"""Beginnings of the codes of faults that something missing may cause."""

_UNUSED = ("unread-", "unraised-", "uncited-", "cited-and-not-encoded")
"""Beginnings of the codes of faults that an extension cannot be blamed for when they lie in its base."""


def check(rulebook: Rulebook) -> Law:
    """The law that `rulebook` states.

    :raises RulebookError: with every fault, in the order of their places.
    """
    checking = _Checking(rulebook)
    law = checking.law()
    found = [*checking.reporter.diagnostics, *ledger_faults(rulebook)]
    faults = [fault for fault in found if not _of_the_base(fault, rulebook)] or costly_expressions(law)
    if faults:
        raise RulebookError(sorted(faults, key=_place), rulebook.files)
    return law


def _of_the_base(fault: Diagnostic, rulebook: Rulebook) -> bool:
    """Whether a base is to be checked for this fault, and not its extension: that something is not used there."""
    unused = fault.code.startswith(_UNUSED)
    return unused and fault.span is not None and not rulebook.owns(fault.span)


def faults_of(rulebook: Rulebook, structural: list[Diagnostic]) -> list[Diagnostic]:
    """The faults of a rulebook that could be read only in part: `structural` ones, and all others that do not
    come from what is missing."""
    checking = _Checking(rulebook)
    checking.law()
    found = [fault for fault in checking.reporter.diagnostics if not fault.code.startswith(_OF_ABSENCE)]
    return sorted([*structural, *(fault for fault in found if fault not in structural)], key=_place)


def _place(fault: Diagnostic) -> tuple[str, int, int, str]:
    span = fault.span
    return ("", 0, 0, fault.code) if span is None else (span.file, span.line, span.column, fault.code)


class _Checking:
    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.reporter = Reporter()
        self.symbols: Symbols = declare(rulebook, self.reporter)
        self.checker = ExpressionChecker(self.symbols, self.reporter)
        self.zones: dict[str, Zone] = {}

    def law(self) -> Law:
        """The whole law; only to be used when nothing was reported."""
        rulebook, symbols, reporter = self.rulebook, self.symbols, self.reporter
        symbols.cards = make_cards(rulebook, symbols, reporter)
        for zone in rulebook.zones:
            self.zones[zone.name.value] = make_zone(zone, symbols, self.checker, scoped=False)
        total = total_of(rulebook, self.checker)
        state = make_state(rulebook, symbols, self.checker, reporter) | make_accounts(rulebook, symbols, total)
        clauses = ClauseChecker(rulebook, symbols, self.checker, reporter, self._scoped_zone)
        clauses.stray_entries()
        definitions = clauses.definitions()
        events = {event.name.value: self._event(event, clauses) for event in rulebook.events}
        for theorem in rulebook.theorems:
            self._theorem(theorem, events)
        invariants = tuple(self._invariant(invariant) for invariant in rulebook.invariants)
        reporter.clause = None
        self._begins()
        scopes = {
            scope.name.value: self._claims(scope.name.value, scope.ends_with, Environment())
            for scope in rulebook.scopes
        }
        rulings = self._rulings()
        profiles = resolve_profiles(rulebook, symbols, reporter)
        unread_names(rulebook, symbols, reporter)
        unread_parameters(rulebook, symbols, reporter)
        cyclic_definitions(definitions, symbols, reporter)
        return Law(
            rulebook=rulebook,
            name=rulebook.name.value,
            title=rulebook.title,
            version=rulebook.version,
            digest=hashlib.sha256("\0".join(text for _, text in sorted(rulebook.files.items())).encode()).hexdigest(),
            players=rulebook.players,
            begins=rulebook.begins.value,
            enums=symbols.enums,
            kinds=symbols.kinds,
            cards=symbols.cards,
            zones=self.zones,
            state=state,
            total=total,
            treasury=treasury_of(rulebook),
            scopes={"game": (), **scopes},
            rulings=rulings,
            profiles=profiles,
            options=symbols.options,
            events=infer(events),
            definitions=definitions,
            clauses={clause.id.value: clause for clause in rulebook.clauses},
            invariants=invariants,
        )

    def _scoped_zone(self, zone: ZoneDecl) -> None:
        known = self.zones.get(zone.name.value)
        if known is None:
            declare_zone(zone, self.symbols, self.reporter)
            self.zones[zone.name.value] = make_zone(zone, self.symbols, self.checker, scoped=True)
            del self.symbols.zones[zone.name.value]
        elif not known.scoped or self.symbols.zone_holds[zone.name.value] != known.holds or known.order != zone.order:
            message = f"`{zone.name.value}` is another zone elsewhere"
            self.reporter.report("duplicate-name", message, zone.name.span, "rename one")

    def _begins(self) -> None:
        name = self.rulebook.begins
        signature = self.symbols.events.get(name.value)
        if signature is None:
            hint = did_you_mean(name.value, self.symbols.events)
            self.reporter.report("unknown-event", f"no event is called `{name.value}`", name.span, hint)
        elif signature.parameters:
            self.reporter.report("wrong-arity", "the event that begins a game has no arguments", name.span)

    # -- events -----------------------------------------------------------------------------------------------------

    def _event(self, declared: EventDecl, clauses: ClauseChecker) -> Event:
        name = declared.name.value
        signature = self.symbols.events[name]
        menu = declared.policy.value == "menu"
        rules = () if menu else clauses.rules_at(name)
        options = clauses.options_at(name) if menu else ()
        self.reporter.clause = None
        if not rules and not options:
            hint = f"write a clause with `at: {name}`, or delete the event"
            self.reporter.report("empty-event", f"no clause says what happens at `{name}`", declared.name.span, hint)
        environment = self._contract_environment(signature)
        by = self._by(declared, environment, menu)
        order = None
        if declared.order is not None and declared.order.value != "seats":
            order = self.checker.check(declared.order, environment, SequenceType(PLAYER))
        elif declared.order is not None:
            order = self.checker.check(Text("players()", declared.order.span, plain=False), environment)
        old = Environment(environment, old=True)
        if signature.gives is not None:
            old.bind(Binding("result", signature.gives, declared.name.span, "parameter"))
        event = Event(
            name=name,
            parameters=signature.parameters,
            policy=cast(Policy, declared.policy.value),
            by=by,
            order=order,
            gives=signature.gives,
            requires=self._claims(f"{name}.requires", declared.requires, environment),
            ensures=self._claims(f"{name}.ensures", declared.ensures, old),
            always=self._claims(f"{name}.always", declared.always, old),
            measure=tuple(self.checker.check(text, environment, INT) for text in declared.measure),
            rules=self._ordered(declared, rules, clauses),
            options=options,
            may_end=frozenset(),
            returns=True,
        )
        self._note_read(signature, environment)
        return event

    def _by(self, declared: EventDecl, environment: Environment, menu: bool) -> Expression | None:
        if menu == (declared.by is not None):
            return None if declared.by is None else self.checker.check(declared.by, environment, PLAYER)
        message = "a menu says who chooses" if menu else "only a menu has a chooser"
        span = declared.name.span if declared.by is None else declared.by.span
        self.reporter.report("wrong-policy", message, span, "write `by: player`" if menu else "delete `by`")
        return None

    def _contract_environment(self, signature: Signature) -> Environment:
        environment = Environment()
        for parameter in signature.parameters:
            environment.bind(Binding(parameter.name, parameter.type, signature.name.span, "parameter"))
        return environment

    def _note_read(self, signature: Signature, environment: Environment) -> None:
        signature.read_parameters |= {binding.name for binding in environment.own() if binding.read}

    def _claims(self, prefix: str, texts: tuple[Text, ...], environment: Environment) -> tuple[Claim, ...]:
        return tuple(
            Claim(f"{prefix}.{number}", text.value, text.value, self.checker.condition(text, environment))
            for number, text in enumerate(texts, start=1)
        )

    def _ordered(self, declared: EventDecl, rules: tuple[Case, ...], clauses: ClauseChecker) -> tuple[Case, ...]:
        """For `each`: the rules in the one order that `after` allows; for `one` as they come."""
        by_id = {case.id: case for case in rules}
        edges: dict[str, set[str]] = {case.id: set() for case in rules}
        for case in rules:
            for target in clauses.order_edges.get(case.id, ()):
                self.reporter.clause = case.id
                if declared.policy.value != "each":
                    self.reporter.report(
                        "wrong-policy", "`after` is for events of policy `each`", target.span, "delete it"
                    )
                elif target.value not in by_id:
                    hint = did_you_mean(target.value, by_id)
                    self.reporter.report("after-nothing", f"no rule `{target.value}` at this event", target.span, hint)
                else:
                    edges[case.id].add(target.value)
        self.reporter.clause = None
        if declared.policy.value != "each":
            return rules
        sorter = TopologicalSorter(edges)
        try:
            sorter.prepare()
        except CycleError as error:
            chain = " -> ".join(error.args[1])
            self.reporter.report("cyclic-edges", f"these rules come after each other: {chain}", declared.name.span)
            return rules
        ordered: list[Case] = []
        while sorter.is_active():
            ready = sorter.get_ready()
            if len(ready) > 1:
                message = f"nothing says which comes first at `{declared.name.value}`: {', '.join(sorted(ready))}"
                self.reporter.report("undeclared-tie", message, declared.name.span, "write `after: ID` in one of them")
            ordered += [by_id[one] for one in sorted(ready)]
            sorter.done(*ready)
        return tuple(ordered)

    # -- claims and rulings -----------------------------------------------------------------------------------------

    def _theorem(self, theorem: TheoremDecl, events: dict[str, Event]) -> None:
        self.reporter.clause = theorem.id.value
        signature = self.symbols.events.get(theorem.event.value)
        if signature is None or theorem.event.value not in events:
            hint = did_you_mean(theorem.event.value, self.symbols.events)
            self.reporter.report(
                "unknown-event", f"no event is called `{theorem.event.value}`", theorem.event.span, hint
            )
            return
        environment = self._contract_environment(signature)
        inner = Environment(environment, old=theorem.when != "requires")
        if signature.gives is not None and theorem.when == "ensures":
            inner.bind(Binding("result", signature.gives, theorem.event.span, "parameter"))
        ranges = Environment(environment)
        over = self._ranges(theorem.over, ranges)
        for binding in ranges.own():
            inner.bind(binding)
        holds = self.checker.condition(theorem.claim, inner)
        self._check_ranges_read(ranges)
        fails_under = failing_readings(theorem, self.symbols, self.reporter)
        claim = Claim(theorem.id.value, theorem.title, theorem.says, holds, over)
        claim = restricted(claim, fails_under, self.symbols.rulings)
        self._note_read(signature, environment)
        event = events[theorem.event.value]
        if theorem.when == "requires":
            events[event.name] = replace(event, requires=(*event.requires, claim))
        elif theorem.when == "ensures":
            events[event.name] = replace(event, ensures=(*event.ensures, claim))
        else:
            events[event.name] = replace(event, always=(*event.always, claim))

    def _invariant(self, invariant: InvariantDecl) -> Claim:
        self.reporter.clause = invariant.id.value
        environment = Environment()
        over = self._ranges(invariant.over, environment)
        holds = self.checker.check(invariant.holds, environment, BOOL)
        self._check_ranges_read(environment)
        return Claim(invariant.id.value, invariant.title, invariant.says, holds, over)

    def _ranges(
        self, written: tuple[tuple[Text, Text], ...], environment: Environment
    ) -> tuple[tuple[str, Expression], ...]:
        """What a claim ranges over; the names are bound in the environment."""
        over = []
        for name, text in written:
            if name_fault(name.value) is not None:
                self.reporter.report("bad-name", f"`{name.value}`: {name_fault(name.value)}", name.span)
            domain = self.checker.check(text, environment)
            environment.bind(Binding(name.value, element_of(domain.type) or ERROR, name.span, "variable"))
            over.append((name.value, domain))
        return tuple(over)

    def _check_ranges_read(self, ranges: Environment) -> None:
        for binding in ranges.own():
            if not binding.read:
                self.reporter.report("unread-name", f"nothing reads `{binding.name}`", binding.span, "delete it")

    def _rulings(self) -> dict[str, Ruling]:
        made = {}
        for ruling in self.rulebook.rulings:
            used = set(self.symbols.used)
            matters = None
            if ruling.matters_when is not None:
                matters = self.checker.condition(ruling.matters_when, Environment())
                self.symbols.used = used
            kind = self.symbols.rulings[ruling.name.value]
            made[ruling.name.value] = Ruling(ruling.name.value, ruling.asks, kind, matters)
        return made
