"""How features collide, as a matrix with a legend, as the details of two of them, and as data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from ruleslawyer.features.relations import Clash, Interactions, Relation, Standing
from ruleslawyer.scenario.write import plain_file, to_yaml

if TYPE_CHECKING:
    from ruleslawyer.language.law import Law

SHOWN: Mapping[Standing, tuple[str, str, str]] = {
    Standing.IMPOSSIBLE: ("-", "dim", "never so held, and nothing else with them"),
    Standing.INDEPENDENT: (
        ".",
        "dim",
        "independent: they decide nothing in common, and nothing that the other reads",
    ),
    Standing.MEET: ("m", "", "independent: what one decides the other decides or reads, and they never disagree"),
    Standing.COMBINED: ("+", "", "independent: both add to one collecting definition"),
    Standing.ORDERED: ("o", "cyan", "ordered: both can apply, and a named edge decides"),
    Standing.UNPROVED: ("?", "yellow", "unproved: no answer within the time"),
    Standing.CONFLICT: ("X", "bold red", "conflict: both can apply, disagree, and no edge decides"),
}
"""Mark, style and meaning of each verdict."""


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Two or three letters for each name, all different."""
    found: dict[str, str] = {}
    for name in names:
        words = [word for word in re.split(r"[^a-zA-Z0-9]+", name) if word] or [name]
        initials = "".join(word[0] for word in words)
        tries = [initials[:2]] if len(words) > 1 else []
        tries += [name[0] + other for other in name[1:] if other.isalnum()]
        tries += [f"{name[0]}{number}" for number in range(10)]
        numbered = (f"{number:02}" for number in count())
        codes = (code.capitalize() for code in tries if len(code) == 2)
        used = set(found.values())
        found[name] = next((code for code in codes if code not in used), None) or next(
            code for code in numbered if code not in used
        )
    return found


def print_interactions(law: Law, found: Interactions) -> None:
    """The matrix: above the diagonal one player has both, below it two players have one each."""
    from rich.text import Text

    from ruleslawyer.report.console import console, show

    terminal = console()
    names = short_names(found.features)
    relations = {(one.one, one.other, one.together): one for one in found.pairs}
    alone = {one.one: one for one in found.alone}
    width = max(len(name) for name in found.features) + 4
    head = Text(" " * width + " ".join(names.values()) + "  base", style="bold")
    show(terminal, head)
    for row, one in enumerate(found.features):
        line = Text(f"{one:{width - 3}}{names[one]} ")
        for column, other in enumerate(found.features):
            if row == column:
                line.append(r"\  ", style="dim")
                continue
            key = (one, other, True) if row < column else (other, one, False)
            mark, style, _ = SHOWN[relations[key].standing]
            line.append(f"{mark}  ", style=style)
        mark, style, _ = SHOWN[alone[one].standing]
        line.append(f" {mark}", style=style)
        show(terminal, line)
    terminal.print()
    show(
        terminal, Text(r"above the \ one player has both, below it two players have one each; base: with nothing else")
    )
    shown = {one.standing for one in (*found.pairs, *found.alone)}
    for standing, (mark, _, meaning) in SHOWN.items():
        if standing in shown:
            show(terminal, Text(f"  {mark}  {meaning}"))
    for text in _listed(found):
        show(terminal, Text(text))
    for heading, clashes in (("without any feature", found.base), ("with three or more features", found.wider)):
        for clash in clashes:
            show(terminal, Text(f"\n{heading}: {clash}" + (" (no answer in time)" if clash.answer != "sat" else "")))
    for text in found.unencoded:
        show(terminal, Text(f"\nnot encoded: {text}"))
    for relation in (*found.alone, *found.pairs):
        if relation.clashes:
            terminal.print()
            print_relation(law, found, relation)
    terminal.print()
    show(terminal, Text(summary(found)))


def _listed(found: Interactions) -> Iterator[str]:
    """Every ordered pair with its edges, and what pairs combine in."""
    ordered = [one for one in found.pairs if one.standing is Standing.ORDERED]
    if ordered:
        yield "\nordered:"
    for two in dict.fromkeys((one.one, one.other) for one in ordered):
        ways = [one for one in ordered if (one.one, one.other) == two]
        how = "" if len(ways) == 2 else f" ({_where(ways[0])})"
        edges = sorted({str(edge) for one in ways for edge in one.edges})
        yield f"  {two[0]} and {two[1]}{how}: {', '.join(edges)}"


