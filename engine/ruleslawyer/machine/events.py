"""Events made ready: which entry answers when one is raised, and what a menu offers."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslawyer.language.analysis import with_exceptions
from ruleslawyer.language.law import Case, Event, MenuOption
from ruleslawyer.language.relations import element_of
from ruleslawyer.language.tree import Expression
from ruleslawyer.language.types import Type
from ruleslawyer.machine.backend import Backend, Evaluate, Locals, ScopedZones
from ruleslawyer.machine.faults import ObligationBroken
from ruleslawyer.machine.position import Position
from ruleslawyer.machine.values import Value, bounds_of, in_order, within
from ruleslawyer.machine.zones import Content

Domains = tuple[tuple[str, Type, Evaluate], ...]
"""Names to choose, each with the type of its values and the collection of them."""
NO_ZONES: ScopedZones = {}


class ReadyEvent:
    """An event with its rules or options made ready by a back-end."""

    def __init__(self, event: Event, backend: Backend) -> None:
        self.name = event.name
        self.policy = event.policy
        self.parameters = tuple(parameter.name for parameter in event.parameters)
        self.owned = tuple(parameter.name for parameter in event.parameters if parameter.own)
        self.bounded = [
            (one.name, *bounds_of(one.type)) for one in event.parameters if bounds_of(one.type) != (None, None)
        ]
        self.may_end = bool(event.may_end)
        self.gives = event.gives is not None
        self.by = None if event.by is None else backend.expression(event.by)
        self.rules = event.rules
        self.options = [ReadyOption(option, self.parameters, backend) for option in event.options]
        self.deciding = backend.deciding(event.rules, self.parameters)
        self.only = backend.always(event.rules)
        self.conditions = [
            backend.deciding((rule,), self.parameters) for rule in event.rules if not backend.never(rule)
        ]
        self.may_be_idle = event.policy == "each" and event.order is None and not self.owned

    def check_bounds(self, locals_: Locals) -> None:
        """The arguments lie in their declared bounds."""
        for name, low, high in self.bounded:
            within(locals_[name], low, high, f"`{name}` of `{self.name}`")

    def is_idle(self, position: Position, locals_: Locals) -> bool:
        """Whether nothing comes of an event that may be idle: as long as no rule runs, no condition changes."""
        return not any(applies(position, locals_) for applies in self.conditions)

    def entry_for(self, position: Position, locals_: Locals) -> str:
        """The entry that runs when the event is raised: the one rule that applies, or the event's own list of rules."""
        if self.policy == "each":
            return own_entry(self.name)
        if self.only is not None:
            return self.only
        found = self.deciding(position, locals_)
        if len(found) != 1:
            self._check_single(found)
        return found[0].id

    def _check_single(self, found: list[Case]) -> None:
        if not found:
            raise ObligationBroken("gap", f"no rule at `{self.name}` applies")
        if all(case.do == found[0].do for case in found):
            return
        ids = {case.id for case in found}
        listed = ", ".join(case.id for case in found)
        if any(ids <= {case.id for case in with_exceptions(rule)} for rule in self.rules):
            message = f"several exceptions apply, with different outcomes: {listed}"
            raise ObligationBroken("conflict", message, found[0].id)
        raise ObligationBroken("overlap", f"several rules at `{self.name}` apply: {listed}", found[0].id)

    def choices(self, position: Position, locals_: dict[str, Value], limit: int) -> dict[Value, Case]:
        """The menu: every legal value with the case that it runs, in the order declared."""
        found: dict[Value, Case] = {}
        for option in self.options:
            for arguments, case in option.choices(position, locals_):
                found[option.name, arguments] = case
                if len(found) > limit:
                    raise TooManyChoices
        return found


class TooManyChoices(Exception):
    """Internal: an enumeration went past the machine's limit."""


class ReadyOption:
    """An option of a menu made ready."""

    def __init__(self, option: MenuOption, parameters: tuple[str, ...], backend: Backend) -> None:
        self.name = option.name
        self.domains: Domains = ready_domains(option.parameters, backend)
        self.names = tuple(name for name, _ in option.parameters)
        self.deciding = backend.deciding((option.case,), (*parameters, *self.names))

    def choices(self, position: Position, locals_: dict[str, Value]) -> Iterator[tuple[tuple[Value, ...], Case]]:
        """The values of its parameters for which it applies, with the case that then decides."""
        for arguments in tuples(self.domains, position, locals_, NO_ZONES):
            found = self.deciding(position, {**locals_, **dict(zip(self.names, arguments, strict=True))})
            if found:
                yield arguments, agreeing(found)


def agreeing(found: list[Case]) -> Case:
    """The first of the deciding cases, all of which must do the same."""
    for other in found[1:]:
        if other.do != found[0].do:
            message = f"{found[0].id} and {other.id} both apply, with different outcomes"
            raise ObligationBroken("conflict", message, found[0].id)
    return found[0]


def ready_domains(names: tuple[tuple[str, Expression], ...], backend: Backend) -> Domains:
    """The domains of a choice made ready."""
    return tuple((name, element_type(domain.type), backend.expression(domain)) for name, domain in names)


def element_type(collection: Type) -> Type:
    """The type of a set's, a sequence's or a zone's elements."""
    element = element_of(collection)
    assert element is not None
    return element


def tuples(
    domains: Domains, position: Position, locals_: dict[str, Value], zones: ScopedZones
) -> Iterator[tuple[Value, ...]]:
    """Every way to choose, left to right; a domain may depend on the names before it."""
    if not domains:
        yield ()
        return
    name, element, domain = domains[0]
    collection = domain(position, locals_, zones)
    listed = collection.listed() if isinstance(collection, Content) else in_order(collection, element)
    if len(domains) == 1:
        yield from ((value,) for value in listed)
        return
    for value in listed:
        for rest in tuples(domains[1:], position, {**locals_, name: value}, zones):
            yield (value, *rest)


def own_entry(event: str) -> str:
    """The id of the entry that runs an `each` event's rules; no clause can have it."""
    return f"@{event}"
