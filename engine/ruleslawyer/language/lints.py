"""Names that nothing reads, events that nothing raises, definitions that need themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ruleslawyer.language.analysis import calls, expressions_of
from ruleslawyer.language.law import Definition
from ruleslawyer.language.names import Reporter, Symbols
from ruleslawyer.rulebook.model import Rulebook
from ruleslawyer.rulebook.nodes import Text


def unread_names(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> None:
    """Report every declared name that nothing reads."""
    families: list[tuple[str, str, Iterable[Text]]] = [
        ("type", "enum", (name for name, _ in rulebook.types)),
        ("zone", "zone", (zone.name for zone in rulebook.zones)),
        ("state", "state", (state.name for state in rulebook.state)),
        ("account", "state", symbols.accounts.values()),
        ("ruling", "ruling", (ruling.name for ruling in rulebook.rulings)),
        ("option", "option", (name for name, _ in rulebook.options)),
        ("scope", "scope", (scope.name for scope in rulebook.scopes)),
        ("level", "level", rulebook.levels),
        ("definition", "definition", (signature.name for signature in symbols.definitions.values())),
        ("field", "field", (field for _, fields in rulebook.kinds for field, _ in fields)),
    ]
    for what, family, names in families:
        for name in names:
            if (family, name.value) not in symbols.used:
                hint = "delete it, or write the clause that needs it"
                reporter.report(f"unread-{what}", f"nothing reads the {what} `{name.value}`", name.span, hint)
    for event in rulebook.events:
        if event.name.value != rulebook.begins.value and ("event", event.name.value) not in symbols.used:
            hint = "raise it, or delete it and its clauses"
            reporter.report("unraised-event", f"nothing raises the event `{event.name.value}`", event.name.span, hint)


def unread_parameters(rulebook: Rulebook, symbols: Symbols, reporter: Reporter) -> None:
    """Report parameters of definitions and events that no clause about them reads."""
    written: dict[str, list[Text]] = {}
    for event in rulebook.events:
        written[event.name.value] = [name for name, _ in event.arguments]
    for clause in rulebook.clauses:
        for entry in clause.entries:
            if entry.gives is not None or entry.combine is not None:
                written[entry.head[0].value] = [name for name, _ in entry.parameters]
    for signature in [*symbols.definitions.values(), *symbols.events.values()]:
        for name in written.get(signature.name.value, []):
            if name.value not in signature.read_parameters:
                message = f"nothing reads the parameter `{name.value}` of `{signature.name.value}`"
                reporter.report("unread-parameter", message, name.span, "delete it here and where it is given")


def cyclic_definitions(definitions: Mapping[str, Definition], symbols: Symbols, reporter: Reporter) -> None:
    """Report each cycle of definitions once: a definition may not need itself."""
    needs = {name: sorted(calls(*expressions_of(definition))) for name, definition in definitions.items()}
    reported: set[frozenset[str]] = set()
    for start in needs:
        cycle = _cycle(start, needs)
        if cycle is None or frozenset(cycle) in reported:
            continue
        reported.add(frozenset(cycle))
        chain = " -> ".join([*cycle, cycle[0]])
        name = symbols.definitions[cycle[0]].name
        reporter.report(
            "cyclic-definition", f"this definition needs itself: {chain}", name.span, "there is no recursion"
        )


def _cycle(start: str, needs: Mapping[str, list[str]]) -> list[str] | None:
    """A path from `start` back to itself, or None."""
    pending: list[list[str]] = [[start]]
    seen: set[str] = set()
    while pending:
        path = pending.pop()
        for name in needs.get(path[-1], []):
            if name == start:
                return path
            if name not in seen:
                seen.add(name)
                pending.append([*path, name])
    return None