def summary(found: Interactions) -> str:
    """One line of numbers."""
    standings = [one.standing for one in found.pairs]
    counts = {standing: standings.count(standing) for standing in Standing if standing in standings}
    listed = ", ".join(f"{number} {standing.value}" for standing, number in counts.items())
    return (
        f"{len(found.features)} features of {found.type}, {len(found.pairs)} cases of two: {listed}. "
        f"{found.proved} obligations hold whatever players have; {found.queries} questions in {found.seconds:.1f} s."
    )


def print_relation(law: Law, found: Interactions, relation: Relation) -> None:
    """Everything known of two features, or of one."""
    from rich.text import Text

    from ruleslawyer.report.console import console, show

    terminal = console()
    for line in _details(law, found, relation):
        show(terminal, Text(line))
    for clash in relation.clashes:
        if clash.scenario is not None:
            show(terminal, Text("  the machine plays into it:"))
            show(terminal, Text("".join(f"    {line}\n" for line in to_yaml([clash.scenario]).splitlines())))


def _details(law: Law, found: Interactions, relation: Relation) -> Iterator[str]:
    titles = {one.id: clause.title for clause in law.rulebook.clauses for one in clause.entries}
    if relation.other:
        yield f"{relation.one} and {relation.other}, {_where(relation)}: {relation.standing.value}"
    else:
        yield f"{relation.one} alone: {relation.standing.value}"
    for edge in relation.edges:
        yield f"  {edge} (at `{edge.point}`): {titles.get(edge.by, '')}"
    if relation.combined:
        yield f"  both add to {_names(relation.combined)}"
    if relation.meets:
        yield f"  they meet at {_names(relation.meets)}"
    for clash in relation.clashes:
        yield from _clash_lines(clash)


def _clash_lines(clash: Clash) -> Iterator[str]:
    if clash.answer != "sat":
        yield f"  no answer in time: {clash}"
        return
    yield f"  {clash}"
    held = ", ".join(f"{seat} has {feature}" for feature, seat in clash.holders.items())
    given = ", ".join(f"{name} = {value}" for name, value in clash.parameters.items())
    options = ", ".join(f"{name} = {value}" for name, value in clash.options.items())
    where = "; ".join(part for part in (f"{clash.players} players", held, given, options) if part)
    yield f"    for example with {where}"
    yield f"    {clash.message or 'no game that plays into it was found'}"


def _where(relation: Relation) -> str:
    return "held by one player" if relation.together else "held by two players"


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# -- data -------------------------------------------------------------------------------------------------------------


def interactions_data(law: Law, found: Interactions) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "rulebook": law.name,
        "version": law.version,
        "digest": law.digest,
        "holds": found.holds,
        "type": found.type,
        "definition": found.definition,
        "features": {one: list(found.entries[one]) for one in found.features},
        "pairs": [relation_data(one) for one in found.pairs],
        "alone": [relation_data(one) for one in found.alone],
        "base": [_clash_data(one) for one in found.base],
        "wider": [_clash_data(one) for one in found.wider],
        "not_encoded": list(found.unencoded),
        "proved": found.proved,
        "questions": found.queries,
        "seconds": round(found.seconds, 1),
    }


def relation_data(one: Relation) -> dict[str, Any]:
    """One relation as JSON."""
    return {
        "features": [name for name in (one.one, one.other) if name],
        "held_by": "one player" if one.together else "two players",
        "standing": one.standing.name.lower(),
        "edges": list(map(vars, one.edges)),
        "combined": one.combined,
        "meets": one.meets,
        "clashes": [_clash_data(clash) for clash in one.clashes],
    }


def _clash_data(clash: Clash) -> dict[str, Any]:
    facts = {name: value for name, value in vars(clash).items() if name != "answer"}
    scenario = None if clash.scenario is None else plain_file([clash.scenario])
    return {**facts, "answered": clash.answer == "sat", "scenario": scenario}
