"""Clause entries: what each is about, its conditions and its body, and the edges between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ruleslawyer.language.expressions import ExpressionChecker
from ruleslawyer.language.law import Case, Combination, Definition, MenuOption, Undercut
from ruleslawyer.language.names import Binding, Environment, Reporter, Signature, Symbols
from ruleslawyer.language.narrowing import narrow
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.statements import StatementChecker
from ruleslawyer.language.tables import table_cases
from ruleslawyer.language.tree import Block, Expression
from ruleslawyer.language.types import ERROR, PLAYER, BoolType, IntType, SetType, Type
from ruleslawyer.rulebook.diagnostics import did_you_mean
from ruleslawyer.rulebook.model import Entry, EntryKind, Rulebook, ZoneDecl
from ruleslawyer.rulebook.nodes import Text

_DEFINES = (EntryKind.DEFINITION, EntryKind.TABLE)
_EDGES = (EntryKind.EXCEPTION, EntryKind.UNDERCUT, EntryKind.CONTRIBUTION)
_COMBINES: dict[str, Callable[[Type], bool]] = {
    "union": lambda kind: isinstance(kind, SetType),
    "sum": lambda kind: isinstance(kind, IntType),
    "max": lambda kind: isinstance(kind, IntType) and kind.low is not None,
    "all": lambda kind: isinstance(kind, BoolType),
    "any": lambda kind: isinstance(kind, BoolType),
}


@dataclass(frozen=True)
class Subject:
    """What an entry decides: a definition, or what happens at an event (in one of its options)."""

    signature: Signature
    is_event: bool
    option: Entry | None = None


class ClauseChecker:
    """Checks all entries of a rulebook and links them."""

    def __init__(
        self,
        rulebook: Rulebook,
        symbols: Symbols,
        checker: ExpressionChecker,
        reporter: Reporter,
        scoped_zone: Callable[[ZoneDecl], None],
    ) -> None:
        self._symbols = symbols
        self._checker = checker
        self._reporter = reporter
        self._scoped_zone = scoped_zone
        self._levels = {level.value: number for number, level in enumerate(rulebook.levels, start=1)}
        self._entries: dict[str, Entry] = {}
        self._level_of: dict[str, int] = {}
        self._parts: dict[str, list[str]] = {}
        self._index(rulebook)
        self._edges: dict[EntryKind, dict[str, list[Entry]]] = {kind: {} for kind in _EDGES}
        self._link()
        self._cases: dict[str, Case] = {}
        self._undercuts: dict[str, Undercut] = {}
        self.order_edges: dict[str, tuple[Text, ...]] = {}

    def _index(self, rulebook: Rulebook) -> None:
        for clause in rulebook.clauses:
            level = 0
            if clause.level is not None:
                level = self._levels.get(clause.level.value, 0)
                if not level:
                    hint = did_you_mean(clause.level.value, self._levels)
                    self._reporter.clause = clause.id.value
                    self._reporter.report(
                        "unknown-level", f"`{clause.level.value}` is no level", clause.level.span, hint
                    )
                self._symbols.use("level", clause.level.value)
            for entry in clause.entries:
                self._entries.setdefault(entry.id, entry)
                self._level_of[entry.id] = level
                self._parts.setdefault(entry.clause, []).append(entry.id)

    def _link(self) -> None:
        for entry in self._entries.values():
            if entry.kind not in _EDGES:
                continue
            self._reporter.clause = entry.id
            for target in entry.head:
                found = self._find(target, entry)
                if found is not None:
                    self._edges[entry.kind].setdefault(found.id, []).append(entry)

    def _find(self, target: Text, entry: Entry) -> Entry | None:
        found = self._entries.get(target.value)
        if found is not None:
            return found
        parts = self._parts.get(target.value, [])
        hint = did_you_mean(target.value, [*self._entries])
        if parts:
            hint = f"that clause has parts: name one of {', '.join(parts)}"
        code = f"{entry.kind.value.replace('_', '-')}-nothing"
        self._reporter.report(code, f"there is no clause `{target.value}`", target.span, hint)
        return None

    # -- subjects ---------------------------------------------------------------------------------------------------

    def subject(self, entry: Entry, seen: tuple[str, ...] = ()) -> Subject | None:
        """What `entry` is about, found along its edges; None when that cannot be said (and was reported)."""
        if entry.id in seen:
            chain = " -> ".join([*seen[seen.index(entry.id) :], entry.id])
            self._reporter.report("cyclic-edges", f"these clauses override or disable each other: {chain}", entry.span)
            return None
        if entry.kind in _DEFINES:
            return Subject(self._symbols.definitions[entry.head[0].value], False)
        if entry.kind in (EntryKind.RULE, EntryKind.OPTION):
            signature = self._symbols.events.get(entry.head[0].value)
            if signature is None:
                return None
            return Subject(signature, True, entry if entry.kind is EntryKind.OPTION else None)
        for target in entry.head:
            base = self._entries.get(target.value)
            if base is not None:
                return self.subject(base, (*seen, entry.id))
        return None

    def environment(self, subject: Subject) -> Environment:
        """The parameters that the entries about `subject` may read."""
        environment = Environment()
        for parameter in subject.signature.parameters:
            environment.bind(Binding(parameter.name, parameter.type, subject.signature.name.span, "parameter"))
        if subject.signature.ordered:
            environment.bind(Binding("seat", PLAYER, subject.signature.name.span, "parameter"))
        if subject.option is not None:
            for name, text in subject.option.parameters:
                domain = self._checker.check(text, environment)
                element = element_of(domain.type) or ERROR
                environment.bind(Binding(name.value, element, name.span, "choice"))
        return environment

    # -- cases ------------------------------------------------------------------------------------------------------

    def case(self, entry: Entry) -> Case | None:
        """The checked case of an entry, with its exceptions and undercuts; None when it is not one."""
        if entry.id in self._cases:
            return self._cases[entry.id]
        self._reporter.clause = entry.id
        subject = self.subject(entry)
        if subject is None:
            return None
        if not self._shape(entry, subject):
            return None
        environment = self.environment(subject)
        when, value, do = self._body(entry, subject, environment)
        for binding in environment.own():
            if binding.read:
                subject.signature.read_parameters.add(binding.name)
        children = self._edges[EntryKind.EXCEPTION].get(entry.id, [])
        made = Case(
            id=entry.id,
            clause=entry.clause,
            when=when,
            value=value,
            do=do,
            exceptions=tuple(case for child in children if (case := self._exception(child, entry)) is not None),
            disabled_by=self._undercuts_of(entry),
            level=self._level_of[entry.id],
        )
        self._cases[entry.id] = made
        return made

    def _exception(self, entry: Entry, base: Entry) -> Case | None:
        subject, other = self.subject(entry), self.subject(base)
        if subject is not None and other is not None and subject.signature is not other.signature:
            self._reporter.clause = entry.id
            message = f"`{base.id}` is about `{other.signature.name.value}`, not `{subject.signature.name.value}`"
            self._reporter.report("mixed-bases", message, entry.head[0].span, "write one exception for each")
            return None
        return self.case(entry)

    def _body(
        self, entry: Entry, subject: Subject, environment: Environment
    ) -> tuple[Expression | None, Expression | None, Block]:
        when = None if entry.when is None else self._checker.condition(entry.when, environment)
        inner = environment.child()
        if when is not None:
            narrow(inner, when, True, self._symbols)
        value = None
        if entry.value is not None:
            value = self._checker.check(entry.value, inner, subject.signature.gives if not subject.is_event else None)
        statements = StatementChecker(
            self._checker, self._scoped_zone, subject.signature.gives if subject.is_event else None
        )
        return when, value, statements.block(entry.do, inner)

    def _shape(self, entry: Entry, subject: Subject) -> bool:
        """`is` for what is named, `do` for what happens."""
        if entry.kind is EntryKind.DEFINITION and entry.combine is not None:
            return True
        if subject.is_event and (entry.do is None or entry.value is not None):
            hint = "write `do:` and below it the statements"
            self._reporter.report("wrong-body", "an event's clause says what happens", entry.span, hint)
            return False
        if not subject.is_event and entry.kind is not EntryKind.TABLE and (entry.value is None or entry.do is not None):
            self._reporter.report(
                "wrong-body", "a definition's clause says what it is", entry.span, "write `is: expression`"
            )
            return False
        return True

    def _undercuts_of(self, entry: Entry) -> tuple[Undercut, ...]:
        found = (self._undercut(one) for one in self._edges[EntryKind.UNDERCUT].get(entry.id, []))
        return tuple(one for one in found if one is not None)

    def _undercut(self, entry: Entry) -> Undercut | None:
        if entry.id in self._undercuts:
            return self._undercuts[entry.id]
        self._reporter.clause = entry.id
        subject = self.subject(entry)
        if subject is None:
            return None
        environment = self.environment(subject)
        when = None if entry.when is None else self._checker.condition(entry.when, environment)
        for binding in environment.own():
            if binding.read:
                subject.signature.read_parameters.add(binding.name)
        made = Undercut(id=entry.id, clause=entry.clause, when=when, disabled_by=self._undercuts_of(entry))
        self._undercuts[entry.id] = made
        return made

    # -- families ---------------------------------------------------------------------------------------------------

    def definitions(self) -> dict[str, Definition]:
        """Every definition with its cases."""
        made: dict[str, Definition] = {}
        for entry in self._entries.values():
            if entry.kind not in _DEFINES or entry.head[0].value in made:
                continue
            self._reporter.clause = entry.id
            name = entry.head[0].value
            signature = self._symbols.definitions[name]
            cases, combine = self._definition_cases(entry, signature)
            made[name] = Definition(
                name=name,
                clause=entry.clause,
                parameters=signature.parameters,
                gives=signature.gives or ERROR,
                combine=combine,
                cases=cases,
                table=entry.kind is EntryKind.TABLE,
            )
        return made

    def _definition_cases(self, entry: Entry, signature: Signature) -> tuple[tuple[Case, ...], Combination | None]:
        if entry.kind is EntryKind.TABLE:
            environment = self.environment(Subject(signature, False))
            cases = table_cases(entry, signature, environment, self._checker, self._undercuts_of(entry))
            signature.read_parameters |= {binding.name for binding in environment.own() if binding.read}
            return cases, None
        contributors = self._edges[EntryKind.CONTRIBUTION].get(entry.id, [])
        if entry.combine is None:
            for contributor in contributors:
                self._reporter.clause = contributor.id
                hint = "give it `combine:`, or write an exception with `overrides:`"
                self._reporter.report(
                    "not-collecting", f"`{entry.id}` collects nothing", contributor.head[0].span, hint
                )
            case = self.case(entry)
            return (() if case is None else (case,)), None
        suits = _COMBINES.get(entry.combine.value)
        if suits is None:
            hint = did_you_mean(entry.combine.value, _COMBINES)
            self._reporter.report("bad-word", f"`combine: {entry.combine.value}`", entry.combine.span, hint)
        elif not suits(signature.gives or ERROR):
            message = f"{signature.gives} has no {entry.combine.value}"
            self._reporter.report("wrong-type", message, entry.combine.span, f"one of {', '.join(_COMBINES)}")
        found = tuple(case for one in contributors if (case := self.case(one)) is not None)
        return found, cast(Combination, entry.combine.value)

    def rules_at(self, event: str) -> tuple[Case, ...]:
        """The rules of an event, in the order of their ids' declaration."""
        made = []
        for entry in self._entries.values():
            if entry.kind is EntryKind.RULE and entry.head[0].value == event:
                self.order_edges[entry.id] = entry.after
                case = self.case(entry)
                if case is not None:
                    made.append(case)
        return tuple(made)

    def options_at(self, event: str) -> tuple[MenuOption, ...]:
        """The options of a menu."""
        made: list[MenuOption] = []
        for entry in self._entries.values():
            if entry.kind is not EntryKind.OPTION or entry.head[0].value != event or entry.option is None:
                continue
            case = self.case(entry)
            if any(one.name == entry.option.value for one in made):
                self._reporter.clause = entry.id
                message = f"`{event}` already has an option `{entry.option.value}`"
                self._reporter.report("duplicate-name", message, entry.option.span, "rename one, or write an exception")
            if case is not None:
                made.append(MenuOption(name=entry.option.value, parameters=self._choices(entry), case=case))
        return tuple(made)

    def _choices(self, entry: Entry) -> tuple[tuple[str, Expression], ...]:
        environment = Environment()
        signature = self._symbols.events[entry.head[0].value]
        for parameter in signature.parameters:
            environment.bind(Binding(parameter.name, parameter.type, signature.name.span, "parameter"))
        made = []
        for name, text in entry.parameters:
            domain = self._checker.check(text, environment)
            element = element_of(domain.type)
            if element is None:
                self._reporter.report("wrong-type", f"this is {domain.type}, a set is due", domain.span)
                continue
            environment.bind(Binding(name.value, element, name.span, "choice"))
            made.append((name.value, domain))
        signature.read_parameters |= {binding.name for binding in environment.own() if binding.read}
        return tuple(made)

    def stray_entries(self) -> None:
        """Report rules and options at events that do not exist or of the wrong policy, and edges in a circle."""
        for entry in self._entries.values():
            self._reporter.clause = entry.id
            if entry.kind in _EDGES:
                self.subject(entry)
            if entry.kind not in (EntryKind.RULE, EntryKind.OPTION):
                continue
            name = entry.head[0]
            signature = self._symbols.events.get(name.value)
            if signature is None:
                hint = did_you_mean(name.value, self._symbols.events)
                self._reporter.report("unknown-event", f"no event is called `{name.value}`", name.span, hint)
            elif (signature.policy == "menu") != (entry.kind is EntryKind.OPTION):
                hint = "give it `option: name`" if signature.policy == "menu" else "delete `option`"
                message = f"`{name.value}` is {'a' if signature.policy == 'menu' else 'no'} menu"
                self._reporter.report("wrong-policy", message, name.span, hint)
        self._reporter.clause = None

    def entries(self) -> dict[str, Entry]:
        """Every entry by id."""
        return self._entries
